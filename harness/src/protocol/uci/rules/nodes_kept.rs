//! A search with `go nodes N` ends after about N nodes.
//!
//! An engine checks the number of nodes only from time to time, and each thread may count its own nodes. An engine may
//! therefore exceed the limit of `go nodes`.
//!
//! ```conforms
//! > uci
//! < id name Example
//! < id author A. N. Author
//! < uciok
//! > position startpos
//! > go nodes 1000
//! < info depth 4 nodes 1024 pv e2e4
//! < bestmove e2e4
//! ```
//!
//! The rule does not judge a search with several threads. A search with one thread may exceed the limit by 250,000
//! nodes:
//!
//! ```conforms
//! > uci
//! < id name Example
//! < id author A. N. Author
//! < option name Threads type spin default 1 min 1 max 64
//! < uciok
//! > position startpos
//! > go nodes 1
//! < info depth 1 nodes 65536 pv e2e4
//! < bestmove e2e4
//! > setoption name Threads value 64
//! > go nodes 1
//! < info depth 1 nodes 64000000 pv e2e4
//! < bestmove e2e4
//! ```
//!
//! ```violates
//! > uci
//! < id name Example
//! < id author A. N. Author
//! < uciok
//! > position startpos
//! > go nodes 1000
//! < info depth 9 nodes 1000000 pv e2e4
//!   ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ 1000000 nodes were searched; the limit is 1000
//! < bestmove e2e4
//! ```

use super::super::prelude::*;

pub(super) const RULE: Rule<View> = Rule {
    id: "uci/nodes_kept",
    level: Level::Should,
    topic: "time",
    spec: "UCI U51",
    measures: Measurement::Nothing,
    since: "0.2.0",
    check,
};

/// The maximum number of nodes that an engine with one thread may search between two checks of the node limit.
const MAX_NODES_BETWEEN_CHECKS: u64 = 250_000;

/// The factor by which an engine may exceed the node limit.
const MAX_EXCESS_FACTOR: u64 = 10;

fn check(view: &View, out: &mut Findings) {
    let certain =
        |it: &&Search| !it.is_doubtful && !it.may_be_skipped && it.interrupting_entry.is_none();
    for search in view.searches.iter().filter(certain) {
        let (go, limits) = (&search.go, search.limits());
        let endless = go.is_ponder || go.is_infinite || go.mate.is_some() || limits.is_unclear;
        let Some(limit) = limits.nodes.filter(|_| !endless) else {
            continue;
        };
        // The rule `nodes_ends` reports a search that does not end.
        if search.search_notes.thread_count != Some(1) || search.result_entry.is_none() {
            continue;
        }
        let most = limit
            .saturating_mul(MAX_EXCESS_FACTOR)
            .saturating_add(MAX_NODES_BETWEEN_CHECKS);
        for (entry, info) in view.info_lines_of_search(search) {
            for item in &info.items {
                if let Item::Nodes(nodes) = *item {
                    out.require(nodes <= most, entry.culprit(), || {
                        message!(
                            "nodes_exceeded",
                            "{nodes} nodes were searched; the limit is {limit}",
                            nodes,
                            limit
                        )
                    });
                }
            }
        }
    }
}
