//! The increment is the clock.

use super::{ClockMistake, EachMove, are_different};
use crate::message::message;

pub(super) const MISTAKE: ClockMistake = ClockMistake {
    message: Some(|count| {
        message!(
            "increment_is_clock",
            "in each of the last {count} moves the increment was the same as the clock",
            count
        )
    }),
    each_move: Some(EachMove {
        fits: |it, _| it.sent_increments == [it.had, it.had - it.lost] && it.lost != 0,
        is_proven: |it| {
            // All clocks must differ.
            are_different(it.moves.iter().map(|it| it.had))
        },
        ..EachMove::FITTING
    }),
    ..ClockMistake::OTHER
};
