//! A list of more than 300 moves does no harm.
//!
//! Games without captures last for hundreds of moves, and the specification requires all moves since the last
//! capture.
//!
//! ```conforms
//! > ucci
//! < ucciok
//! > position startpos moves {80*b0c2 b9c7 c2b0 c7b9 }h2e2
//! > isready
//! < readyok
//! ```
//!
//! The current position is the position after all moves of the list:
//!
//! ```conforms
//! > ucci
//! < ucciok
//! > position startpos moves {80*b0c2 b9c7 c2b0 c7b9 }h2e2
//! > go depth 1
//! < bestmove b9c7
//! > isready
//! < readyok
//! ```
//!
//! ```violates
//! > ucci
//! < ucciok
//! > position startpos moves {80*b0c2 b9c7 c2b0 c7b9 }h2e2
//!   ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ after this line the process died of SIGSEGV
//! ! signal SIGSEGV
//! ```

use super::super::prelude::*;

pub(super) const RULE: Rule<View> = Rule {
    id: "ucci/moves_many",
    level: Level::Robust,
    topic: "robustness",
    spec: "UCCI T4",
    measures: Measurement::Absence,
    since: "0.1.0",
    check,
};

fn check(view: &View, out: &mut Findings) {
    view.check_survival(out, &[UnspecifiedInput::ManyMoves]);
}
