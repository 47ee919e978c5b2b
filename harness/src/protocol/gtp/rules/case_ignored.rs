//! Colors are `b`, `black`, `w` or `white`, and case does not count in colors and vertices.
//!
//! Controllers write moves in different ways, such as `B d4`, `black D4` or `b PASS`. An engine that can read only one
//! way of writing moves rejects the moves of some controllers.
//!
//! ```conforms
//! > boardsize 9
//! < =
//! <
//! > clear_board
//! < =
//! <
//! > play black E5
//! < =
//! <
//! > play W d4
//! < =
//! <
//! ```
//!
//! Upper and lower case are allowed in a color, but in this example the second move is illegal, so it fails:
//!
//! ```conforms
//! > boardsize 9
//! < =
//! <
//! > clear_board
//! < =
//! <
//! > play BLACK e5
//! < =
//! <
//! > play White E5
//! < ? illegal move
//! <
//! ```
//!
//! ```violates
//! > boardsize 9
//! < =
//! <
//! > clear_board
//! < =
//! <
//! > play black e5
//! < ? syntax error
//!   ^^^^^^^^^^^^^^ the engine rejects `play black e5` because of the case or the form of its words
//! <
//! ```

use super::super::prelude::*;

pub(super) const RULE: Rule<View> = Rule {
    id: "gtp/case_ignored",
    level: Level::Must,
    topic: "commands",
    spec: "GTP G-53, G-54, G-55",
    measures: Measurement::Nothing,
    since: "0.2.0",
    check,
};

fn check(view: &View, out: &mut Findings) {
    for (exchange, response) in view.completely_answered_exchanges() {
        if !exchange.is_legal_play() || !exchange.has_unusual_letter_case() {
            continue;
        }
        if response.status.is_success {
            out.conforms(response.line.at);
        } else if exchange.is_refusal(response) && !response.has_fixed_text("illegal move") {
            let command = exchange.command_text();
            out.violates(
                response.line.culprit(),
                message!(
                    "gtp_case_refused",
                    "the engine rejects `{command}` because of the case or the form of its words",
                    command
                ),
            );
        }
    }
}
