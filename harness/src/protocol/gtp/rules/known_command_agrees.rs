//! The answers to `known_command` and `list_commands` agree.
//!
//! A controller uses either `known_command` or `list_commands` to find out whether it may send a command. If the
//! answers to `known_command` and `list_commands` disagree, one of the two answers is wrong.
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
//! > known_command genmove
//! < = true
//! <
//! > known_command xyzzy
//! < = false
//! <
//! ```
//!
//! If the engine also accepts a name in capitals, `known_command` may answer `true` for this name:
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
//! > known_command play
//! < = true
//! <
//! > known_command NAME
//! < = true
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
//! <
//! > known_command genmove
//! < = false
//!   ^^^^^^^ `list_commands` lists `genmove`
//! <
//! ```

use super::super::prelude::*;

pub(super) const RULE: Rule<View> = Rule {
    id: "gtp/known_command_agrees",
    level: Level::Must,
    topic: "commands",
    spec: "GTP G-103, G-25",
    measures: Measurement::Nothing,
    since: "0.2.0",
    check,
};

fn check(view: &View, out: &mut Findings) {
    for (exchange, response) in view.completely_answered_exchanges() {
        if !exchange.is_valid_command(&["known_command"]) || !response.status.is_success {
            continue;
        }
        let name = exchange
            .command
            .arguments
            .first()
            .map(Vec::as_slice)
            .unwrap_or_default();
        let shown = readable_text(name).into_owned();
        match (exchange.facts.listed, response.text.as_slice()) {
            (Some(true), b"false") => out.violates(
                response.line.culprit(),
                message!(
                    "gtp_known_false",
                    "`list_commands` lists `{name}`",
                    name = shown
                ),
            ),
            (Some(false), b"true") if name.iter().any(u8::is_ascii_uppercase) => (),
            (Some(false), b"true") => out.violates(
                response.line.culprit(),
                message!(
                    "gtp_known_true",
                    "`list_commands` does not list `{name}`",
                    name = shown
                ),
            ),
            (Some(_), b"true" | b"false") => out.conforms(response.line.at),
            _ => (),
        }
    }
}
