//! The engine neither crashes nor exits before `quit`.
//!
//! After a crash the GUI has no engine, and the game is lost.
//!
//! ```conforms
//! > uci
//! < id name Example
//! < id author A. N. Author
//! < uciok
//! > isready
//! < readyok
//! > quit
//! ! exit 0
//! ```
//!
//! When its input is closed it may exit:
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
//! If the interface stops reading the output, the system ends the engine by `SIGPIPE`, which is no crash:
//!
//! ```unjudged
//! > uci
//! < id name Example
//! < id author A. N. Author
//! < uciok
//! > position startpos
//! > go infinite
//! = unheard
//! ! signal SIGPIPE
//! ```
//!
//! A signal that may have been sent from outside proves nothing:
//!
//! ```inconclusive
//! > uci
//! < id name Example
//! < id author A. N. Author
//! < uciok
//! > position startpos
//! ! signal SIGTERM
//! ```
//!
//! ```violates
//! > uci
//! < id name Example
//! < id author A. N. Author
//! < uciok
//! > position startpos
//! ! signal SIGSEGV
//!   ^^^^^^^^^^^^^^ the process died of SIGSEGV
//! ```
//!
//! ```violates
//! > uci
//! < id name Example
//! < id author A. N. Author
//! < uciok
//! > position startpos
//! > go depth 1
//! ! exit 1
//!   ^^^^^^ the process exited with status 1 without a `quit`
//! ```

use super::super::prelude::*;

pub(super) const RULE: Rule<View> = Rule {
    id: "uci/no_crash",
    level: Level::Robust,
    topic: "process",
    spec: "UCI U4, U10, U39, U89, D2",
    measures: Measurement::Nothing,
    since: "0.2.0",
    check: checks::check_no_crash,
};
