//! The implementation of the trait `Game`, with which the search plays gomoku.

use super::{Color, Point, Position, point::DIRECTIONS, threats::empty_points_near_stones};
use crate::game::{EvalParams, Game, GenType, MoveList, Repetition};

/// The value of a window (five successive points of a line) that has stones of only one side. The number of stones in
/// the window is the index of the value.
const WINDOW_VALUES: [i32; 6] = [0, 1, 6, 30, 120, 1000];

/// The evaluation of a position in which a side has won, from the view of the other side.
const LOST_EVALUATION: i32 = -19_000;

impl Position {
    /// The moves to search: a move that makes a five; without such a move, the moves that stop a five of the opponent;
    /// without such a threat, all legal moves near a stone.
    fn moves_to_search(&self) -> Vec<Point> {
        let own = self.side_to_move();
        let mut near = empty_points_near_stones(self);
        if let Some(five) = near
            .iter()
            .copied()
            .find(|it| self.makes_winning_row(*it, own))
        {
            return vec![five];
        }
        let stops = |it: &Point| self.makes_winning_row(*it, own.opponent());
        if near.iter().any(stops) {
            near.retain(stops);
        }
        near.retain(|it| self.is_legal(*it));
        if near.is_empty() {
            near = self
                .empty_points()
                .filter(|it| self.is_legal(*it))
                .collect();
        }
        near
    }

    /// The sum of the values of all windows (five successive points of a line), from black's view. A window with stones
    /// of both sides has no value.
    fn window_sum(&self) -> i32 {
        let mut sum = 0;
        for start in Point::all() {
            for step in DIRECTIONS {
                if start.step(step, 4).is_none() {
                    continue;
                }
                let (mut black, mut white) = (0, 0);
                for count in 0..5 {
                    match start.step(step, count).and_then(|it| self.stone(it)) {
                        Some(Color::Black) => black += 1,
                        Some(Color::White) => white += 1,
                        None => (),
                    }
                }
                if white == 0 {
                    sum += WINDOW_VALUES[black];
                } else if black == 0 {
                    sum -= WINDOW_VALUES[white];
                }
            }
        }
        sum
    }
}

/// Gomoku has neither captures nor checks, so most functions are trivial.
impl Game for Position {
    type Move = Point;
    type CheckInfo = ();

    const NO_CAPTURE_LIMIT: u32 = 1000;
    const CHECKS_COUNT_FOR_DRAW_LIMIT: bool = true;
    const REPETITION_IS_DRAW: bool = true;
    /// After a row of five, the side to move has no moves and has lost.
    const STALEMATE_LOSES: bool = true;
    const HISTORY_SIZE: usize = 2 * Point::COUNT;

    fn hash_key(&self) -> u64 {
        self.hash_key()
    }

    fn generate_moves(&self, gen_type: GenType, out: &mut MoveList<Point>) {
        if gen_type != GenType::Captures && !self.is_decided() {
            out.extend(self.moves_to_search());
        }
    }

    fn check_info(&self) {}

    fn in_check(&self) -> bool {
        false
    }

    fn is_in_check_by_info(_info: &()) -> bool {
        false
    }

    fn is_legal_by_info(&self, _info: &(), _it: Point) -> bool {
        true
    }

    fn is_pseudo_legal(&self, it: Point) -> bool {
        !self.is_decided() && self.is_legal(it)
    }

    fn play_move(&mut self, it: Point) {
        self.play(it);
    }

    fn play_null_move(&mut self) {}

    fn allows_null_move(&self) -> bool {
        false
    }

    fn captured_value(&self, _it: Point) -> i32 {
        0
    }

    fn is_irreversible(&self, _it: Point) -> bool {
        true
    }

    fn see_ge(&self, _it: Point, least: i32) -> bool {
        least <= 0
    }

    fn evaluate(&self, _eval_params: EvalParams) -> i32 {
        if self.is_decided() {
            return LOST_EVALUATION;
        }
        let sum = self.window_sum().clamp(-18_000, 18_000);
        match self.side_to_move() {
            Color::Black => sum + 10,
            Color::White => 10 - sum,
        }
    }

    fn halfmove_clock(&self) -> u32 {
        0
    }

    fn judge_repetition(_start: &Position, _moves: &[Point]) -> Repetition {
        Repetition::Draw
    }

    fn history_index(&self, it: Point) -> usize {
        let side = usize::from(self.side_to_move() == Color::White);
        side * Point::COUNT + it.index()
    }

    fn pack_move(it: Point) -> u16 {
        it.index() as u16 + 1
    }

    fn unpack_move(packed: u16) -> Option<Point> {
        Point::from_index(usize::from(packed.checked_sub(1)?))
    }
}
