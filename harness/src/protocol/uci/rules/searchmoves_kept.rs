//! The engine searches only the moves after `go searchmoves`, and answers with one of them.
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
//!
//! The variations of all `multipv` lines begin with moves of the list:
//!
//! ```violates
//! > uci
//! < id name Example
//! < id author A. N. Author
//! < option name MultiPV type spin default 1 min 1 max 8
//! < uciok
//! > setoption name MultiPV value 2
//! > position startpos
//! > go searchmoves e2e4 d2d4 depth 1
//! < info depth 1 multipv 1 score cp 30 pv e2e4
//! < info depth 1 multipv 2 score cp 20 pv g1f3
//!                                         ^^^^ g1f3 is not among the moves after `searchmoves`
//! < bestmove e2e4
//! ```

use super::super::{prelude::*, uci_move::UciMove};
use crate::rule::Culprit;

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
        if has_list_of_legal_moves(answer.search) {
            let culprit = answer.entry.culprit_of_part(answer.span.clone());
            require_move_of_list(answer.search, answer.best_move, culprit, out);
        }
    }
    let searches = view.searches.iter();
    for search in searches.filter(|it| !view.is_result_from_other_position(it)) {
        if search.is_doubtful || !has_list_of_legal_moves(search) {
            continue;
        }
        for (entry, info) in view.info_lines_of_search(search) {
            for item in &info.items {
                if let Item::Pv(moves) = item
                    && let Some((first, span)) = moves.first()
                {
                    let culprit = entry.culprit_of_part(span.clone());
                    require_move_of_list(search, *first, culprit, out);
                }
            }
        }
    }
}

/// True if the list after `searchmoves` restricts the search. An interface must not send an illegal move after
/// `searchmoves`, so nothing is defined for a list with an illegal move.
fn has_list_of_legal_moves(search: &Search) -> bool {
    let list = &search.go.searchmoves;
    let position = search.position().filter(|_| !search.may_be_skipped);
    let are_legal = |it: &UciPosition| list.iter().all(|step| it.is_legal(*step));
    !list.is_empty() && position.is_some_and(are_legal)
}

fn require_move_of_list(search: &Search, step: UciMove, culprit: Culprit, out: &mut Findings) {
    out.require(search.go.searchmoves.contains(&step), culprit, || {
        message!(
            "not_in_searchmoves",
            "{step} is not among the moves after `searchmoves`",
            step = step.to_string()
        )
    });
}
