//! The clock loses what its side used in the move before.

use super::{ClockMistake, EachMove};
use crate::message::message;

pub(super) const MISTAKE: ClockMistake = ClockMistake {
    message: Some(|count| {
        message!(
            "clock_one_move_late",
            "in each of the last {count} moves the clock lost what the engine used in the move before",
            count
        )
    }),
    opponent_message: Some(|count| {
        message!(
            "opponent_clock_one_move_late",
            "in each of the last {count} moves the opponent's clock lost what the opponent used in the move before",
            count
        )
    }),
    each_move: Some(EachMove {
        fits: |it, others| {
            others
                .before
                .is_some_and(|before| it.fits(it.charged(), before.used))
        },
        shows: |it, others| {
            others
                .before
                .is_some_and(|before| it.differs(it.used, before.used))
        },
        ..EachMove::FITTING
    }),
    is_of_opponent_without_gap: true,
    may_be_of_one_engine: true,
    ..ClockMistake::OTHER
};
