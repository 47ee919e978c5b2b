//! A command with malformed arguments fails with the text `syntax error`.
//!
//! A controller needs the text `syntax error` to distinguish a malformed command from an illegal move.
//!
//! ```conforms
//! > boardsize nine
//! < ? syntax error
//! <
//! ```
//!
//! An explanation may follow the text `syntax error`:
//!
//! ```conforms
//! > komi
//! < ? syntax error: komi needs a number
//! <
//! ```
//!
//! ```violates
//! > play b i5
//! < ? what?
//!   ^^^^^^^ expected `syntax error`, found `what?`
//! <
//! ```

use super::super::prelude::*;

pub(super) const RULE: Rule<View> = Rule {
    id: "gtp/syntax_error_text",
    level: Level::Should,
    topic: "commands",
    spec: "GTP G-71, G-72, G-74",
    measures: Measurement::Nothing,
    since: "0.2.0",
    check,
};

fn check(view: &View, out: &mut Findings) {
    for (exchange, response) in view.completely_answered_exchanges() {
        let malformed = exchange.command.argument_kind() == ArgumentKind::Invalid;
        // For a handicap command, the specification fixes no text of the failure (`GTP G-73`). Without arguments,
        // `set_free_handicap` has a list of no vertices, which may count as a bad list.
        let may_be_empty = exchange.command.has_any_name(&["set_free_handicap"]);
        let has_arguments = may_be_empty || !exchange.command.arguments.is_empty();
        let free = exchange.command.is_handicap() && has_arguments;
        let unknown = exchange.fails_as_unknown(response);
        if !malformed || free || unknown || response.status.is_success {
            continue;
        }
        let found = readable_text(&response.text).into_owned();
        out.require(
            response.has_fixed_text("syntax error"),
            response.line.culprit(),
            || {
                message!(
                    "gtp_syntax_text",
                    "expected `syntax error`, found `{found}`",
                    found
                )
            },
        );
    }
}
