//! For GoGui, the engine has `undo`, `time_settings`, `time_left` and `final_score`.
//!
//! GoGui uses `undo` to take back moves, `time_settings` and `time_left` for the clocks, and `final_score` at the end
//! of a game.
//!
//! ```conforms
//! > list_commands
//! < = protocol_version
//! < name
//! < version
//! < known_command
//! < list_commands
//! < quit
//! < boardsize
//! < clear_board
//! < komi
//! < play
//! < genmove
//! < undo
//! < time_settings
//! < time_left
//! < final_score
//! <
//! ```
//!
//! The engine may list further commands:
//!
//! ```conforms
//! > list_commands
//! < = protocol_version
//! < name
//! < version
//! < known_command
//! < list_commands
//! < quit
//! < boardsize
//! < clear_board
//! < komi
//! < play
//! < genmove
//! < undo
//! < time_settings
//! < time_left
//! < final_score
//! < toy-eval
//! <
//! ```
//!
//! ```violates
//! > list_commands
//! < = protocol_version
//!   ^^^^^^^^^^^^^^^^^^ the list lacks `undo`, `time_settings`, `time_left`, `final_score`
//! < name
//! < version
//! < known_command
//! < list_commands
//! < quit
//! < boardsize
//! < clear_board
//! < komi
//! < play
//! < genmove
//! <
//! ```

use super::super::prelude::*;

pub(super) const RULE: Rule<View> = Rule {
    id: "gtp/gogui_commands",
    level: Level::Should,
    topic: "profile",
    spec: "GTP G-124",
    measures: Measurement::Nothing,
    since: "0.2.0",
    check,
};

fn check(view: &View, out: &mut Findings) {
    checks::require_listed(
        view,
        out,
        &[
            &["undo"],
            &["time_settings"],
            &["time_left"],
            &["final_score"],
        ],
    );
}
