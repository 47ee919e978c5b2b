//! The engine exits at the end of its input.
//!
//! An interface that crashes cannot send `quit`. If the engine keeps running after the interface crashed, the engine is
//! an orphan and may use a processor until a user finds it.
//!
//! ```conforms
//! > uci
//! < id name Example
//! < id author A. N. Author
//! < uciok
//! >! eof
//! ! exit 0
//! ```
//!
//! At the end of its input, the engine may finish its search before it exits:
//!
//! ```conforms
//! > uci
//! < id name Example
//! < id author A. N. Author
//! < uciok
//! > position startpos
//! > go depth 3
//! >! eof
//! < bestmove e2e4
//! ! exit 1
//! ```
//!
//! ```violates
//! > uci
//! < id name Example
//! < id author A. N. Author
//! < uciok
//! >! eof
//!   ^^^^ the process did not exit at the end of its input and had to be killed
//! ~ 10s
//! ! killed
//! ```

use super::super::prelude::*;

pub(super) const RULE: Rule<View> = Rule {
    id: "uci/eof_ends",
    level: Level::Should,
    topic: "process",
    spec: "UCI U11",
    measures: Measurement::Absence,
    since: "0.2.0",
    check,
};

const EXIT_TIMEOUT: Duration = Duration::from_secs(10);

fn check(view: &View, out: &mut Findings) {
    checks::check_eof_ends_process(view, EXIT_TIMEOUT, out);
}
