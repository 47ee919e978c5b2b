//! Increments that are too small to show in one move: if they are never added, both clocks together lose all the time that
//! passes. No way to measure the time explains this, since the clocks never run at the same time.

use super::{ClockLoss, ClockMistake};
use crate::message::message;

/// From this number of successive moves on, it is no coincidence that the increments are missing.
const MIN_MOVES: usize = 10;

/// From this sum of increments on, in milliseconds, it shows that they are missing.
const MIN_INCREMENTS: i64 = 1500;

/// If all losses are multiples of this number of milliseconds, the interface measures the time in such steps.
const MEASURING_STEP: i64 = 10;

pub(super) const MISTAKE: ClockMistake = ClockMistake {
    message: Some(|count| {
        message!(
            "increments_of_both_missing",
            "in the last {count} moves both clocks together lost all the time that passed, so the increments were not added",
            count
        )
    }),
    all_moves: Some(moves_without_increments),
    ..ClockMistake::OTHER
};

/// The number of moves at the end of `losses` without any increment of both clocks, or 0 if they do not prove it.
fn moves_without_increments(losses: &[ClockLoss]) -> usize {
    let mut moves: Vec<&ClockLoss> = Vec::new();
    for loss in losses.iter().rev() {
        let has_increments = loss.increment > 0 && loss.other_increment > 0;
        let is_continued = moves.last().is_none_or(|it| {
            it.had == loss.had - loss.lost
                && it.other_had
                    == loss
                        .other_had
                        .zip(loss.other_lost)
                        .map(|(had, lost)| had - lost)
        });
        if !has_increments || !loss.has_opponent_moved || !is_continued {
            break;
        }
        moves.push(loss);
    }
    // An interface may measure each move in whole seconds, rounded up.
    let are_rounded = moves.iter().all(|it| {
        let other = it.other_charged.unwrap_or(0);
        it.charged() % MEASURING_STEP == 0 && other % MEASURING_STEP == 0
    });
    let increments: i64 = moves.iter().map(|it| added(it)).sum();
    // An arbiter may take much time in one move.
    let excess = moves.iter().map(|it| {
        let excess = it.charged() + it.other_charged.unwrap_or(0) - it.passed;
        excess.min(2 * added(it))
    });
    let excess: i64 = excess.sum();
    // Both clocks may be rounded.
    let rounding = 2 * moves.first().map_or(0, |it| it.rounding);
    let are_missing =
        !are_rounded && excess - rounding > increments / 4 * 3 && excess <= increments / 4 * 5;
    if moves.len() >= MIN_MOVES && increments >= MIN_INCREMENTS && are_missing {
        moves.len()
    } else {
        0
    }
}

/// The increments of both sides.
fn added(loss: &ClockLoss) -> i64 {
    loss.increment + loss.other_increment
}
