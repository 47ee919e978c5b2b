//! The interface sends only commands of the AGI specification.
//!
//! Engines ignore or misread lines that are not in the AGI specification.
//!
//! ```conforms
//! > AGI
//! < ID NAME Example 1.0
//! < OPTION OWNBOOK FALSE PONDER FALSE
//! < AGIOK
//! > SETRULE FORBIDDEN THIRDCHANGE FIVETWINE
//! ```
//!
//! Commands in lower case are allowed:
//!
//! ```conforms
//! > AGI
//! < ID NAME Example 1.0
//! < OPTION OWNBOOK FALSE PONDER FALSE
//! < AGIOK
//! > setrule unforbidden
//! ```
//!
//! ```violates
//! > AGI
//! < ID NAME Example 1.0
//! < OPTION OWNBOOK FALSE PONDER FALSE
//! < AGIOK
//! > START 15
//!   ^^^^^^^^ the AGI specification has no such command
//! ```
//!
//! ```violates
//! > AGI
//! < ID NAME Example 1.0
//! < OPTION OWNBOOK FALSE PONDER FALSE
//! < AGIOK
//! > SETRULE SWAP2
//!   ^^^^^^^^^^^^^ a word is unknown, or two words contradict each other
//! ```

use super::super::prelude::*;

pub(super) const RULE: Rule<View> = Rule {
    id: "agi/interface_commands",
    level: Level::Should,
    topic: "interface",
    spec: "AGI X-5, N-2, N-6",
    measures: Measurement::Nothing,
    since: "0.2.0",
    check,
};

fn check(view: &View, out: &mut Findings) {
    for (index, command) in view.commands() {
        let entry = view.entry(index);
        let first = Words::new(&entry.line).next();
        if !entry.may_be_other_protocol && has_superfluous_words(&entry.line) {
            let why = message!("words_superfluous", "this line has words too many");
            out.violates(entry.culprit(), why);
            continue;
        }
        let own = ["DOMOVE", "SETOPTION"];
        let judged_elsewhere = first.is_some_and(|it| own.iter().any(|word| is_keyword(&it, word)));
        if entry.may_be_other_protocol || judged_elsewhere {
            continue;
        }
        match command {
            Command::Other => {
                let why = message!(
                    "agi_command_unknown",
                    "the AGI specification has no such command"
                );
                out.violates(entry.culprit(), why);
            }
            Command::Dialect(AgiCommand::SetRule(rules)) if rules.is_unclear => {
                let why = message!(
                    "rules_unclear",
                    "a word is unknown, or two words contradict each other"
                );
                out.violates(entry.culprit(), why);
            }
            Command::Blank => (),
            _ => out.conforms(entry.at),
        }
    }
}
