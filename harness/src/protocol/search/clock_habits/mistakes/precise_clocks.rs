//! Mistakes that are smaller than the difference between two ways to measure one move, such as an increment of 100 ms that
//! is never added. Clocks that fit such a mistake to a few milliseconds in many moves prove it all the same.

use super::{ClockLoss, range_of};

/// A clock that fits differs from the expected one by at most this, in milliseconds.
pub(super) const MAX_ERROR: i64 = 10;

/// From this number of successive moves on, clocks that fit so well are no coincidence.
const MIN_MOVES: usize = 8;

/// A smaller gain or increment, in milliseconds, may be the time that the interface itself needs for a move.
pub(super) const MIN_AMOUNT: i64 = 50;

/// The times that were used differ by at least this, in milliseconds. Otherwise a clock that loses something else fits, too.
const MIN_RANGE: i64 = 100;

/// The moves at the end of `losses` that fit, if the clocks are not rounded.
pub(super) fn precise_moves(
    losses: &[ClockLoss],
    fits: impl Fn(&&ClockLoss) -> bool,
) -> Vec<&ClockLoss> {
    let is_precise = |it: &&ClockLoss| it.rounding == 1 && !it.has_moves_to_go && fits(it);
    losses.iter().rev().take_while(is_precise).collect()
}

pub(super) fn are_enough(moves: &[&ClockLoss]) -> bool {
    moves.len() >= MIN_MOVES && range_of(moves.iter().map(|it| it.used)) >= MIN_RANGE
}
