//! Quiescence: captures are followed until the position is quiet enough to be judged.

use super::{
    DEEPEST, MATE,
    picker::{Hints, Picker},
    worker::Worker,
};
use crate::game::{Amount, Game, Which};

/// What a capture may win beyond what it takes.
const MARGIN: i32 = 60;

impl<G: Game> Worker<'_, G> {
    /// The value of a position when only captures are played; in check, any move.
    pub(super) fn quiesce(&mut self, position: &G, mut alpha: i32, beta: i32, ply: usize) -> i32 {
        self.visit();
        let care = position.care();
        let check = G::is_in_check(&care);
        let value = self.judge(position);
        if ply >= DEEPEST || self.stopped() {
            return value;
        }
        let mut best = if check { ply as i32 - MATE } else { value };
        if best >= beta {
            return best;
        }
        alpha = alpha.max(best);
        let which = if check { Which::All } else { Which::Captures };
        let hints = Hints {
            hash: None,
            ply,
            before: None,
        };
        let mut picker = Picker::new(position, which, &hints, &self.memory);
        while let Some((step, bad)) = picker.next() {
            let hopeless = bad || value + position.gain(step) + MARGIN <= alpha;
            if !check && hopeless && self.manner.pruning > Amount::None {
                continue;
            }
            if !position.is_safe(&care, step) {
                continue;
            }
            let mut after = position.clone();
            after.play(step);
            best = best.max(-self.quiesce(&after, -beta, -alpha, ply + 1));
            alpha = alpha.max(best);
            if alpha >= beta || self.stopped() {
                break;
            }
        }
        best
    }
}
