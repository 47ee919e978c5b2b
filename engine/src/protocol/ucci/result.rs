//! The line that ends a thinking: the move, the reply expected, and whether to draw or to resign.

use super::board::Board;
use crate::{games::xiangqi::Move, search::MATE_FOUND};

/// Up to here a draw is welcome.
const DRAWISH: i32 = 0;

/// What the search thinks of the position.
#[derive(Clone, Debug)]
pub(super) struct Opinion {
    pub(super) score: i32,
    pub(super) pv: Vec<Move>,
}

/// `UCCI R3`, `R4`, `R6`, `R10` to `R12`.
pub(super) fn result(
    board: &Board,
    opinion: Option<&Opinion>,
    any: Option<Move>,
    draw_offered: bool,
) -> String {
    let found = opinion.and_then(|it| it.pv.first().copied()).or(any);
    let Some(best) = found else {
        return "nobestmove".to_owned();
    };
    let mut line = format!("bestmove {best}");
    if let Some(reply) = opinion.and_then(|it| it.pv.get(1)) {
        line.push_str(&format!(" ponder {reply}"));
    }
    let Some(Opinion { score, .. }) = opinion else {
        return line;
    };
    if *score <= -MATE_FOUND {
        line.push_str(" resign");
    } else if (draw_offered && *score <= DRAWISH) || is_pointless(board, *score) {
        line.push_str(" draw");
    }
    line
}

/// Whether to offer a draw unasked: nothing to win with, and nothing to fear.
fn is_pointless(board: &Board, score: i32) -> bool {
    let even = (-40..=40).contains(&score);
    even && !board.position.can_win(board.position.side_to_move())
}
