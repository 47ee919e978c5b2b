//! The order of moves: hash move, good captures, killers, quiet moves by history, bad captures.

use super::history::History;
use crate::game::{Game, GenType, Moves};

/// Base scores of the classes of moves.
const HASH: i32 = 1 << 24;
const GOOD_CAPTURE: i32 = 1 << 22;
const KILLER: i32 = 1 << 21;
const BAD_CAPTURE: i32 = -(1 << 22);

/// Generates and picks moves, the most promising move first.
pub(super) struct Picker<M> {
    moves: Moves<M>,
    scores: Moves<i32>,
    next: usize,
}

/// Hints for the order of a node's moves.
pub(super) struct Hints<M> {
    pub(super) hash: Option<M>,
    pub(super) ply: usize,
    /// The history index of the previous move.
    pub(super) before: Option<usize>,
}

impl<M: Copy + Ord> Picker<M> {
    pub(super) fn new<G: Game<Move = M>>(
        position: &G,
        gen_type: GenType,
        hints: &Hints<M>,
        history: &History<G>,
    ) -> Picker<M> {
        let mut picker = Picker {
            moves: Moves::new(),
            scores: Moves::new(),
            next: 0,
        };
        position.generate(gen_type, &mut picker.moves);
        let [first, second] = history.killers(hints.ply);
        let counter_move = history.counter_move(hints.before);
        for it in &picker.moves {
            let gain = position.captured_value(*it);
            let score = if hints.hash == Some(*it) {
                HASH
            } else if gain > 0 {
                match position.see_ge(*it, 0) {
                    true => GOOD_CAPTURE + gain,
                    false => BAD_CAPTURE + gain,
                }
            } else if first == Some(*it) {
                KILLER + 2
            } else if second == Some(*it) {
                KILLER + 1
            } else if counter_move == Some(*it) {
                KILLER
            } else {
                history.history(position.history_index(*it))
            };
            picker.scores.push(score);
        }
        picker
    }

    /// The most promising remaining move, and whether it is a capture that loses material.
    pub(super) fn next(&mut self) -> Option<(M, bool)> {
        let left = self.next..self.moves.len();
        let best = left.max_by_key(|it| (self.scores[*it], std::cmp::Reverse(*it)))?;
        self.moves.swap(self.next, best);
        self.scores.swap(self.next, best);
        self.next += 1;
        let bad = self.scores[self.next - 1] < BAD_CAPTURE / 2;
        Some((self.moves[self.next - 1], bad))
    }
}
