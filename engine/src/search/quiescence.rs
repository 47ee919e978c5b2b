//! Quiescence search: captures, until the position is quiet enough to be evaluated.

use super::{
    MATE, MAX_PLY,
    picker::{Hints, Picker},
    worker::Worker,
};
use crate::game::{Amount, Game, GenType};

/// The assumed gain of a capture beyond the value of the captured piece (delta pruning).
const MARGIN: i32 = 60;

impl<G: Game> Worker<'_, G> {
    /// The value of a position in a search of captures only; a side in check tries all moves.
    pub(super) fn quiesce(&mut self, position: &G, mut alpha: i32, beta: i32, ply: usize) -> i32 {
        self.pv_table.clear(ply);
        self.count_node(ply);
        if position.is_drawn() {
            return self.draw_score(ply as i32);
        }
        let info = position.check_info();
        let check = G::is_in_check(&info);
        let value = self.evaluate(position);
        if ply >= MAX_PLY || self.stopped() {
            return value;
        }
        let mut best = if check { ply as i32 - MATE } else { value };
        if best >= beta {
            return best;
        }
        alpha = alpha.max(best);
        let gen_type = if check {
            GenType::All
        } else {
            GenType::Captures
        };
        let hints = Hints {
            hash: None,
            ply,
            before: None,
        };
        let mut picker = Picker::new(position, gen_type, &hints, &self.history);
        while let Some((step, bad)) = picker.next() {
            let hopeless = bad || value + position.captured_value(step) + MARGIN <= alpha;
            if !check && hopeless && self.params.pruning > Amount::None {
                continue;
            }
            if !position.is_legal_given(&info, step) {
                continue;
            }
            let mut after = position.clone();
            after.play(step);
            best = best.max(-self.quiesce(&after, -beta, -alpha, ply + 1));
            if best > alpha {
                alpha = best;
                self.pv_table.put(ply, step);
            }
            if alpha >= beta || self.stopped() {
                break;
            }
        }
        best
    }
}
