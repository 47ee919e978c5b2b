//! The clock loses nothing after a `ponderhit`, and what was used after each other search.

use super::{
    ClockLoss, ClockMistake,
    after_ponderhit::{MIN_WRONG_MOVES, moves_wrong_after_ponderhit},
};
use crate::message::message;

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

pub(super) const MISTAKE: ClockMistake = ClockMistake {
    message: Some(|count| {
        message!(
            "clock_free_after_ponderhit",
            "in the last {count} moves the clock lost nothing after a `ponderhit`, but what the engine used after each other search",
            count
        )
    }),
    all_moves: Some(free_moves),
    is_rarely_shown: true,
    ..ClockMistake::OTHER
};

/// The number of moves at the end of `losses` in which the clock lost nothing after each `ponderhit`, or 0 if they do not
/// prove it.
fn free_moves(losses: &[ClockLoss]) -> usize {
    let is_free = |it: &ClockLoss| it.charged().abs() <= it.tolerance();
    let longest_clock = losses.iter().map(|it| it.had).max().unwrap_or(0);
    let has_defined_clocks = losses.iter().all(|it| it.has_defined_clocks);
    moves_wrong_after_ponderhit(losses, is_free)
        .filter(|it| has_defined_clocks || !may_be_shown(&it.used, longest_clock))
        .map_or(0, |it| it.count)
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
