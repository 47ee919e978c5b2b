//! The engine answers `stop` within one second.
//!
//! A user who clicks "move now" waits for the engine's move, and a tournament manager counts the waiting time against
//! the engine's clock.
//!
//! ```conforms
//! 0.000000 > uci
//! 0.001000 < id name Example
//! 0.001000 < id author A. N. Author
//! 0.001000 < uciok
//! 0.002000 > position startpos
//! 0.002000 > go infinite
//! 0.500000 > stop
//! 0.501000 < bestmove e2e4
//! ```
//!
//! A `bestmove` 0.9 s after `stop` is slow, but allowed:
//!
//! ```conforms
//! 0.000000 > uci
//! 0.001000 < id name Example
//! 0.001000 < id author A. N. Author
//! 0.001000 < uciok
//! 0.002000 > position startpos
//! 0.002000 > go infinite
//! 0.500000 > stop
//! 1.400000 < bestmove e2e4
//! ```
//!
//! ```violates
//! 0.000000 > uci
//! 0.001000 < uciok
//! 0.002000 > position startpos
//! 0.002000 > go infinite
//! 0.500000 > stop
//! 3.500000 < bestmove e2e4
//!            ^^^^^^^^^^^^^ the result came after 3.000 s; the limit is 1.000 s
//! ```

use super::super::prelude::*;

pub(super) const RULE: Rule<View> = Rule {
    id: "uci/stop_prompt",
    level: Level::Should,
    topic: "time",
    spec: "UCI U60",
    measures: Measurement::Time,
    since: "0.2.0",
    check,
};

const RESULT_TIME_LIMIT: Duration = Duration::from_secs(1);

fn check(view: &View, out: &mut Findings) {
    checks::check_stop_prompt(view, RESULT_TIME_LIMIT, out);
}
