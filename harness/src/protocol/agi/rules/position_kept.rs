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
//! The engine may answer with another move in the same position, if the list after `SEARCH` has another point:
//!
//! ```conforms
//! > AGI
//! < ID NAME Example 1.0
//! < OPTION OWNBOOK FALSE PONDER FALSE
//! < AGIOK
//! > GO TIME 1000
//! < BESTMOVE 78
//! > GO SEARCH 7869 TIME 1000
//! < BESTMOVE 69
//! > GO SEARCH 69 TIME 1000
//! < BESTMOVE 69
//! ```
//!
//! The engine may not know the rule of forbidden points, so an illegal answer does not show that it played its own move:
//!
//! ```unjudged
//! > AGI
//! < ID NAME Example 1.0
//! < OPTION OWNBOOK FALSE PONDER FALSE
//! < AGIOK
//! > POSITION STATU 7611771F58E168EF
//! > GO TIME 1000
//! < BESTMOVE 22
//! > GO TIME 1000
//! < BESTMOVE 78
//! ```
//!
//! ```violates
//! > AGI
//! < ID NAME Example 1.0
//! < OPTION OWNBOOK FALSE PONDER FALSE
//! < AGIOK
//! > GO SEARCH 78 TIME 1000
//! < BESTMOVE 78
//! > GO SEARCH 78 TIME 1000
//! < BESTMOVE 69
//!            ^^ the engine answered the same `SEARCH` in the same position with 78, and now refuses this point
//! ```

use super::super::prelude::*;

pub(super) const RULE: Rule<View> = Rule {
    id: "agi/position_kept",
    level: Level::Must,
    topic: "state",
    spec: "AGI R-11, R-29",
    measures: Measurement::Nothing,
    since: "0.2.0",
    check,
};

/// If the engine plays its answer on its board, the point is occupied there. So only a second search of this one point
/// shows whether the engine has kept the position.
fn check(view: &View, out: &mut Findings) {
    let is_only_point = |go: &AgiGo, point| {
        go.points
            .as_ref()
            .is_some_and(|it| it.iter().all(|it| *it == point))
    };
    for answer in view.certain_best_moves() {
        let (Some(position), Some(before)) =
            (answer.search.position(), answer.board.last_best_move)
        else {
            continue;
        };
        let is_judged = !position.is_over() && position.0.is_legal(before);
        if !is_judged || !is_only_point(&answer.search.go, before) {
            continue;
        }
        let previous = answer.search.previous_search.as_ref();
        let had_same_list = previous.is_some_and(|it| is_only_point(&it.search.go, before));
        if answer.best_move == before {
            out.conforms(answer.entry.at);
        } else if had_same_list {
            let culprit = answer.entry.culprit_of_part(answer.span.clone());
            let message = message!(
                "agi_point_refused",
                "the engine answered the same `SEARCH` in the same position with {before}, and now refuses this point",
                before = before.to_string()
            );
            out.violates(culprit, message);
        }
    }
}
