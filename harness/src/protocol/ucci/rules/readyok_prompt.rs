//! The engine answers `isready` within one second.
//!
//! Many GUIs send `isready` before each game or after each setting, and wait for the answer.
//!
//! ```conforms
//! > ucci
//! < ucciok
//! > isready
//! < readyok
//! ```
//!
//! ```conforms
//! 0.000000 > ucci
//! 0.001000 < ucciok
//! 0.002000 > isready
//! 0.902000 < readyok
//! ```
//!
//! ```violates
//! 0.000000 > ucci
//! 0.001000 < ucciok
//! 0.002000 > isready
//! 2.502000 < readyok
//!            ^^^^^^^ `readyok` came after 2.500 s; the limit is 1.000 s
//! ```

use super::super::prelude::*;

pub(super) const RULE: Rule<View> = Rule {
    id: "ucci/readyok_prompt",
    level: Level::Should,
    topic: "time",
    spec: "UCCI RD2",
    measures: Measurement::Time,
    since: "0.1.0",
    check,
};

/// This limit is our choice; the specification has no time limit for `readyok`.
const READYOK_TIME_LIMIT: Duration = Duration::from_secs(1);

fn check(view: &View, out: &mut Findings) {
    checks::check_readyok_prompt(view, READYOK_TIME_LIMIT, out);
}
