//! In a search of at least half a second the engine sends `info` before its result.
//!
//! A GUI shows the `info` lines of a search. A search without `info` lines looks like a hang. Engines need not send
//! `info`, so a violation of this rule never fails the run.
//!
//! ```conforms
//! 0.000000 > uci
//! 0.001000 < id name Example
//! 0.001000 < id author A. N. Author
//! 0.001000 < uciok
//! 0.002000 > position startpos
//! 0.002000 > go movetime 2000
//! 0.003000 < info depth 1 score cp 30 pv e2e4
//! 2.002000 < bestmove e2e4
//! ```
//!
//! The engine may play a book move, or the only legal move, without a search and without `info`:
//!
//! ```conforms
//! 0.000000 > uci
//! 0.001000 < id name Example
//! 0.001000 < id author A. N. Author
//! 0.001000 < option name OwnBook type check default true
//! 0.001000 < uciok
//! 0.002000 > position startpos
//! 0.002000 > go infinite
//! 2.000000 > stop
//! 2.001000 < bestmove e2e4
//! 2.002000 > position fen 8/8/8/8/8/8/1r6/K6k w - - 0 1
//! 2.002000 > go infinite
//! 4.000000 > stop
//! 4.001000 < bestmove a1b2
//! 4.002000 > position startpos moves a2a3 h7h6
//! 4.002000 > go movetime 10
//! 4.010000 < info depth 1 score cp 30 pv e2e4
//! 4.012000 < bestmove e2e4
//! ```
//!
//! ```violates
//! 0.000000 > uci
//! 0.001000 < id name Example
//! 0.001000 < id author A. N. Author
//! 0.001000 < uciok
//! 0.002000 > position startpos
//! 0.002000 > go movetime 2000
//! 2.002000 < bestmove e2e4
//!            ^^^^^^^^^^^^^ the engine searched 2.000 s and sent no `info`
//! ```

use super::super::prelude::*;

pub(super) const RULE: Rule<View> = Rule {
    id: "uci/info_in_search",
    level: Level::May,
    topic: "state",
    spec: "UCI U65, U111",
    measures: Measurement::Time,
    since: "0.2.0",
    check,
};

/// The duration of the shortest search that the rule judges. In a shorter search the engine may have played a book
/// move.
const MIN_JUDGED_SEARCH: Duration = Duration::from_millis(500);

fn check(view: &View, out: &mut Findings) {
    let certain =
        |it: &&Search| !it.is_doubtful && !it.may_be_skipped && it.interrupting_entry.is_none();
    for search in view.searches.iter().filter(certain) {
        let Some(result) = view.result_entry(search) else {
            continue;
        };
        if view
            .info_lines_of_search(search)
            .any(|(_, it)| it.has_item_other_than_string())
        {
            out.conforms(result.at);
            continue;
        }
        let notes = &search.search_notes;
        let several = search
            .position()
            .is_some_and(|it| it.legal_move_count() > 1);
        let searches = several && search.go.searchmoves.is_empty();
        let book = notes.own_book != Some(false) || notes.may_be_weakened;
        let asked = view.entry(search.entry);
        if searches
            && !book
            && view.has_waited_since(search.started, asked, result, MIN_JUDGED_SEARCH, out)
        {
            let took = result.time.saturating_sub(search.started);
            let why = message!(
                "search_without_info",
                "the engine searched {took} and sent no `info`",
                took
            );
            out.record_measured_violation(result.culprit(), why);
        }
    }
}
