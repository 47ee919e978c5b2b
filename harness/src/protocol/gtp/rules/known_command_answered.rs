//! `known_command` never fails, and answers exactly `true` or `false`.
//!
//! A controller compares the answer with the words `true` and `false`. The answers `True` and `1`, and a failure, match
//! neither `true` nor `false`.
//!
//! ```conforms
//! > known_command name
//! < = true
//! <
//! > known_command xyzzy
//! < = false
//! <
//! ```
//!
//! `known_command` without an argument may have any response:
//!
//! ```conforms
//! > known_command
//! < ? syntax error
//! <
//! > known_command name
//! < = true
//! <
//! ```
//!
//! ```violates
//! > known_command name
//! < = True
//!   ^^^^^^ expected `true` or `false`, found `True`
//! <
//! ```
//!
//! ```violates
//! > known_command xyzzy
//! < ? unknown command
//!   ^^^^^^^^^^^^^^^^^ expected `true` or `false`, found `unknown command`
//! <
//! ```

use super::super::prelude::*;

pub(super) const RULE: Rule<View> = Rule {
    id: "gtp/known_command_answered",
    level: Level::Must,
    topic: "commands",
    spec: "GTP G-103, G-56",
    measures: Measurement::Nothing,
    since: "0.2.0",
    check,
};

fn check(view: &View, out: &mut Findings) {
    for (exchange, response) in view.completely_answered_exchanges() {
        if !exchange.is_valid_command(&["known_command"]) || !exchange.spelling.is_plain() {
            continue;
        }
        let found = readable_text(&response.text).into_owned();
        let is_boolean = matches!(response.single_line(), Some(b"true" | b"false"));
        out.require(
            response.status.is_success && is_boolean,
            response.line.culprit(),
            || {
                message!(
                    "gtp_no_boolean",
                    "expected `true` or `false`, found `{found}`",
                    found
                )
            },
        );
    }
}
