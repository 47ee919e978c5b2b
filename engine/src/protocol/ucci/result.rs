//! The result line: the best move, the expected reply, and whether the engine offers a draw or
//! resigns.

use super::board::Board;
use crate::{games::xiangqi::Move, search::MIN_MATE_SCORE};

/// The largest score at which the engine accepts a draw.
const MAX_DRAW_SCORE: i32 = 0;

/// The best variation that the search has found, and its score.
#[derive(Clone, Debug)]
pub(super) struct BestLine {
    pub(super) score: i32,
    pub(super) pv: Vec<Move>,
}

/// The result line (`UCCI R3`, `R4`, `R6`, `R10` to `R12`).
pub(super) fn result_line(
    board: &Board,
    best_line: Option<&BestLine>,
    any: Option<Move>,
    draw_offered: bool,
) -> String {
    let found = best_line.and_then(|it| it.pv.first().copied()).or(any);
    let Some(best) = found else {
        return "nobestmove".to_owned();
    };
    let mut line = format!("bestmove {best}");
    if let Some(reply) = best_line.and_then(|it| it.pv.get(1)) {
        line.push_str(&format!(" ponder {reply}"));
    }
    let Some(BestLine { score, .. }) = best_line else {
        return line;
    };
    if *score <= -MIN_MATE_SCORE {
        line.push_str(" resign");
    } else if (draw_offered && *score <= MAX_DRAW_SCORE) || should_offer_draw(board, *score) {
        line.push_str(" draw");
    }
    line
}

/// True if the engine offers a draw: the score is even, and its side has too little material to
/// win.
fn should_offer_draw(board: &Board, score: i32) -> bool {
    let even = (-40..=40).contains(&score);
    even && !board
        .position
        .has_winning_material(board.position.side_to_move())
}
