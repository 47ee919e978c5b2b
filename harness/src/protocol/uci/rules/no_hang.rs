//! The engine does not hang.
//!
//! A GUI cannot distinguish an engine that hangs from an engine that thinks, so the game stops.
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
//! A long search without output is not a hang:
//!
//! ```conforms
//! 0.000000 > uci
//! 0.001000 < id name Example
//! 0.001000 < id author A. N. Author
//! 0.001000 < uciok
//! 0.002000 > position startpos
//! 0.003000 > go infinite
//! 60.000000 > stop
//! 60.001000 < bestmove e2e4
//! 60.002000 > quit
//! 60.003000 ! exit 0
//! ```
//!
//! ```violates
//! > uci
//! < id name Example
//! < id author A. N. Author
//! < uciok
//! > isready
//!   ^^^^^^^ the engine sent nothing after this command and had to be killed
//! ~ 10s
//! ! killed
//! ```

use super::super::prelude::*;

pub(super) const RULE: Rule<View> = Rule {
    id: "uci/no_hang",
    level: Level::Robust,
    topic: "process",
    spec: "UCI U6, U10, U26, U61",
    measures: Measurement::Absence,
    since: "0.2.0",
    check: checks::check_no_hang,
};
