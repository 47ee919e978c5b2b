//! The engine survives unknown words after `SETRULE`.
//!
//! AGI has no message for errors, so the engine must survive every input.
//!
//! ```conforms
//! > AGI
//! < ID NAME Example 1.0
//! < OPTION OWNBOOK FALSE PONDER FALSE
//! < AGIOK
//! > SETRULE SWAP2
//! > ISREADY
//! < READYOK
//! ```
//!
//! The engine also survives words that contradict each other:
//!
//! ```conforms
//! > AGI
//! < ID NAME Example 1.0
//! < OPTION OWNBOOK FALSE PONDER FALSE
//! < AGIOK
//! > SETRULE FORBIDDEN UNFORBIDDEN
//! > ISREADY
//! < READYOK
//! ```
//!
//! ```violates
//! > AGI
//! < ID NAME Example 1.0
//! < OPTION OWNBOOK FALSE PONDER FALSE
//! < AGIOK
//! > SETRULE SWAP2
//!   ^^^^^^^^^^^^^ after this line the process died of SIGSEGV
//! ! signal SIGSEGV
//! ```

use super::super::prelude::*;

pub(super) const RULE: Rule<View> = Rule {
    id: "agi/rules_unclear",
    level: Level::Robust,
    topic: "robustness",
    spec: "AGI N-2, N-3",
    measures: Measurement::Absence,
    since: "0.2.0",
    check,
};

fn check(view: &View, out: &mut Findings) {
    view.check_survival(
        out,
        &[UnspecifiedInput::DialectInput(
            AgiUnspecifiedInput::RulesUnclear,
        )],
    );
}
