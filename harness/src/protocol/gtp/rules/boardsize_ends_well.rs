//! `boardsize` accepts a size or fails, and a failure leaves the size as it was.
//!
//! A controller offers several board sizes to its user. If the engine crashes at `boardsize`, or fails but changes the
//! size, the game is lost.
//!
//! ```conforms
//! > boardsize 9
//! < =
//! <
//! > clear_board
//! < =
//! <
//! > play b J9
//! < =
//! <
//! ```
//!
//! The engine may reject any size, and the board then keeps its old size:
//!
//! ```conforms
//! > boardsize 9
//! < =
//! <
//! > clear_board
//! < =
//! <
//! > boardsize 25
//! < ? unacceptable size
//! <
//! > play b J9
//! < =
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
//! > play b K10
//! < =
//!   ^ a success, although the board has the size 9
//! <
//! ```

use super::super::prelude::*;

pub(super) const RULE: Rule<View> = Rule {
    id: "gtp/boardsize_ends_well",
    level: Level::Must,
    topic: "state",
    spec: "GTP G-110",
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
        let size = position.size();
        match (position.legality(color, vertex), response.status.is_success) {
            (Legality::OffBoard, true) => out.violates(
                response.line.culprit(),
                message!(
                    "gtp_off_board_accepted",
                    "a success, although the board has the size {size}",
                    size = u64::from(size)
                ),
            ),
            (Legality::OffBoard, false) => out.conforms(response.line.at),
            (Legality::Legal, true) if is_in_last_row_or_column(vertex, size) => {
                out.conforms(response.line.at)
            }
            _ => (),
        }
    }
}

/// Whether a vertex is in the last column or row: a move there is accepted only if the board has at least this size.
fn is_in_last_row_or_column(vertex: Vertex, size: u8) -> bool {
    let point = vertex.point();
    point.is_some_and(|it| it.column.max(it.row) + 1 == size)
}
