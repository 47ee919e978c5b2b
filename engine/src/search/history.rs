//! Killer moves, counter moves and history scores of quiet moves.

use super::MAX_PLY;
use crate::game::Game;

/// The largest absolute value of a history score.
const MAX_HISTORY_SCORE: i32 = 8_000;

#[derive(Debug)]
pub(super) struct MoveOrderingHistory<G: Game> {
    killers: Vec<[Option<G::Move>; 2]>,
    /// The last refutation of each move, indexed by the move's history index.
    counter_moves: Vec<Option<G::Move>>,
    history_scores: Vec<i32>,
}

impl<G: Game> MoveOrderingHistory<G> {
    pub(super) fn new() -> MoveOrderingHistory<G> {
        MoveOrderingHistory {
            killers: vec![[None; 2]; MAX_PLY + 2],
            counter_moves: vec![None; G::HISTORY_SIZE],
            history_scores: vec![0; G::HISTORY_SIZE],
        }
    }

    pub(super) fn killers(&self, ply: usize) -> [Option<G::Move>; 2] {
        self.killers[ply.min(MAX_PLY)]
    }

    pub(super) fn counter_move(&self, index: Option<usize>) -> Option<G::Move> {
        self.counter_moves[index?]
    }

    pub(super) fn history_score(&self, index: usize) -> i32 {
        self.history_scores[index]
    }

    /// Stores a quiet move that caused a cutoff.
    pub(super) fn add_killer(&mut self, it: G::Move, ply: usize, before: Option<usize>) {
        let killers = &mut self.killers[ply.min(MAX_PLY)];
        if killers[0] != Some(it) {
            *killers = [Some(it), killers[0]];
        }
        if let Some(before) = before {
            self.counter_moves[before] = Some(it);
        }
    }

    /// Adds a bonus (or a negative bonus) to a history score. The nearer the score is to
    /// [`MAX_HISTORY_SCORE`], the smaller is the bonus.
    pub(super) fn add_bonus(&mut self, index: usize, bonus: i32) {
        let bonus = bonus.clamp(-1_600, 1_600);
        let held = &mut self.history_scores[index];
        *held += bonus - *held * bonus.abs() / MAX_HISTORY_SCORE;
    }
}
