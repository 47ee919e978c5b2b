//! After `BYE` the process exits by itself.
//!
//! A process that keeps running after `BYE` uses a processor and memory.
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
//! The process may need time to clean up:
//!
//! ```conforms
//! 0.000000 > AGI
//! 0.001000 < ID NAME Example 1.0
//! 0.001000 < OPTION OWNBOOK FALSE PONDER FALSE
//! 0.001000 < AGIOK
//! 0.002000 > QUIT
//! 0.003000 < BYE
//! 4.000000 ! exit 0
//! ```
//!
//! ```violates
//! 0.000000 > AGI
//! 0.001000 < ID NAME Example 1.0
//! 0.001000 < OPTION OWNBOOK FALSE PONDER FALSE
//! 0.001000 < AGIOK
//! 0.002000 > QUIT
//! 0.003000 < BYE
//!            ^^^ the process did not exit after `BYE` and had to be killed
//! 12.003000 ! killed
//! ```

use super::super::prelude::*;

pub(super) const RULE: Rule<View> = Rule {
    id: "agi/ends_after_bye",
    level: Level::Must,
    topic: "process",
    spec: "AGI R-16",
    measures: Measurement::Absence,
    since: "0.2.0",
    check,
};

/// The timeout is our choice, because the specification sets no time.
const EXIT_TIMEOUT: Duration = Duration::from_secs(10);

fn check(view: &View, out: &mut Findings) {
    // The rule `bye_ends_well` judges a crash.
    let ending = view.session_end.as_ref().map(|it| &it.session_end);
    if !matches!(ending, Some(SessionEnd::Signal(_))) {
        checks::check_exit_after_bye(view, EXIT_TIMEOUT, out);
    }
}
