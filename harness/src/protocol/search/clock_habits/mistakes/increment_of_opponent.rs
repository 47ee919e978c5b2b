//! The clock gains the increment that the interface sends for the opponent, and not its own.

use super::{ClockMistake, EachMove};
use crate::message::message;

/// From this number of successive moves on, no delay of a connection is by chance the difference of the increments.
const MIN_MOVES: usize = 8;

pub(super) const MISTAKE: ClockMistake = ClockMistake {
    message: Some(|count| {
        message!(
            "increment_of_opponent",
            "in each of the last {count} moves the engine's clock gained the opponent's increment, not its own: are the increments swapped?",
            count
        )
    }),
    each_move: Some(EachMove {
        fits: |it, _| {
            it.differs(it.increment, it.other_increment)
                && it.fits(it.lost, it.used - it.other_increment)
        },
        is_proven: |it| it.moves.len() >= MIN_MOVES && it.range_of_used() > it.certain_difference(),
        ..EachMove::FITTING
    }),
    ..ClockMistake::OTHER
};
