//! Mistakes that are smaller than the difference between two ways to measure one move, such as an increment of 100 ms that
//! is never added. Clocks that fit such a mistake to a few milliseconds in many moves prove it all the same.

use super::{ClockLoss, given_time::may_be_given, range_of};

/// A clock that fits differs from the expected one by at most this, in milliseconds.
const MAX_ERROR: i64 = 10;

/// From this number of successive moves on, clocks that fit so well are no coincidence.
const MIN_MOVES: usize = 8;

/// A smaller gain or increment, in milliseconds, may be the time that the interface itself needs for a move.
const MIN_AMOUNT: i64 = 50;

/// The times that were used differ by at least this, in milliseconds. Otherwise a clock that loses something else fits, too.
const MIN_RANGE: i64 = 100;

/// In this number of moves at least, a clock with an untold gain is higher than before.
const MIN_RISES: usize = 4;

/// A clock that is higher than before by more than this, in milliseconds, has gained time.
const MIN_RISE: i64 = 30;

/// The number of moves at the end of `losses` in which the clock gained the same time, more than the interface says, or 0 if
/// they do not prove it.
pub(super) fn moves_with_small_gain(losses: &[ClockLoss]) -> usize {
    let Some(last) = losses.last() else {
        return 0;
    };
    let untold = |it: &ClockLoss| it.gained() - it.increment;
    let fits = |it: &&ClockLoss| (untold(it) - untold(last)).abs() <= MAX_ERROR;
    let moves = precise_moves(losses, fits);
    let rises = moves
        .iter()
        .filter(|it| it.lost + it.increment < -MIN_RISE)
        .count();
    // The clocks of an hourglass together stay the same.
    let is_hourglass = moves.iter().all(|it| it.is_hourglass(MAX_ERROR));
    let are_proof = untold(last) >= MIN_AMOUNT
        && rises >= MIN_RISES
        && !is_hourglass
        && !may_be_given(&moves)
        && are_enough(&moves);
    if are_proof { moves.len() } else { 0 }
}

/// The number of moves at the end of `losses` after which the increment is missing, or 0 if they do not prove it.
pub(super) fn moves_without_small_increment(losses: &[ClockLoss]) -> usize {
    let fits =
        |it: &&ClockLoss| it.increment >= MIN_AMOUNT && (it.lost - it.used).abs() <= MAX_ERROR;
    let moves = precise_moves(losses, fits);
    if are_enough(&moves) { moves.len() } else { 0 }
}

/// The number of moves at the end of `losses` in which the clock lost a tenth of what was used, or 0 if they do not prove it.
pub(super) fn moves_in_precise_centiseconds(losses: &[ClockLoss]) -> usize {
    let fits = |it: &&ClockLoss| {
        let charged = 10 * it.charged();
        charged > MAX_ERROR && (charged - it.used).abs() <= 3 * MAX_ERROR
    };
    let moves = precise_moves(losses, fits);
    if are_enough(&moves) { moves.len() } else { 0 }
}

/// The moves at the end of `losses` that fit, if the clocks are not rounded.
fn precise_moves(losses: &[ClockLoss], fits: impl Fn(&&ClockLoss) -> bool) -> Vec<&ClockLoss> {
    let is_precise = |it: &&ClockLoss| it.rounding == 1 && !it.has_moves_to_go && fits(it);
    losses.iter().rev().take_while(is_precise).collect()
}

fn are_enough(moves: &[&ClockLoss]) -> bool {
    moves.len() >= MIN_MOVES && range_of(moves.iter().map(|it| it.used)) >= MIN_RANGE
}
