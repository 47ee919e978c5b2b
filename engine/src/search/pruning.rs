//! Pruning and reductions. The option `pruning` (`UCCI O27`) sets the amount of pruning.
//!
//! | amount | adds |
//! |---|---|
//! | `none` | no pruning: every move is searched to the full depth |
//! | `small` | null move pruning: a node fails high if it still fails high after the side to move passes |
//! | `medium` | late move reductions |
//! | `large` | futility pruning near the horizon, and late move pruning |

use super::MAX_EVALUATION;
use crate::game::OptionLevel;

/// A node's static evaluation, depth and window.
#[derive(Clone, Copy, Debug)]
pub(super) struct NodeEval {
    pub(super) depth: i32,
    pub(super) alpha: i32,
    pub(super) beta: i32,
    /// The static evaluation; `None` in check.
    pub(super) value: Option<i32>,
}

impl NodeEval {
    /// True if this is a null window search.
    pub(super) fn is_null_window(&self) -> bool {
        self.beta - self.alpha == 1
    }

    /// True if the window has only mate scores. A search for mates does not prune, because a mate
    /// can begin with any move.
    fn is_mate_search(&self) -> bool {
        self.alpha > MAX_EVALUATION || self.beta < -MAX_EVALUATION
    }

    /// Reverse futility pruning: true if the evaluation near the horizon is so far above beta that
    /// the node fails high.
    pub(super) fn is_above_beta(&self, pruning: OptionLevel) -> bool {
        pruning >= OptionLevel::Large
            && self.depth <= 6
            && !self.is_mate_search()
            && self.is_null_window()
            && self
                .value
                .is_some_and(|it| it - 45 * self.depth >= self.beta)
    }

    /// The depth of the search after a null move; `None` if no null move is tried.
    pub(super) fn null_move_depth(&self, pruning: OptionLevel) -> Option<i32> {
        let value = self.value.filter(|it| *it >= self.beta)?;
        let worth = pruning >= OptionLevel::Small && self.depth >= 3 && self.is_null_window();
        let worth = worth && !self.is_mate_search();
        let margin = ((value - self.beta) / 100).min(2);
        worth.then_some(self.depth - 3 - self.depth / 4 - margin)
    }

    /// Futility pruning: true if the evaluation is so low that quiet moves hardly reach alpha.
    pub(super) fn is_futile(&self, pruning: OptionLevel) -> bool {
        pruning >= OptionLevel::Large
            && self.depth <= 5
            && !self.is_mate_search()
            && self
                .value
                .is_some_and(|it| it + 40 + 50 * self.depth <= self.alpha)
    }

    /// Late move pruning: the number of moves to search before quiet moves are skipped.
    pub(super) fn moves_before_late_pruning(&self, pruning: OptionLevel) -> usize {
        match self.depth {
            ..=5 if pruning >= OptionLevel::Large
                && self.is_null_window()
                && !self.is_mate_search() =>
            {
                (6 + 4 * self.depth * self.depth) as usize
            }
            _ => usize::MAX,
        }
    }

    /// The late move reduction, in plies, of the move with index `late` in the order of moves.
    pub(super) fn late_move_reduction(
        &self,
        late: usize,
        history: i32,
        pruning: OptionLevel,
    ) -> i32 {
        if pruning < OptionLevel::Medium || self.depth < 3 || late < 3 || self.is_mate_search() {
            return 0;
        }
        let [depth, late] = [self.depth as usize, late].map(|it| LOG_TIMES_100[it.min(63)]);
        let wide = i32::from(!self.is_null_window());
        (32 + depth * late / 100) / 100 - wide - history / 4_000
    }
}

/// One hundred times the natural logarithm of the index.
const LOG_TIMES_100: [i32; 64] = [
    0, 0, 69, 110, 139, 161, 179, 195, 208, 220, 230, 240, 248, 256, 264, 271, 277, 283, 289, 294,
    300, 304, 309, 314, 318, 322, 326, 330, 333, 337, 340, 343, 347, 350, 353, 356, 358, 361, 364,
    366, 369, 371, 374, 376, 378, 381, 383, 385, 387, 389, 391, 393, 395, 397, 399, 401, 403, 404,
    406, 408, 409, 411, 413, 414,
];
