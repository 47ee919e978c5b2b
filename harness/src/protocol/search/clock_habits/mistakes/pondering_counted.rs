//! The clock also loses the time before `ponderhit`.

use super::{ClockMistake, EachMove};
use crate::message::message;

pub(super) const MISTAKE: ClockMistake = ClockMistake {
    message: Some(|count| {
        message!(
            "pondering_counted",
            "in each of the last {count} moves with a `ponderhit` the clock also lost the time before it",
            count
        )
    }),
    each_move: Some(EachMove {
        fits: |it, _| it.fits(it.charged(), it.used + it.pondered),
        shows: |it, _| it.differs(it.pondered, 0),
        ..EachMove::FITTING
    }),
    is_rarely_shown: true,
    ..ClockMistake::OTHER
};
