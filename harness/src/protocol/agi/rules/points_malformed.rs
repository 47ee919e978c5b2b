//! The engine survives malformed lists of points, occupied points, and points off the board.
//!
//! AGI has no message for errors, so the engine must survive every input.
//!
//! ```conforms
//! > AGI
//! < ID NAME Example 1.0
//! < OPTION OWNBOOK FALSE PONDER FALSE
//! < AGIOK
//! > POSITION MOVES 7
//! > ISREADY
//! < READYOK
//! ```
//!
//! The engine also survives a point off the board:
//!
//! ```conforms
//! > AGI
//! < ID NAME Example 1.0
//! < OPTION OWNBOOK FALSE PONDER FALSE
//! < AGIOK
//! > DOMOVE 00
//! > ISREADY
//! < READYOK
//! ```
//!
//! ```violates
//! > AGI
//! < ID NAME Example 1.0
//! < OPTION OWNBOOK FALSE PONDER FALSE
//! < AGIOK
//! > POSITION MOVES 7
//!   ^^^^^^^^^^^^^^^^ after this line the process died of SIGSEGV
//! ! signal SIGSEGV
//! ```

use super::super::prelude::*;

pub(super) const RULE: Rule<View> = Rule {
    id: "agi/points_malformed",
    level: Level::Robust,
    topic: "robustness",
    spec: "AGI C-7, C-9",
    measures: Measurement::Absence,
    since: "0.2.0",
    check,
};

fn check(view: &View, out: &mut Findings) {
    view.check_survival(
        out,
        &[
            UnspecifiedInput::DialectInput(AgiUnspecifiedInput::PointsMalformed),
            UnspecifiedInput::BrokenFen,
            UnspecifiedInput::IllegalMoves,
        ],
    );
}
