//! `genmove` plays a stone of the color that the command names.
//!
//! Either color may move at any time. If the engine plays a stone of the side to move instead, every later capture
//! differs between the engine's board and the controller's board.
//!
//! ```conforms
//! > boardsize 2
//! < =
//! <
//! > clear_board
//! < =
//! <
//! > genmove w
//! < = A1
//! <
//! > play w A2
//! < =
//! <
//! > play w B1
//! < =
//! <
//! > play w A1
//! < ? illegal move
//! <
//! ```
//!
//! The command may name one color twice in a row:
//!
//! ```conforms
//! > boardsize 3
//! < =
//! <
//! > clear_board
//! < =
//! <
//! > genmove b
//! < = B2
//! <
//! > genmove b
//! < = A1
//! <
//! > play w A2
//! < =
//! <
//! > play w B1
//! < =
//! <
//! > play w A1
//! < =
//! <
//! ```
//!
//! ```violates
//! > boardsize 2
//! < =
//! <
//! > clear_board
//! < =
//! <
//! > genmove w
//! < = A1
//! <
//! > play b A1
//! < ? illegal move
//! <
//! > play w A2
//! < =
//! <
//! > play w B1
//! < =
//! <
//! > play w A1
//! < =
//!   ^ this answer fits a board on which `genmove w` played a stone of the other color
//! <
//! ```

use super::super::prelude::*;

pub(super) const RULE: Rule<View> = Rule {
    id: "gtp/genmove_color",
    level: Level::Must,
    topic: "state",
    spec: "GTP G-121",
    measures: Measurement::Nothing,
    since: "0.2.0",
    check,
};

/// The size of the board in the scenarios of this rule.
const SMALL_BOARD: &[u8] = b"9";

fn check(view: &View, out: &mut Findings) {
    // Whether the engine obeys the color shows only on a board that is small enough to be filled.
    let is_small = |it: &CommandExchange| {
        let size = it.command.arguments.first().map(Vec::as_slice);
        it.command.has_name("boardsize") && size == Some(SMALL_BOARD)
    };
    let mut answers = view.answered_exchanges();
    if answers.any(|(exchange, response)| is_small(exchange) && !response.status.is_success) {
        out.not_applicable(message!(
            "gtp_small_board_refused",
            "the engine refuses the small board on which the color of its stone shows"
        ));
    }
    checks::judge_board_mistake(view, out, BoardMistake::GenmoveOtherColor, |command| {
        message!(
            "gtp_genmove_other_color",
            "this answer fits a board on which `{command}` played a stone of the other color",
            command
        )
    });
}
