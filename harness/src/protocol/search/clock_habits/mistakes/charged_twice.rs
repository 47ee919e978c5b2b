//! The clock loses twice what the engine used.

use super::{ClockMistake, EachMove};
use crate::message::message;

pub(super) const MISTAKE: ClockMistake = ClockMistake {
    message: Some(|count| {
        message!(
            "clock_charged_twice",
            "in each of the last {count} moves the clock lost twice what was used",
            count
        )
    }),
    each_move: Some(EachMove {
        fits: |it, _| it.fits(it.charged(), 2 * it.used),
        shows: |it, _| {
            let before = it.other_used_before.unwrap_or(0);
            let others = [it.passed, it.used + it.pondered, it.used + before];
            it.is_long() && others.iter().all(|other| it.differs(2 * it.used, *other))
        },
        is_proven: |it| it.range_of_used() > it.certain_difference(),
    }),
    is_rarely_shown: true,
    ..ClockMistake::OTHER
};
