//! A FEN without a blank between its third and fourth field does no harm.
//!
//! gmchess writes FENs without a blank between the third and the fourth field, and with a blank at the end of the line.
//!
//! ```conforms
//! > ucci
//! < ucciok
//! >| position fen rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR w -- 0 1 \n
//! > isready
//! < readyok
//! ```
//!
//! The blank at the end of the line may be missing:
//!
//! ```conforms
//! > ucci
//! < ucciok
//! > position fen rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR w -- 0 1
//! > go depth 1
//! < bestmove h2e2
//! > isready
//! < readyok
//! ```
//!
//! ```violates
//! > ucci
//! < ucciok
//! >| position fen rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR w -- 0 1 \n
//!    ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ after this line the process died of SIGSEGV
//! ! signal SIGSEGV
//! ```

use super::super::prelude::*;

pub(super) const RULE: Rule<View> = Rule {
    id: "ucci/dialect_grown_fen",
    level: Level::Should,
    topic: "dialect",
    spec: "UCCI D8",
    measures: Measurement::Absence,
    since: "0.1.0",
    check,
};

fn check(view: &View, out: &mut Findings) {
    view.check_survival(
        out,
        &[UnspecifiedInput::DialectInput(
            UcciUnspecifiedInput::JoinedFenFields,
        )],
    );
}
