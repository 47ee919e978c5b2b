//! The engine answers `go searchmoves` with one of the moves in the list.
//!
//! A user who compares two moves does not need the value of a third move.
//!
//! ```conforms
//! > uci
//! < id name Example
//! < id author A. N. Author
//! < uciok
//! > position startpos
//! > go searchmoves e2e4 d2d4 depth 1
//! < bestmove d2d4
//! ```
//!
//! A `searchmoves` without moves does not restrict the search:
//!
//! ```conforms
//! > uci
//! < id name Example
//! < id author A. N. Author
//! < uciok
//! > position startpos
//! > go searchmoves e2e4 d2d4 depth 1
//! < bestmove d2d4
//! > go depth 1 searchmoves
//! < bestmove g1f3
//! ```
//!
//! An interface sends only legal moves (UCI D3). If one of the moves is illegal, the list may be ignored:
//!
//! ```conforms
//! > uci
//! < id name Example
//! < id author A. N. Author
//! < uciok
//! > position startpos
//! > go searchmoves e2e4 d2d4 depth 1
//! < bestmove d2d4
//! > go searchmoves e2e5 d2d4 depth 1
//! < bestmove g1f3
//! ```
//!
//! ```violates
//! > uci
//! < id name Example
//! < id author A. N. Author
//! < uciok
//! > position startpos
//! > go searchmoves e2e4 d2d4 depth 1
//! < bestmove g1f3
//!            ^^^^ g1f3 is not among the moves after `searchmoves`
//! ```

use super::super::prelude::*;

pub(super) const RULE: Rule<View> = Rule {
    id: "uci/searchmoves_kept",
    level: Level::Must,
    topic: "legality",
    spec: "UCI U57",
    measures: Measurement::Nothing,
    since: "0.2.0",
    check,
};

fn check(view: &View, out: &mut Findings) {
    for answer in view.certain_best_moves() {
        let search = answer.search;
        let list = &search.go.searchmoves;
        let Some(position) = search
            .position()
            .filter(|_| !list.is_empty() && !search.may_be_skipped)
        else {
            continue;
        };
        // An interface must not send an illegal move after `searchmoves`, so nothing is defined for such a list.
        if list.iter().all(|it| position.is_legal(*it)) {
            let culprit = answer.entry.culprit_of_part(answer.span.clone());
            out.require(list.contains(&answer.best_move), culprit, || {
                message!(
                    "not_in_searchmoves",
                    "{step} is not among the moves after `searchmoves`",
                    step = answer.best_move.to_string()
                )
            });
        }
    }
}
