//! The engine exits at once after a `quit` during a search.
//!
//! When the user closes the interface, the interface should not have to wait for a search or kill
//! the engine.
//!
//! ```conforms
//! 0.000000 > ucci
//! 0.001000 < ucciok
//! 0.002000 > position startpos
//! 0.003000 > go infinite
//! 0.100000 > quit
//! 0.101000 < bestmove h2e2
//! 0.101000 < bye
//! 0.102000 ! exit 0
//! ```
//!
//! The engine may exit without a result and without `bye`:
//!
//! ```conforms
//! 0.000000 > ucci
//! 0.001000 < ucciok
//! 0.002000 > position startpos
//! 0.003000 > go infinite
//! 0.100000 > quit
//! 0.500000 ! exit 0
//! ```
//!
//! If the engine sent its result before it received `quit`, it was idle, so this rule does not judge the exit:
//!
//! ```unjudged
//! 0.000000 > ucci
//! 0.001000 < ucciok
//! 0.002000 > position startpos
//! 0.003000 > go depth 3
//! 0.100000 > quit
//! 0.100200 < bestmove h2e2
//! 3.000000 < bye
//! 3.001000 ! exit 0
//! ```
//!
//! ```violates
//! 0.000000 > ucci
//! 0.001000 < ucciok
//! 0.002000 > position startpos
//! 0.003000 > go infinite
//! 0.100000 > quit
//!            ^^^^ the process ran for 2.000 s after `quit`; the limit is 1.000 s
//! 2.100000 ~ 2s
//! 2.100000 ! killed
//! ```

use super::super::prelude::*;

pub(super) const RULE: Rule<View> = Rule {
    id: "ucci/quit_thinking_prompt",
    level: Level::Should,
    topic: "time",
    spec: "UCCI E2",
    measures: Measurement::Time,
    since: "0.1.0",
    check,
};

/// This limit for the exit is our choice; the specification says "at once".
const EXIT_TIME_LIMIT: Duration = Duration::from_secs(1);

fn check(view: &View, out: &mut Findings) {
    checks::check_quit_in_search_prompt(view, EXIT_TIME_LIMIT, out);
}
