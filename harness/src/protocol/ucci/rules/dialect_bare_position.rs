//! `fen` and `startpos` without `position` do no harm.
//!
//! Sylvan sends every position a second time without the word `position`, and UCI-Cyclone never
//! sends the word `position`.
//!
//! ```conforms
//! > ucci
//! < ucciok
//! > fen rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR w - - 0 1
//! > isready
//! < readyok
//! ```
//!
//! The engine may set up the position, or ignore the line:
//!
//! ```conforms
//! > ucci
//! < ucciok
//! > startpos
//! > isready
//! < readyok
//! ```
//!
//! ```violates
//! > ucci
//! < ucciok
//! > fen rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR w - - 0 1
//!   ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ after this line the process died of SIGSEGV
//! ! signal SIGSEGV
//! ```

use super::super::prelude::*;

pub(super) const RULE: Rule<View> = Rule {
    id: "ucci/dialect_bare_position",
    level: Level::Should,
    topic: "dialect",
    spec: "UCCI D3",
    measures: Measurement::Absence,
    since: "0.1.0",
    check,
};

fn check(view: &View, out: &mut Findings) {
    view.check_survival(
        out,
        &[UnspecifiedInput::DialectInput(
            UcciUnspecifiedInput::PositionWithoutKeyword,
        )],
    );
}
