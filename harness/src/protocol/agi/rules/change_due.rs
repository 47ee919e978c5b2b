//! `CHANGE` comes only where `SETRULE` allows a swap of colors, after the first or the third move.
//!
//! A GUI cannot swap colors in the middle of a game.
//!
//! ```conforms
//! > AGI
//! < ID NAME Example 1.0
//! < OPTION OWNBOOK FALSE PONDER FALSE
//! < AGIOK
//! > SETRULE FIRSTCHANGE
//! > POSITION MOVES 78
//! > GO TIME 1000
//! < BESTMOVE CHANGE
//! ```
//!
//! The engine may ask for the swap again in the same position:
//!
//! ```conforms
//! > AGI
//! < ID NAME Example 1.0
//! < OPTION OWNBOOK FALSE PONDER FALSE
//! < AGIOK
//! > SETRULE THIRDCHANGE
//! > POSITION STATU 78695A
//! > GO TIME 1000
//! < BESTMOVE CHANGE
//! > GO TIME 1000
//! < BESTMOVE CHANGE
//! ```
//!
//! ```violates
//! > AGI
//! < ID NAME Example 1.0
//! < OPTION OWNBOOK FALSE PONDER FALSE
//! < AGIOK
//! > POSITION MOVES 78
//! > GO TIME 1000
//! < BESTMOVE CHANGE
//!            ^^^^^^ no swap of colors is due here
//! ```

use super::super::prelude::*;

pub(super) const RULE: Rule<View> = Rule {
    id: "agi/change_due",
    level: Level::Must,
    topic: "legality",
    spec: "AGI R-15, R-6",
    measures: Measurement::Nothing,
    since: "0.2.0",
    check,
};

fn check(view: &View, out: &mut Findings) {
    mark_inapplicable_if_color_swap_unused(view, out);
    for search in view.searches.iter().filter(|it| !it.is_doubtful) {
        let Some(entry) = view.result_entry(search) else {
            continue;
        };
        let Some(Response::BestMove(result)) = entry.response() else {
            continue;
        };
        let (Some(span), Some(due)) = (
            &result.no_move_word,
            search.search_notes.is_color_swap_allowed,
        ) else {
            continue;
        };
        if search.search_notes.may_have_nothing_to_search {
            continue;
        }
        out.require(due, entry.culprit_of_part(span.clone()), || {
            message!("change_not_due", "no swap of colors is due here")
        });
    }
}
