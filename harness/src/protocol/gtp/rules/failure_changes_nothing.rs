//! A command that fails changes nothing.
//!
//! The controller assumes that the engine did not execute a failed command. If the engine executed a part of the failed
//! command, the engine and the controller have different boards.
//!
//! ```conforms
//! > boardsize 9
//! < =
//! <
//! > clear_board
//! < =
//! <
//! > set_free_handicap A1 Z9
//! < ? bad vertex list
//! <
//! > play w A1
//! < =
//! <
//! ```
//!
//! The failure may have any text:
//!
//! ```conforms
//! > boardsize 9
//! < =
//! <
//! > clear_board
//! < =
//! <
//! > set_free_handicap C3 pass
//! < ? no
//! <
//! > play w C3
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
//! > set_free_handicap A1 Z9
//! < ? bad vertex list
//! <
//! > play w A1
//! < ? illegal move
//!   ^^^^^^^^^^^^^^ this answer fits a board that the failed command `set_free_handicap A1 Z9` has changed
//! <
//! ```

use super::super::prelude::*;

pub(super) const RULE: Rule<View> = Rule {
    id: "gtp/failure_changes_nothing",
    level: Level::Should,
    topic: "state",
    spec: "GTP G-75",
    measures: Measurement::Nothing,
    since: "0.2.0",
    check,
};

fn check(view: &View, out: &mut Findings) {
    checks::mark_inapplicable_if_unlisted(view, out, &["set_free_handicap"]);
    checks::judge_board_mistake(view, out, BoardMistake::FailedCommandChanged, |command| {
        message!(
            "gtp_failure_changed",
            "this answer fits a board that the failed command `{command}` has changed",
            command
        )
    });
}
