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
//! The captured stones of the game before do not count:
//!
//! ```violates
//! > boardsize 5
//! < =
//! <
//! > clear_board
//! < =
//! <
//! > komi 0.5
//! < =
//! <
//! > play b pass
//! < =
//! <
//! > play w pass
//! < =
//! <
//! > final_score
//! < = W+0.5
//! <
//! > final_score
//! < = W+0.5
//! <
//! > clear_board
//! < =
//! <
//! > komi 0.5
//! < =
//! <
//! > play b pass
//! < =
//! <
//! > play w pass
//! < =
//! <
//! > final_score
//! < = B+0.5
//! <
//! > final_score
//! < = B+0.5
//!   ^^^^^^^ the same game with the same komi had the score W+0.5 before another game: does `clear_board` reset the captured stones?
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

use super::super::{prelude::*, view::KnownScores};

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
    checks::require_same_score(view, out, KnownScores::of_same_game_before, |before| {
        message!(
            "gtp_captures_kept",
            "the same game with the same komi had the score {before} before another game: does `clear_board` reset the captured stones?",
            before
        )
    });
}
