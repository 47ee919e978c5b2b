//! The engine prints vertices in upper case, and `resign` in lower case.
//!
//! GTP ignores the case of a vertex, but simple programs compare the answer with vertices in upper case, as the draft
//! prints them.
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
//! `PASS` may be in upper case, and private commands may print vertices in lower case:
//!
//! ```conforms
//! > boardsize 9
//! < =
//! <
//! > clear_board
//! < =
//! <
//! > genmove b
//! < = PASS
//! <
//! > toy-show
//! < = d4
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
//! < = e5
//!   ^^^^ expected upper case, found `e5`
//! <
//! ```

use super::super::prelude::*;

pub(super) const RULE: Rule<View> = Rule {
    id: "gtp/genmove_upper_case",
    level: Level::Should,
    topic: "commands",
    spec: "GTP G-60",
    measures: Measurement::Nothing,
    since: "0.2.0",
    check,
};

fn check(view: &View, out: &mut Findings) {
    for (exchange, response) in view.completely_answered_exchanges() {
        let asks = exchange.command.is_genmove() || exchange.command.has_name("reg_genmove");
        let asks = asks && !exchange.is_private_analysis();
        let Some(word) = response
            .move_word()
            .filter(|_| asks && response.status.is_success)
        else {
            continue;
        };
        let vertex = Vertex::parse(word);
        // The rule `genmove_form` reports a word that is no move.
        if vertex.is_none() && !word.eq_ignore_ascii_case(b"resign") {
            continue;
        }
        let is_point = vertex.as_ref().is_some_and(|it| *it != Vertex::Pass);
        let usual = vertex == Some(Vertex::Pass)
            || match is_point {
                true => !word.iter().any(u8::is_ascii_lowercase),
                false => !word.iter().any(u8::is_ascii_uppercase),
            };
        let found = readable_text(word).into_owned();
        let line = response.line.culprit();
        match is_point {
            true => out.require(usual, line, || {
                message!(
                    "gtp_lower_case",
                    "expected upper case, found `{found}`",
                    found
                )
            }),
            false => out.require(usual, line, || {
                message!(
                    "gtp_upper_case",
                    "expected lower case, found `{found}`",
                    found
                )
            }),
        }
    }
}
