//! The increment is never added.

use super::{
    ClockLoss, ClockMistake, EachMove,
    precise_clocks::{MAX_ERROR, MIN_AMOUNT, are_enough, precise_moves},
};
use crate::message::message;

pub(super) const MISTAKE: ClockMistake = ClockMistake {
    message: Some(|count| {
        message!(
            "increment_not_added",
            "in each of the last {count} moves the clock lost all that the engine used, so the increment was not added",
            count
        )
    }),
    opponent_message: Some(|count| {
        message!(
            "opponent_increment_not_added",
            "in each of the last {count} moves the opponent's clock lost all that the opponent used, so the increment was not added",
            count
        )
    }),
    each_move: Some(EachMove {
        fits: |it, _| it.fits(it.lost, it.used),
        shows: |it, _| it.differs(it.increment, 0),
        is_proven: |it| it.range_of_used() > it.certain_difference(),
    }),
    all_moves: Some(moves_without_small_increment),
    may_be_of_one_engine: true,
    ..ClockMistake::OTHER
};

/// The number of moves at the end of `losses` after which the increment is missing, or 0 if they do not prove it.
fn moves_without_small_increment(losses: &[ClockLoss]) -> usize {
    let fits =
        |it: &&ClockLoss| it.increment >= MIN_AMOUNT && (it.lost - it.used).abs() <= MAX_ERROR;
    let moves = precise_moves(losses, fits);
    if are_enough(&moves) { moves.len() } else { 0 }
}
