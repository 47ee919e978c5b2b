//! The increment is added twice.

use super::{ClockMistake, EachMove};
use crate::message::message;

pub(super) const MISTAKE: ClockMistake = ClockMistake {
    message: Some(|count| {
        message!(
            "increment_added_twice",
            "in each of the last {count} moves the increment was added twice",
            count
        )
    }),
    opponent_message: Some(|count| {
        message!(
            "opponent_increment_added_twice",
            "in each of the last {count} moves the opponent's increment was added twice",
            count
        )
    }),
    each_move: Some(EachMove {
        fits: |it, _| it.fits(it.lost, it.used - 2 * it.increment),
        shows: |it, _| it.differs(it.increment, 0),
        is_proven: |it| it.range_of_used() > it.certain_difference(),
    }),
    may_be_of_one_engine: true,
    ..ClockMistake::OTHER
};
