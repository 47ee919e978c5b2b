//! `go ponder` without a clock is the same as `go` without `ponder`: the search ends by itself.
//!
//! An interface that sends `go ponder depth 3` waits for a result, as after `go depth 3`.
//!
//! ```conforms
//! 0.000000 > ucci
//! 0.001000 < ucciok
//! 0.002000 > position startpos
//! 0.003000 > go ponder depth 2
//! 0.010000 < bestmove h2e2
//! ```
//!
//! The rule does not judge a search that `stop` ended early. Without `stop` the engine sends the
//! result by itself:
//!
//! ```conforms
//! 0.000000 > ucci
//! 0.001000 < ucciok
//! 0.002000 > position startpos
//! 0.003000 > go ponder nodes 100
//! 0.004000 > stop
//! 0.010000 < bestmove h2e2
//! 0.011000 > go ponder nodes 100
//! 0.020000 < bestmove h2e2
//! ```
//!
//! ```violates
//! 0.000000 > ucci
//! 0.001000 < ucciok
//! 0.002000 > position startpos
//! 0.003000 > go ponder depth 2
//!            ^^^^^^^^^^^^^^^^^ the result was not received within 10.001 s; the limit is 10.000 s
//! 10.004000 > stop
//! 10.005000 < bestmove h2e2
//! ```

use super::super::prelude::*;

pub(super) const RULE: Rule<View> = Rule {
    id: "ucci/ponder_needs_clock",
    level: Level::Must,
    topic: "time",
    spec: "UCCI G3",
    measures: Measurement::Absence,
    since: "0.1.0",
    check,
};

/// The largest depth that this rule judges, the same as in the rule `depth_ends`, which judges `go
/// depth` without `ponder`.
const MAX_DEPTH: u64 = 4;
const MAX_NODES: u64 = 10_000;

const RESULT_TIMEOUT: Duration = Duration::from_secs(10);

fn check(view: &View, out: &mut Findings) {
    view.judge_small_searches(RESULT_TIMEOUT, out, |go| {
        go.is_ponder
            && matches!(
                go.mode,
                GoMode::Depth(1..=MAX_DEPTH) | GoMode::Nodes(1..=MAX_NODES)
            )
    });
}
