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
//! The engine may exit when its input is closed:
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
//! If the interface stops reading the engine's output, the operating system ends the engine with `SIGPIPE`. The end by
//! `SIGPIPE` is not a crash:
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
//! If another program may have sent the signal that ended the engine, the rule is inconclusive:
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
//!   ^^^^^^ the process exited with status 1, but no `quit` was sent
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
