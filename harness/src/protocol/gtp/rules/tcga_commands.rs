//! For the tournaments of TCGA, the engine has `undo`, `time_settings` and `time_left`.
//!
//! The programs of TCGA tournaments send `undo`, `time_settings` and `time_left` in every game.
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
//! < toy-eval
//! <
//! ```
//!
//! ```violates
//! > list_commands
//! < = protocol_version
//!   ^^^^^^^^^^^^^^^^^^ the list lacks `undo`, `time_settings`, `time_left`
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
    id: "gtp/tcga_commands",
    level: Level::Should,
    topic: "profile",
    spec: "GTP K-7",
    measures: Measurement::Nothing,
    since: "0.2.0",
    check,
};

fn check(view: &View, out: &mut Findings) {
    checks::require_listed(view, out, &[&["undo"], &["time_settings"], &["time_left"]]);
}
