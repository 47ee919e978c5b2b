//! The engine neither dies nor leaves before it is told to.
//!
//! Whatever it was sent, a GUI is left without an opponent, and a game is lost.
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
//! When its input is closed it may go without a word:
//!
//! ```conforms
//! > ucci
//! < ucciok
//! >! eof
//! ! exit 0
//! ```
//!
//! An interface may leave it alone without a word, too; then `SIGPIPE` is how the system ends it:
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
//! A signal that is sent from outside accuses nobody:
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
