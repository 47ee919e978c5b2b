//! The clock stays the same, although the engine uses more than its increment.

use super::{ClockMistake, EachMove, MIN_UNCOUNTED};
use crate::message::message;

/// If a move took only this much longer than the increment, in milliseconds, an interface that measures slightly less
/// may send the same clock again.
const MIN_EXCESS: i64 = 100;

pub(super) const MISTAKE: ClockMistake = ClockMistake {
    message: Some(|count| {
        message!(
            "clock_stays",
            "in each of the last {count} moves the clock stayed the same, although the engine used more than the increment",
            count
        )
    }),
    each_move: Some(EachMove {
        fits: |it, _| {
            // A clock without an increment may have a delay.
            let is_counted = it.has_defined_clocks && it.counts_moves_to_go;
            it.lost == 0 && it.is_for_game_or_period() && (it.increment > 0 || is_counted)
        },
        shows: |it, _| it.used - it.increment > MIN_EXCESS,
        is_proven: |it| it.sum(|it| it.used - it.increment) >= MIN_UNCOUNTED,
    }),
    ..ClockMistake::OTHER
};
