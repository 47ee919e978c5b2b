//! In a `SETOPTION` of the interface, `ON` or `OFF` follows `OWNBOOK` or `PONDER`.
//!
//! The engine ignores a `SETOPTION` with words other than `OWNBOOK`, `PONDER`, `ON` and `OFF`.
//!
//! ```conforms
//! > AGI
//! < ID NAME Example 1.0
//! < OPTION OWNBOOK FALSE PONDER FALSE
//! < AGIOK
//! > SETOPTION OWNBOOK ON PONDER OFF
//! ```
//!
//! A line with only one of the two options, in lower case, is allowed:
//!
//! ```conforms
//! > AGI
//! < ID NAME Example 1.0
//! < OPTION OWNBOOK FALSE PONDER FALSE
//! < AGIOK
//! > setoption ponder off
//! ```
//!
//! ```violates
//! > AGI
//! < ID NAME Example 1.0
//! < OPTION OWNBOOK FALSE PONDER FALSE
//! < AGIOK
//! > SETOPTION name PONDER value true
//!   ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ expected OWNBOOK or PONDER, and ON or OFF
//! ```

use super::super::prelude::*;

pub(super) const RULE: Rule<View> = Rule {
    id: "agi/interface_setoption",
    level: Level::Must,
    topic: "interface",
    spec: "AGI R-5, N-5",
    measures: Measurement::Nothing,
    since: "0.2.0",
    check,
};

fn check(view: &View, out: &mut Findings) {
    for (index, command) in view.commands() {
        let entry = view.entry(index);
        let first = Words::new(&entry.line).next();
        if entry.may_be_other_protocol || !first.is_some_and(|it| is_keyword(&it, "SETOPTION")) {
            continue;
        }
        if has_superfluous_words(&entry.line) {
            continue;
        }
        let known = matches!(command, Command::Dialect(AgiCommand::SetOption(_)));
        out.require(known, entry.culprit(), || {
            message!(
                "setoption_malformed",
                "expected OWNBOOK or PONDER, and ON or OFF"
            )
        });
    }
}
