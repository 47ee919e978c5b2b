//! The engine neither crashes nor exits before `QUIT`.
//!
//! After a crash the GUI has no engine, and the game is lost.
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
//! The engine may exit when its input is closed:
//!
//! ```conforms
//! > AGI
//! < ID NAME Example 1.0
//! < OPTION OWNBOOK FALSE PONDER FALSE
//! < AGIOK
//! >! eof
//! ! exit 0
//! ```
//!
//! ```violates
//! > AGI
//! < ID NAME Example 1.0
//! < OPTION OWNBOOK FALSE PONDER FALSE
//! < AGIOK
//! > POSITION MOVES 78
//! ! signal SIGSEGV
//!   ^^^^^^^^^^^^^^ the process died of SIGSEGV
//! ```

use super::super::prelude::*;

pub(super) const RULE: Rule<View> = Rule {
    id: "agi/no_crash",
    level: Level::Robust,
    topic: "process",
    spec: "AGI R-1, X-3, X-5, X-8, F-11",
    measures: Measurement::Nothing,
    since: "0.2.0",
    check,
};

fn check(view: &View, out: &mut Findings) {
    // The rule `bye_last` reports an engine that sends `BYE` and exits although there was no `QUIT`.
    let is_farewell = view.quit.is_none()
        && view
            .responses()
            .last()
            .is_some_and(|(_, it)| *it == Response::Bye);
    let exits =
        matches!(&view.session_end, Some(it) if matches!(it.session_end, SessionEnd::Exit(_)));
    if !(is_farewell && exits) {
        checks::check_no_crash(view, out);
    }
}
