//! The clock loses what the engine used, and what the opponent used in the move before.

use super::{ClockMistake, EachMove, range_of};
use crate::message::message;

pub(super) const MISTAKE: ClockMistake = ClockMistake {
    message: Some(|count| {
        message!(
            "clock_loses_other_time",
            "in each of the last {count} moves the engine's clock also lost what the opponent used in the move before",
            count
        )
    }),
    each_move: Some(EachMove {
        fits: |it, _| {
            let before = it.other_used_before;
            !it.has_pondered
                && it.has_opponent_moved
                && before.is_some_and(|before| it.fits(it.charged(), it.used + before))
        },
        shows: |it, _| {
            it.other_used_before
                .is_some_and(|before| it.differs(before, 0))
                && it.is_other_charged()
        },
        is_proven: |it| {
            range_of(it.moves.iter().filter_map(|it| it.other_used_before))
                > it.certain_difference()
        },
    }),
    ..ClockMistake::OTHER
};
