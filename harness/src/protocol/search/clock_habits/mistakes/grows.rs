//! The clock gains what its side used.

use super::{ClockMistake, EachMove};
use crate::message::message;

pub(super) const MISTAKE: ClockMistake = ClockMistake {
    message: Some(|count| {
        message!(
            "clock_grows",
            "in each of the last {count} moves the clock gained what the engine used: is a sign wrong?",
            count
        )
    }),
    opponent_message: Some(|count| {
        message!(
            "opponent_clock_grows",
            "in each of the last {count} moves the opponent's clock gained what the opponent used: is a sign wrong?",
            count
        )
    }),
    each_move: Some(EachMove {
        fits: |it, _| it.fits(it.lost, -it.used),
        shows: |it, _| {
            // The clock of an hourglass gains what the opponent used, and an increment may be twice the used time.
            it.is_long()
                && it.differs(2 * it.used, it.passed - it.used)
                && it.differs(2 * it.used, it.increment)
        },
        ..EachMove::FITTING
    }),
    may_be_of_one_engine: true,
    ..ClockMistake::OTHER
};
