//! Which moves are searched less deeply or not at all. All of it can be switched off: `pruning`
//! (`UCCI O27`).
//!
//! | amount | what is done |
//! |---|---|
//! | `none` | nothing: every move to the full depth |
//! | `small` | null move: who could pass and still be too good need not move |
//! | `medium` | late moves are searched less deeply at first |
//! | `large` | futility: what is too far behind near the horizon, and the last quiet moves, are left out |

use super::MOST;
use crate::game::Amount;

/// What a node is worth by itself, and how deep it is to be searched.
#[derive(Clone, Copy, Debug)]
pub(super) struct Outlook {
    pub(super) depth: i32,
    pub(super) alpha: i32,
    pub(super) beta: i32,
    /// The evaluation; nothing is known of it in check.
    pub(super) value: Option<i32>,
}

impl Outlook {
    /// Whether the window is empty: only "better or not" is asked.
    pub(super) fn is_null_window(&self) -> bool {
        self.beta - self.alpha == 1
    }

    /// The game is decided; only a mate, or a shorter one, is of interest still, and it can begin
    /// with any move and be escaped by none that looks good.
    fn is_mate_hunt(&self) -> bool {
        self.alpha > MOST || self.beta < -MOST
    }

    /// So far above beta so near the horizon that nothing will pull it down.
    pub(super) fn is_far_ahead(&self, pruning: Amount) -> bool {
        pruning >= Amount::Large
            && self.depth <= 6
            && !self.is_mate_hunt()
            && self.is_null_window()
            && self
                .value
                .is_some_and(|it| it - 45 * self.depth >= self.beta)
    }

    /// How deep to search after a null move; `None` if it is not worth a try.
    pub(super) fn null_move(&self, pruning: Amount) -> Option<i32> {
        let value = self.value.filter(|it| *it >= self.beta)?;
        let worth = pruning >= Amount::Small && self.depth >= 3 && self.is_null_window();
        let worth = worth && !self.is_mate_hunt();
        let margin = ((value - self.beta) / 100).min(2);
        worth.then_some(self.depth - 3 - self.depth / 4 - margin)
    }

    /// Whether quiet moves have no chance any more to come up to alpha.
    pub(super) fn is_futile(&self, pruning: Amount) -> bool {
        pruning >= Amount::Large
            && self.depth <= 5
            && !self.is_mate_hunt()
            && self
                .value
                .is_some_and(|it| it + 40 + 50 * self.depth <= self.alpha)
    }

    /// How many quiet moves are looked at before the rest is left out.
    pub(super) fn patience(&self, pruning: Amount) -> usize {
        match self.depth {
            ..=5 if pruning >= Amount::Large && self.is_null_window() && !self.is_mate_hunt() => {
                (6 + 4 * self.depth * self.depth) as usize
            }
            _ => usize::MAX,
        }
    }

    /// By how many plies the move that comes as number `late` (from 0) is searched less deeply.
    pub(super) fn reduction(&self, late: usize, history: i32, pruning: Amount) -> i32 {
        if pruning < Amount::Medium || self.depth < 3 || late < 3 || self.is_mate_hunt() {
            return 0;
        }
        let [depth, late] = [self.depth as usize, late].map(|it| LOG[it.min(63)]);
        let wide = i32::from(!self.is_null_window());
        (32 + depth * late / 100) / 100 - wide - history / 4_000
    }
}

/// One hundred times the natural logarithm.
const LOG: [i32; 64] = [
    0, 0, 69, 110, 139, 161, 179, 195, 208, 220, 230, 240, 248, 256, 264, 271, 277, 283, 289, 294,
    300, 304, 309, 314, 318, 322, 326, 330, 333, 337, 340, 343, 347, 350, 353, 356, 358, 361, 364,
    366, 369, 371, 374, 376, 378, 381, 383, 385, 387, 389, 391, 393, 395, 397, 399, 401, 403, 404,
    406, 408, 409, 411, 413, 414,
];
