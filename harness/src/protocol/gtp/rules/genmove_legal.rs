//! The move of `genmove` is on the board, on an empty point.
//!
//! A referee ends the game when an engine plays on an occupied point: the engine has lost.
//!
//! ```conforms
//! > boardsize 9
//! < =
//! <
//! > clear_board
//! < =
//! <
//! > play b E5
//! < =
//! <
//! > genmove w
//! < = D5
//! <
//! ```
//!
//! This rule accepts ko and suicide, because they depend on the rules of play, and the engine may pass:
//!
//! ```conforms
//! > boardsize 9
//! < =
//! <
//! > clear_board
//! < =
//! <
//! > play b A2
//! < =
//! <
//! > play b B1
//! < =
//! <
//! > genmove w
//! < = A1
//! <
//! > genmove b
//! < = pass
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
//! > play b E5
//! < =
//! <
//! > genmove w
//! < = E5
//!     ^^ E5 is occupied
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
//! < = K10
//!     ^^^ K10 is not on the board, whose size is 9
//! <
//! ```

use super::super::prelude::*;

pub(super) const RULE: Rule<View> = Rule {
    id: "gtp/genmove_legal",
    level: Level::Must,
    topic: "legality",
    spec: "GTP G-121, G-128",
    measures: Measurement::Nothing,
    since: "0.2.0",
    check,
};

fn check(view: &View, out: &mut Findings) {
    for (exchange, response) in view.completely_answered_exchanges() {
        let asks = exchange.command.is_genmove() || exchange.command.has_name("reg_genmove");
        let asks = asks && !exchange.is_private_analysis();
        let (Some(color), Some(position)) =
            (exchange.command.color_argument(), &exchange.board.position)
        else {
            continue;
        };
        let Some(vertex) = response
            .vertex()
            .filter(|_| asks && response.status.is_success)
        else {
            continue;
        };
        let word = response.move_word().unwrap_or_default();
        let line = response
            .text_lines()
            .last()
            .map_or(&response.line, |it| it.0);
        let culprit = checks::word_culprit(line, word);
        let point = readable_text(word).into_owned();
        match position.legality(color, vertex) {
            Legality::Occupied if exchange.board.explanation.is_some() => (),
            Legality::Occupied => out.violates(
                culprit,
                message!("gtp_move_occupied", "{point} is occupied", point),
            ),
            Legality::OffBoard => out.violates(
                culprit,
                message!(
                    "gtp_move_off_board",
                    "{point} is not on the board, whose size is {size}",
                    point,
                    size = u64::from(position.size())
                ),
            ),
            Legality::Legal | Legality::Ko | Legality::Suicide => out.conforms(response.line.at),
        }
    }
}
