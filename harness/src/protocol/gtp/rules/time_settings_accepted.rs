//! `time_settings` accepts any numbers.
//!
//! A controller sends the time settings that the user has chosen. An engine that rejects the time settings plays
//! without a clock and loses on time.
//!
//! ```conforms
//! > time_settings 300 30 5
//! < =
//! <
//! ```
//!
//! The main time or the extra time may be 0, and extra time with 0 stones means that there is no time limit:
//!
//! ```conforms
//! > time_settings 0 30 5
//! < =
//! <
//! > time_settings 300 0 0
//! < =
//! <
//! > time_settings 0 1 0
//! < =
//! <
//! ```
//!
//! ```violates
//! > name
//! < = toy
//! <
//! > time_settings 0 30 5
//! < ? syntax error
//!   ^^^^^^^^^^^^^^ expected a success (`=`), found the failure `syntax error`
//! <
//! ```

use super::super::prelude::*;

pub(super) const RULE: Rule<View> = Rule {
    id: "gtp/time_settings_accepted",
    level: Level::Must,
    topic: "commands",
    spec: "GTP G-123",
    measures: Measurement::Nothing,
    since: "0.2.0",
    check,
};

fn check(view: &View, out: &mut Findings) {
    checks::mark_inapplicable_if_unlisted(view, out, &["time_settings"]);
    checks::require_success(view, out, |exchange, _| {
        exchange.is_valid_command(&["time_settings"])
    });
}
