//! The answer to `genmove`, `reg_genmove` or `kgs-genmove_cleanup` is a vertex or `resign`.
//!
//! A controller cannot play a move if the answer is neither a vertex nor `resign`.
//!
//! ```conforms
//! > boardsize 9
//! < =
//! <
//! > clear_board
//! < =
//! <
//! > genmove b
//! < = E5
//! <
//! > genmove w
//! < = pass
//! <
//! ```
//!
//! The move may be in upper or lower case, and may be on the line after the `=`:
//!
//! ```conforms
//! > boardsize 9
//! < =
//! <
//! > clear_board
//! < =
//! <
//! > genmove b
//! < =
//! < e5
//! <
//! > genmove w
//! < = PASS
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
//! > genmove b
//! < =
//!   ^ expected a vertex or `resign`, found ``
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
//! > genmove b
//! < = B E5
//!   ^^^^^^ expected a vertex or `resign`, found `B E5`
//! <
//! ```

use super::super::prelude::*;

pub(super) const RULE: Rule<View> = Rule {
    id: "gtp/genmove_form",
    level: Level::Must,
    topic: "commands",
    spec: "GTP G-121, G-128, G-58",
    measures: Measurement::Nothing,
    since: "0.2.0",
    check,
};

fn check(view: &View, out: &mut Findings) {
    for (exchange, response) in view.completely_answered_exchanges() {
        let asks = exchange.command.is_genmove() || exchange.command.has_name("reg_genmove");
        if !asks || exchange.command.is_genmove_analyze() || !response.status.is_success {
            continue;
        }
        let is_move = response.vertex().is_some() || response.is_resignation();
        let found = readable_text(&response.text).into_owned();
        out.require(is_move, response.line.culprit(), || {
            message!(
                "gtp_no_move",
                "expected a vertex or `resign`, found `{found}`",
                found
            )
        });
    }
}
