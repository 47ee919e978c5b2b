//! The engine accepts the name of its option `MultiPV` in upper, lower or mixed case.
//!
//! In the name of a standard option, a GUI may use upper and lower case as the specification does, not as the engine
//! does.
//!
//! ```conforms
//! > uci
//! < id name Example
//! < id author A. N. Author
//! < option name MultiPV type spin default 1 min 1 max 5
//! < uciok
//! > setoption name multipv value 2
//! > position startpos
//! > go depth 2
//! < info depth 2 multipv 1 score cp 30 pv e2e4
//! < info depth 2 multipv 2 score cp 28 pv d2d4
//! < bestmove e2e4
//! ```
//!
//! The rule judges the effect of `MultiPV` only in a position with several legal moves, and only if the search sends
//! `info` lines:
//!
//! ```conforms
//! > uci
//! < id name Example
//! < id author A. N. Author
//! < option name multipv type spin default 1 min 1 max 5
//! < uciok
//! > setoption name MULTIPV value 2
//! > position fen 8/8/8/8/8/8/1r6/K6k w - - 0 1
//! > go depth 2
//! < info depth 2 score cp 0 pv a1b2
//! < bestmove a1b2
//! > position startpos
//! > go depth 2
//! < bestmove e2e4
//! > go depth 2
//! < info depth 2 multipv 1 score cp 30 pv e2e4
//! < info depth 2 multipv 2 score cp 28 pv d2d4
//! < bestmove e2e4
//! ```
//!
//! ```violates
//! > uci
//! < id name Example
//! < id author A. N. Author
//! < option name MultiPV type spin default 1 min 1 max 5
//! < uciok
//! > setoption name multipv value 2
//! > position startpos
//! > go depth 2
//! < info depth 2 score cp 30 pv e2e4
//! < bestmove e2e4
//!   ^^^^^^^^^^^^^ `MultiPV` was set to 2 by a name with other upper and lower case, but no line of the search has `multipv 2`
//! ```

use super::super::prelude::*;

pub(super) const RULE: Rule<View> = Rule {
    id: "uci/option_case",
    level: Level::Should,
    topic: "grammar",
    spec: "UCI U32",
    measures: Measurement::Nothing,
    since: "0.2.0",
    check,
};

fn check(view: &View, out: &mut Findings) {
    if view.has_results() {
        out.not_applicable(message!(
            "multipv_not_respelt",
            "no search had a `MultiPV` of 2 or more that was set by a name with other upper and lower case, such as `multipv`"
        ));
    }
    let certain =
        |it: &&Search| !it.is_doubtful && !it.may_be_skipped && it.interrupting_entry.is_none();
    for search in view.searches.iter().filter(certain) {
        let notes = &search.search_notes;
        let respelt = |it: &u64| *it >= 2 && !notes.multipv_letter_case_matches;
        let most = notes.multipv.filter(respelt);
        let (Some(most), Some(result)) = (most, view.result_entry(search)) else {
            continue;
        };
        let mut infos = view.info_lines_of_search(search);
        if infos.any(|(_, it)| it.number_after_key("multipv").is_some_and(|it| it > 1)) {
            out.conforms(result.at);
        } else if view.must_show_second_multipv_line(search) {
            let why = message!(
                "option_case_ignored",
                "`MultiPV` was set to {count} by a name with other upper and lower case, but no line of the search has `multipv 2`",
                count = most
            );
            out.violates(result.culprit(), why);
        }
    }
}
