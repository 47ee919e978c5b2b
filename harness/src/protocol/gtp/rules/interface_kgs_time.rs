//! A controller for KGS sends `kgs-time_settings` to an engine that lists it.
//!
//! `time_settings` cannot express byo-yomi, so the engine would play with a wrong clock.
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
//! < kgs-time_settings
//! <
//! > kgs-time_settings absolute 600
//! < =
//! <
//! ```
//!
//! An engine that does not list `kgs-time_settings` gets `time_settings`:
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
//! <
//! > time_settings 600 0 0
//! < =
//! <
//! ```
//!
//! ```violates
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
//! < kgs-time_settings
//! <
//! > time_settings 600 0 0
//!   ^^^^^^^^^^^^^^^^^^^^^ the engine lists `kgs-time_settings`
//! < =
//! <
//! ```

use super::super::prelude::*;

pub(super) const RULE: Rule<View> = Rule {
    id: "gtp/interface_kgs_time",
    level: Level::Should,
    topic: "interface",
    spec: "GTP K-9",
    measures: Measurement::Nothing,
    since: "0.2.0",
    check,
};

fn check(view: &View, out: &mut Findings) {
    for exchange in &view.exchanges {
        if exchange.command.has_name("kgs-time_settings") {
            out.conforms(exchange.line.at);
        } else if exchange.command.has_name("time_settings") {
            out.require(
                !exchange.facts.kgs_time_listed,
                exchange.line.culprit(),
                || {
                    message!(
                        "gtp_interface_kgs_time",
                        "the engine lists `kgs-time_settings`"
                    )
                },
            );
        }
    }
}
