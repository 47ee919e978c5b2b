//! A command that `list_commands` names does not fail as an unknown command.
//!
//! A controller uses a listed command without a further test, in the middle of a game.
//!
//! ```conforms
//! > list_commands
//! < = protocol_version
//! < name
//! < version
//! < known_command
//! < list_commands
//! < quit
//! < boardsize
//! < clear_board
//! < komi
//! < play
//! < genmove
//! <
//! > komi 6.5
//! < =
//! <
//! ```
//!
//! A listed command may fail for another reason than being unknown:
//!
//! ```conforms
//! > list_commands
//! < = protocol_version
//! < name
//! < version
//! < known_command
//! < list_commands
//! < quit
//! < boardsize
//! < clear_board
//! < komi
//! < play
//! < genmove
//! < undo
//! <
//! > undo
//! < ? cannot undo
//! <
//! ```
//!
//! ```violates
//! > list_commands
//! < = protocol_version
//! < name
//! < version
//! < known_command
//! < list_commands
//! < quit
//! < boardsize
//! < clear_board
//! < komi
//! < play
//! < genmove
//! < undo
//! <
//! > undo
//! < ? unknown command
//!   ^^^^^^^^^^^^^^^^^ `list_commands` lists this command
//! <
//! ```

use super::super::prelude::*;

pub(super) const RULE: Rule<View> = Rule {
    id: "gtp/listed_commands_known",
    level: Level::Must,
    topic: "commands",
    spec: "GTP G-103, G-104",
    measures: Measurement::Nothing,
    since: "0.2.0",
    check,
};

fn check(view: &View, out: &mut Findings) {
    for (exchange, response) in view.completely_answered_exchanges() {
        let listed = exchange.facts.listed == Some(true);
        let is_claimed = listed || exchange.facts.known_command_answer == Some(true);
        let about = !exchange.command.has_name("known_command") && exchange.spelling.is_plain();
        // The rule `required_commands` reports a required command that fails as unknown.
        if !is_claimed
            || !about
            || (exchange.command.is_required() && response.is_unknown_command())
        {
            continue;
        }
        out.require(
            !response.is_unknown_command(),
            response.line.culprit(),
            || match listed {
                true => message!("gtp_listed_unknown", "`list_commands` lists this command"),
                false => message!(
                    "gtp_known_unknown",
                    "`known_command` was answered `true` for this command"
                ),
            },
        );
    }
}
