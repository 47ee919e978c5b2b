//! An engine that can never undo does not list `undo`.
//!
//! A controller shows a button for each listed command. A button for an `undo` that always fails is useless.
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
//! > boardsize 9
//! < =
//! <
//! > clear_board
//! < =
//! <
//! > play b E5
//! < =
//! <
//! > undo
//! < =
//! <
//! ```
//!
//! A single failure of `undo` does not prove that it never works:
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
//! > boardsize 9
//! < =
//! <
//! > clear_board
//! < =
//! <
//! > play b E5
//! < =
//! <
//! > undo
//! < ? cannot undo
//! <
//! > play b D5
//! < =
//! <
//! > undo
//! < =
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
//! > boardsize 9
//! < =
//! <
//! > clear_board
//! < =
//! <
//! > play b E5
//! < =
//! <
//! > undo
//! < ? cannot undo
//! <
//! > undo
//! < ? cannot undo
//!   ^^^^^^^^^^^^^ the engine lists `undo`, but has rejected it twice in a row after a move
//! <
//! ```

use super::super::prelude::*;

pub(super) const RULE: Rule<View> = Rule {
    id: "gtp/undo_offered",
    level: Level::Should,
    topic: "commands",
    spec: "GTP G-135",
    measures: Measurement::Nothing,
    since: "0.2.0",
    check,
};

fn check(view: &View, out: &mut Findings) {
    checks::mark_inapplicable_if_unlisted(view, out, &["undo"]);
    for (exchange, response) in view.completely_answered_exchanges() {
        let listed = exchange.facts.listed == Some(true) && exchange.is_valid_command(&["undo"]);
        let facts = exchange.facts;
        if !listed || exchange.board.move_count == 0 || facts.board_is_from_record {
            continue;
        }
        if response.status.is_success {
            out.conforms(response.line.at);
        } else if facts.undo_refused && !response.is_unknown_command() {
            out.violates(
                response.line.culprit(),
                message!(
                    "gtp_undo_never",
                    "the engine lists `undo`, but has rejected it twice in a row after a move"
                ),
            );
        }
    }
}
