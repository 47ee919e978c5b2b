//! `play` removes the stones that it captures.
//!
//! Stones that stay on the board after a capture make the engine play on another board than its opponent.
//!
//! ```conforms
//! > boardsize 9
//! < =
//! <
//! > clear_board
//! < =
//! <
//! > play w A1
//! < =
//! <
//! > play b A2
//! < =
//! <
//! > play b B1
//! < =
//! <
//! > play b A1
//! < =
//! <
//! ```
//!
//! One move can capture several groups, and the engine must remove all of them:
//!
//! ```conforms
//! > boardsize 9
//! < =
//! <
//! > clear_board
//! < =
//! <
//! > play w A1
//! < =
//! <
//! > play w C1
//! < =
//! <
//! > play b A2
//! < =
//! <
//! > play b C2
//! < =
//! <
//! > play b D1
//! < =
//! <
//! > play b B1
//! < =
//! <
//! > play b A1
//! < =
//! <
//! > play b C1
//! < =
//! <
//! ```
//!
//! If the engine refuses a move on the only point where the last move captured a stone, it may take the move for a ko.
//! The rule `play_accepted` judges this case.
//!
//! ```violates
//! > boardsize 9
//! < =
//! <
//! > clear_board
//! < =
//! <
//! > play w A1
//! < =
//! <
//! > play w A2
//! < =
//! <
//! > play b B1
//! < =
//! <
//! > play b B2
//! < =
//! <
//! > play b A3
//! < =
//! <
//! > play b A1
//! < ? illegal move
//!   ^^^^^^^^^^^^^^ this answer fits a board on which `play b A3` removed no stones
//! <
//! ```

use super::super::prelude::*;

pub(super) const RULE: Rule<View> = Rule {
    id: "gtp/captures_removed",
    level: Level::Must,
    topic: "legality",
    spec: "GTP G-120",
    measures: Measurement::Nothing,
    since: "0.2.0",
    check,
};

fn check(view: &View, out: &mut Findings) {
    checks::judge_board_mistake(view, out, BoardMistake::NotCaptured, |command| {
        message!(
            "gtp_not_captured",
            "this answer fits a board on which `{command}` removed no stones",
            command
        )
    });
}
