//! The clock loses hardly anything except its increment.

use super::{ClockMistake, EachMove, MIN_FITTING_MOVES, MIN_UNCOUNTED};
use crate::message::message;

/// A shorter time, in milliseconds, may be the time of the pipe only.
const MIN_USED: i64 = 10;

pub(super) const MISTAKE: ClockMistake = ClockMistake {
    message: Some(|count| {
        message!(
            "clock_hardly_runs",
            "in each of the last {count} moves the clock lost less than a tenth of what the engine used: is it in another unit?",
            count
        )
    }),
    each_move: Some(EachMove {
        fits: |it, _| it.increment > 0 && 10 * it.charged().abs() <= it.used,
        shows: |it, _| it.used > MIN_USED,
        is_proven: |it| {
            let long = || it.moves.iter().filter(|it| it.is_long()).map(|it| it.used);
            // A clock of a few seconds that is counted in seconds looks nearly empty, and never ends.
            let had = it.first_clock() + it.sum(|it| it.increment);
            let is_uncounted = long().count() >= MIN_FITTING_MOVES
                && long().sum::<i64>() >= MIN_UNCOUNTED
                || it.sum(|it| it.used) > 2 * had;
            is_uncounted && (it.last.has_defined_clocks || it.began_equal && !it.may_be_delay())
        },
    }),
    is_rarely_shown: true,
    ..ClockMistake::OTHER
};
