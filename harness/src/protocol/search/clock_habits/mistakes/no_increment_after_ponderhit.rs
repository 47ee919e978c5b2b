//! The increment is missing after a `ponderhit`, and only there.

use super::{ClockLoss, ClockMistake, after_ponderhit::moves_wrong_after_ponderhit};
use crate::message::message;

pub(super) const MISTAKE: ClockMistake = ClockMistake {
    message: Some(|count| {
        message!(
            "increment_not_added_after_ponderhit",
            "in the last {count} moves the increment was not added after a `ponderhit`, but after each other search",
            count
        )
    }),
    all_moves: Some(|moves| {
        let has_mistake = |it: &ClockLoss| it.differs(it.increment, 0) && it.fits(it.lost, it.used);
        moves_wrong_after_ponderhit(moves, has_mistake).map_or(0, |it| it.count)
    }),
    is_rarely_shown: true,
    ..ClockMistake::OTHER
};
