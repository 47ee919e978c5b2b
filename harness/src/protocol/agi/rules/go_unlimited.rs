//! The engine survives a `GO` without `TIME` and `INFINITE`.
//!
//! AGI has no message for errors, so the engine must survive every input.
//!
//! ```conforms
//! > AGI
//! < ID NAME Example 1.0
//! < OPTION OWNBOOK FALSE PONDER FALSE
//! < AGIOK
//! > GO
//! > ISREADY
//! < READYOK
//! ```
//!
//! The engine also survives a `GO` with a list of points but without a limit:
//!
//! ```conforms
//! > AGI
//! < ID NAME Example 1.0
//! < OPTION OWNBOOK FALSE PONDER FALSE
//! < AGIOK
//! > GO SEARCH 7869
//! > ISREADY
//! < READYOK
//! ```
//!
//! ```violates
//! > AGI
//! < ID NAME Example 1.0
//! < OPTION OWNBOOK FALSE PONDER FALSE
//! < AGIOK
//! > GO
//!   ^^ after this line the process died of SIGSEGV
//! ! signal SIGSEGV
//! ```

use super::super::prelude::*;

pub(super) const RULE: Rule<View> = Rule {
    id: "agi/go_unlimited",
    level: Level::Robust,
    topic: "robustness",
    spec: "AGI R-31, N-11",
    measures: Measurement::Absence,
    since: "0.2.0",
    check,
};

fn check(view: &View, out: &mut Findings) {
    view.check_survival(
        out,
        &[UnspecifiedInput::DialectInput(
            AgiUnspecifiedInput::GoWithoutLimit,
        )],
    );
}
