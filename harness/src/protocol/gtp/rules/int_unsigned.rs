//! A command fails if one of its integers is negative.
//!
//! A bug in a controller may cause a negative time. If the engine rejects a negative time, the
//! controller's bug shows at once; if the engine accepts it, the bug stays hidden until a game is
//! lost on time.
//!
//! ```conforms
//! > time_settings 300 -1 5
//! < ? syntax error
//! <
//! ```
//!
//! This rule does not judge the text of the failure:
//!
//! ```conforms
//! > time_left b -5 0
//! < ? what
//! <
//! ```
//!
//! ```violates
//! > time_settings -1 0 0
//! < =
//!   ^ expected a failure (`?`), found a success
//! <
//! ```

use super::super::prelude::*;

pub(super) const RULE: Rule<View> = Rule {
    id: "gtp/int_unsigned",
    level: Level::Should,
    topic: "commands",
    spec: "GTP G-50",
    measures: Measurement::Nothing,
    since: "0.2.0",
    check,
};

fn check(view: &View, out: &mut Findings) {
    checks::mark_inapplicable_if_unlisted(view, out, &["time_settings", "time_left"]);
    checks::require_failure(view, out, |exchange, _| {
        exchange.command.argument_kind() == ArgumentKind::Negative
    });
}
