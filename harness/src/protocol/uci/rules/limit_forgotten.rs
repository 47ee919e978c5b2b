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

use super::super::{prelude::*, reached_depths::EarlierLimit};

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
    view.dialect_notes.reached_depths.follow(view, |search, it| {
        let Some(result) = view.result_entry(search) else {
            return;
        };
        let enough = it.earlier_time.saturating_mul(SLOWNESS_FACTOR);
        let is_slow = it.time_after_depth >= enough.saturating_add(SLOWNESS_TIME);
        match it.limit {
            EarlierLimit::Depth(limit) if it.reached > limit => out.conforms(result.at),
            EarlierLimit::Depth(_) if is_slow => {
                let message = message!(
                    "limit_not_forgotten",
                    "in {duration} the search reached only depth {reached}, the limit of an earlier `go`; before that `go`, a search of this position went deeper in {earlier_time}",
                    duration = it.duration,
                    reached = it.reached,
                    earlier_time = it.earlier_time
                );
                out.record_measured_violation(result.culprit(), message);
            }
            EarlierLimit::Nodes { limit, reported } if is_slow && reported <= limit.saturating_mul(2) => {
                let message = message!(
                    "node_limit_not_forgotten",
                    "in {duration} the search reached only depth {reached} and {nodes} nodes, after an earlier `go nodes`; before that `go`, a search of this position went deeper in {earlier_time}",
                    duration = it.duration,
                    reached = it.reached,
                    nodes = reported.to_string(),
                    earlier_time = it.earlier_time
                );
                out.record_measured_violation(result.culprit(), message);
            }
            _ => (),
        }
    });
}
