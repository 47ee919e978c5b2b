//! A list of more than 300 moves does no harm.
//!
//! Games between engines may last for hundreds of moves.
//!
//! ```conforms
//! > uci
//! < id name Example
//! < id author A. N. Author
//! < uciok
//! > position startpos moves {80*g1f3 g8f6 f3g1 f6g8 }e2e4
//! > isready
//! < readyok
//! ```
//!
//! After such a list, the engine searches the position after all moves of the list:
//!
//! ```conforms
//! > uci
//! < id name Example
//! < id author A. N. Author
//! < uciok
//! > position startpos moves {80*g1f3 g8f6 f3g1 f6g8 }e2e4
//! > go depth 1
//! < bestmove e7e5
//! > isready
//! < readyok
//! ```
//!
//! ```violates
//! > uci
//! < id name Example
//! < id author A. N. Author
//! < uciok
//! > position startpos moves {80*g1f3 g8f6 f3g1 f6g8 }e2e4
//!   ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ after this line the process died of SIGSEGV
//! ! signal SIGSEGV
//! ```

use super::super::prelude::*;

pub(super) const RULE: Rule<View> = Rule {
    id: "uci/moves_many",
    level: Level::Robust,
    topic: "robustness",
    spec: "UCI U121, U15",
    measures: Measurement::Absence,
    since: "0.2.0",
    check,
};

fn check(view: &View, out: &mut Findings) {
    view.check_survival(out, &[UnspecifiedInput::ManyMoves]);
}
