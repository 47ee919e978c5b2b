//! A search of `nodes` ends near that number.
//!
//! Test tools send `go nodes` to get the same work on every machine. An engine may overshoot: it checks the limit only
//! from time to time, and each of its threads may count on its own.
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
//! With several threads the number is not judged, and one thread may exceed it by 250,000 nodes:
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

/// The nodes between two checks of the limit, in any engine with one thread.
const BATCH: u64 = 250_000;

/// The greatest factor by which an engine may overshoot.
const FACTOR: u64 = 10;

fn check(view: &View, out: &mut Findings) {
    let certain =
        |it: &&Search| !it.is_doubtful && !it.may_be_skipped && it.interrupting_entry.is_none();
    for search in view.searches.iter().filter(certain) {
        let (go, limits) = (&search.go, search.limits());
        let endless = go.is_ponder || go.is_infinite || go.mate.is_some() || limits.is_unclear;
        let Some(limit) = limits.nodes.filter(|_| !endless) else {
            continue;
        };
        // Another rule reports a search that never ends.
        if search.search_notes.threads != Some(1) || search.result_entry.is_none() {
            continue;
        }
        let most = limit.saturating_mul(FACTOR).saturating_add(BATCH);
        for (entry, info) in view.infos_of_search(search) {
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
