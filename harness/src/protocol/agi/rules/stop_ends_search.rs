//! A `STOP` ends a search with `BESTMOVE`.
//!
//! After `STOP` a GUI waits for the engine's move.
//!
//! ```conforms
//! > AGI
//! < ID NAME Example 1.0
//! < OPTION OWNBOOK FALSE PONDER FALSE
//! < AGIOK
//! > GO INFINITE
//! > STOP
//! < BESTMOVE 78
//! ```
//!
//! The commands and the answer may be in lower case:
//!
//! ```conforms
//! > AGI
//! < ID NAME Example 1.0
//! < OPTION OWNBOOK FALSE PONDER FALSE
//! < AGIOK
//! > go infinite
//! > stop
//! < bestmove 78 ponder 69
//! ```
//!
//! ```violates
//! 0.000000 > AGI
//! 0.001000 < ID NAME Example 1.0
//! 0.001000 < OPTION OWNBOOK FALSE PONDER FALSE
//! 0.001000 < AGIOK
//! 0.002000 > GO INFINITE
//! 0.003000 > STOP
//!            ^^^^ the result was not received within 20.000 s; the limit is 10.000 s
//! 0.004000 < INFO DEPTH 1
//! 20.003000 ~ 20s
//! ```
//!
//! A result that comes only after a later command is no answer to the `STOP`, because a GUI sends nothing while it
//! waits:
//!
//! ```violates
//! 0.000000 > AGI
//! 0.001000 < ID NAME Example 1.0
//! 0.001000 < OPTION OWNBOOK FALSE PONDER FALSE
//! 0.001000 < AGIOK
//! 0.002000 > GO INFINITE
//! 0.003000 > STOP
//!            ^^^^ the result was not received within 10.500 s, and came only after a later command, `ISREADY`; the limit is 10.000 s
//! 10.503000 > ISREADY
//! 10.504000 < BESTMOVE 78
//! 10.504000 < READYOK
//! ```

use super::super::prelude::*;

pub(super) const RULE: Rule<View> = Rule {
    id: "agi/stop_ends_search",
    level: Level::Must,
    topic: "state",
    spec: "AGI R-12, R-11",
    measures: Measurement::Absence,
    since: "0.2.0",
    check,
};

/// The timeout is our choice: the specification demands an immediate result, but sets no time.
const RESULT_TIMEOUT: Duration = Duration::from_secs(10);

fn check(view: &View, out: &mut Findings) {
    checks::check_stop_ends_search(view, RESULT_TIMEOUT, out);
}
