//! `genmove_analyze` plays its answer on the engine's own board.
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
//! > 20 lz-genmove_analyze b 50
//! < =20
//! < play E5
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
//! > 20 lz-genmove_analyze b 50
//! < =20
//! < play C3
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
//! > 20 lz-genmove_analyze b 50
//! < =20
//! < play E5
//! <
//! > play w E5
//! < =
//!   ^ this answer fits a board without the move of `20 lz-genmove_analyze b 50`
//! <
//! ```

use super::super::prelude::*;

pub(super) const RULE: Rule<View> = Rule {
    id: "gtp/genmove_analyze_plays",
    level: Level::Must,
    topic: "state",
    spec: "GTP A-3",
    measures: Measurement::Nothing,
    since: "0.2.0",
    check,
};

fn check(view: &View, out: &mut Findings) {
    checks::mark_inapplicable_if_unlisted(
        view,
        out,
        &[
            "genmove_analyze",
            "lz-genmove_analyze",
            "kata-genmove_analyze",
        ],
    );
    checks::judge_board_mistake(view, out, BoardMistake::AnalyzedMoveNotPlayed, |command| {
        message!(
            "gtp_genmove_not_played",
            "this answer fits a board without the move of `{command}`",
            command
        )
    });
}
