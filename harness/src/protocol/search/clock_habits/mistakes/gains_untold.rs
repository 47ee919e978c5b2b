//! The clock gains the same time after each move, more than the increment that the interface sends.

use super::{
    ClockLoss, ClockMistake, EachMove,
    given_time::may_be_given,
    precise_clocks::{MAX_ERROR, MIN_AMOUNT, are_enough, precise_moves},
};
use crate::message::message;

/// In this number of moves at least, a clock with an untold gain is higher than before.
const MIN_RISES: usize = 3;

/// A clock that is higher than before by more than this, in milliseconds, has gained time.
const MIN_RISE: i64 = 30;

pub(super) const MISTAKE: ClockMistake = ClockMistake {
    message: Some(|count| {
        message!(
            "increment_untold",
            "in each of the last {count} moves the clock gained the same time, more than the increment that the interface sends",
            count
        )
    }),
    opponent_message: Some(|count| {
        message!(
            "opponent_increment_untold",
            "in each of the last {count} moves the opponent's clock gained the same time, more than the increment that the interface sends",
            count
        )
    }),
    each_move: Some(EachMove {
        fits: |it, others| {
            let is_constant = (it.gained() - others.last.gained()).abs() <= 2 * it.tolerance();
            is_constant && it.gained() - it.increment > it.certain_difference()
        },
        is_proven: |it| {
            // Only an increment lets a clock gain time, or an hourglass.
            let gains = |it: &&&ClockLoss| it.charged() < -it.tolerance();
            it.range_of_used() > it.certain_difference()
                && it.moves.iter().filter(gains).count() >= 2
                && !it.moves.iter().all(|it| it.is_hourglass(it.tolerance()))
                && !may_be_given(&it.moves)
        },
        ..EachMove::FITTING
    }),
    all_moves: Some(moves_with_small_gain),
    ..ClockMistake::OTHER
};

/// The number of moves at the end of `losses` in which the clock gained the same time, more than the interface says, or 0 if
/// they do not prove it.
fn moves_with_small_gain(losses: &[ClockLoss]) -> usize {
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
