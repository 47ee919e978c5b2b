//! A search to a limited number of nodes ends by itself.
//!
//! Matches use `go nodes` if their results must not depend on the speed of the machine.
//!
//! ```conforms
//! > ucci
//! < ucciok
//! > position startpos
//! > go nodes 1000
//! < bestmove h2e2
//! ```
//!
//! The engine may search more or fewer nodes than the limit:
//!
//! ```conforms
//! > ucci
//! < ucciok
//! > position startpos
//! > go nodes 1
//! < info nodes 512 time 1
//! < bestmove h2e2
//! ```
//!
//! A slow engine conforms if its search ends by itself after more than ten seconds:
//!
//! ```conforms
//! 0.000000 > ucci
//! 0.001000 < ucciok
//! 0.002000 > position startpos
//! 0.003000 > go nodes 20000
//! 11.500000 < bestmove h2e2
//! ```
//!
//! ```violates
//! 0.000000 > ucci
//! 0.001000 < ucciok
//! 0.002000 > position startpos
//! 0.002000 > go nodes 1000
//!            ^^^^^^^^^^^^^ the result was not received within 10.998 s; the limit is 10.000 s
//! 2.000000 < info nodes 9000000 time 1998
//! 11.000000 ~ 9s
//! ```

use super::super::prelude::*;

pub(super) const RULE: Rule<View> = Rule {
    id: "ucci/nodes_ends",
    level: Level::Must,
    topic: "time",
    spec: "UCCI G6",
    measures: Measurement::Absence,
    since: "0.1.0",
    check,
};

/// Every engine can search 20,000 nodes within ten seconds.
const MAX_NODES: u64 = 20_000;

const RESULT_TIMEOUT: Duration = Duration::from_secs(10);

fn check(view: &View, out: &mut Findings) {
    view.judge_small_searches(RESULT_TIMEOUT, out, |go| {
        !go.is_ponder && matches!(go.mode, GoMode::Nodes(1..=MAX_NODES))
    });
}
