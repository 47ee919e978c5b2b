//! `protocol_version` answers `2`.
//!
//! If the answer to `protocol_version` is not 2, a controller uses another protocol, or rejects the engine.
//!
//! ```conforms
//! > protocol_version
//! < = 2
//! <
//! ```
//!
//! The `2` may be on the line after the `=`:
//!
//! ```conforms
//! > 7 protocol_version
//! < =7
//! < 2
//! <
//! ```
//!
//! ```violates
//! > protocol_version
//! < = 2.0
//!   ^^^^^ expected `2`, found `2.0`
//! <
//! ```
//!
//! ```violates
//! > protocol_version
//! < ? no
//!   ^^^^ expected `2`, found `no`
//! <
//! ```

use super::super::prelude::*;

pub(super) const RULE: Rule<View> = Rule {
    id: "gtp/protocol_version_two",
    level: Level::Must,
    topic: "commands",
    spec: "GTP G-100",
    measures: Measurement::Nothing,
    since: "0.2.0",
    check,
};

fn check(view: &View, out: &mut Findings) {
    for (exchange, response) in view.completely_answered_exchanges() {
        if !exchange.is_valid_command(&["protocol_version"]) || !exchange.spelling.is_plain() {
            continue;
        }
        // The rule `digit_separated` reports the response `=2` without a space.
        if response.text.is_empty() && response.status.id != exchange.command_id() {
            continue;
        }
        let found = readable_text(&response.text).into_owned();
        let is_two = response.status.is_success && response.single_line() == Some(b"2");
        out.require(is_two, response.line.culprit(), || {
            message!(
                "gtp_version_not_two",
                "expected `2`, found `{found}`",
                found
            )
        });
    }
}
