//! `list_commands` never fails, and names one command on each line.
//!
//! A controller reads each line of the answer as the name of one command. A controller recognizes no command in a line
//! of `list_commands` that has several names.
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
//! ```
//!
//! The list of commands may begin on the line after the `=`:
//!
//! ```conforms
//! > 1 list_commands
//! < =1
//! < protocol_version
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
//! ```violates
//! > list_commands
//! < = protocol_version name version known_command list_commands quit boardsize clear_board komi play genmove
//!   ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ expected one name on each line
//! <
//! ```

use super::super::prelude::*;

pub(super) const RULE: Rule<View> = Rule {
    id: "gtp/list_commands_form",
    level: Level::Must,
    topic: "commands",
    spec: "GTP G-104, G-57",
    measures: Measurement::Nothing,
    since: "0.2.0",
    check,
};

fn check(view: &View, out: &mut Findings) {
    for (exchange, response) in view.completely_answered_exchanges() {
        if !exchange.is_valid_command(&["list_commands"]) || !exchange.spelling.is_plain() {
            continue;
        }
        if !response.status.is_success {
            if exchange.is_refusal(response) {
                let found = readable_text(&response.text).into_owned();
                out.violates(
                    response.line.culprit(),
                    message!(
                        "gtp_refused",
                        "expected a success (`=`), found the failure `{found}`",
                        found
                    ),
                );
            }
            continue;
        }
        let has_blank = |it: &[u8]| it.iter().any(u8::is_ascii_whitespace);
        let several = response.text_lines().find(|it| has_blank(it.1));
        match several {
            Some((line, _)) => out.violates(
                line.culprit(),
                message!("gtp_list_on_one_line", "expected one name on each line"),
            ),
            None => out.conforms(response.line.at),
        }
    }
}
