//! A number after `go` that is 0, negative or longer than 32 bits does no harm.
//!
//! An interface with a bug computes senseless numbers, for example from a clock that has run out.
//!
//! ```conforms
//! > uci
//! < id name Example
//! < id author A. N. Author
//! < uciok
//! > position startpos
//! > go depth 99999999999
//! > stop
//! < bestmove e2e4
//! > isready
//! < readyok
//! ```
//!
//! The engine may interpret a limit of 0 after `go` in any way:
//!
//! ```conforms
//! > uci
//! < id name Example
//! < id author A. N. Author
//! < uciok
//! > position startpos
//! > go movetime 0
//! < bestmove e2e4
//! > isready
//! < readyok
//! ```
//!
//! ```violates
//! > uci
//! < id name Example
//! < id author A. N. Author
//! < uciok
//! > position startpos
//! > go depth -1
//!   ^^^^^^^^^^^ after this line the process died of SIGSEGV
//! ! signal SIGSEGV
//! ```

use super::super::prelude::*;

pub(super) const RULE: Rule<View> = Rule {
    id: "uci/go_numbers",
    level: Level::Robust,
    topic: "robustness",
    spec: "UCI U47",
    measures: Measurement::Absence,
    since: "0.2.0",
    check,
};

fn check(view: &View, out: &mut Findings) {
    view.check_survival(out, &[UnspecifiedInput::GoLimitOutOfRange]);
}
