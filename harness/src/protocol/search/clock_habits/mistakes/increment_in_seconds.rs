//! The increment is in seconds, although the unit is the millisecond.

use super::{ClockMistake, EachMove};
use crate::message::message;

/// A longer increment is no number of seconds.
const MAX_SECONDS: i64 = 100;

pub(super) const MISTAKE: ClockMistake = ClockMistake {
    message: Some(|count| {
        message!(
            "increment_in_seconds",
            "in each of the last {count} moves the clock gained 1000 times the increment: is it in seconds?",
            count
        )
    }),
    opponent_message: Some(|count| {
        message!(
            "opponent_increment_in_seconds",
            "in each of the last {count} moves the opponent's clock gained 1000 times the increment: is it in seconds?",
            count
        )
    }),
    each_move: Some(EachMove {
        fits: |it, _| it.fits(it.lost, it.used - 1000 * it.increment),
        shows: |it, _| (1..MAX_SECONDS).contains(&it.increment),
        is_proven: |it| it.range_of_used() > it.certain_difference(),
    }),
    ..ClockMistake::OTHER
};
