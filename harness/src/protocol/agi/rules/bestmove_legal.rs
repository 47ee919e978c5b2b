//! The move of `BESTMOVE` is an empty point, and not forbidden for black.
//!
//! An illegal move loses the game at once.
//!
//! ```conforms
//! > AGI
//! < ID NAME Example 1.0
//! < OPTION OWNBOOK FALSE PONDER FALSE
//! < AGIOK
//! > POSITION MOVES 7868
//! > GO TIME 1000
//! < BESTMOVE 5A
//! ```
//!
//! A double-three is legal under `UNFORBIDDEN`, and it is also legal if one of its threes cannot
//! become a straight four:
//!
//! ```conforms
//! > AGI
//! < ID NAME Example 1.0
//! < OPTION OWNBOOK FALSE PONDER FALSE
//! < AGIOK
//! > SETRULE UNFORBIDDEN
//! > POSITION STATU 7611771F58E168EF
//! > GO TIME 1000
//! < BESTMOVE 78
//! > POSITION STATU 767A7711581F68E145EF551865E8851C95EC
//! > SETRULE
//! > GO TIME 1000
//! < BESTMOVE 78
//! ```
//!
//! A move that makes both a five and an overline is legal:
//!
//! ```conforms
//! > AGI
//! < ID NAME Example 1.0
//! < OPTION OWNBOOK FALSE PONDER FALSE
//! < AGIOK
//! > POSITION STATU 74737538761177E1481F58EF681888E8981C
//! > GO TIME 1000
//! < BESTMOVE 78
//! ```
//!
//! ```violates
//! > AGI
//! < ID NAME Example 1.0
//! < OPTION OWNBOOK FALSE PONDER FALSE
//! < AGIOK
//! > POSITION MOVES 7868
//! > GO TIME 1000
//! < BESTMOVE 68
//!            ^^ 68 is illegal here: the point is occupied
//! ```
//!
//! ```violates
//! > AGI
//! < ID NAME Example 1.0
//! < OPTION OWNBOOK FALSE PONDER FALSE
//! < AGIOK
//! > POSITION STATU 7611771F58E168EF
//! > GO TIME 1000
//! < BESTMOVE 78
//!            ^^ 78 is illegal here: a double-three is forbidden for black
//! ```
//!
//! ```violates
//! > AGI
//! < ID NAME Example 1.0
//! < OPTION OWNBOOK FALSE PONDER FALSE
//! < AGIOK
//! > POSITION STATU 75747638771148E1581F68EF
//! > GO TIME 1000
//! < BESTMOVE 78
//!            ^^ 78 is illegal here: a double-four is forbidden for black
//! ```
//!
//! ```violates
//! > AGI
//! < ID NAME Example 1.0
//! < OPTION OWNBOOK FALSE PONDER FALSE
//! < AGIOK
//! > POSITION STATU 7411751F76E178EF7918
//! > GO TIME 1000
//! < BESTMOVE 77
//!            ^^ 77 is illegal here: an overline is forbidden for black
//! ```

use super::super::prelude::*;

pub(super) const RULE: Rule<View> = Rule {
    id: "agi/bestmove_legal",
    level: Level::Must,
    topic: "legality",
    spec: "AGI R-14, R-6, R-8, R-9, C-1, C-4, C-5, C-6, F-1, F-2, F-3, F-4, F-5, F-6, F-7",
    measures: Measurement::Nothing,
    since: "0.2.0",
    check: checks::check_bestmove_legal,
};
