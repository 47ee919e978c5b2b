//! The engine answers `stop` within one second.
//!
//! The specification requires that the engine answers `stop` as soon as possible. In the league an engine loses if it
//! does not answer `stop` within a few tenths of a second.
//!
//! ```conforms
//! 0.000000 > ucci
//! 0.001000 < ucciok
//! 0.002000 > position startpos
//! 0.002000 > go infinite
//! 0.500000 > stop
//! 0.501000 < bestmove h2e2
//! ```
//!
//! ```conforms
//! 0.000000 > ucci
//! 0.001000 < ucciok
//! 0.002000 > position startpos
//! 0.002000 > go infinite
//! 0.500000 > stop
//! 1.400000 < bestmove h2e2
//! ```
//!
//! ```violates
//! 0.000000 > ucci
//! 0.001000 < ucciok
//! 0.002000 > position startpos
//! 0.002000 > go infinite
//! 0.500000 > stop
//! 3.500000 < bestmove h2e2
//!            ^^^^^^^^^^^^^ the result came after 3.000 s; the limit is 1.000 s
//! ```
//!
//! The log of the league's emulator does not show how long the emulator waited for the result:
//!
//! ```inconclusive
//! 0.000000 > ucci
//! 0.001000 < ucciok
//! 0.002000 > position startpos
//! 0.002000 > go time 3 increment 0
//! 3.001000 > stop
//! 3.001000 = clock 1ms
//! 3.001000 > quit
//! ```
//!
//! If the test machine itself caused the delay, the result is inconclusive:
//!
//! ```inconclusive
//! 0.000000 > ucci
//! 0.001000 < ucciok
//! 0.002000 > position startpos
//! 0.002000 > go infinite
//! 0.500000 > stop
//! 1.700000 < bestmove h2e2
//! 1.700000 = late 900ms
//! ```

use super::super::prelude::*;

pub(super) const RULE: Rule<View> = Rule {
    id: "ucci/stop_prompt",
    level: Level::Should,
    topic: "time",
    spec: "UCCI X6, L7",
    measures: Measurement::Time,
    since: "0.1.0",
    check,
};

/// This limit for the result after `stop` is our choice; the specification has no limit in seconds.
const RESULT_TIME_LIMIT: Duration = Duration::from_secs(1);

fn check(view: &View, out: &mut Findings) {
    checks::check_stop_prompt(view, RESULT_TIME_LIMIT, out);
}
