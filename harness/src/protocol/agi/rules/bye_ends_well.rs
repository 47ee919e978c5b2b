//! The process does not crash after `BYE`.
//!
//! A crash at the end can lose what the engine was about to store, such as its log, and it hides other defects.
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
//! After `BYE`, the process may exit with any status:
//!
//! ```conforms
//! > AGI
//! < ID NAME Example 1.0
//! < OPTION OWNBOOK FALSE PONDER FALSE
//! < AGIOK
//! > QUIT
//! < BYE
//! ! exit 3
//! ```
//!
//! ```violates
//! > AGI
//! < ID NAME Example 1.0
//! < OPTION OWNBOOK FALSE PONDER FALSE
//! < AGIOK
//! > QUIT
//! < BYE
//!   ^^^ the process died of SIGSEGV after `BYE`
//! ! signal SIGSEGV
//! ```

use super::super::prelude::*;

pub(super) const RULE: Rule<View> = Rule {
    id: "agi/bye_ends_well",
    level: Level::Robust,
    topic: "process",
    spec: "AGI R-16",
    measures: Measurement::Nothing,
    since: "0.2.0",
    check,
};

fn check(view: &View, out: &mut Findings) {
    // The end of the process is judged at once, so the time until it does not matter.
    let ending = view.session_end.as_ref().map(|it| &it.session_end);
    if matches!(ending, Some(SessionEnd::Signal(_) | SessionEnd::Exit(_))) {
        checks::check_exit_after_bye(view, Duration::MAX, out);
    }
}
