//! The clock is in seconds, but its increment in milliseconds.

use super::{
    ClockMistake, EachMove,
    in_seconds::{MAX_SECONDS_ERROR, MIN_SECONDS_USED, opponent_message},
};

/// A shorter increment, in milliseconds, may be in seconds, too.
const MIN_INCREMENT: i64 = 100;

pub(super) const MISTAKE: ClockMistake = ClockMistake {
    opponent_message: Some(opponent_message),
    each_move: Some(EachMove {
        fits: |it, _| {
            // The clock of a side that needs more time than it has left, and an increment in milliseconds.
            it.increment >= MIN_INCREMENT
                && (1000 * it.lost - it.used + it.increment).abs() <= MAX_SECONDS_ERROR
        },
        shows: |it, _| it.lost != 0 && (it.used - it.increment).abs() > MIN_SECONDS_USED,
        is_proven: |it| it.sum(|it| it.used - it.increment) > it.first_clock(),
    }),
    ..ClockMistake::OTHER
};
