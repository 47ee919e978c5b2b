//! A broken FEN, or an impossible board, does no harm.
//!
//! Users edit positions by hand, and interfaces send these positions unchecked.
//!
//! ```conforms
//! > ucci
//! < ucciok
//! > position fen 9/9/9 w - - 0 1
//! > isready
//! < readyok
//! ```
//!
//! After a broken FEN, the engine may keep its old board, or have no board:
//!
//! ```conforms
//! > ucci
//! < ucciok
//! > position fen 4k4/9/9/9/9/9/9/9/9/9 w - - 0 1
//! > go depth 1
//! < nobestmove
//! > isready
//! < readyok
//! ```
//!
//! ```violates
//! > ucci
//! < ucciok
//! > position fen 9/9/9 w - - 0 1
//!   ^^^^^^^^^^^^^^^^^^^^^^^^^^^^ after this line the process died of SIGSEGV
//! ! signal SIGSEGV
//! ```

use super::super::prelude::*;

pub(super) const RULE: Rule<View> = Rule {
    id: "ucci/fen_broken",
    level: Level::Robust,
    topic: "robustness",
    spec: "UCCI P6",
    measures: Measurement::Absence,
    since: "0.1.0",
    check,
};

fn check(view: &View, out: &mut Findings) {
    view.check_survival(out, &[UnspecifiedInput::BrokenFen]);
}
