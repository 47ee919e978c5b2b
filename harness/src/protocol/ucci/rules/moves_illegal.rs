//! A list with illegal moves does no harm.
//!
//! An interface with a bug in its move generator sends illegal moves.
//!
//! ```conforms
//! > ucci
//! < ucciok
//! > position startpos moves a0a9
//! > isready
//! < readyok
//! ```
//!
//! `banmoves` may contain illegal moves, too:
//!
//! ```conforms
//! > ucci
//! < ucciok
//! > position startpos
//! > banmoves e0e9 z1
//! > isready
//! < readyok
//! ```
//!
//! ```violates
//! > ucci
//! < ucciok
//! > position startpos moves a0a9
//!   ^^^^^^^^^^^^^^^^^^^^^^^^^^^^ after this line the process died of SIGSEGV
//! ! signal SIGSEGV
//! ```

use super::super::prelude::*;

pub(super) const RULE: Rule<View> = Rule {
    id: "ucci/moves_illegal",
    level: Level::Robust,
    topic: "robustness",
    spec: "UCCI P6",
    measures: Measurement::Absence,
    since: "0.1.0",
    check,
};

fn check(view: &View, out: &mut Findings) {
    view.check_survival(out, &[UnspecifiedInput::IllegalMoves]);
}
