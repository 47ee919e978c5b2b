//! `moves` with no move after it does no harm.
//!
//! UCI2WB always writes the word `moves`, even before the first move of a game.
//!
//! ```conforms
//! > ucci
//! < ucciok
//! > position startpos moves
//! > isready
//! < readyok
//! ```
//!
//! The engine may set up the position without moves, or ignore the line:
//!
//! ```conforms
//! > ucci
//! < ucciok
//! > position startpos moves
//! > go depth 1
//! < bestmove h2e2
//! > isready
//! < readyok
//! ```
//!
//! ```violates
//! > ucci
//! < ucciok
//! > position startpos moves
//!   ^^^^^^^^^^^^^^^^^^^^^^^ after this line the process died of SIGSEGV
//! ! signal SIGSEGV
//! ```

use super::super::prelude::*;

pub(super) const RULE: Rule<View> = Rule {
    id: "ucci/dialect_empty_moves",
    level: Level::Should,
    topic: "dialect",
    spec: "UCCI D7",
    measures: Measurement::Absence,
    since: "0.1.0",
    check,
};

fn check(view: &View, out: &mut Findings) {
    view.check_survival(
        out,
        &[UnspecifiedInput::DialectInput(
            UcciUnspecifiedInput::MovesWithoutMove,
        )],
    );
}
