//! For the match program of WAIC, the engine has `time_settings`, `time_left` and `kgs-time_settings`.
//!
//! The match program of WAIC sends byo-yomi times with `time_settings`, `time_left` and `kgs-time_settings`.
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
//! < time_settings
//! < time_left
//! < kgs-time_settings
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
//! < time_settings
//! < time_left
//! < kgs-time_settings
//! < toy-eval
//! <
//! ```
//!
//! ```violates
//! > list_commands
//! < = protocol_version
//!   ^^^^^^^^^^^^^^^^^^ the list lacks `time_settings`, `time_left`, `kgs-time_settings`
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
    id: "gtp/waic_commands",
    level: Level::Should,
    topic: "profile",
    spec: "GTP K-8",
    measures: Measurement::Nothing,
    since: "0.2.0",
    check,
};

fn check(view: &View, out: &mut Findings) {
    checks::require_listed(
        view,
        out,
        &[&["time_settings"], &["time_left"], &["kgs-time_settings"]],
    );
}
