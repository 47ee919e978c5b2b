//! `play` on an occupied point fails.
//!
//! An engine that accepts a move on an occupied point has another board than the controller, and its next moves do not
//! fit the game.
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
//! > play w E5
//! < ? illegal move
//! <
//! ```
//!
//! After a capture, the points of the captured stones are empty:
//!
//! ```conforms
//! > boardsize 9
//! < =
//! <
//! > clear_board
//! < =
//! <
//! > play w A1
//! < =
//! <
//! > play b A2
//! < =
//! <
//! > play b B1
//! < =
//! <
//! > play w A1
//! < ? illegal move
//! <
//! > play b A1
//! < =
//! <
//! > play w A1
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
//! > play b E5
//! < =
//! <
//! > play w E5
//! < =
//!   ^ a success, although E5 is occupied
//! <
//! ```

use super::super::prelude::*;

pub(super) const RULE: Rule<View> = Rule {
    id: "gtp/play_occupied_fails",
    level: Level::Must,
    topic: "legality",
    spec: "GTP G-120",
    measures: Measurement::Nothing,
    since: "0.2.0",
    check,
};

fn check(view: &View, out: &mut Findings) {
    for (exchange, response) in view.completely_answered_exchanges() {
        let (Some((color, vertex)), Some(position)) =
            (exchange.command.played_move(), &exchange.board.position)
        else {
            continue;
        };
        let occupied = position.legality(color, vertex) == Legality::Occupied;
        let Some(point) = vertex.point().filter(|_| occupied) else {
            continue;
        };
        if exchange.board.explanation.is_some() {
            continue;
        }
        out.require(!response.status.is_success, response.line.culprit(), || {
            message!(
                "gtp_occupied_accepted",
                "a success, although {point} is occupied",
                point = point.to_string()
            )
        });
    }
}
