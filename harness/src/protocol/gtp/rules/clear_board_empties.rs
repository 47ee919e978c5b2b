//! `clear_board` never fails, and empties the board.
//!
//! Each game begins with `clear_board`. If stones of the previous game remain, the engine plays on another board than
//! its opponent.
//!
//! ```conforms
//! > boardsize 9
//! < =
//! <
//! > clear_board
//! < =
//! <
//! > play b E5
//! < =
//! <
//! > clear_board
//! < =
//! <
//! > play w E5
//! < =
//! <
//! ```
//!
//! If `clear_board` has an argument, it may fail and leave the stones on the board:
//!
//! ```conforms
//! > boardsize 9
//! < =
//! <
//! > clear_board
//! < =
//! <
//! > play b E5
//! < =
//! <
//! > clear_board all
//! < ? syntax error
//! <
//! > clear_board
//! < =
//! <
//! > play w E5
//! < =
//! <
//! ```
//!
//! ```violates
//! > boardsize 9
//! < =
//! <
//! > clear_board
//! < =
//! <
//! > play b E5
//! < =
//! <
//! > clear_board
//! < =
//! <
//! > play w E5
//! < ? illegal move
//!   ^^^^^^^^^^^^^^ this answer fits the board before `clear_board`
//! <
//! ```

use super::super::prelude::*;

pub(super) const RULE: Rule<View> = Rule {
    id: "gtp/clear_board_empties",
    level: Level::Must,
    topic: "state",
    spec: "GTP G-111",
    measures: Measurement::Nothing,
    since: "0.2.0",
    check,
};

fn check(view: &View, out: &mut Findings) {
    checks::require_success(view, out, |exchange, _| {
        exchange.is_valid_command(&["clear_board"])
    });
    checks::judge_board_mistake(view, out, BoardMistake::NotCleared, |command| {
        message!(
            "gtp_not_cleared",
            "this answer fits the board before `{command}`",
            command
        )
    });
}
