//! An analysis leaves the board as it is.
//!
//! A controller may analyze a position in the middle of a game. If the analysis leaves a stone on the board, the engine
//! and the controller have different positions.
//!
//! ```conforms
//! > boardsize 9
//! < =
//! <
//! > clear_board
//! < =
//! <
//! > 20 lz-analyze b 50
//! < =20
//! < info move E5 visits 10 winrate 5000 pv E5
//! >| \n
//! <
//! > play w E5
//! < =
//! <
//! ```
//!
//! After an analysis, the analyzed move and any other move may be played:
//!
//! ```conforms
//! > boardsize 9
//! < =
//! <
//! > clear_board
//! < =
//! <
//! > 20 lz-analyze b 50
//! < =20
//! < info move E5 visits 10 winrate 5000 pv E5
//! >| \n
//! <
//! > genmove b
//! < = E5
//! <
//! > play b C3
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
//! > 20 lz-analyze b 50
//! < =20
//! < info move E5 visits 10 winrate 5000 pv E5
//! >| \n
//! <
//! > play w E5
//! < ? illegal move
//!   ^^^^^^^^^^^^^^ this answer fits a board on which `20 lz-analyze b 50` played its move
//! <
//! ```

use super::super::prelude::*;

pub(super) const RULE: Rule<View> = Rule {
    id: "gtp/analysis_keeps_board",
    level: Level::Must,
    topic: "state",
    spec: "GTP A-11",
    measures: Measurement::Nothing,
    since: "0.2.0",
    check,
};

fn check(view: &View, out: &mut Findings) {
    checks::mark_inapplicable_if_unlisted(view, out, &["analyze", "lz-analyze", "kata-analyze"]);
    checks::judge_board_mistake(view, out, BoardMistake::AnalysisPlayed, |command| {
        message!(
            "gtp_analysis_played",
            "this answer fits a board on which `{command}` played its move",
            command
        )
    });
}
