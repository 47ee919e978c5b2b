//! The clock stays the same, although the engine uses more than its increment.

use super::{
    ClockLoss, ClockMistake, EachMove, MIN_FITTING_MOVES, MIN_UNCOUNTED,
    precise_clocks::{are_enough, precise_moves},
};
use crate::message::message;

/// If a move took only this much longer than the increment, in milliseconds, an interface that measures slightly less
/// may send the same clock again.
const MIN_EXCESS: i64 = 100;

/// A clock that is not rounded, and that lost no more than this, in milliseconds, has stayed the same: a clock in seconds
/// loses a millisecond for each second.
const MAX_PRECISE_LOSS: i64 = 2;

/// If the moves took together so much longer than their increments, in milliseconds, a clock that is not rounded and has
/// stayed the same in many moves does not run.
const MIN_PRECISE_EXCESS: i64 = 500;

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
        is_proven: |it| exceed_increments(&it.moves, MIN_UNCOUNTED),
        ..EachMove::FITTING
    }),
    all_moves: Some(precise_moves_with_standing_clock),
    is_rarely_shown: true,
    ..ClockMistake::OTHER
};

/// Whether several moves, and all moves together, took longer than the increments. An engine that uses its increment,
/// sometimes a little more and sometimes a little less, leaves a rounded clock as it is.
fn exceed_increments(moves: &[&ClockLoss], min_together: i64) -> bool {
    let excess = moves.iter().map(|it| it.used - it.increment);
    let long = excess.clone().filter(|it| *it > MIN_EXCESS);
    long.count() >= MIN_FITTING_MOVES && excess.sum::<i64>() >= min_together
}

/// The number of moves at the end of `losses` in which a clock with an increment stayed the same, or 0 if they do not
/// prove that it does not run.
fn precise_moves_with_standing_clock(losses: &[ClockLoss]) -> usize {
    let moves = precise_moves(losses, |it| {
        it.lost.abs() <= MAX_PRECISE_LOSS && it.increment > MAX_PRECISE_LOSS
    });
    let is_proven = exceed_increments(&moves, MIN_PRECISE_EXCESS) && are_enough(&moves);
    if is_proven { moves.len() } else { 0 }
}
