//! `undo` restores the position before the last move.
//!
//! A controller that takes a move back continues with another move. After `undo`, the controller and the engine must
//! have the same stones on the board.
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
//! > undo
//! < =
//! <
//! > play w E5
//! < =
//! <
//! ```
//!
//! `undo` puts captured stones back on the board:
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
//! > undo
//! < =
//! <
//! > play b A1
//! < ? illegal move
//! <
//! > play b A2
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
//! > play b E5
//! < =
//! <
//! > undo
//! < =
//! <
//! > play w E5
//! < ? illegal move
//!   ^^^^^^^^^^^^^^ this answer does not fit the board after `undo`
//! <
//! ```

use super::super::{prelude::*, view::KnownScores};

pub(super) const RULE: Rule<View> = Rule {
    id: "gtp/undo_takes_back",
    level: Level::Must,
    topic: "state",
    spec: "GTP G-122",
    measures: Measurement::Nothing,
    since: "0.2.0",
    check,
};

fn check(view: &View, out: &mut Findings) {
    checks::mark_inapplicable_if_unlisted(view, out, &["undo"]);
    checks::judge_board_mistake(view, out, BoardMistake::WrongUndo, |command| {
        message!(
            "gtp_wrong_undo",
            "this answer does not fit the board after `{command}`",
            command
        )
    });
    checks::require_same_score(view, out, KnownScores::before_undo, |before| {
        message!(
            "gtp_captures_not_undone",
            "the same moves with the same komi had the score {before} before moves were taken back: does `undo` reset the captured stones?",
            before
        )
    });
}
