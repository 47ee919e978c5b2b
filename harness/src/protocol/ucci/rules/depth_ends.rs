//! A search to a small depth ends by itself.
//!
//! Tools for analysis and tests send `go depth` and wait for the result; they never send `stop`.
//!
//! ```conforms
//! > ucci
//! < ucciok
//! > position startpos
//! > go depth 3
//! < bestmove h2e2
//! ```
//!
//! A search to a large depth may take any time, and `stop` may end any search:
//!
//! ```conforms
//! 0.000000 > ucci
//! 0.001000 < ucciok
//! 0.002000 > position startpos
//! 0.002000 > go depth 2
//! 5.000000 < bestmove h2e2
//! 5.001000 > go depth 90
//! 95.000000 > stop
//! 95.001000 < bestmove h2e2
//! ```
//!
//! The specification has no time limit for `go depth`, so a late result of a slow engine or machine conforms:
//!
//! ```conforms
//! 0.000000 > ucci
//! 0.001000 < ucciok
//! 0.002000 > position startpos
//! 0.002000 > go depth 3
//! 25.000000 < bestmove h2e2
//! ```
//!
//! ```violates
//! 0.000000 > ucci
//! 0.001000 < ucciok
//! 0.002000 > position startpos
//! 0.002000 > go depth 3
//!            ^^^^^^^^^^ the result was not received within 10.998 s; the limit is 10.000 s
//! 2.000000 < info depth 9
//! 11.000000 ~ 9s
//! ```
//!
//! If the result is already overdue when `quit` is sent, the rule is violated:
//!
//! ```violates
//! 0.000000 > ucci
//! 0.001000 < ucciok
//! 0.002000 > position startpos
//! 0.002000 > go depth 3
//!            ^^^^^^^^^^ the result was not received within 10.998 s; the limit is 10.000 s
//! 11.000000 > stop
//! 13.000000 > quit
//! 13.001000 < bye
//! ```

use super::super::prelude::*;

pub(super) const RULE: Rule<View> = Rule {
    id: "ucci/depth_ends",
    level: Level::Must,
    topic: "time",
    spec: "UCCI G11, G5",
    measures: Measurement::Absence,
    since: "0.1.0",
    check,
};

/// Every engine can search to depth 4 within ten seconds; after that time a missing result has timed out.
const MAX_DEPTH: u64 = 4;

const RESULT_TIMEOUT: Duration = Duration::from_secs(10);

fn check(view: &View, out: &mut Findings) {
    view.judge_small_searches(RESULT_TIMEOUT, out, |go| {
        !go.is_ponder && matches!(go.mode, GoMode::Depth(..=MAX_DEPTH))
    });
}
