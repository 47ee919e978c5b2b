//! `quit` ends the process in every state.
//!
//! If the engine does not exit, a GUI that waits for the end of the process hangs, and the engine continues to use a
//! processor.
//!
//! ```conforms
//! > uci
//! < id name Example
//! < id author A. N. Author
//! < uciok
//! > quit
//! ! exit 0
//! ```
//!
//! After `quit`, a searching engine may exit without a `bestmove`, and may need several seconds to clean up:
//!
//! ```conforms
//! 0.000000 > uci
//! 0.001000 < id name Example
//! 0.001000 < id author A. N. Author
//! 0.001000 < uciok
//! 0.002000 > position startpos
//! 0.003000 > go infinite
//! 0.004000 > quit
//! 4.000000 ! exit 0
//! ```
//!
//! ```violates
//! 0.000000 > uci
//! 0.001000 < uciok
//! 0.002000 > quit
//!            ^^^^ the process did not exit after `quit` and had to be killed
//! 12.000000 ! killed
//! ```
//!
//! ```violates
//! 0.000000 > uci
//! 0.001000 < uciok
//! 0.002000 > quit
//!            ^^^^ the process exited 30.000 s after `quit`; the limit is 5.000 s
//! 30.002000 ! exit 0
//! ```

use super::super::prelude::*;

pub(super) const RULE: Rule<View> = Rule {
    id: "uci/quit_ends",
    level: Level::Must,
    topic: "process",
    spec: "UCI U10",
    measures: Measurement::Absence,
    since: "0.2.0",
    check,
};

const EXIT_TIMEOUT: Duration = Duration::from_secs(5);

fn check(view: &View, out: &mut Findings) {
    checks::check_quit_ends_process(view, EXIT_TIMEOUT, out);
}
