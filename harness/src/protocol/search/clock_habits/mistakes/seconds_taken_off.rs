//! Seconds are taken off a clock in milliseconds: the clock loses a thousandth of what the engine used, and gains its
//! increment. A delay that covers all moves leaves nearly the same clocks, but no such fractions.

use super::{ClockLoss, ClockMistake, precise_clocks::precise_moves, range_of};
use crate::message::message;

/// From this number of successive moves on, fractions that fit are no coincidence.
const MIN_MOVES: usize = 12;

/// In so many milliseconds of the clock, the moves must show the fractions.
const MIN_LOST: i64 = 4;

/// The fractions are cut off, so the clock differs by up to a millisecond from the exact one, which is a second of the
/// engine's time. What two ways to measure the moves differ by comes on top.
const MAX_RANGE: i64 = 1000 + 100;

pub(super) const MISTAKE: ClockMistake = ClockMistake {
    message: Some(|count| {
        message!(
            "clock_loses_seconds",
            "in the last {count} moves the clock lost a thousandth of what the engine used: are seconds taken off milliseconds?",
            count
        )
    }),
    all_moves: Some(moves_that_lose_seconds),
    is_rarely_shown: true,
    ..ClockMistake::OTHER
};

/// The number of moves at the end of `losses` in which the clock lost a thousandth of what was used, or 0 if they do not
/// prove it.
fn moves_that_lose_seconds(losses: &[ClockLoss]) -> usize {
    let moves = precise_moves(losses, |it| it.charged() >= 0);
    // By how much the engine used more than what the clock lost, if the clock loses seconds.
    let (mut ahead, mut min, mut max) = (0, 0, 0);
    let (mut lost, mut proven) = (0, 0);
    for (index, it) in moves.iter().enumerate() {
        ahead += it.used - 1000 * it.charged();
        lost += it.charged();
        (min, max) = (ahead.min(min), ahead.max(max));
        if max - min > MAX_RANGE {
            break;
        }
        // An interface that cuts off fractions of each clock may lose the same millisecond in each move.
        let are_alike = range_of(moves[..=index].iter().map(|it| it.lost)) == 0;
        if index + 1 >= MIN_MOVES && lost >= MIN_LOST && !are_alike {
            proven = index + 1;
        }
    }
    proven
}
