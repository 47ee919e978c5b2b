//! A clock that is wrong only after a ponder search: it loses nothing, or gets no increment, for the time since
//! `ponderhit`, although it is right after each other search.

use super::ClockLoss;

/// At least this number of moves after a `ponderhit` must show the mistake.
const MIN_WRONG_MOVES: usize = 4;

/// From this number of other moves on that the clock lost completely, no delay explains the mistake.
const MIN_RIGHT_MOVES: usize = 2;

/// The two kinds of moves must alternate. A delay may begin with a time control, and then end with it, but it does not
/// come and go.
const MIN_RUNS: usize = 3;

/// Where the text does not define the clocks, a shorter move after a `ponderhit`, in milliseconds, may be within the time
/// in which an interface shows the opponent's move.
const MIN_USED_AFTER_PONDERHIT: i64 = 1000;

/// From this sum of times after a `ponderhit` on, in milliseconds, a clock that loses none of them is not only rounded.
const MIN_USED_TOGETHER: i64 = 1500;

/// The number of moves at the end of `losses` whose clocks are wrong after each `ponderhit`, and right after each other
/// search, or 0 if they do not prove the mistake.
pub(super) fn moves_wrong_after_ponderhit(
    losses: &[ClockLoss],
    has_mistake: fn(&ClockLoss) -> bool,
) -> usize {
    let fitting = losses.iter().rev().take_while(|it| {
        let is_right = it.fits(it.charged(), it.used);
        if it.has_pondered {
            !is_long(it) || has_mistake(it)
        } else {
            !it.is_long() || is_right
        }
    });
    let fitting: Vec<&ClockLoss> = fitting.collect();
    let shown = fitting.iter().filter(|it| is_long(it));
    let mut are_wrong: Vec<bool> = shown.map(|it| it.has_pondered).collect();
    let wrong_count = are_wrong.iter().filter(|it| **it).count();
    let right_count = are_wrong.len() - wrong_count;
    are_wrong.dedup();
    let wrong = fitting.iter().filter(|it| is_long(it) && it.has_pondered);
    let is_proven = wrong_count >= MIN_WRONG_MOVES
        && wrong.map(|it| it.used).sum::<i64>() >= MIN_USED_TOGETHER
        && right_count >= MIN_RIGHT_MOVES
        && are_wrong.len() >= MIN_RUNS;
    if is_proven { fitting.len() } else { 0 }
}

fn is_long(loss: &ClockLoss) -> bool {
    let least = if loss.has_pondered && !loss.has_defined_clocks {
        MIN_USED_AFTER_PONDERHIT
    } else {
        0
    };
    loss.is_long() && loss.used > least
}
