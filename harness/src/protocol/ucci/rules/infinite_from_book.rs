//! The engine does not answer `go infinite` from an opening book if the book cannot be turned off.
//!
//! The specification allows an immediate book move only if the option `usebook` is on. A user who starts an analysis
//! expects a search. Without the option `usebook` an interface cannot turn off the book.
//!
//! ```conforms
//! > ucci
//! < ucciok
//! > position startpos
//! > go infinite
//! < info depth 9 score 20 pv h2e2
//! > stop
//! < bestmove h2e2
//! ```
//!
//! If the engine announces `usebook` and its value is true, a book move is allowed:
//!
//! ```conforms
//! > ucci
//! < option usebook type check default true
//! < ucciok
//! > position startpos
//! > go infinite
//! < bestmove h2e2
//! > go infinite
//! < info depth 9 score 20 pv h2e2
//! > stop
//! < bestmove h2e2
//! ```
//!
//! ```violates
//! > ucci
//! < ucciok
//! > position startpos
//! > go infinite
//! < bestmove h2e2
//!   ^^^^^^^^^^^^^ a result before `stop` without a search; without the option `usebook` an engine should not answer from a book
//! ```

use super::super::prelude::*;

pub(super) const RULE: Rule<View> = Rule {
    id: "ucci/infinite_from_book",
    level: Level::Should,
    topic: "state",
    spec: "UCCI G4, O18",
    measures: Measurement::Nothing,
    since: "0.2.0",
    check,
};

fn check(view: &View, out: &mut Findings) {
    let announced = view.announced_options.iter().any(|it| it == "usebook");
    let plain = |it: &&Search| !it.is_doubtful && !it.go.is_ponder && !it.may_have_been_stopped;
    let mut searched = view.dialect_notes.searched_positions.clone();
    for search in view.searches.iter() {
        // The rule `infinite_lasts` reports a result that is certainly not from a book.
        let is_judged_by_other_rule = view.did_not_search(search, &searched);
        searched.add_search(view, search);
        if !plain(&search) || is_judged_by_other_rule {
            continue;
        }
        let (GoMode::Infinite, Some(result)) = (&search.go.mode, view.result_entry(search)) else {
            continue;
        };
        let Some(Response::BestMove(found)) = result.response() else {
            continue;
        };
        if search.stop_entry.is_some() || view.has_search_info(search) {
            out.conforms(result.at);
            continue;
        }
        let best = found.best_move.as_ref().map(|it| it.0);
        let ends = best.is_none_or(|it| search.move_ends_game(it));
        let forced = search.board.allowed_moves().is_none_or(|it| it.len() <= 1);
        let quiet = search.info_entries.is_empty()
            || view.last_score(search).is_some_and(|it| it.abs() < 900);
        if !announced
            && quiet
            && !ends
            && !forced
            && !search.game_may_be_over()
            && search.result_excused_since.is_none()
            && search.ponderhit_entry.is_none()
        {
            let message = message!(
                "infinite_from_book",
                "a result before `stop` without a search; without the option `usebook` an engine should not answer from a book"
            );
            out.violates(result.culprit(), message);
        }
    }
}
