//! What both sides used in the moves of a game, and what the clocks that the interface sent lost in the same time.

use std::time::Duration;

use super::view::{Search, View};
use crate::protocol::search::{BoardGame as _, GoClock};

/// The tolerance in milliseconds. It can be short, because no other way to measure takes time from the opponent that the
/// opponent did not have.
const CLOCK_TOLERANCE: i64 = 300;

/// The steps in milliseconds to which an interface may round its clocks.
const ROUNDING_STEPS: [i64; 3] = [1000, 100, 10];

/// Sums over moves of the engine, in milliseconds. Only moves count for which the engine used more time than its
/// opponent, because the others do not show whether the clocks are swapped.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct ClockSums {
    /// The time that the engine used on its clock.
    pub(super) used: i64,
    /// The longest time that the opponent can have used.
    pub(super) other_used: i64,
    /// What the engine's clock lost, if its increments are subtracted again.
    pub(super) lost: i64,
    /// What the opponent's clock lost. Its increments are not counted, because the interface adds them before or after
    /// the opponent's move.
    pub(super) other_lost: i64,
    /// The sum of the increments of the engine's clock.
    increments: i64,
    /// The sum of the errors of rounded clocks.
    rounding: i64,
    /// True if the engine plays White.
    pub(super) is_white: bool,
    /// The moves for which the engine's clock lost too little, and the opponent's clock just what the engine used. A
    /// move that shows clocks of the right sides sets this number back to 0.
    pub(super) swapped_move_count: usize,
    /// True if the last move shows that the opponent's clock is not the engine's clock.
    shows_right_sides: bool,
}

/// From this number of moves on, `swapped_move_count` is no coincidence.
const MIN_SWAPPED_MOVES: usize = 5;

/// If a clock differs by at most this many milliseconds from what is expected, it fits.
const MAX_FITTING_ERROR: i64 = 30;

/// If a clock differs by more than this many milliseconds from what is expected, it does not fit.
const MIN_WRONG_ERROR: i64 = 60;

impl ClockSums {
    /// What was used and lost from the search before `after` to `after`. Returns `None` if `after` does not continue
    /// the game, or if a time or clock is not known.
    pub(super) fn since_previous_search(view: &View, after: &Search) -> Option<ClockSums> {
        let earlier = view.certain_previous_search(after)?;
        let before = &earlier.search;
        if !earlier.is_continued_by(after) {
            return None;
        }
        let is_white = before.position()?.is_first_player_to_move();
        let (own, other) = if is_white { (0, 1) } else { (1, 0) };
        let clock = |search: &Search, side| -> Option<i64> {
            let go = search.go.flaw.is_none().then_some(&search.go)?;
            i64::try_from(go.time_left(side)?.as_millis()).ok()
        };
        let used = i64::try_from(earlier.clock_time_used()?.as_millis()).ok()?;
        let passed = after.started.saturating_sub(before.started).as_millis();
        let increments = before.go.increment_millis[own].unwrap_or(0).max(0);
        let (had, has) = (clock(before, own)?, clock(after, own)?);
        let (other_had, other_has) = (clock(before, other)?, clock(after, other)?);
        let lost = had.saturating_add(increments).saturating_sub(has);
        let other_lost = other_had.saturating_sub(other_has);
        let other_increment = before.go.increment_millis[other].unwrap_or(0);
        let other_error = other_lost
            .saturating_add(other_increment)
            .saturating_sub(used);
        let rounding = rounding_step([had, has, other_had, other_has]);
        // An interface that measures more than the engine used would show the opposite.
        let is_own_loss_small = used.saturating_sub(lost) > MIN_WRONG_ERROR;
        let other_used = i64::try_from(passed).ok()?.saturating_sub(used).max(0);
        // A delay on the engine's clock explains its small loss, and the opponent's own time the loss of the other clock.
        let is_other_loss_large = other_lost.saturating_add(other_increment)
            > other_used.saturating_add(MAX_FITTING_ERROR);
        let is_swapped = is_own_loss_small
            && is_other_loss_large
            && other_error.abs() <= MAX_FITTING_ERROR
            && rounding <= MAX_FITTING_ERROR;
        Some(ClockSums {
            used,
            other_used,
            lost,
            other_lost,
            increments,
            rounding,
            is_white,
            swapped_move_count: usize::from(is_swapped),
            shows_right_sides: other_error.abs() > MIN_WRONG_ERROR,
        })
    }

