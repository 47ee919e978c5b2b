//! The engine neither crashes nor exits before `quit`.
//!
//! After a crash the GUI has no engine, and the game is lost.
//!
//! ```conforms
//! > ucci
//! < ucciok
//! > isready
//! < readyok
//! > quit
//! < bye
//! ! exit 0
//! ```
//!
//! The engine may exit without output when its input is closed:
//!
//! ```conforms
//! > ucci
//! < ucciok
//! >! eof
//! ! exit 0
//! ```
//!
//! If the interface stops reading the output, the system ends the engine with `SIGPIPE`; that is not a crash:
//!
//! ```unjudged
//! > ucci
//! < ucciok
//! > position startpos
//! > go infinite
//! = unheard
//! ! signal SIGPIPE
//! ```
//!
//! If another program may have sent the signal that ended the engine, the result is inconclusive:
//!
//! ```inconclusive
//! > ucci
//! < ucciok
//! > position startpos
//! ! signal SIGTERM
//! ```
//!
//! ```violates
//! > ucci
//! < ucciok
//! > position startpos
//! ! signal SIGSEGV
//!   ^^^^^^^^^^^^^^ the process died of SIGSEGV
//! ```
//!
//! ```violates
//! > ucci
//! < ucciok
//! > position startpos
//! > go depth 1
//! ! exit 1
//!   ^^^^^^ the process exited with status 1, but no `quit` was sent
//! ```

use super::super::prelude::*;

pub(super) const RULE: Rule<View> = Rule {
    id: "ucci/no_crash",
    level: Level::Robust,
    topic: "process",
    spec: "UCCI E1, O4",
    measures: Measurement::Nothing,
    since: "0.1.0",
    check: checks::check_no_crash,
};
