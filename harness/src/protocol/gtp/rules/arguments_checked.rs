//! A command fails if an argument is missing or has the wrong type.
//!
//! If the engine accepts a malformed argument, it does something that the controller did not request, and the engine
//! and the controller have different boards.
//!
//! ```conforms
//! > boardsize nine
//! < ? syntax error
//! <
//! > komi six
//! < ? syntax error
//! <
//! ```
//!
//! This rule does not judge the text of the failure:
//!
//! ```conforms
//! > play b i5
//! < ? illegal move
//! <
//! > genmove
//! < ?
//! <
//! ```
//!
//! ```violates
//! > boardsize nine
//! < =
//!   ^ expected a failure (`?`), found a success
//! <
//! ```
//!
//! ```violates
//! > play b d4x
//! < =
//!   ^ expected a failure (`?`), found a success
//! <
//! ```
//!
//! ```violates
//! > komi 6.5x
//! < =
//!   ^ expected a failure (`?`), found a success
//! <
//! ```

use super::super::prelude::*;

pub(super) const RULE: Rule<View> = Rule {
    id: "gtp/arguments_checked",
    level: Level::Must,
    topic: "commands",
    spec: "GTP G-71, G-50, G-53",
    measures: Measurement::Nothing,
    since: "0.2.0",
    check,
};

fn check(view: &View, out: &mut Findings) {
    checks::require_failure(view, out, |exchange, response| {
        exchange.command.argument_kind() == ArgumentKind::Invalid
            && !exchange.command.is_analysis()
            && !exchange.command.is_genmove_analyze()
            && exchange.spelling != Spelling::ControlBytes
            && !exchange.fails_as_unknown(response)
    });
}
