//! `genmove` plays its answer on the engine's own board.
//!
//! The controller does not send the engine's own move to the engine again. If the engine has not played its own move,
//! its board lacks a stone.
//!
//! ```conforms
//! > boardsize 9
//! < =
//! <
//! > clear_board
//! < =
//! <
//! > genmove b
//! < = E5
//! <
//! > play w E5
//! < ? illegal move
//! <
//! ```
//!
//! If the engine answers `resign`, it plays no move:
//!
//! ```conforms
//! > boardsize 9
//! < =
//! <
//! > clear_board
//! < =
//! <
//! > genmove b
//! < = C3
//! <
//! > genmove w
//! < = resign
//! <
//! > play w C3
//! < ? illegal move
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
//! > genmove b
//! < = E5
//! <
//! > play w E5
//! < =
//!   ^ this answer fits a board without the move of `genmove b`
//! <
//! ```

use super::super::prelude::*;

pub(super) const RULE: Rule<View> = Rule {
    id: "gtp/genmove_plays",
    level: Level::Must,
    topic: "state",
    spec: "GTP G-121",
    measures: Measurement::Nothing,
    since: "0.2.0",
    check,
};

fn check(view: &View, out: &mut Findings) {
    checks::judge_board_mistake(view, out, BoardMistake::GenmoveNotPlayed, |command| {
        message!(
            "gtp_genmove_not_played",
            "this answer fits a board without the move of `{command}`",
            command
        )
    });
}
