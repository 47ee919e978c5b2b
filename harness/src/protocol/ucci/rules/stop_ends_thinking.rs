//! After `stop` the engine ends the search and sends `bestmove` or `nobestmove`.
//!
//! A GUI waits for the result before it sends another position.
//!
//! ```conforms
//! 0.000000 > ucci
//! 0.001000 < ucciok
//! 0.002000 > position startpos
//! 0.002000 > go infinite
//! 0.500000 > stop
//! 0.501000 < bestmove h2e2
//! ```
//!
//! A late result conforms to this rule; the rule `stop_prompt` judges the delay:
//!
//! ```conforms
//! 0.000000 > ucci
//! 0.001000 < ucciok
//! 0.002000 > position startpos
//! 0.002000 > go infinite
//! 0.500000 > stop
//! 23.500000 < bestmove h2e2
//! ```
//!
//! ```violates
//! 0.000000 > ucci
//! 0.001000 < ucciok
//! 0.002000 > position startpos
//! 0.002000 > go infinite
//! 0.500000 > stop
//!            ^^^^ the result was not received within 12.500 s; the limit is 10.000 s
//! 1.000000 < info depth 12
//! 13.000000 ~ 12s
//! ```
//!
//! A result that comes only after a later command is no answer to the `stop`, because a GUI sends nothing while it
//! waits:
//!
//! ```violates
//! 0.000000 > ucci
//! 0.001000 < ucciok
//! 0.002000 > position startpos
//! 0.002000 > go infinite
//! 0.003000 > stop
//!            ^^^^ the result was not received within 11.000 s, and came only after a later command, `isready`; the limit is 10.000 s
//! 11.003000 > isready
//! 11.003000 < bestmove h2e2
//! 11.003000 < readyok
//! ```

use super::super::prelude::*;

pub(super) const RULE: Rule<View> = Rule {
    id: "ucci/stop_ends_thinking",
    level: Level::Must,
    topic: "time",
    spec: "UCCI X1, X2",
    measures: Measurement::Absence,
    since: "0.1.0",
    check,
};

/// This timeout for the result is our choice; the specification says "as soon as it can" (`UCCI X6`).
const RESULT_TIMEOUT: Duration = Duration::from_secs(10);

fn check(view: &View, out: &mut Findings) {
    checks::check_stop_ends_search(view, RESULT_TIMEOUT, out);
}
