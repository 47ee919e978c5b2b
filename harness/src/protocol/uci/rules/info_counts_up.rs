//! Within one search, `time` and `nodes` of `info` lines never decrease.
//!
//! A GUI computes the speed from the differences of `time` and `nodes`.
//!
//! ```conforms
//! > uci
//! < id name Example
//! < id author A. N. Author
//! < uciok
//! > position startpos
//! > go depth 3
//! < info depth 1 nodes 21 time 1
//! < info depth 2 nodes 90 time 1
//! < bestmove e2e4
//! ```
//!
//! In the next search, `time` and `nodes` count from 0 again:
//!
//! ```conforms
//! > uci
//! < id name Example
//! < id author A. N. Author
//! < uciok
//! > position startpos
//! > go depth 3
//! < info depth 1 nodes 21 time 1
//! < info depth 2 nodes 90 time 7
//! < bestmove e2e4
//! > go depth 3
//! < info depth 1 nodes 20 time 0
//! < bestmove e2e4
//! ```
//!
//! ```violates
//! > uci
//! < id name Example
//! < id author A. N. Author
//! < uciok
//! > position startpos
//! > go depth 3
//! < info depth 1 nodes 90
//! < info depth 2 nodes 21
//!   ^^^^^^^^^^^^^^^^^^^^^ `nodes` decreased from 90 to 21
//! < bestmove e2e4
//! ```

use super::super::prelude::*;

pub(super) const RULE: Rule<View> = Rule {
    id: "uci/info_counts_up",
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
            "counts_not_repeated",
            "the engine never sent `time` or `nodes` twice in a search"
        ));
    }
    for search in view.searches.iter().filter(|it| !it.is_doubtful) {
        let (mut time, mut nodes) = (None, None);
        let mut pondering = search.go.is_ponder;
        for index in &search.info_entries {
            // `time` may restart at `ponderhit` (`UCI` section 12).
            if pondering && search.ponderhit_entry.is_some_and(|it| it < *index) {
                (pondering, time) = (false, None);
            }
            let entry = view.entry(*index);
            let Some(Response::Info(info)) = entry.response() else {
                continue;
            };
            for item in &info.items {
                let (name, reached, count) = match item {
                    Item::Time(count) => ("time", &mut time, *count),
                    Item::Nodes(count) => ("nodes", &mut nodes, *count),
                    _ => continue,
                };
                if let Some(before) = reached.replace(count) {
                    out.require(count >= before, entry.culprit(), || {
                        message!(
                            "count_went_back",
                            "`{name}` decreased from {before} to {count}",
                            name,
                            before,
                            count
                        )
                    });
                }
            }
        }
    }
}
