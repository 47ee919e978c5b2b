//! The clocks are in centiseconds, although the unit is the millisecond.

use super::{
    ClockLoss, ClockMistake, EachMove, MIN_SIDES_DIFFERENCE,
    precise_clocks::{MAX_ERROR, are_enough, precise_moves},
};
use crate::message::message;

/// If a clock counts centiseconds, ten times its loss differs from what was used by at most this, in milliseconds.
const MAX_CENTISECOND_ERROR: i64 = 100;

/// The tenth of a shorter move, in milliseconds, is too small to show.
const MIN_SHORT_MOVE: i64 = 300;

/// The times of this number of moves need not differ by more than a second, but only by so many milliseconds.
const MIN_SHORT_MOVES: usize = 6;
const MIN_SHORT_RANGE: i64 = 300;

pub(super) const MISTAKE: ClockMistake = ClockMistake {
    message: Some(|count| {
        message!(
            "clock_in_centiseconds",
            "in each of the last {count} moves the clocks lost a tenth of what was used: are they in centiseconds?",
            count
        )
    }),
    each_move: Some(EachMove {
        fits: |it, _| {
            let is_tenth = |lost: i64, used: i64| (10 * lost - used).abs() <= MAX_CENTISECOND_ERROR;
            let other = it.other_charged.filter(|_| it.has_opponent_moved);
            is_tenth(it.charged(), it.used)
                && other.is_none_or(|other| is_tenth(other, it.passed - it.used))
        },
        shows: |it, _| it.used > MIN_SHORT_MOVE && it.charged() > 0,
        is_proven: |it| {
            // A delay shortens each move by the same time.
            let range = it.range_of_used();
            range > MIN_SIDES_DIFFERENCE
                || it.moves.len() >= MIN_SHORT_MOVES && range > MIN_SHORT_RANGE
        },
    }),
    all_moves: Some(moves_in_precise_centiseconds),
    ..ClockMistake::OTHER
};

/// The number of moves at the end of `losses` in which the clock lost a tenth of what was used, or 0 if they do not prove it.
fn moves_in_precise_centiseconds(losses: &[ClockLoss]) -> usize {
    let fits = |it: &&ClockLoss| {
        let charged = 10 * it.charged();
        charged > MAX_ERROR && (charged - it.used).abs() <= 3 * MAX_ERROR
    };
    let moves = precise_moves(losses, fits);
    if are_enough(&moves) { moves.len() } else { 0 }
}
