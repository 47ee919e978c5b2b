//! A clock that is wrong only after a ponder search: it loses nothing, or gets no increment, for the time since
//! `ponderhit`, although it is right after each other search.

use super::ClockLoss;

/// At least this number of moves after a `ponderhit` must show the mistake.
pub(super) const MIN_WRONG_MOVES: usize = 4;

/// From this number of other moves on that the clock lost completely, no delay explains the mistake.
const MIN_RIGHT_MOVES: usize = 2;

/// The two kinds of moves must alternate. A delay may begin with a time control, and then end with it, but it does not
/// come and go.
const MIN_RUNS: usize = 3;

/// From this sum of times after a `ponderhit` on, in milliseconds, a clock that is wrong after each of them is not only
/// rounded.
const MIN_USED_TOGETHER: i64 = 1500;

/// The same for clocks that are not rounded.
const MIN_PRECISE_USED_TOGETHER: i64 = 600;

/// The last moves of a game, in which the clock is wrong after each `ponderhit`, and right after each other search.
#[derive(Debug)]
pub(super) struct MovesWrongAfterPonderhit {
    /// The number of the moves, those after another search included.
    pub(super) count: usize,
    /// What the engine used after each `ponderhit`, in milliseconds.
    pub(super) used: Vec<i64>,
}

/// The moves at the end of `losses` whose clocks are wrong after each `ponderhit`, or `None` if they do not prove the
/// mistake.
pub(super) fn moves_wrong_after_ponderhit(
    losses: &[ClockLoss],
    has_mistake: fn(&ClockLoss) -> bool,
) -> Option<MovesWrongAfterPonderhit> {
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
    let mut are_wrong: Vec<bool> = shown.clone().map(|it| it.has_pondered).collect();
    let used: Vec<i64> = shown
        .filter(|it| it.has_pondered)
        .map(|it| it.used)
        .collect();
    let right_count = are_wrong.len() - used.len();
    are_wrong.dedup();
    let is_rounded = losses.iter().any(|it| it.rounding > 1);
    let min_used_together = match is_rounded {
        true => MIN_USED_TOGETHER,
        false => MIN_PRECISE_USED_TOGETHER,
    };
    let is_proven = used.len() >= MIN_WRONG_MOVES
        && used.iter().sum::<i64>() >= min_used_together
        && right_count >= MIN_RIGHT_MOVES
        && are_wrong.len() >= MIN_RUNS;
    is_proven.then_some(MovesWrongAfterPonderhit {
        count: fitting.len(),
        used,
    })
}
