//! Killer moves, counter moves and history scores of quiet moves.

use super::DEEPEST;
use crate::game::Game;

/// History scores stay within this.
const FULL: i32 = 8_000;

#[derive(Debug)]
pub(super) struct Memory<G: Game> {
    killers: Vec<[Option<G::Move>; 2]>,
    /// The answer that refuted a move, by its history index.
    answers: Vec<Option<G::Move>>,
    history: Vec<i32>,
}

impl<G: Game> Memory<G> {
    pub(super) fn new() -> Memory<G> {
        Memory {
            killers: vec![[None; 2]; DEEPEST + 2],
            answers: vec![None; G::HISTORY_SIZE],
            history: vec![0; G::HISTORY_SIZE],
        }
    }

    pub(super) fn killers(&self, ply: usize) -> [Option<G::Move>; 2] {
        self.killers[ply.min(DEEPEST)]
    }

    pub(super) fn answer(&self, index: Option<usize>) -> Option<G::Move> {
        self.answers[index?]
    }

    pub(super) fn history(&self, index: usize) -> i32 {
        self.history[index]
    }

    /// A quiet move refuted what came before.
    pub(super) fn reward(&mut self, it: G::Move, ply: usize, before: Option<usize>) {
        let killers = &mut self.killers[ply.min(DEEPEST)];
        if killers[0] != Some(it) {
            *killers = [Some(it), killers[0]];
        }
        if let Some(before) = before {
            self.answers[before] = Some(it);
        }
    }

    /// Good or bad, the more so the deeper it was searched; what is extreme moves less.
    pub(super) fn learn(&mut self, index: usize, bonus: i32) {
        let bonus = bonus.clamp(-1_600, 1_600);
        let held = &mut self.history[index];
        *held += bonus - *held * bonus.abs() / FULL;
    }
}
