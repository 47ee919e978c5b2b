//! Each clock loses what the other side used.

use super::{ClockLoss, ClockMistake, EachMove};
use crate::message::message;

/// From this number of moves on, it is no coincidence that the clocks fit the wrong sides much better.
const MIN_MOVES: usize = 8;

/// If both clocks are swapped, they differ from the times of the other sides by at most this, on average of the moves and
/// in milliseconds.
const MAX_SWAPPED_ERROR: i64 = 15;

/// The clocks differ from the times of their own sides by at least this, on average of the moves and in milliseconds.
const MIN_OWN_ERROR: i64 = 25;

/// The clocks fit the other sides this many times better than their own sides.
const MIN_ERROR_RATIO: i64 = 6;

pub(super) const MISTAKE: ClockMistake = ClockMistake {
    message: Some(|count| {
        message!(
            "clocks_swapped_each_move",
            "in each of the last {count} moves the engine's clock lost what the opponent used, and the opponent's clock what the engine used: are the clocks swapped?",
            count
        )
    }),
    each_move: Some(EachMove {
        fits: |it, _| {
            let other = it.other_lost.map(|lost| lost + it.other_increment);
            it.fits(it.charged(), it.passed - it.used)
                && other.is_some_and(|other| it.fits(other, it.used))
        },
        shows: |it, _| it.differs(it.used, it.passed - it.used),
        ..EachMove::FITTING
    }),
    all_moves: Some(fast_moves_with_swapped_clocks),
    may_be_of_one_engine: true,
    ..ClockMistake::OTHER
};

/// In a fast game no single move is long enough to show which side a clock belongs to, but many moves together are.
///
/// The number of moves at the end of `losses` whose clocks together fit the other sides, or 0 if they do not prove that
/// the clocks are swapped.
fn fast_moves_with_swapped_clocks(losses: &[ClockLoss]) -> usize {
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
