//! The clock loses nothing after a `ponderhit`, and what was used after each other search.

use super::{ClockMistake, after_ponderhit::moves_wrong_after_ponderhit};
use crate::message::message;

pub(super) const MISTAKE: ClockMistake = ClockMistake {
    message: Some(|count| {
        message!(
            "clock_free_after_ponderhit",
            "in the last {count} moves the clock lost nothing after a `ponderhit`, but what the engine used after each other search",
            count
        )
    }),
    all_moves: Some(|moves| {
        moves_wrong_after_ponderhit(moves, |it| it.charged().abs() <= it.tolerance())
    }),
    is_rarely_shown: true,
    ..ClockMistake::OTHER
};
