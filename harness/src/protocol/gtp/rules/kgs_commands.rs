//! For KGS, the engine has `final_status_list`, `time_left` and time settings.
//!
//! KGS does not rate the games of an engine that cannot list the dead stones.
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
//! < final_status_list
//! < time_left
//! < time_settings
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
//! < final_status_list
//! < time_left
//! < time_settings
//! < toy-eval
//! <
//! ```
//!
//! ```violates
//! > list_commands
//! < = protocol_version
//!   ^^^^^^^^^^^^^^^^^^ the list lacks `final_status_list`, `time_left`, `time_settings` / `kgs-time_settings`
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
    id: "gtp/kgs_commands",
    level: Level::Should,
    topic: "profile",
    spec: "GTP K-5",
    measures: Measurement::Nothing,
    since: "0.2.0",
    check,
};

fn check(view: &View, out: &mut Findings) {
    checks::require_listed(
        view,
        out,
        &[
            &["final_status_list"],
            &["time_left"],
            &["time_settings", "kgs-time_settings"],
        ],
    );
}
