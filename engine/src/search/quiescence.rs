//! Quiescence search: captures, until the position is quiet enough to be evaluated.

use super::{
    MATE_SCORE, MAX_PLY,
    move_picker::{MovePicker, OrderingHints},
    worker::Worker,
};
use crate::game::{Game, GenType, OptionLevel};

/// The assumed gain of a capture beyond the value of the captured piece (delta pruning).
const DELTA_MARGIN: i32 = 60;

impl<G: Game> Worker<'_, G> {
    /// The value of a position in a search of captures only; a side in check tries all moves.
    pub(super) fn quiesce(&mut self, position: &G, mut alpha: i32, beta: i32, ply: usize) -> i32 {
        self.pv_table.clear_line(ply);
        self.count_node(ply);
        if position.has_insufficient_material() {
            return self.draw_score(ply as i32);
        }
        let info = position.check_info();
        let check = G::is_in_check_by_info(&info);
        let value = self.evaluate(position);
        if ply >= MAX_PLY || self.is_stopped() {
            return value;
        }
        let mut best = if check {
            ply as i32 - MATE_SCORE
        } else {
            value
        };
        if best >= beta {
            return best;
        }
        alpha = alpha.max(best);
        let gen_type = if check {
            GenType::All
        } else {
            GenType::Captures
        };
        let hints = OrderingHints {
            hash_move: None,
            ply,
            previous_history_index: None,
        };
        let mut picker = MovePicker::new(position, gen_type, &hints, &self.history);
        while let Some((step, bad)) = picker.next_move() {
            let hopeless = bad || value + position.captured_value(step) + DELTA_MARGIN <= alpha;
            if !check && hopeless && self.params.pruning > OptionLevel::None {
                continue;
            }
            if !position.is_legal_by_info(&info, step) {
                continue;
            }
            let mut after = position.clone();
            after.play_move(step);
            best = best.max(-self.quiesce(&after, -beta, -alpha, ply + 1));
            if best > alpha {
                alpha = best;
                self.pv_table.set_best_move(ply, step);
            }
            if alpha >= beta || self.is_stopped() {
                break;
            }
        }
        best
    }
}
