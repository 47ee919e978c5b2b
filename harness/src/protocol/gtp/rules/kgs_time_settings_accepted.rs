//! `kgs-time_settings` accepts the time systems `none`, `absolute` and `canadian`.
//!
//! The KGS server sends `kgs-time_settings` before each game. An engine that rejects the time system cannot play on
//! KGS.
//!
//! ```conforms
//! > kgs-time_settings absolute 600
//! < =
//! <
//! > kgs-time_settings byoyomi 600 30 3
//! < =
//! <
//! ```
//!
//! `kgs-time_settings` may fail for byo-yomi, which not every engine can play:
//!
//! ```conforms
//! > kgs-time_settings none
//! < =
//! <
//! > kgs-time_settings byoyomi 600 30 3
//! < ? cannot play byoyomi
//! <
//! ```
//!
//! ```violates
//! > name
//! < = toy
//! <
//! > kgs-time_settings absolute 600
//! < ? syntax error
//!   ^^^^^^^^^^^^^^ expected a success (`=`), found the failure `syntax error`
//! <
//! ```

use super::super::prelude::*;

pub(super) const RULE: Rule<View> = Rule {
    id: "gtp/kgs_time_settings_accepted",
    level: Level::Must,
    topic: "commands",
    spec: "GTP K-2",
    measures: Measurement::Nothing,
    since: "0.2.0",
    check,
};

fn check(view: &View, out: &mut Findings) {
    checks::mark_inapplicable_if_unlisted(view, out, &["kgs-time_settings"]);
    checks::require_success(view, out, |exchange, response| {
        let system = exchange.command.arguments.first().map(Vec::as_slice);
        // `kgs-time_settings` may fail for the systems `byoyomi` and `canadian`, which not every engine can play.
        let is_byoyomi = matches!(system, Some(b"byoyomi" | b"canadian"));
        exchange.is_valid_command(&["kgs-time_settings"])
            && (response.status.is_success || !is_byoyomi)
    });
}
