//! An unknown command fails with the text `unknown command`.
//!
//! A controller needs the text `unknown command` to distinguish a command that the engine does not have from one with
//! wrong arguments.
//!
//! ```conforms
//! > xyzzy
//! < ? unknown command
//! <
//! ```
//!
//! An explanation may follow the text `unknown command`:
//!
//! ```conforms
//! > xyzzy
//! < ? unknown command: xyzzy
//! <
//! ```
//!
//! ```violates
//! > xyzzy
//! < ? Unknown command
//!   ^^^^^^^^^^^^^^^^^ expected `unknown command`, found `Unknown command`
//! <
//! ```

use super::super::prelude::*;

pub(super) const RULE: Rule<View> = Rule {
    id: "gtp/unknown_command_text",
    level: Level::Should,
    topic: "commands",
    spec: "GTP G-70, G-72, G-74",
    measures: Measurement::Nothing,
    since: "0.2.0",
    check,
};

fn check(view: &View, out: &mut Findings) {
    for (exchange, response) in view.completely_answered_exchanges() {
        let about = !exchange.command.has_name("known_command") && exchange.spelling.is_plain();
        let said = exchange.facts.known_command_answer == Some(false);
        if !about || response.status.is_success || !(said || response.is_unknown_command()) {
            continue;
        }
        // If a required command fails with another text, the rule about this command judges the failure.
        if exchange.command.is_required() && !response.is_unknown_command() {
            continue;
        }
        let found = readable_text(&response.text).into_owned();
        out.require(
            response.has_fixed_text("unknown command"),
            response.line.culprit(),
            || {
                message!(
                    "gtp_unknown_text",
                    "expected `unknown command`, found `{found}`",
                    found
                )
            },
        );
    }
}
