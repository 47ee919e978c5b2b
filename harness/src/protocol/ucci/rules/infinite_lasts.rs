//! `go infinite` lasts until `stop`, unless the engine finds a mate.
//!
//! Interfaces use `go infinite` for analysis; an early result ends the analysis that the user is watching. The clock of
//! an earlier `go` does not limit a `go infinite`.
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
//! The infinite search may end by itself when the engine has found a mate:
//!
//! ```conforms
//! > ucci
//! < ucciok
//! > position startpos
//! > go infinite
//! < info depth 9 score 9990
//! < bestmove h2e2
//! > position startpos
//! > go infinite
//! > stop
//! < bestmove h2e2
//! ```
//!
//! The engine may answer without a mate score if its move ends the game, and if there is only one legal move:
//!
//! ```conforms
//! > ucci
//! < ucciok
//! > position fen 4k4/R8/9/9/9/9/9/9/9/1R3K3 w - - 0 1
//! > go infinite
//! < info depth 1 score 640 pv a8a1
//! < bestmove b0b9
//! > position startpos
//! > go infinite
//! > stop
//! < bestmove h2e2
//! ```
//!
//! The end of the input also ends an infinite search:
//!
//! ```conforms
//! > ucci
//! < ucciok
//! > position startpos
//! > go infinite
//! > stop
//! < bestmove h2e2
//! > go infinite
//! < info depth 9 score 20 pv h2e2
//! >! eof
//! < bestmove h2e2
//! ! exit 0
//! ```
//!
//! If the engine does not announce `usebook`, an earlier search of the position shows that the position is not in a book,
//! and how soon a mate could be found:
//!
//! ```violates
//! 0.000000 > ucci
//! 0.001000 < ucciok
//! 0.002000 > position startpos
//! 0.002000 > go time 1 increment 0
//! 0.120000 < info depth 5 score 20 pv h2e2
//! 0.121000 < bestmove h2e2
//! 0.122000 > go infinite
//! 0.123000 < bestmove a0a1
//!            ^^^^^^^^^^^^^ a result before `stop` and without a search; an earlier search of this position found no mate
//! ```
//!
//! ```violates
//! > ucci
//! < ucciok
//! > position startpos
//! > go infinite
//! < info depth 9 score 20 pv h2e2
//! < bestmove h2e2
//!   ^^^^^^^^^^^^^ a result before `stop`, and the last score, 20, is no mate
//! ```

use super::super::{prelude::*, searched_positions::SearchedPositions};

pub(super) const RULE: Rule<View> = Rule {
    id: "ucci/infinite_lasts",
    level: Level::Must,
    topic: "state",
    spec: "UCCI G4, G17",
    measures: Measurement::Nothing,
    since: "0.1.0",
    check,
};

fn check(view: &View, out: &mut Findings) {
    let mut searched = view.dialect_notes.searched_positions.clone();
    for search in &view.searches {
        if !search.is_doubtful && !search.go.is_ponder && !search.may_have_been_stopped {
            check_search(view, search, &searched, out);
        }
        searched.add_search(view, search);
    }
}

fn check_search(view: &View, search: &Search, searched: &SearchedPositions, out: &mut Findings) {
    let (GoMode::Infinite, Some(result)) = (&search.go.mode, view.result_entry(search)) else {
        return;
    };
    if search.stop_entry.is_some() {
        out.conforms(result.at);
        return;
    }
    // The rule `batch_waits` judges a `stop` in batch mode. The effect of `ponderhit` on
    // `go infinite` is not defined (`UCCI G10`).
    let stop = |it: &Command| *it == Command::Stop;
    let left = search.result_excused_since.is_some() || search.ponderhit_entry.is_some();
    if left || view.first_deferred_command(search, stop).is_some() {
        return;
    }
    match view.infinite_end_reason(search, result) {
        InfiniteEndReason::WithoutMate(score) => {
            let message = message!(
                "infinite_ended",
                "a result before `stop`, and the last score, {score}, is no mate",
                score = score.to_string()
            );
            out.violates(result.culprit(), message);
        }
        _ if view.did_not_search(search, searched) => {
            let message = message!(
                "infinite_not_searched",
                "a result before `stop` and without a search; an earlier search of this position found no mate"
            );
            out.violates(result.culprit(), message);
        }
        InfiniteEndReason::AllowedEnd => (),
        InfiniteEndReason::WithoutScore => {
            let why = message!(
                "infinite_ended_without_score",
                "the engine sent a result before `stop`; it had sent no score, so a mate may have been found"
            );
            out.add_doubt(result.at, why);
        }
    }
}
