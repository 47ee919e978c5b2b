//! `stop` ends the search, and the engine sends `bestmove`.
//!
//! A GUI sends the next position only after `bestmove`.
//!
//! ```conforms
//! > uci
//! < id name Example
//! < id author A. N. Author
//! < uciok
//! > position startpos
//! > go infinite
//! > stop
//! < bestmove e2e4
//! ```
//!
//! After `stop`, a pondering engine also sends `bestmove`:
//!
//! ```conforms
//! > uci
//! < id name Example
//! < id author A. N. Author
//! < uciok
//! > position startpos
//! > go ponder wtime 60000 btime 60000
//! > stop
//! < bestmove e2e4
//! ```
//!
//! ```violates
//! 0.000000 > uci
//! 0.001000 < uciok
//! 0.002000 > position startpos
//! 0.002000 > go infinite
//! 0.500000 > stop
//!            ^^^^ the result was not received within 11.000 s; the limit is 10.000 s
//! 1.000000 < info depth 9
//! 11.500000 ~ 10s
//! ```
//!
//! A result that comes only after a second `stop` is no answer to the first one, because a GUI sends nothing while it
//! waits:
//!
//! ```violates
//! 0.000000 > uci
//! 0.001000 < uciok
//! 0.002000 > position startpos
//! 0.002000 > go infinite
//! 0.003000 > stop
//!            ^^^^ the result was not received within 11.000 s, and came only after a later command, `stop`; the limit is 10.000 s
//! 11.003000 > stop
//! 11.020000 < bestmove e2e4
//! ```

use super::super::prelude::*;

pub(super) const RULE: Rule<View> = Rule {
    id: "uci/stop_ends_search",
    level: Level::Must,
    topic: "time",
    spec: "UCI U60, U61",
    measures: Measurement::Absence,
    since: "0.2.0",
    check,
};

const RESULT_TIMEOUT: Duration = Duration::from_secs(10);

fn check(view: &View, out: &mut Findings) {
    checks::check_stop_ends_search(view, RESULT_TIMEOUT, out);
}
