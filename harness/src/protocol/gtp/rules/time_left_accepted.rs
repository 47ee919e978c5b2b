//! `time_left` accepts a color, a number of seconds and a number of stones.
//!
//! Without `time_left` the engine does not know the delay of the controller, and loses on time.
//!
//! ```conforms
//! > time_settings 300 30 5
//! < =
//! <
//! > time_left b 200 0
//! < =
//! <
//! ```
//!
//! The number of stones is 0 during the main time, and the time that is left can be 0:
//!
//! ```conforms
//! > time_left w 0 0
//! < =
//! <
//! > time_left black 30 5
//! < =
//! <
//! ```
//!
//! ```violates
//! > time_settings 300 0 0
//! < =
//! <
//! > time_left b 200 0
//! < ? syntax error
//!   ^^^^^^^^^^^^^^ expected a success (`=`), found the failure `syntax error`
//! <
//! ```

use super::super::prelude::*;

pub(super) const RULE: Rule<View> = Rule {
    id: "gtp/time_left_accepted",
    level: Level::Must,
    topic: "commands",
    spec: "GTP G-124",
    measures: Measurement::Nothing,
    since: "0.2.0",
    check,
};

fn check(view: &View, out: &mut Findings) {
    checks::mark_inapplicable_if_unlisted(view, out, &["time_left"]);
    checks::require_success(view, out, |exchange, _| {
        exchange.is_valid_command(&["time_left"])
    });
}
