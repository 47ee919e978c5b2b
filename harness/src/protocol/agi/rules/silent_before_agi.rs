//! Before `AGI` the engine sends nothing.
//!
//! A GUI that tries several protocols may misread a line that the engine sends before `AGI`.
//!
//! ```conforms
//! > AGI
//! < ID NAME Example 1.0
//! < OPTION OWNBOOK FALSE PONDER FALSE
//! < AGIOK
//! > ISREADY
//! ```
//!
//! An empty line of the engine before `AGI` is allowed:
//!
//! ```conforms
//! <
//! > AGI
//! < ID NAME Example
//! < OPTION OWNBOOK FALSE PONDER FALSE
//! < AGIOK
//! ```
//!
//! ```violates
//! < Example 1.0 (c) 2016
//!   ^^^^^^^^^^^^^^^^^^^^ sent before `AGI`
//! > AGI
//! < ID NAME Example
//! < OPTION OWNBOOK FALSE PONDER FALSE
//! < AGIOK
//! ```

use super::super::prelude::*;

pub(super) const RULE: Rule<View> = Rule {
    id: "agi/silent_before_agi",
    level: Level::Should,
    topic: "state",
    spec: "AGI R-25",
    measures: Measurement::Nothing,
    since: "0.2.0",
    check,
};

fn check(view: &View, out: &mut Findings) {
    let first = view.commands().next().filter(|_| !view.greeted_before);
    let Some((greeting, Command::Greet)) = first else {
        return;
    };
    let mut before = view.entries[..greeting]
        .iter()
        .filter(|it| it.response().is_some());
    // If the engine answers before the first command of a log, the conversation began before the log.
    let middle = |it: &Entry| {
        !matches!(
            it.response(),
            None | Some(Response::Other | Response::Blank | Response::Id(_))
        )
    };
    if before.clone().any(middle) {
        return;
    }
    match before.find(|it| it.response() != Some(&Response::Blank)) {
        Some(entry) => out.violates(entry.culprit(), message!("before_agi", "sent before `AGI`")),
        None => out.conforms(view.entry(greeting).at),
    }
}
