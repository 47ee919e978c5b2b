//! A thinking engine answers `ISREADY`, and continues its search.
//!
//! A GUI sends `ISREADY` to find out whether the engine is still alive.
//!
//! ```conforms
//! > AGI
//! < ID NAME Example 1.0
//! < OPTION OWNBOOK FALSE PONDER FALSE
//! < AGIOK
//! > GO INFINITE
//! > ISREADY
//! < READYOK
//! > STOP
//! < BESTMOVE 78
//! ```
//!
//! An `INFO` line may come before the `READYOK`:
//!
//! ```conforms
//! > AGI
//! < ID NAME Example 1.0
//! < OPTION OWNBOOK FALSE PONDER FALSE
//! < AGIOK
//! > GO INFINITE
//! > ISREADY
//! < INFO DEPTH 1
//! < READYOK
//! > STOP
//! < BESTMOVE 78
//! ```
//!
//! ```violates
//! 0.000000 > AGI
//! 0.001000 < ID NAME Example 1.0
//! 0.001000 < OPTION OWNBOOK FALSE PONDER FALSE
//! 0.001000 < AGIOK
//! 0.002000 > GO INFINITE
//! 0.003000 > ISREADY
//!            ^^^^^^^ the search ended 14.997 s after the command, and `READYOK` had not come yet
//! 15.000000 > STOP
//! 15.000000 < BESTMOVE 78
//! 15.001000 < READYOK
//! ```

use super::super::prelude::*;

pub(super) const RULE: Rule<View> = Rule {
    id: "agi/readyok_while_thinking",
    level: Level::Must,
    topic: "state",
    spec: "AGI R-7, X-4, X-9",
    measures: Measurement::Absence,
    since: "0.2.0",
    check,
};

/// The timeout is our choice, because the specification sets no time.
const READYOK_TIMEOUT: Duration = Duration::from_secs(10);

fn check(view: &View, out: &mut Findings) {
    checks::check_readyok_while_thinking(view, READYOK_TIMEOUT, out);
}
