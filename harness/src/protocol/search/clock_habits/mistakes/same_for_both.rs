//! Both sides have the clock of one of them.

use super::{
    ClockLoss, ClockMistake, EachMove, MIN_FITTING_MOVES, MIN_SIDES_DIFFERENCE,
    precise_clocks::{are_enough, precise_moves},
};
use crate::message::message;

/// If the sides used times that differ by more than this, in milliseconds, precise clocks show it.
const MIN_PRECISE_DIFFERENCE: i64 = 100;

pub(super) const MISTAKE: ClockMistake = ClockMistake {
    message: Some(|count| {
        message!(
            "clocks_are_one",
            "in each of the last {count} moves both sides had the same clock, although they used different times",
            count
        )
    }),
    each_move: Some(EachMove {
        fits: |it, _| are_equal(it),
        shows: |it, _| {
            let difference = (2 * it.used - it.passed).abs();
            it.has_opponent_moved && it.lost > 0 && difference > MIN_SIDES_DIFFERENCE
        },
        is_proven: |it| {
            // Where the opponent has no clock, an interface may send the engine's clock for both.
            let is_clock_of_engine = |it: &&ClockLoss| !it.fits(it.charged(), it.passed - it.used);
            it.last.has_defined_clocks || !it.moves.iter().any(is_clock_of_engine)
        },
    }),
    all_moves: Some(precise_moves_with_equal_clocks),
    ..ClockMistake::OTHER
};

fn are_equal(loss: &ClockLoss) -> bool {
    loss.other_had == Some(loss.had) && loss.other_lost == Some(loss.lost)
}

/// The number of fast moves at the end of `losses` in which both sides had the same clock to the millisecond, or 0 if they
/// do not prove the mistake. Where the text does not define the clocks, the opponent may have none.
fn precise_moves_with_equal_clocks(losses: &[ClockLoss]) -> usize {
    let moves = precise_moves(losses, |it| it.has_defined_clocks && are_equal(it));
    let shows = |it: &&&ClockLoss| {
        let difference = (2 * it.used - it.passed).abs();
        it.has_opponent_moved && it.lost > 0 && difference > MIN_PRECISE_DIFFERENCE
    };
    let is_proven = moves.iter().filter(shows).count() >= MIN_FITTING_MOVES && are_enough(&moves);
    if is_proven { moves.len() } else { 0 }
}
