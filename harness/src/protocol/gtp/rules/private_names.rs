//! The name of a private command has a prefix and a hyphen.
//!
//! Later versions of the protocol, and other programs, may use a name without a prefix for another command.
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
//! < toy-eval
//! <
//! ```
//!
//! `analyze` and `genmove_analyze` are allowed, because several programs use them:
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
//! < analyze
//! < genmove_analyze
//! <
//! ```
//!
//! ```violates
//! > list_commands
//! < = name
//! < explain
//!   ^^^^^^^ `explain` is no standard name: expected a prefix and a hyphen
//! <
//! ```

use super::super::prelude::*;

pub(super) const RULE: Rule<View> = Rule {
    id: "gtp/private_names",
    level: Level::Should,
    topic: "commands",
    spec: "GTP G-130",
    measures: Measurement::Nothing,
    since: "0.2.0",
    check,
};

/// The names that are allowed without a hyphen: standard commands, and names that several programs share.
const STANDARD_NAMES: &[&str] = &[
    "undo",
    "fixed_handicap",
    "place_free_handicap",
    "set_free_handicap",
    "time_settings",
    "time_left",
    "final_score",
    "final_status_list",
    "loadsgf",
    "reg_genmove",
    "showboard",
    "analyze",
    "genmove_analyze",
];

fn check(view: &View, out: &mut Findings) {
    for (exchange, response) in view.completely_answered_exchanges() {
        if !exchange.command.has_name("list_commands") || !response.is_whole_success() {
            continue;
        }
        let standard = |name: &[u8]| {
            let mut names = STANDARD_NAMES.iter().chain(REQUIRED_COMMANDS);
            name.contains(&b'-') || names.any(|it| it.as_bytes() == name)
        };
        // The rule reports only the first private name without a hyphen.
        let private = response.text_lines().find(|it| !standard(it.1));
        match private {
            Some((line, name)) => {
                let name = readable_text(name).into_owned();
                out.violates(
                    line.culprit(),
                    message!(
                        "gtp_private_name",
                        "`{name}` is no standard name: expected a prefix and a hyphen",
                        name
                    ),
                );
            }
            None => out.conforms(response.line.at),
        }
    }
}
