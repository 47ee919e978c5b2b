//! While the engine is not thinking, it answers every `ISREADY` with one `READYOK`.
//!
//! A GUI waits for `READYOK` before the next command.
//!
//! ```conforms
//! > AGI
//! < ID NAME Example 1.0
//! < OPTION OWNBOOK FALSE PONDER FALSE
//! < AGIOK
//! > ISREADY
//! < READYOK
//! > ISREADY
//! < READYOK
//! ```
//!
//! A late `READYOK` does not violate this rule:
//!
//! ```conforms
//! 0.000000 > AGI
//! 0.001000 < ID NAME Example 1.0
//! 0.001000 < OPTION OWNBOOK FALSE PONDER FALSE
//! 0.001000 < AGIOK
//! 0.002000 > ISREADY
//! 40.000000 < READYOK
//! ```
//!
//! ```violates
//! 0.000000 > AGI
//! 0.001000 < ID NAME Example 1.0
//! 0.001000 < OPTION OWNBOOK FALSE PONDER FALSE
//! 0.001000 < AGIOK
//! 0.002000 > ISREADY
//!            ^^^^^^^ `READYOK` was not received within 60.000 s; the limit is 10.000 s
//! 0.003000 < INFO DEPTH 1
//! 60.002000 ~ 60s
//! ```

use super::super::prelude::*;

pub(super) const RULE: Rule<View> = Rule {
    id: "agi/readyok_per_isready",
    level: Level::Must,
    topic: "state",
    spec: "AGI R-7, R-27",
    measures: Measurement::Absence,
    since: "0.2.0",
    check,
};

/// The timeout is our choice, because the specification sets no time.
const READYOK_TIMEOUT: Duration = Duration::from_secs(10);

fn check(view: &View, out: &mut Findings) {
    checks::check_readyok_per_isready(view, READYOK_TIMEOUT, out);
}
