//! After `GO SEARCH` the engine's move is one of the points in the list.
//!
//! For an analysis, a GUI asks only about the points after `GO SEARCH`.
//!
//! ```conforms
//! > AGI
//! < ID NAME Example 1.0
//! < OPTION OWNBOOK FALSE PONDER FALSE
//! < AGIOK
//! > GO SEARCH 7822 INFINITE
//! > STOP
//! < BESTMOVE 22
//! ```
//!
//! The list of points may be in lower case:
//!
//! ```conforms
//! > AGI
//! < ID NAME Example 1.0
//! < OPTION OWNBOOK FALSE PONDER FALSE
//! < AGIOK
//! > GO SEARCH 3cb4 INFINITE
//! > STOP
//! < BESTMOVE 3C
//! ```
//!
//! After a malformed `POSITION` any answer is allowed, because the engine may have nothing to search:
//!
//! ```conforms
//! > AGI
//! < ID NAME Example 1.0
//! < OPTION OWNBOOK FALSE PONDER FALSE
//! < AGIOK
//! > GO SEARCH 22 INFINITE
//! > STOP
//! < BESTMOVE 22
//! > POSITION M
//! > GO SEARCH 22 INFINITE
//! > STOP
//! < BESTMOVE 88
//! > QUIT
//! < BYE
//! ! exit 0
//! ```
//!
//! A list with a point twice is no list that an interface may send, so the engine may search all points:
//!
//! ```unjudged
//! > AGI
//! < ID NAME Example 1.0
//! < OPTION OWNBOOK FALSE PONDER FALSE
//! < AGIOK
//! > GO SEARCH 2222 INFINITE
//! > STOP
//! < BESTMOVE 88
//! ```
//!
//! ```violates
//! > AGI
//! < ID NAME Example 1.0
//! < OPTION OWNBOOK FALSE PONDER FALSE
//! < AGIOK
//! > GO SEARCH 7822 INFINITE
//! > STOP
//! < BESTMOVE 79
//!            ^^ the point is not in the list after `SEARCH`
//! ```

use super::super::prelude::*;

pub(super) const RULE: Rule<View> = Rule {
    id: "agi/search_kept",
    level: Level::Must,
    topic: "legality",
    spec: "AGI R-10, R-14",
    measures: Measurement::Nothing,
    since: "0.2.0",
    check,
};

fn check(view: &View, out: &mut Findings) {
    for answer in view.certain_best_moves() {
        let Some(points) = &answer.search.go.points else {
            continue;
        };
        if !answer.search.search_notes.may_have_nothing_to_search {
            let culprit = answer.entry.culprit_of_part(answer.span.clone());
            out.require(points.contains(&answer.best_move), culprit, || {
                message!(
                    "outside_search_list",
                    "the point is not in the list after `SEARCH`"
                )
            });
        }
    }
}
