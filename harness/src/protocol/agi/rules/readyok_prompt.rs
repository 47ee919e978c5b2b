//! `READYOK` comes within a second.
//!
//! While a GUI waits for `READYOK`, it seems to hang.
//!
//! ```conforms
//! 0.000000 > AGI
//! 0.001000 < ID NAME Example 1.0
//! 0.001000 < OPTION OWNBOOK FALSE PONDER FALSE
//! 0.001000 < AGIOK
//! 0.002000 > ISREADY
//! 0.300000 < READYOK
//! ```
//!
//! The limit also applies while the engine thinks:
//!
//! ```conforms
//! 0.000000 > AGI
//! 0.001000 < ID NAME Example 1.0
//! 0.001000 < OPTION OWNBOOK FALSE PONDER FALSE
//! 0.001000 < AGIOK
//! 0.002000 > GO INFINITE
//! 0.003000 > ISREADY
//! 0.900000 < READYOK
//! 1.000000 > STOP
//! 1.000000 < BESTMOVE 78
//! ```
//!
//! ```violates
//! 0.000000 > AGI
//! 0.001000 < ID NAME Example 1.0
//! 0.001000 < OPTION OWNBOOK FALSE PONDER FALSE
//! 0.001000 < AGIOK
//! 0.002000 > ISREADY
//! 2.002000 < READYOK
//!            ^^^^^^^ `READYOK` came after 2.000 s; the limit is 1.000 s
//! ```

use super::super::prelude::*;

pub(super) const RULE: Rule<View> = Rule {
    id: "agi/readyok_prompt",
    level: Level::Should,
    topic: "time",
    spec: "AGI R-7",
    measures: Measurement::Time,
    since: "0.2.0",
    check,
};

/// The limit is our choice, because the specification sets no time.
const READYOK_LIMIT: Duration = Duration::from_secs(1);

fn check(view: &View, out: &mut Findings) {
    checks::check_readyok_prompt(view, READYOK_LIMIT, out);
}
