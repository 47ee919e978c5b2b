//! The opponent's clock loses nothing, and gains its increment.

use super::{ClockMistake, EachMove, MAX_LAG, MIN_UNCOUNTED};
use crate::message::message;

pub(super) const MISTAKE: ClockMistake = ClockMistake {
    opponent_message: Some(|count| {
        message!(
            "opponent_clock_stands",
            "in each of the last {count} moves the opponent's clock lost nothing, and gained the increment",
            count
        )
    }),
    each_move: Some(EachMove {
        fits: |it, _| it.increment > it.tolerance() && it.charged().abs() <= it.tolerance(),
        shows: |it, _| it.is_long(),
        is_proven: |it| {
            // A connection may give time back for its lag, and an opponent without a clock has always the same clock.
            it.longest() > MAX_LAG
                && it.sum(|it| it.used) >= MIN_UNCOUNTED
                && it.began_equal
                && !it.may_be_delay()
        },
    }),
    ..ClockMistake::OTHER
};
