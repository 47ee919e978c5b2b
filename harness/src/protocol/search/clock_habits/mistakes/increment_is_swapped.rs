//! The clock is sent as the increment, and the increment as the clock.

use super::{ClockMistake, EachMove, are_different};
use crate::message::message;

pub(super) const MISTAKE: ClockMistake = ClockMistake {
    message: Some(|count| {
        message!(
            "increment_swapped",
            "in each of the last {count} moves the clock stayed the same, and the increment lost what the engine used: are the clock and the increment swapped?",
            count
        )
    }),
    each_move: Some(EachMove {
        fits: |it, _| {
            let [had, has] = it.sent_increments;
            it.lost == 0 && had != has && it.fits(had - has + it.had, it.used)
        },
        shows: |it, _| it.had > 0,
        is_proven: |it| are_different(it.moves.iter().map(|it| it.sent_increments[0])),
    }),
    ..ClockMistake::OTHER
};
