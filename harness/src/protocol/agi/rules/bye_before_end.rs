//! The engine answers `QUIT` with `BYE`, even during a search.
//!
//! A GUI waits for `BYE` before it closes the pipes.
//!
//! ```conforms
//! > AGI
//! < ID NAME Example 1.0
//! < OPTION OWNBOOK FALSE PONDER FALSE
//! < AGIOK
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
//! > AGI
//! < ID NAME Example 1.0
//! < OPTION OWNBOOK FALSE PONDER FALSE
//! < AGIOK
//! > QUIT
//!   ^^^^ the process exited with status 0 without a `BYE`
//! ! exit 0
//! ```

use super::super::prelude::*;

pub(super) const RULE: Rule<View> = Rule {
    id: "agi/bye_before_end",
    level: Level::Must,
    topic: "process",
    spec: "AGI R-16, N-16",
    measures: Measurement::Absence,
    since: "0.2.0",
    check,
};

/// The timeout is our choice, because the specification sets no time.
const BYE_TIMEOUT: Duration = Duration::from_secs(10);

fn check(view: &View, out: &mut Findings) {
    checks::check_bye_before_exit(view, BYE_TIMEOUT, out);
}
