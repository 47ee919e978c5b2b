//! `reg_genmove` leaves the board as it is.
//!
//! Test programs send `reg_genmove` several times in one position. If the engine plays the move with which it answers
//! `reg_genmove`, all its later answers are about other positions.
//!
//! ```conforms
//! > boardsize 9
//! < =
//! <
//! > clear_board
//! < =
//! <
//! > reg_genmove b
//! < = E5
//! <
//! > play w E5
//! < =
//! <
//! ```
//!
//! A further `reg_genmove` may get the same move or another move:
//!
//! ```conforms
//! > boardsize 9
//! < =
//! <
//! > clear_board
//! < =
//! <
//! > reg_genmove b
//! < = E5
//! <
//! > reg_genmove b
//! < = E5
//! <
//! > reg_genmove w
//! < = C3
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
//! > reg_genmove b
//! < = E5
//! <
//! > play w E5
//! < ? illegal move
//!   ^^^^^^^^^^^^^^ this answer fits a board on which `reg_genmove b` played its move
//! <
//! ```

use super::super::prelude::*;

pub(super) const RULE: Rule<View> = Rule {
    id: "gtp/reg_genmove_keeps_board",
    level: Level::Must,
    topic: "state",
    spec: "GTP G-128",
    measures: Measurement::Nothing,
    since: "0.2.0",
    check,
};

fn check(view: &View, out: &mut Findings) {
    checks::mark_inapplicable_if_unlisted(view, out, &["reg_genmove"]);
    checks::judge_board_mistake(view, out, BoardMistake::RegGenmovePlayed, |command| {
        message!(
            "gtp_reg_genmove_played",
            "this answer fits a board on which `{command}` played its move",
            command
        )
    });
}
