//! The engine knows the eleven required commands by their names in lower case.
//!
//! A controller uses the required commands without testing whether the engine knows them.
//!
//! ```conforms
//! > boardsize 9
//! < =
//! <
//! > komi 6.5
//! < =
//! <
//! > genmove b
//! < = E5
//! <
//! ```
//!
//! `boardsize` may reject a size, and the engine may list private commands:
//!
//! ```conforms
//! > boardsize 13
//! < ? unacceptable size
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
//! < toy-eval
//! <
//! ```
//!
//! ```violates
//! > list_commands
//! < = protocol_version
//!   ^^^^^^^^^^^^^^^^^^ the list lacks `version`, `known_command`, `list_commands`, `boardsize`, `clear_board`, `komi`, `play`, `genmove`
//! < name
//! < quit
//! <
//! ```
//!
//! ```violates
//! > komi 6.5
//! < ? unknown command
//!   ^^^^^^^^^^^^^^^^^ `komi` is a required command
//! <
//! ```

use super::super::prelude::*;

pub(super) const RULE: Rule<View> = Rule {
    id: "gtp/required_commands",
    level: Level::Must,
    topic: "commands",
    spec: "GTP G-77, G-25",
    measures: Measurement::Nothing,
    since: "0.2.0",
    check,
};

fn check(view: &View, out: &mut Findings) {
    for (exchange, response) in view.completely_answered_exchanges() {
        let command = &exchange.command;
        if command.has_name("list_commands") && response.is_whole_success() {
            check_command_list(response, out);
        } else if command.has_name("known_command") && response.text == b"false" {
            let name = command
                .arguments
                .first()
                .map(Vec::as_slice)
                .unwrap_or_default();
            // If `list_commands` names the command, another rule reports that `list_commands` and `known_command`
            // contradict each other.
            if exchange.facts.listed == Some(true) {
                continue;
            }
            if REQUIRED_COMMANDS.iter().any(|it| it.as_bytes() == name) {
                report_missing_command(name, response, out);
            }
        } else if command.is_required()
            && exchange.spelling.is_plain()
            && exchange.unusual_kind().is_none()
        {
            // If `known_command` fails with `unknown command`, the failure may be about the name in its argument, and
            // not about `known_command` itself.
            let asks = command.has_name("known_command");
            if asks || !response.is_unknown_command() {
                out.conforms(response.line.at);
            } else if !exchange.facts.failed_as_unknown {
                let name = command.name.as_deref().unwrap_or_default();
                report_missing_command(name, response, out);
            }
        }
    }
}

fn check_command_list(response: &Response, out: &mut Findings) {
    let lists = |name: &&&str| response.words().any(|it| it == name.as_bytes());
    let missing = REQUIRED_COMMANDS.iter().filter(|it| !lists(it));
    let missing: Vec<&str> = missing.copied().collect();
    out.require(missing.is_empty(), response.line.culprit(), || {
        message!(
            "gtp_list_lacks",
            "the list lacks `{missing}`",
            missing = missing.join("`, `")
        )
    });
}

fn report_missing_command(name: &[u8], response: &Response, out: &mut Findings) {
    let name = readable_text(name).into_owned();
    out.violates(
        response.line.culprit(),
        message!("gtp_required", "`{name}` is a required command", name),
    );
}
