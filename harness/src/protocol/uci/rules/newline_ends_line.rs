//! Every message ends with a newline, and the engine flushes the newline at once.
//!
//! An interface reads lines: it never reads a `bestmove` without a newline.
//!
//! ```conforms
//! > uci
//! < id name Example
//! < id author A. N. Author
//! < uciok
//! > position startpos
//! > go depth 1
//! < bestmove e2e4
//! > quit
//! ! exit 0
//! ```
//!
//! A carriage return before the newline is allowed:
//!
//! ```conforms
//! > uci
//! <| id name Example\r\n
//! <| id author A. N. Author\r\n
//! <| uciok\r\n
//! > quit
//! ! exit 0
//! ```
//!
//! If the engine exits during a search, its last `info` line may end without a newline:
//!
//! ```conforms
//! > uci
//! < id name Example
//! < id author A. N. Author
//! < uciok
//! > position startpos
//! > go infinite
//! > quit
//! <| info depth 2 sco
//! ! exit 0
//! ```
//!
//! ```violates
//! 0.000000 > uci
//! 0.001000 < uciok
//! 0.002000 > isready
//! 0.003000 <| readyok
//!             ^^^^^^^ no newline ends this line
//! 10.010000 ~ 10s
//! 10.010000 ! killed
//! ```

use super::super::prelude::*;

pub(super) const RULE: Rule<View> = Rule {
    id: "uci/newline_ends_line",
    level: Level::Must,
    topic: "process",
    spec: "UCI U1, U2, U14",
    measures: Measurement::Absence,
    since: "0.2.0",
    check,
};

const NEWLINE_TIMEOUT: Duration = Duration::from_secs(1);

fn check(view: &View, out: &mut Findings) {
    checks::check_newline_ends_line(view, NEWLINE_TIMEOUT, out);
}
