//! `BESTMOVE` is followed by a point or `CHANGE`, and then perhaps by `PONDER` and a point.
//!
//! A GUI cannot play a move that it cannot read.
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
//! The engine may ask for a swap of colors, also in lower case:
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
//! > GO TIME 1000
//! < BESTMOVE H8
//!            ^^ `H8` is no point; points are written like 78, or CHANGE
//! ```
//!
//! ```violates
//! > AGI
//! < ID NAME Example 1.0
//! < OPTION OWNBOOK FALSE PONDER FALSE
//! < AGIOK
//! > GO TIME 1000
//! < BESTMOVE 78 69
//!               ^^ only `PONDER` may follow, not `69`
//! ```

use super::super::prelude::*;

pub(super) const RULE: Rule<View> = Rule {
    id: "agi/bestmove_grammar",
    level: Level::Must,
    topic: "grammar",
    spec: "AGI R-14, C-1, C-2, R-11",
    measures: Measurement::Nothing,
    since: "0.2.0",
    check,
};

fn check(view: &View, out: &mut Findings) {
    for (entry, response) in view.complete_responses() {
        // On a board without a legal point any answer is allowed, because the specification defines none.
        let search = view.searches.iter().find(|it| {
            it.result_entry
                .is_some_and(|result| view.entry(result).at == entry.at)
        });
        let is_free = search.is_some_and(|it| it.search_notes.may_have_nothing_to_search);
        if let Response::BestMove(result) = response {
            match &result.grammar_error {
                Some(_) if is_free => (),
                Some((span, why)) => {
                    out.violates(entry.culprit_of_part(span.clone()), why.clone());
                }
                None => out.conforms(entry.at),
            }
        }
    }
}
