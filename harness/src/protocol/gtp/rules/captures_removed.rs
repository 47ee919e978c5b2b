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
//! > play b A2
//! < =
//! <
//! > play b B1
//! < =
//! <
//! > play b A1
//! < ? illegal move
//!   ^^^^^^^^^^^^^^ this answer fits only a board on which `play b B1` removed no stones
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
            "this answer fits only a board on which `{command}` removed no stones",
            command
        )
    });
}
