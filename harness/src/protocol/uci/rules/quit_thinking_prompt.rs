//! The engine exits within one second after a `quit` during a search.
//!
//! A GUI kills an engine that does not exit, so files that the engine was writing remain incomplete.
//!
//! ```conforms
//! 0.000000 > uci
//! 0.001000 < id name Example
//! 0.001000 < id author A. N. Author
//! 0.001000 < uciok
//! 0.002000 > position startpos
//! 0.003000 > go infinite
//! 0.004000 > quit
//! 0.010000 ! exit 0
//! ```
//!
//! After `quit`, the engine may send a `bestmove` before it exits:
//!
//! ```conforms
//! 0.000000 > uci
//! 0.001000 < id name Example
//! 0.001000 < id author A. N. Author
//! 0.001000 < uciok
//! 0.002000 > position startpos
//! 0.003000 > go infinite
//! 0.004000 > quit
//! 0.005000 < bestmove e2e4
//! 0.900000 ! exit 0
//! ```
//!
//! ```violates
//! 0.000000 > uci
//! 0.001000 < uciok
//! 0.002000 > position startpos
//! 0.003000 > go infinite
//! 0.004000 > quit
//!            ^^^^ the process ran for 4.996 s after `quit`; the limit is 1.000 s
//! 5.000000 ! exit 0
//! ```

use super::super::prelude::*;

pub(super) const RULE: Rule<View> = Rule {
    id: "uci/quit_thinking_prompt",
    level: Level::Should,
    topic: "time",
    spec: "UCI U10",
    measures: Measurement::Time,
    since: "0.2.0",
    check,
};

const EXIT_TIME_LIMIT: Duration = Duration::from_secs(1);

fn check(view: &View, out: &mut Findings) {
    checks::check_quit_in_search_prompt(view, EXIT_TIME_LIMIT, out);
}
