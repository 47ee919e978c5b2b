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

/// Where the text does not define the clocks, shorter moves after a `ponderhit`, in milliseconds, may be within the time
/// in which an interface shows the opponent's move.
const MAX_TIME_TO_SHOW_MOVE: i64 = 1000;

/// If one of `MIN_WRONG_MOVES_WITH_LONG_ONE` moves takes longer than this, in milliseconds, that time explains none of
/// them.
const MAX_TIME_TO_SHOW_ANY_MOVE: i64 = 2000;
const MIN_WRONG_MOVES_WITH_LONG_ONE: usize = 6;

/// In a fast game, no interface takes more than this part of the clock to show a move.
const MAX_PART_TO_SHOW_MOVE: i64 = 10;

/// If one move takes more than this part of the clock, or all of them together more than `MAX_PART_TO_SHOW_MOVES`, a few
/// moves are enough.
const MAX_PART_TO_SHOW_LONG_MOVE: i64 = 5;
const MAX_PART_TO_SHOW_MOVES: i64 = 3;

/// From this sum of times after a `ponderhit` on, in milliseconds, a clock that loses none of them is not only rounded.
const MIN_USED_TOGETHER: i64 = 1500;

/// The same for clocks that are not rounded.
const MIN_PRECISE_USED_TOGETHER: i64 = 600;

/// The number of moves at the end of `losses` whose clocks are wrong after each `ponderhit`, and right after each other
/// search, or 0 if they do not prove the mistake.
pub(super) fn moves_wrong_after_ponderhit(
    losses: &[ClockLoss],
    has_mistake: fn(&ClockLoss) -> bool,
) -> usize {
    let fitting = losses.iter().rev().take_while(|it| {
        let is_right = it.fits(it.charged(), it.used);
        if it.has_pondered {
            !it.is_long() || has_mistake(it)
        } else {
            !it.is_long() || is_right
        }
    });
    let fitting: Vec<&ClockLoss> = fitting.collect();
    let shown = fitting.iter().filter(|it| it.is_long());
    let mut are_wrong: Vec<bool> = shown.map(|it| it.has_pondered).collect();
    let wrong_count = are_wrong.iter().filter(|it| **it).count();
    let right_count = are_wrong.len() - wrong_count;
    are_wrong.dedup();
    let wrong = fitting.iter().filter(|it| it.is_long() && it.has_pondered);
    let wrong: Vec<i64> = wrong.map(|it| it.used).collect();
    let longest_clock = losses.iter().map(|it| it.had).max().unwrap_or(0);
    let has_defined_clocks = losses.iter().all(|it| it.has_defined_clocks);
    let is_rounded = losses.iter().any(|it| it.rounding > 1);
    let min_used_together = if is_rounded {
        MIN_USED_TOGETHER
    } else {
        MIN_PRECISE_USED_TOGETHER
    };
    let is_proven = wrong_count >= MIN_WRONG_MOVES
        && wrong.iter().sum::<i64>() >= min_used_together
        && right_count >= MIN_RIGHT_MOVES
        && are_wrong.len() >= MIN_RUNS
        && (has_defined_clocks || !may_be_shown(&wrong, longest_clock));
    if is_proven { fitting.len() } else { 0 }
}

/// Whether the interface may have shown the opponent's moves during the whole times that were used after a `ponderhit`.
fn may_be_shown(used: &[i64], longest_clock: i64) -> bool {
    let part = longest_clock / MAX_PART_TO_SHOW_MOVE;
    let count_above = |time: i64| used.iter().filter(|it| **it > time.min(part)).count();
    let has_long_one =
        used.len() >= MIN_WRONG_MOVES_WITH_LONG_ONE && count_above(MAX_TIME_TO_SHOW_ANY_MOVE) > 0;
    let longest = used.iter().max().copied().unwrap_or(0);
    let takes_large_part = longest > longest_clock / MAX_PART_TO_SHOW_LONG_MOVE
        || longest > part && used.iter().sum::<i64>() > longest_clock / MAX_PART_TO_SHOW_MOVES;
    !has_long_one && !takes_large_part && count_above(MAX_TIME_TO_SHOW_MOVE) < MIN_WRONG_MOVES
}
