//! A command that the engine does not know fails.
//!
//! A controller sends a command of an extension to test whether the engine has the extension. If the engine answers an
//! unknown command with a success, the controller uses an extension that the engine does not have.
//!
//! ```conforms
//! > known_command xyzzy
//! < = false
//! <
//! > xyzzy
//! < ? unknown command
//! <
//! ```
//!
//! This rule does not judge the text of the failure:
//!
//! ```conforms
//! > known_command xyzzy
//! < = false
//! <
//! > xyzzy
//! < ?
//! <
//! ```
//!
//! ```violates
//! > known_command xyzzy
//! < = false
//! <
//! > xyzzy
//! < =
//!   ^ a success, although `known_command` answered `false`
//! <
//! ```

use super::super::prelude::*;

pub(super) const RULE: Rule<View> = Rule {
    id: "gtp/unknown_command_fails",
    level: Level::Must,
    topic: "commands",
    spec: "GTP G-70, G-103",
    measures: Measurement::Nothing,
    since: "0.2.0",
    check,
};

fn check(view: &View, out: &mut Findings) {
    for (exchange, response) in view.completely_answered_exchanges() {
        let unknown = exchange.facts.known_command_answer == Some(false)
            && exchange.facts.listed != Some(true);
        if !unknown || exchange.command.has_name("known_command") {
            continue;
        }
        out.require(!response.status.is_success, response.line.culprit(), || {
            message!(
                "gtp_unknown_succeeded",
                "a success, although `known_command` answered `false`"
            )
        });
    }
}
