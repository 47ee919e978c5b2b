//! Both sides have the clock of one of them.

use super::{ClockLoss, ClockMistake, EachMove, MIN_SIDES_DIFFERENCE};
use crate::message::message;

pub(super) const MISTAKE: ClockMistake = ClockMistake {
    message: Some(|count| {
        message!(
            "clocks_are_one",
            "in each of the last {count} moves both sides had the same clock, although they used different times",
            count
        )
    }),
    each_move: Some(EachMove {
        fits: |it, _| it.other_had == Some(it.had) && it.other_lost == Some(it.lost),
        shows: |it, _| {
            let difference = (2 * it.used - it.passed).abs();
            it.has_opponent_moved && it.lost > 0 && difference > MIN_SIDES_DIFFERENCE
        },
        is_proven: |it| {
            // Where the opponent has no clock, an interface may send the engine's clock for both.
            let is_clock_of_engine = |it: &&ClockLoss| !it.fits(it.charged(), it.passed - it.used);
            it.last.has_defined_clocks || !it.moves.iter().any(is_clock_of_engine)
        },
    }),
    ..ClockMistake::OTHER
};
