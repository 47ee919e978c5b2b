//! `list_commands` lists the commands that `known_command` knows, and no others.
//!
//! A controller does not use a command that is missing in the answer to `list_commands`.
//!
//! ```conforms
//! > known_command name
//! < = true
//! <
//! > known_command xyzzy
//! < = false
//! <
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
//! ```
//!
//! The list may contain a command twice:
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
//! < play
//! <
//! ```
//!
//! ```violates
//! > known_command undo
//! < = true
//! <
//! > list_commands
//! < = protocol_version
//!   ^^^^^^^^^^^^^^^^^^ the list lacks `undo`
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
//! ```

use super::super::prelude::*;

pub(super) const RULE: Rule<View> = Rule {
    id: "gtp/list_commands_complete",
    level: Level::Must,
    topic: "commands",
    spec: "GTP G-104, G-103",
    measures: Measurement::Nothing,
    since: "0.2.0",
    check,
};

fn check(view: &View, out: &mut Findings) {
    for (exchange, response) in view.completely_answered_exchanges() {
        if !exchange.command.has_name("list_commands") || !response.is_whole_success() {
            continue;
        }
        let lacks = |names: &[String]| names.join("`, `");
        if !exchange.list_conflicts.missing_names.is_empty() {
            let missing = lacks(&exchange.list_conflicts.missing_names);
            out.violates(
                response.line.culprit(),
                message!("gtp_list_lacks", "the list lacks `{missing}`", missing),
            );
        } else if !exchange.list_conflicts.unknown_names.is_empty() {
            let unknown = lacks(&exchange.list_conflicts.unknown_names);
            out.violates(
                response.line.culprit(),
                message!(
                    "gtp_list_has_unknown",
                    "the engine does not know `{unknown}`, which it lists",
                    unknown
                ),
            );
        } else {
            out.conforms(response.line.at);
        }
    }
}
