//! Within one search, `time` and `nodes` of `info` lines never decrease.
//!
//! `time` and `nodes` count from `go`, and `ponderhit` does not reset them. If `nodes` grows from search to search, the
//! engine counts all searches together. A GUI divides `nodes` by `time` to show the
//! speed.
//!
//! ```conforms
//! > ucci
//! < ucciok
//! > position startpos
//! > go depth 2
//! < info time 0 nodes 40
//! < info time 2 nodes 1900
//! < bestmove h2e2
//! ```
//!
//! `time` and `nodes` may stay the same, may come in either order, and may restart with the next `go`:
//!
//! ```conforms
//! > ucci
//! < ucciok
//! > position startpos
//! > go depth 2
//! < info nodes 1900 time 2
//! < info depth 2 nodes 1900
//! < bestmove h2e2
//! > go depth 1
//! < info time 0 nodes 40
//! < info time 0 nodes 44
//! < bestmove h2e2
//! ```
//!
//! ```violates
//! > ucci
//! < ucciok
//! > position startpos moves h2e2 h9g7
//! > go ponder time 3 increment 0
//! < info time 900 nodes 90000
//! > ponderhit
//! < info time 100 nodes 99000
//!   ^^^^^^^^^^^^^^^^^^^^^^^^^ `time` decreased from 900 to 100
//! < bestmove h0g2
//! ```

use super::super::prelude::*;

pub(super) const RULE: Rule<View> = Rule {
    id: "ucci/info_counts_up",
    level: Level::Must,
    topic: "state",
    spec: "UCCI I6, I7",
    measures: Measurement::Nothing,
    since: "0.1.0",
    check,
};

fn check(view: &View, out: &mut Findings) {
    checks::check_info_counts_up(view, out);
    let mut counts = view.dialect_notes.node_counts;
    for search in &view.searches {
        counts = counts.with_next(view, search);
        if let Some(count) = counts.proven_growth() {
            let message = message!(
                "nodes_of_all_searches",
                "in each of the last {count} searches to the same depth `nodes` began above the count of the search before: does it count from `go`?",
                count
            );
            out.violates(view.entry(search.entry).culprit(), message);
        }
    }
}
