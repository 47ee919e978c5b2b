//! The first command of the interface is `AGI`.
//!
//! Before `AGI` the engine does not know which protocol the interface uses.
//!
//! ```conforms
//! > AGI
//! < ID NAME Example 1.0
//! < OPTION OWNBOOK FALSE PONDER FALSE
//! < AGIOK
//! > ISREADY
//! ```
//!
//! A log whose beginning is cut off is not judged:
//!
//! ```conforms
//! > AGI
//! < AGIOK
//! > POSITION MOVES 78
//! > GO TIME 1000
//! < BESTMOVE 69
//! ```
//!
//! ```violates
//! > ISREADY
//!   ^^^^^^^ sent before `AGI`
//! > AGI
//! < ID NAME Example
//! < OPTION OWNBOOK FALSE PONDER FALSE
//! < AGIOK
//! ```

use super::super::prelude::*;

pub(super) const RULE: Rule<View> = Rule {
    id: "agi/interface_agi_first",
    level: Level::Must,
    topic: "interface",
    spec: "AGI R-1",
    measures: Measurement::Nothing,
    since: "0.2.0",
    check,
};

fn check(view: &View, out: &mut Findings) {
    let first = view
        .commands()
        .find(|(_, it)| !matches!(it, Command::Blank));
    if let Some((index, command)) = first.filter(|_| !view.greeted_before) {
        let entry = view.entry(index);
        // If the engine answers before the first command of a log, the log begins in the middle of a conversation.
        let middle = view.entries[..index]
            .iter()
            .any(|it| it.response().is_some());
        if *command == Command::Greet {
            out.conforms(entry.at);
        } else if *command != Command::Quit && !middle && view.first_handshake.is_some() {
            out.violates(
                entry.culprit(),
                message!("agi_not_first", "sent before `AGI`"),
            );
        }
    }
}
