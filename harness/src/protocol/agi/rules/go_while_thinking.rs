//! The engine survives a `GO` during a search.
//!
//! AGI has no message for errors, so the engine must survive every input.
//!
//! ```conforms
//! > AGI
//! < ID NAME Example 1.0
//! < OPTION OWNBOOK FALSE PONDER FALSE
//! < AGIOK
//! > GO INFINITE
//! > GO TIME 1000
//! > ISREADY
//! < READYOK
//! ```
//!
//! The engine also survives the same `GO` a second time:
//!
//! ```conforms
//! > AGI
//! < ID NAME Example 1.0
//! < OPTION OWNBOOK FALSE PONDER FALSE
//! < AGIOK
//! > GO INFINITE
//! > GO INFINITE
//! > ISREADY
//! < READYOK
//! ```
//!
//! ```violates
//! > AGI
//! < ID NAME Example 1.0
//! < OPTION OWNBOOK FALSE PONDER FALSE
//! < AGIOK
//! > GO INFINITE
//! > GO TIME 1000
//!   ^^^^^^^^^^^^ after this line the process died of SIGSEGV
//! ! signal SIGSEGV
//! ```

use super::super::prelude::*;

pub(super) const RULE: Rule<View> = Rule {
    id: "agi/go_while_thinking",
    level: Level::Robust,
    topic: "robustness",
    spec: "AGI N-23, R-21",
    measures: Measurement::Absence,
    since: "0.2.0",
    check,
};

fn check(view: &View, out: &mut Findings) {
    // An engine may end every search by itself, also that of `GO INFINITE` (`AGI R-28`).
    let mut infinite = view.searches.iter().filter(|it| it.go.is_infinite);
    if infinite.any(|it| it.result_entry.is_some() && it.stop_entry.is_none()) {
        out.not_applicable(message!(
            "infinite_answered_at_once",
            "the engine answers `GO INFINITE` before `STOP`"
        ));
    }
    view.check_survival(out, &[UnspecifiedInput::GoWhileThinking]);
}
