//! A `depth` of an earlier `go` does not limit a later `go` that has no `depth`.
//!
//! An engine that keeps the limit plays all later moves of a game at a low depth, and no report shows why.
//!
//! ```conforms
//! 0.000000 > uci
//! 0.001000 < id name Example
//! 0.001000 < id author A. N. Author
//! 0.001000 < uciok
//! 0.002000 > position startpos
//! 0.003000 > go infinite
//! 0.004000 < info depth 1 score cp 20 pv e2e4
//! 0.010000 < info depth 2 score cp 20 pv e2e4
//! 0.603000 > stop
//! 0.604000 < bestmove e2e4
//! 0.605000 > go depth 1
//! 0.606000 < info depth 1 score cp 20 pv e2e4
//! 0.606000 < bestmove e2e4
//! 0.700000 > go infinite
//! 0.701000 < info depth 1 score cp 20 pv e2e4
//! 0.710000 < info depth 2 score cp 20 pv e2e4
//! 1.300000 > stop
//! 1.301000 < bestmove e2e4
//! ```
//!
//! The second search may be slower, or report only its last depths:
//!
//! ```conforms
//! 0.000000 > uci
//! 0.001000 < id name Example
//! 0.001000 < id author A. N. Author
//! 0.001000 < uciok
//! 0.002000 > position startpos
//! 0.003000 > go infinite
//! 0.004000 < info depth 1 score cp 20 pv e2e4
//! 0.203000 < info depth 2 score cp 20 pv e2e4
//! 0.603000 > stop
//! 0.604000 < bestmove e2e4
//! 0.605000 > go depth 1
//! 0.606000 < info depth 1 score cp 20 pv e2e4
//! 0.606000 < bestmove e2e4
//! 0.700000 > go infinite
//! 0.701000 < info depth 1 score cp 20 pv e2e4
//! 1.300000 > stop
//! 1.301000 < bestmove e2e4
//! 1.400000 > go infinite
//! 1.401000 < info depth 9 score cp 20 pv e2e4
//! 3.300000 > stop
//! 3.301000 < bestmove e2e4
//! 3.302000 > go depth 2
//! 3.303000 < bestmove e2e4
//! 3.400000 > go infinite
//! 3.401000 < info depth 9 score cp 20 pv e2e4
//! 5.300000 > stop
//! 5.301000 < bestmove e2e4
//! ```
//!
//! ```violates
//! 0.000000 > uci
//! 0.001000 < id name Example
//! 0.001000 < id author A. N. Author
//! 0.001000 < uciok
//! 0.002000 > position startpos
//! 0.003000 > go infinite
//! 0.004000 < info depth 1 score cp 20 pv e2e4
//! 0.013000 < info depth 2 score cp 20 pv e2e4
//! 0.603000 > stop
//! 0.604000 < bestmove e2e4
//! 0.605000 > go depth 1
//! 0.606000 < info depth 1 score cp 20 pv e2e4
//! 0.606000 < bestmove e2e4
//! 0.700000 > go infinite
//! 0.701000 < info depth 1 score cp 20 pv e2e4
//! 1.300000 > stop
//! 1.301000 < bestmove e2e4
//!            ^^^^^^^^^^^^^ in 600 ms the search reached only depth 1, the limit of an earlier `go`; before that `go`, a search of this position went deeper in 10 ms
//! ```

use super::super::prelude::*;

pub(super) const RULE: Rule<View> = Rule {
    id: "uci/limit_forgotten",
    level: Level::Must,
    topic: "search",
    spec: "UCI U47, U50",
    measures: Measurement::Time,
    since: "0.2.0",
    check,
};

/// A search that is slower than an earlier one by less than this factor and this time may not be limited.
const SLOWNESS_FACTOR: u32 = 4;
const SLOWNESS_TIME: Duration = Duration::from_millis(200);

fn check(view: &View, out: &mut Findings) {
    if view.has_results() {
        out.not_applicable(message!(
            "limit_not_reached",
            "no search showed that the engine goes deeper than the limit of a following `go`"
        ));
    }
    let (mut of_depth, mut of_nodes) = (Vec::new(), Vec::new());
    view.dialect_notes.reached_depths.follow(
        view,
        |search, it| of_depth.push((view.result_entry(search), it)),
        |search, it| of_nodes.push((view.result_entry(search), it)),
    );
    for (result, it) in of_nodes {
        let Some(result) = result.filter(|_| it.nodes <= it.limit.saturating_mul(2)) else {
            continue;
        };
        let enough = it.earlier_time.saturating_mul(SLOWNESS_FACTOR);
        if it.time_after_depth >= enough.saturating_add(SLOWNESS_TIME) {
            let message = message!(
                "node_limit_not_forgotten",
                "in {duration} the search reached only depth {reached} and {nodes} nodes, after an earlier `go nodes`; before that `go`, a search of this position went deeper in {earlier_time}",
                duration = it.duration,
                reached = it.reached,
                nodes = it.nodes.to_string(),
                earlier_time = it.earlier_time
            );
            out.record_measured_violation(result.culprit(), message);
        }
    }
    of_depth.into_iter().for_each(|(result, it)| {
        let Some(result) = result else {
            return;
        };
        let enough = it.earlier_time.saturating_mul(SLOWNESS_FACTOR);
        if it.reached > it.limit {
            out.conforms(result.at);
        } else if it.time_after_depth >= enough.saturating_add(SLOWNESS_TIME) {
            let message = message!(
                "limit_not_forgotten",
                "in {duration} the search reached only depth {reached}, the limit of an earlier `go`; before that `go`, a search of this position went deeper in {earlier_time}",
                duration = it.duration,
                reached = it.reached,
                earlier_time = it.earlier_time
            );
            out.record_measured_violation(result.culprit(), message);
        }
    });
}
