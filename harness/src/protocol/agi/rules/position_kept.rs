//! `BESTMOVE` leaves the position as it is.
//!
//! The GUI decides which move is played, and sends this move with `DOMOVE`.
//!
//! ```conforms
//! > AGI
//! < ID NAME Example 1.0
//! < OPTION OWNBOOK FALSE PONDER FALSE
//! < AGIOK
//! > GO SEARCH 78 TIME 1000
//! < BESTMOVE 78
//! > GO SEARCH 78 TIME 1000
//! < BESTMOVE 78
//! ```
//!
//! The engine may answer with another move in the same position:
//!
//! ```conforms
//! > AGI
//! < ID NAME Example 1.0
//! < OPTION OWNBOOK FALSE PONDER FALSE
//! < AGIOK
//! > GO TIME 1000
//! < BESTMOVE 78
//! > GO TIME 1000
//! < BESTMOVE 69
//! ```
//!
//! ```violates
//! > AGI
//! < ID NAME Example 1.0
//! < OPTION OWNBOOK FALSE PONDER FALSE
//! < AGIOK
//! > POSITION STATU 7611771F58E168EF
//! > GO TIME 1000
//! < BESTMOVE 22
//! > GO TIME 1000
//! < BESTMOVE 78
//!            ^^ 78 is legal only after 22: the engine played its own earlier answer, but no `position` contains it
//! ```

use super::super::prelude::*;

pub(super) const RULE: Rule<View> = Rule {
    id: "agi/position_kept",
    level: Level::Must,
    topic: "state",
    spec: "AGI R-11, R-29",
    measures: Measurement::Nothing,
    since: "0.2.0",
    check: checks::check_board_kept,
};
