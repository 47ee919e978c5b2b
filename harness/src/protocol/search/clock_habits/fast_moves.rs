//! Clocks of fast games: no single move is long enough to show which side a clock belongs to, but many moves together are.

use super::ClockLoss;

/// From this number of moves on, it is no coincidence that the clocks fit the wrong sides much better.
const MIN_MOVES: usize = 8;

/// If both clocks are swapped, they differ from the times of the other sides by at most this, on average of the moves and
/// in milliseconds.
const MAX_SWAPPED_ERROR: i64 = 15;

/// The clocks differ from the times of their own sides by at least this, on average of the moves and in milliseconds.
const MIN_OWN_ERROR: i64 = 25;

/// The clocks fit the other sides this many times better than their own sides.
const MIN_ERROR_RATIO: i64 = 6;

/// The number of moves at the end of `losses` whose clocks together fit the other sides, or 0 if they do not prove that
/// the clocks are swapped.
pub(super) fn fast_moves_with_swapped_clocks(losses: &[ClockLoss]) -> usize {
    let errors = losses.iter().rev().map_while(|it| {
        let (used, other_used) = (it.used, it.passed - it.used);
        let other = it.other_charged.filter(|_| it.has_opponent_moved)?;
        let error = |of_engine: i64, of_opponent: i64| {
            (it.charged() - of_engine).abs() + (other - of_opponent).abs()
        };
        Some((error(used, other_used), error(other_used, used)))
    });
    let errors: Vec<(i64, i64)> = errors.collect();
    let count = i64::try_from(errors.len()).unwrap_or(i64::MAX);
    let own: i64 = errors.iter().map(|it| it.0).sum();
    let swapped: i64 = errors.iter().map(|it| it.1).sum();
    // Both clocks are in each sum.
    let are_swapped = swapped <= 2 * MAX_SWAPPED_ERROR * count
        && own >= 2 * MIN_OWN_ERROR * count
        && own >= MIN_ERROR_RATIO * swapped;
    if errors.len() >= MIN_MOVES && are_swapped {
        errors.len()
    } else {
        0
    }
}
