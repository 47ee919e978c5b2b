//! Both clocks together lose more time than passes.

use super::{ClockLoss, ClockMistake, EachMove, MEASURING_ERROR, MIN_SIDES_DIFFERENCE};
use crate::message::message;

/// The moves together exceed the time that passed by at least this, in milliseconds, and by a tenth of it.
const MIN_EXCESS: i64 = 400;

pub(super) const MISTAKE: ClockMistake = ClockMistake {
    message: Some(|count| {
        message!(
            "clocks_run_together",
            "in each of the last {count} moves both clocks together lost more time than passed",
            count
        )
    }),
    each_move: Some(EachMove {
        fits: |it, _| it.excess() > MEASURING_ERROR,
        shows: |it, _| {
            // Until the opponent has moved, the delay of a server may be missing in the time that passed.
            it.has_opponent_moved || it.excess() > 10 * it.passed + MIN_SIDES_DIFFERENCE
        },
        is_proven: |it| it.sum(ClockLoss::excess) > MIN_EXCESS + it.sum(|it| it.passed) / 10,
    }),
    ..ClockMistake::OTHER
};
