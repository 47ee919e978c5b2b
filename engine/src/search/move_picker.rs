//! The order of moves: hash move, good captures, killers, quiet moves by history, bad captures.

use super::history::MoveOrderingHistory;
use crate::game::{Game, GenType, MoveList};

/// The scores by which the classes of moves are sorted, such as hash move and captures.
const HASH_MOVE_SCORE: i32 = 1 << 24;
const GOOD_CAPTURE_SCORE: i32 = 1 << 22;
const KILLER_SCORE: i32 = 1 << 21;
const BAD_CAPTURE_SCORE: i32 = -(1 << 22);

/// Generates and picks moves, the most promising move first.
pub(super) struct MovePicker<M> {
    moves: MoveList<M>,
    scores: MoveList<i32>,
    next_index: usize,
}

/// Data that helps to sort a node's moves.
pub(super) struct OrderingHints<M> {
    pub(super) hash_move: Option<M>,
    pub(super) ply: usize,
    /// The history index of the opponent's previous move.
    pub(super) previous_history_index: Option<usize>,
}

impl<M: Copy + Ord> MovePicker<M> {
    pub(super) fn new<G: Game<Move = M>>(
        position: &G,
        gen_type: GenType,
        hints: &OrderingHints<M>,
        history: &MoveOrderingHistory<G>,
    ) -> MovePicker<M> {
        let mut picker = MovePicker {
            moves: MoveList::new(),
            scores: MoveList::new(),
            next_index: 0,
        };
        position.generate_moves(gen_type, &mut picker.moves);
        let [first, second] = history.killers(hints.ply);
        let counter_move = history.counter_move(hints.previous_history_index);
        for it in &picker.moves {
            let gain = position.captured_value(*it);
            let score = if hints.hash_move == Some(*it) {
                HASH_MOVE_SCORE
            } else if gain > 0 {
                match position.see_ge(*it, 0) {
                    true => GOOD_CAPTURE_SCORE + gain,
                    false => BAD_CAPTURE_SCORE + gain,
                }
            } else if first == Some(*it) {
                KILLER_SCORE + 2
            } else if second == Some(*it) {
                KILLER_SCORE + 1
            } else if counter_move == Some(*it) {
                KILLER_SCORE
            } else {
                history.history_score(position.history_index(*it))
            };
            picker.scores.push(score);
        }
        picker
    }

    /// The most promising remaining move, and whether it is a capture that loses material.
    pub(super) fn next_move(&mut self) -> Option<(M, bool)> {
        let left = self.next_index..self.moves.len();
        let best = left.max_by_key(|it| (self.scores[*it], std::cmp::Reverse(*it)))?;
        self.moves.swap(self.next_index, best);
        self.scores.swap(self.next_index, best);
        self.next_index += 1;
        let bad = self.scores[self.next_index - 1] < BAD_CAPTURE_SCORE / 2;
        Some((self.moves[self.next_index - 1], bad))
    }
}
