//! The engine answers `kgs-game_over` with a success.
//!
//! The engine receives `kgs-game_over` after every game. If `kgs-game_over` fails, the server's
//! program assumes that the engine is not ready for the next game.
//!
//! ```conforms
//! > kgs-game_over
//! < =
//! <
//! ```
//!
//! The engine may need some seconds for `kgs-game_over`:
//!
//! ```conforms
//! 0.000000 > kgs-game_over
//! 5.000000 < =
//! 5.000000 <
//! ```
//!
//! ```violates
//! > name
//! < = toy
//! <
//! > kgs-game_over
//! < ? no game
//!   ^^^^^^^^^ expected a success (`=`), found the failure `no game`
//! <
//! ```

use super::super::prelude::*;

pub(super) const RULE: Rule<View> = Rule {
    id: "gtp/kgs_game_over_answered",
    level: Level::Should,
    topic: "commands",
    spec: "GTP K-3",
    measures: Measurement::Nothing,
    since: "0.2.0",
    check,
};

fn check(view: &View, out: &mut Findings) {
    checks::mark_inapplicable_if_unlisted(view, out, &["kgs-game_over"]);
    checks::require_success(view, out, |exchange, _| {
        exchange.is_valid_command(&["kgs-game_over"])
    });
}
