//! In a search right after a wrong guess, the clock also loses the time from the `go ponder` on.

use super::{ClockMistake, EachMove};
use crate::message::message;

pub(super) const MISTAKE: ClockMistake = ClockMistake {
    message: Some(|count| {
        message!(
            "clock_counts_wrong_guesses",
            "in {count} moves after wrong guesses the clock also lost the time that the engine had pondered",
            count
        )
    }),
    each_move: Some(EachMove {
        fits: |it, _| it.fits(it.charged(), it.used + it.missed),
        shows: |it, _| it.differs(it.missed, 0),
        ..EachMove::FITTING
    }),
    is_rarely_shown: true,
    ..ClockMistake::OTHER
};