    /// The sums up to a search, from the sums up to the search before it.
    pub(super) fn with_next(self, next: Option<ClockSums>) -> ClockSums {
        let Some(next) = next else {
            return self;
        };
        let mut this = match next.is_white == self.is_white {
            true => self,
            false => ClockSums {
                is_white: next.is_white,
                ..ClockSums::default()
            },
        };
        this.swapped_move_count = match next.shows_right_sides {
            true => 0,
            false => this.swapped_move_count + next.swapped_move_count,
        };
        if next.used <= next.other_used || next.has_new_clock() {
            return this;
        }
        ClockSums {
            used: this.used.saturating_add(next.used),
            other_used: this.other_used.saturating_add(next.other_used),
            lost: this.lost.saturating_add(next.lost),
            other_lost: this.other_lost.saturating_add(next.other_lost),
            increments: this.increments.saturating_add(next.increments),
            rounding: this.rounding.saturating_add(next.rounding),
            ..this
        }
    }

    /// True if a clock has more time than before, so the next time control began, or the user changed a clock.
    fn has_new_clock(&self) -> bool {
        let most = self.tolerance().saturating_add(self.increments);
        self.lost < -most || self.other_lost < -most
    }

    fn tolerance(&self) -> i64 {
        CLOCK_TOLERANCE.saturating_add(self.rounding)
    }

    /// Whether the clocks are swapped: the engine's clock lost less than the engine used, and the other clock lost more
    /// than the opponent can have used, namely about what the engine used. Returns `None` if the engine did not use much
    /// more time than its opponent, or if a clock was set anew.
    pub(super) fn are_swapped(&self) -> Option<bool> {
        if self.swapped_move_count >= MIN_SWAPPED_MOVES {
            return Some(true);
        }
        let tolerance = self.tolerance();
        let most = self.other_used.saturating_add(tolerance);
        let shows = self.used > most.saturating_add(self.increments.saturating_add(tolerance));
        let is_own_loss_small = self.lost.saturating_add(tolerance) < self.used;
        // The interface and ponderhit measure each move slightly differently.
        let about = tolerance.saturating_add(self.used / 10);
        let least = self
            .used
            .saturating_sub(self.increments)
            .saturating_sub(about);
        let is_loss_of_engine =
            (least..=self.used.saturating_add(about)).contains(&self.other_lost);
        (shows && !self.has_new_clock())
            .then_some(is_own_loss_small && self.other_lost > most && is_loss_of_engine)
    }
}

/// The largest step to which all clocks may be rounded.
fn rounding_step(clocks: [i64; 4]) -> i64 {
    let is_step = |step: &&i64| clocks.iter().all(|it| it % **step == 0);
    ROUNDING_STEPS.iter().find(is_step).copied().unwrap_or(1)
}

/// The engine's clock in the `go` of a search.
pub(super) fn go_clock(search: &Search) -> Option<GoClock> {
    let go = search.go.flaw.is_none().then_some(&search.go)?;
    let side = usize::from(!search.position()?.is_first_player_to_move());
    let increment = |side: usize| {
        let increment = go.increment_millis[side].and_then(|it| u64::try_from(it).ok());
        increment.filter(|it| *it > 0).map(Duration::from_millis)
    };
    Some(GoClock {
        time: go.time_left(side)?,
        increment: increment(side),
        other_time: go.time_left(1 - side),
        other_increment: increment(1 - side),
        moves_to_go: go.movestogo.and_then(|it| u64::try_from(it).ok()),
    })
}
