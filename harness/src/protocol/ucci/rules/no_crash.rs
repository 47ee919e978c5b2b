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
//! When its input is closed it may exit without output:
//!
//! ```conforms
//! > ucci
//! < ucciok
//! >! eof
//! ! exit 0
//! ```
//!
//! If the interface stops reading the output, the system ends the engine by `SIGPIPE`, which is no crash:
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
//! A signal that may have been sent from outside proves nothing:
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
//!   ^^^^^^ the process exited with status 1 without a `quit`
//! ```

use super::super::prelude::*;

pub(super) const RULE: Rule<View> = Rule {
    id: "ucci/no_crash",
    level: Level::Robust,
    topic: "process",
    spec: "UCCI E1, O4",
    measures: Measures::Nothing,
    since: "0.1.0",
    check: checks::no_crash,
};
