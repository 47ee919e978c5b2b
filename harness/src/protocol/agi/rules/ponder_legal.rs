//! The move after `PONDER` is legal after the best move.
//!
//! A GUI lets the engine ponder on the move after `PONDER`.
//!
//! ```conforms
//! > AGI
//! < ID NAME Example 1.0
//! < OPTION OWNBOOK FALSE PONDER FALSE
//! < AGIOK
//! > GO TIME 1000
//! < BESTMOVE 78 PONDER 69
//! ```
//!
//! A weak reply is legal:
//!
//! ```conforms
//! > AGI
//! < ID NAME Example 1.0
//! < OPTION OWNBOOK FALSE PONDER FALSE
//! < AGIOK
//! > GO TIME 1000
//! < BESTMOVE 78 PONDER 01
//! ```
//!
//! ```violates
//! > AGI
//! < ID NAME Example 1.0
//! < OPTION OWNBOOK FALSE PONDER FALSE
//! < AGIOK
//! > GO TIME 1000
//! < BESTMOVE 78 PONDER 78
//!                      ^^ 78 is illegal after 78: the point is occupied
//! ```

use super::super::prelude::*;

pub(super) const RULE: Rule<View> = Rule {
    id: "agi/ponder_legal",
    level: Level::Should,
    topic: "legality",
    spec: "AGI R-30",
    measures: Measurement::Nothing,
    since: "0.2.0",
    check: checks::check_ponder_move_legal,
};
