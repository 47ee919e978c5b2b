//! The moves that a search considers, and the expected value of each move before any playout.

use crate::games::go::{Board, Color, KoRule, Point, Position, Rules, Vertex};

/// The strictest rules: if one of the usual rule sets forbids a move, the engine does not play it.
const STRICTEST_RULES: Rules = Rules {
    allows_suicide: false,
    ko: KoRule::PositionalSuperko,
};

/// True if a move is legal under all usual rules, and does not fill an eye of its own color.
pub fn is_sensible(position: &Position, color: Color, point: Point) -> bool {
    position
        .illegal_reason_with_rules(STRICTEST_RULES, color, Vertex::Point(point))
        .is_none()
        && !position.board().is_eye(color, point)
}

/// All sensible moves of a color, without a pass.
pub fn sensible_moves(position: &Position, color: Color) -> Vec<Point> {
    Point::all(position.size())
        .filter(|it| is_sensible(position, color, *it))
        .collect()
}

/// True if the search tree may contain the move. A [`Board`] does not store earlier positions, so the function checks
/// simple ko, but not superko.
pub(super) fn is_candidate(board: &Board, color: Color, point: Point) -> bool {
    board.stone(point).is_none()
        && board.ko_point(color) != Some(point)
        && !board.is_suicide(color, point)
        && !board.is_eye(color, point)
}

/// The expected value of a pass before any playout.
pub(super) const PASS_PRIOR: f32 = 0.1;

/// The expected value of a move before any playout: captures are good, moves on the edge and into atari are bad.
pub(super) fn move_prior(board: &Board, color: Color, point: Point) -> f32 {
    let size = board.size();
    let line = |at: u8| at.min(size - 1 - at);
    let edge = line(point.column).min(line(point.row));
    let mut value: f32 = match edge {
        0 => 0.35,
        1 => 0.45,
        _ => 0.5,
    };
    let mut escapes = false;
    let mut has_neighbour = false;
    for beside in board.points_beside(point) {
        let Some(stone) = board.stone(beside) else {
            continue;
        };
        has_neighbour = true;
        if board.liberties(beside) == [point] {
            value = value.max(if stone == color { 0.7 } else { 0.9 });
            escapes |= stone == color;
        }
    }
    if has_neighbour && value < 0.9 {
        let mut after = board.clone();
        after.put(color, point);
        let is_atari = after.liberties(point).len() < 2;
        if is_atari {
            value = if escapes { 0.3 } else { 0.2 };
        }
    }
    value
}
