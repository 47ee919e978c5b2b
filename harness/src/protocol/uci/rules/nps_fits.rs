//! The `nps` of an `info` line agrees with the `nodes` and the `time` of the same line.
//!
//! A GUI shows `nps` as the speed of the engine. A speed in thousands of nodes, or per millisecond, misleads the user.
//!
//! ```conforms
//! > uci
//! < id name Example
//! < id author A. N. Author
//! < uciok
//! > position startpos
//! > go depth 9
//! < info depth 9 nodes 500000 nps 1000000 time 500
//! < bestmove e2e4
//! ```
//!
//! The engine may compute `nps` from the last second only. The rule does not judge short searches:
//!
//! ```conforms
//! > uci
//! < id name Example
//! < id author A. N. Author
//! < uciok
//! > position startpos
//! > go depth 9
//! < info depth 1 nodes 20 nps 20000 time 0
//! < info depth 8 nodes 5000 nps 0 time 100
//! < info depth 9 nodes 500000 nps 4000000 time 500
//! < bestmove e2e4
//! ```
//!
//! ```violates
//! > uci
//! < id name Example
//! < id author A. N. Author
//! < uciok
//! > position startpos
//! > go depth 9
//! < info depth 9 nodes 500000 nps 1000 time 500
//!                                 ^^^^ `nps` is 1000, but 500000 nodes in 500 ms are 1000000
//! < bestmove e2e4
//! ```

use super::super::prelude::*;

pub(super) const RULE: Rule<View> = Rule {
    id: "uci/nps_fits",
    level: Level::Should,
    topic: "grammar",
    spec: "UCI U115",
    measures: Measurement::Nothing,
    since: "0.2.0",
    check,
};

/// The rule judges only `info` lines with at least this `time`, in milliseconds. A `time` below this value is too
/// inexact.
const MIN_JUDGED_MILLIS: u64 = 100;

/// The rule judges only `info` lines with at least this number of `nodes`.
const MIN_JUDGED_NODES: u64 = 1000;

/// The factor by which `nps` may be wrong, because an engine may measure only the last part of the
/// search.
const MAX_ERROR_FACTOR: u64 = 20;

fn check(view: &View, out: &mut Findings) {
    if view.has_results() {
        out.not_applicable(message!(
            "never_sent",
            "the engine never sent `{word}`",
            word = "nps"
        ));
    }
    // At `ponderhit` an engine may restart `time`, but not `nodes`.
    let searches = view
        .searches
        .iter()
        .filter(|it| it.ponderhit_entry.is_none());
    for search in searches {
        for (entry, info) in view.info_lines_of_search(search) {
            let (mut time, mut nodes, mut nps) = (None, None, None);
            for item in &info.items {
                match item {
                    Item::Time(it) => time = Some(*it),
                    Item::Nodes(it) => nodes = Some(*it),
                    Item::DialectItem(UciInfoItem::Number("nps", it, span)) => {
                        nps = Some((*it, span.clone()))
                    }
                    _ => (),
                }
            }
            let (Some(time), Some(nodes), Some((nps, span))) = (time, nodes, nps) else {
                continue;
            };
            if time < MIN_JUDGED_MILLIS || nodes < MIN_JUDGED_NODES || nps == 0 {
                continue;
            }
            let Some(speed) = nodes.checked_mul(1000).map(|it| it / time) else {
                continue;
            };
            let low = nps.saturating_mul(MAX_ERROR_FACTOR) < speed;
            let high = nps > speed.saturating_mul(MAX_ERROR_FACTOR);
            out.require(!low && !high, entry.culprit_of_part(span), || {
                message!(
                    "nps_unfit",
                    "`nps` is {nps}, but {nodes} nodes in {time} ms are {speed}",
                    nps,
                    nodes,
                    time,
                    speed
                )
            });
        }
    }
}
