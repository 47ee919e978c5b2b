//! A clock that gains the same time in each move, more than the increment. A person who gives time to a side gives whole
//! seconds, and only to this side.

use super::{ClockLoss, range_of};

/// A person gives at least this time, in milliseconds. No person gives a few seconds in each of many moves.
const MIN_GIVEN_TIME: i64 = 5000;

/// From this number of moves on, no person gave the same time in each of them.
const MIN_GIVING_MOVES: usize = 12;

/// The same for less than `MIN_GIVEN_TIME`.
const MIN_MOVES_WITH_SHORT_TIME: usize = 8;

/// The same if both sides gain the same time, as with an increment.
const MIN_MOVES_OF_BOTH: usize = 6;

/// The same for less than `MIN_GIVEN_TIME` and both sides.
const MIN_MOVES_OF_BOTH_WITH_SHORT_TIME: usize = 4;

const SECOND: i64 = 1000;

/// Whether a person may have given the time that the clock gained besides the increment in each of the moves.
pub(super) fn may_be_given(moves: &[&ClockLoss]) -> bool {
    let given = || moves.iter().map(|it| it.gained() - it.increment);
    let count = i64::try_from(moves.len()).unwrap_or(i64::MAX).max(1);
    let average = given().sum::<i64>() / count;
    let tolerance = moves.iter().map(|it| it.tolerance()).max().unwrap_or(0);
    let is_whole = (average + tolerance).rem_euclid(SECOND) <= 2 * tolerance;
    let of_opponent: Vec<i64> = moves
        .iter()
        .filter_map(|it| it.of_opponent())
        .map(|it| it.gained() - it.increment)
        .collect();
    let (min_moves, min_moves_of_both) = match average < MIN_GIVEN_TIME {
        true => (MIN_MOVES_WITH_SHORT_TIME, MIN_MOVES_OF_BOTH_WITH_SHORT_TIME),
        false => (MIN_GIVING_MOVES, MIN_MOVES_OF_BOTH),
    };
    let have_both = of_opponent.len() >= min_moves_of_both
        && range_of(of_opponent.iter().copied()) <= 4 * tolerance
        && of_opponent.iter().all(|it| *it > 3 * tolerance);
    is_whole && !have_both && moves.len() < min_moves
}
