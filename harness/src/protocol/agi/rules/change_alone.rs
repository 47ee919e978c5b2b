//! `CHANGE` comes without a `PONDER` move.
//!
//! After a swap of colors it is unknown for which side a `PONDER` move is meant.
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
//! The `BESTMOVE CHANGE` may be in lower case:
//!
//! ```conforms
//! > AGI
//! < ID NAME Example 1.0
//! < OPTION OWNBOOK FALSE PONDER FALSE
//! < AGIOK
//! > SETRULE FIRSTCHANGE
//! > POSITION MOVES 78
//! > GO TIME 1000
//! < bestmove change
//! ```
//!
//! ```violates
//! > AGI
//! < ID NAME Example 1.0
//! < OPTION OWNBOOK FALSE PONDER FALSE
//! < AGIOK
//! > SETRULE FIRSTCHANGE
//! > POSITION MOVES 78
//! > GO TIME 1000
//! < BESTMOVE CHANGE PONDER 69
//!                          ^^ a `PONDER` move after `CHANGE` has no meaning
//! ```

use super::super::prelude::*;

pub(super) const RULE: Rule<View> = Rule {
    id: "agi/change_alone",
    level: Level::Should,
    topic: "grammar",
    spec: "AGI N-8, R-30",
    measures: Measurement::Nothing,
    since: "0.2.0",
    check,
};

fn check(view: &View, out: &mut Findings) {
    mark_inapplicable_if_color_swap_unused(view, out);
    for (entry, response) in view.complete_responses() {
        if let Response::BestMove(result) = response
            && result.no_move_word.is_some()
        {
            match &result.ponder_move {
                Some((_, span)) => {
                    let why = message!(
                        "change_with_reply",
                        "a `PONDER` move after `CHANGE` has no meaning"
                    );
                    out.violates(entry.culprit_of_part(span.clone()), why);
                }
                None => out.conforms(entry.at),
            }
        }
    }
}
