//! A small search ends within ten seconds.
//!
//! The text sets no time, so this is reported and does not count; but a user takes a GUI for frozen that waits
//! longer.
//!
//! ```conforms
//! 0.000000 > ucci
//! 0.001000 < ucciok
//! 0.002000 > position startpos
//! 0.003000 > go depth 1
//! 0.010000 < bestmove h2e2
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
//! 11.500000 < bestmove h2e2
//!             ^^^^^^^^^^^^^ the result took 11.497 s
//! ```

use super::super::prelude::*;

pub(super) const RULE: Rule<View> = Rule {
    id: "ucci/search_ends_soon",
    level: Level::May,
    topic: "time",
    spec: "UCCI G6, G11",
    measures: Measures::Time,
    since: "0.2.0",
    check,
};

/// Our bound, as plenty for any engine as in the rules about answers that never come.
const LIMIT: Duration = Duration::from_secs(10);

const DEPTH: u64 = 4;
const NODES: u64 = 20_000;

fn check(view: &View, out: &mut Findings) {
    let small = |go: &Go| matches!(go.mode, Mode::Depth(..=DEPTH) | Mode::Nodes(1..=NODES));
    for (search, deadline) in view.small_searches(LIMIT, small) {
        let left_to_itself = search.stop.is_none() && search.abandoned.is_none();
        // One that never comes is the affair of other rules.
        if let Some(result) = view
            .result(search)
            .filter(|_| left_to_itself && !search.doubtful)
        {
            let deadline = Deadline {
                answer: Some(result),
                ..deadline
            };
            deadline.judge(view, out, |fate| format!("the result {fate}"));
        }
    }
}
