//! A small search ends within half a minute.
//!
//! The text sets no time, but a user takes a GUI for frozen that waits longer for a search of so few nodes.
//!
//! ```conforms
//! 0.000000 > ucci
//! 0.001000 < ucciok
//! 0.002000 > position startpos
//! 0.003000 > go depth 1
//! 0.010000 < bestmove h2e2
//! ```
//!
//! A slow engine on a slow machine has its time:
//!
//! ```conforms
//! 0.000000 > ucci
//! 0.001000 < ucciok
//! 0.002000 > position startpos
//! 0.003000 > go nodes 20000
//! 11.500000 < bestmove h2e2
//! ```
//!
//! A great depth is no small search, and what is stopped is not left to itself:
//!
//! ```conforms
//! 0.000000 > ucci
//! 0.001000 < ucciok
//! 0.002000 > position startpos
//! 0.003000 > go depth 30
//! 60.000000 < bestmove h2e2
//! 60.001000 > go nodes 100
//! 60.002000 > stop
//! 80.000000 < bestmove h2e2
//! 80.001000 > go nodes 100
//! 80.010000 < bestmove h2e2
//! ```
//!
//! ```violates
//! 0.000000 > ucci
//! 0.001000 < ucciok
//! 0.002000 > position startpos
//! 0.003000 > go nodes 20000
//! 31.500000 < bestmove h2e2
//!             ^^^^^^^^^^^^^ the result took 31.497 s
//! ```

use super::super::prelude::*;

pub(super) const RULE: Rule<View> = Rule {
    id: "ucci/search_ends_soon",
    level: Level::Should,
    topic: "time",
    spec: "UCCI G6, G11",
    measures: Measures::Time,
    since: "0.2.0",
    check,
};

/// Our bound: three times as long as in the rules about results that never come.
const SEARCH: Duration = Duration::from_secs(30);

const DEPTH: u64 = 4;
const NODES: u64 = 20_000;

fn check(view: &View, out: &mut Findings) {
    let small = |go: &Go| matches!(go.mode, Mode::Depth(..=DEPTH) | Mode::Nodes(1..=NODES));
    for (search, deadline) in view.small_searches(SEARCH, small) {
        // One that never comes is the affair of other rules.
        let absence = deadline.of(view, search);
        if let Some(deadline) = absence.and_then(|it| it.deadline()) {
            deadline.judge(view, out, |fate| format!("the result {fate}"));
        }
    }
}
