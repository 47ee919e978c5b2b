//! Within one search, the `depth` of the `info` lines for one `multipv` never decreases.
//!
//! For each `multipv` number, a GUI takes the last `info` line as the one with the deepest search.
//!
//! ```conforms
//! > uci
//! < id name Example
//! < id author A. N. Author
//! < uciok
//! > position startpos
//! > go depth 3
//! < info depth 1 score cp 30 pv e2e4
//! < info depth 2 score cp 10 pv e2e4 e7e5
//! < info depth 2 score cp 12 pv d2d4 d7d5
//! < info depth 3 score cp 25 pv d2d4 d7d5 g1f3
//! < bestmove d2d4
//! ```
//!
//! An `info` line with a bound, or without a `pv`, may belong to an iteration that the engine aborts. After `ponderhit`
//! the engine may restart at a small depth:
//!
//! ```conforms
//! > uci
//! < id name Example
//! < id author A. N. Author
//! < uciok
//! > position startpos moves e2e4 e7e5
//! > go ponder wtime 60000 btime 60000
//! < info depth 6 score cp 30 pv g1f3
//! < info depth 7 score cp 90 lowerbound pv g1f3
//! < info depth 7 currmove d2d4 currmovenumber 2
//! < info depth 6 score cp 30 pv g1f3
//! > ponderhit
//! < info depth 1 score cp 30 pv g1f3
//! < info depth 2 score cp 30 pv g1f3 b8c6
//! < bestmove g1f3
//! ```
//!
//! ```violates
//! > uci
//! < id name Example
//! < id author A. N. Author
//! < uciok
//! > position startpos
//! > go depth 3
//! < info depth 3 score cp 30 pv e2e4
//! < info depth 2 score cp 10 pv e2e4 e7e5
//!   ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ `depth` decreased from 3 to 2
//! < bestmove e2e4
//! ```

use std::collections::BTreeMap;

use super::super::prelude::*;

pub(super) const RULE: Rule<View> = Rule {
    id: "uci/depth_counts_up",
    level: Level::Should,
    topic: "grammar",
    spec: "UCI U115",
    measures: Measurement::Nothing,
    since: "0.2.0",
    check,
};

fn check(view: &View, out: &mut Findings) {
    if view.has_results() {
        out.not_applicable(message!(
            "depths_not_repeated",
            "the engine never sent two lines with `depth` and `pv` in a search"
        ));
    }
    let certain = |it: &&Search| !it.is_doubtful && it.interrupting_entry.is_none();
    for search in view.searches.iter().filter(certain) {
        let mut reached = BTreeMap::new();
        let mut hit = search.ponderhit_entry.map(|it| view.entry(it).at);
        for (entry, info) in view.info_lines_of_search(search) {
            if hit.take_if(|it| *it < entry.at).is_some() {
                reached.clear();
            }
            let exact =
                info.score().is_some_and(|it| it.bound.is_none()) && info.grammar_error.is_none();
            let Some(depth) = info
                .depth()
                .filter(|_| exact && info.key_span("pv").is_some())
            else {
                continue;
            };
            let number = info.number_after_key("multipv").unwrap_or(1);
            if let Some(before) = reached.insert(number, depth) {
                out.require(depth >= before, entry.culprit(), || {
                    message!(
                        "count_went_back",
                        "`{name}` decreased from {before} to {count}",
                        name = "depth",
                        before,
                        count = depth
                    )
                });
            }
        }
    }
}
