//! The engine plays no move that some GUIs count as a double-three.
//!
//! Some GUIs count a three even if it cannot become a straight four. A GUI that counts all threes
//! treats a move that completes any two of them as a forbidden double-three.
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
//! White has no forbidden moves:
//!
//! ```conforms
//! > AGI
//! < ID NAME Example 1.0
//! < OPTION OWNBOOK FALSE PONDER FALSE
//! < AGIOK
//! > POSITION MOVES 78
//! > GO TIME 1000
//! < BESTMOVE 69
//! ```
//!
//! ```violates
//! > AGI
//! < ID NAME Example 1.0
//! < OPTION OWNBOOK FALSE PONDER FALSE
//! < AGIOK
//! > POSITION STATU 767A7711581F68E145EF551865E8851C95EC
//! > GO TIME 1000
//! < BESTMOVE 78
//!            ^^ a GUI that counts all threes calls this move a double-three
//! ```

use super::super::prelude::*;

pub(super) const RULE: Rule<View> = Rule {
    id: "agi/disputed_three",
    level: Level::May,
    topic: "legality",
    spec: "AGI F-8, F-9",
    measures: Measurement::Nothing,
    since: "0.2.0",
    check,
};

fn check(view: &View, out: &mut Findings) {
    for answer in view.certain_best_moves() {
        let Some(position) = answer.search.position() else {
            continue;
        };
        if position.0.is_disputed_three_move(answer.best_move) {
            let why = message!(
                "three_disputed",
                "a GUI that counts all threes calls this move a double-three"
            );
            out.violates(answer.entry.culprit_of_part(answer.span.clone()), why);
        } else if position.0.has_forbidden_moves() {
            out.conforms(answer.entry.at);
        }
    }
}
