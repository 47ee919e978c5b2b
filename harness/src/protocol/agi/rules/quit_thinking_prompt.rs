//! `QUIT` ends a thinking engine within a second.
//!
//! When a user closes a GUI, the GUI should not have to wait for a search.
//!
//! ```conforms
//! > AGI
//! < ID NAME Example 1.0
//! < OPTION OWNBOOK FALSE PONDER FALSE
//! < AGIOK
//! > GO INFINITE
//! > QUIT
//! < BYE
//! ! exit 0
//! ```
//!
//! A `BESTMOVE` may come before the `BYE`:
//!
//! ```conforms
//! > AGI
//! < ID NAME Example 1.0
//! < OPTION OWNBOOK FALSE PONDER FALSE
//! < AGIOK
//! > GO INFINITE
//! > QUIT
//! < BESTMOVE 78
//! < BYE
//! ! exit 0
//! ```
//!
//! ```violates
//! 0.000000 > AGI
//! 0.001000 < ID NAME Example 1.0
//! 0.001000 < OPTION OWNBOOK FALSE PONDER FALSE
//! 0.001000 < AGIOK
//! 0.002000 > GO INFINITE
//! 0.003000 > QUIT
//!            ^^^^ the process ran for 4.000 s after `QUIT`; the limit is 1.000 s
//! 4.003000 < BYE
//! 4.003000 ! exit 0
//! ```

use super::super::prelude::*;

pub(super) const RULE: Rule<View> = Rule {
    id: "agi/quit_thinking_prompt",
    level: Level::Should,
    topic: "time",
    spec: "AGI R-16",
    measures: Measurement::Time,
    since: "0.2.0",
    check,
};

/// The limit is our choice, because the specification sets no time.
const EXIT_TIME_LIMIT: Duration = Duration::from_secs(1);

fn check(view: &View, out: &mut Findings) {
    checks::check_quit_in_search_prompt(view, EXIT_TIME_LIMIT, out);
}
