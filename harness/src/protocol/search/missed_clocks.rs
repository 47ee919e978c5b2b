//! The clock of the engine while it ponders on a wrong guess: the clock stands still.

use std::time::Duration;

use super::{Dialect, GoClock, GoCommand as _, Search, View, clock_habits};

/// A person gives or takes whole seconds, in milliseconds.
const SECOND: u128 = 1000;

/// An interface may compute a clock that a person changed with an error of some milliseconds.
const MAX_ERROR_BY_HAND: u128 = 5;

/// The error of a clock that stands still.
const MAX_STANDING_ERROR: Duration = Duration::from_millis(5);

/// The engine's clock in a `go ponder` whose guess was wrong, and in the `go` after it.
#[derive(Clone, Copy, Debug)]
pub(in crate::protocol) struct MissedClocks {
    had: GoClock,
    has: GoClock,
    /// The time from the `go ponder` to its result.
    pondered: Duration,
    /// The time from the `go ponder` to the next `go`.
    passed: Duration,
    /// What the engine used in the search before the `go ponder`, if it is known.
    used_before: Option<Duration>,
    /// Whether the `go ponder` had the clock of the `go` before it.
    pub(super) repeats_clock: bool,
    /// Whether the clock of the `go ponder` certainly has the increment for the move before it.
    has_increment: bool,
}

impl MissedClocks {
    /// Returns `None` if the search before `after` was not a ponder search for a wrong guess, or if a clock is not known.
    pub(in crate::protocol) fn before<D: Dialect>(
        view: &View<D>,
        after: &Search<D>,
    ) -> Option<MissedClocks> {
        let earlier = view.certain_previous_search(after)?;
        if after.go.is_ponder() || !earlier.was_ponder_move_wrong(after) {
            return None;
        }
        let had = D::go_clock(&earlier.search)?;
        let before = earlier.search.previous_search.as_deref();
        let before = before.filter(|it| it.is_continued_by(&earlier.search));
        let used_before =
            before.and_then(|it| Some((D::go_clock(&it.search)?, it.clock_time_used()?)));
        Some(MissedClocks {
            had,
            used_before: used_before.map(|it| it.1),
            repeats_clock: used_before.is_some_and(|it| it.0.time == had.time),
            has_increment: used_before.is_some_and(|(clock, used)| {
                let increment = had.increment.unwrap_or_default();
                let expected = (clock.time + increment).saturating_sub(used);
                let tolerance = clock_habits::MEASURING_TOLERANCE
                    + clock_habits::rounding_of(&[had.time, clock.time]);
                increment > 2 * tolerance && had.time.abs_diff(expected) <= tolerance
            }),
            has: D::go_clock(after)?,
            pondered: earlier.result_time.saturating_sub(earlier.search.started),
            passed: after.started.saturating_sub(earlier.search.started),
        })
    }

    fn tolerance(&self) -> Duration {
        clock_habits::MEASURING_TOLERANCE
            + clock_habits::rounding_of(&[self.had.time, self.has.time])
    }

    /// Whether the clock has more time than before, such as an increment that the interface adds late.
    pub(super) fn has_gained(&self) -> bool {
        self.has.time > self.had.time
    }

    /// Whether the clock gained more than the increment, or, if the `go ponder` has a clock of its own, lost more time
    /// than passed. Returns `None` if a person or an hourglass explains it.
    pub(super) fn is_impossible(&self, has_clock_of_own: bool) -> Option<bool> {
        let increment = self.had.increment.max(self.has.increment);
        let most = self.had.time + increment.unwrap_or_default();
        let gained = self.has.time > most + self.tolerance();
        let lost =
            has_clock_of_own && self.had.time > self.has.time + self.passed + self.tolerance();
        let is_explained = self.may_be_changed_by_hand() || gained && self.may_be_hourglass();
        (!(gained || lost) || !is_explained).then_some(gained || lost)
    }

    /// Whether the clock changed by whole seconds, as if a person gave or took them, and maybe by the increment.
    fn may_be_changed_by_hand(&self) -> bool {
        let change = self.has.time.abs_diff(self.had.time).as_millis();
        let increment = self.had.increment.max(self.has.increment);
        let increment = increment.unwrap_or_default().as_millis();
        let without_increment = match self.has_gained() {
            true => change.saturating_sub(increment),
            false => change + increment,
        };
        [change, without_increment]
            .into_iter()
            .any(|it| it >= SECOND && (it + MAX_ERROR_BY_HAND) % SECOND <= 2 * MAX_ERROR_BY_HAND)
    }

    /// Whether the clock gained what the opponent used, and the opponent's clock lost it, as in an hourglass, which may
    /// have increments.
    fn may_be_hourglass(&self) -> bool {
        let zero = Some(Duration::ZERO);
        let increments = [zero, self.had.increment.max(self.has.increment)];
        let other_increments = [zero, self.had.other_increment.max(self.has.other_increment)];
        let tolerance = 2 * self.tolerance();
        let mut gains = increments.into_iter().flatten().map(|increment| {
            let gained = self.has.time.saturating_sub(self.had.time);
            gained.saturating_sub(increment)
        });
        let other = self.had.other_time.zip(self.has.other_time);
        let is_lost = |gained: Duration| {
            other.is_none_or(|(had, has)| {
                let mut increments = other_increments.iter().flatten();
                increments.any(|it| (had + *it).saturating_sub(has).abs_diff(gained) <= tolerance)
            })
        };
        gains.any(|gained| {
            gained + tolerance >= self.pondered
                && gained <= self.passed + tolerance
                && is_lost(gained)
        })
    }

    /// Whether the clock lost the time of the ponder search.
    pub(super) fn lost_pondering(&self) -> bool {
        let lost = self.had.time.saturating_sub(self.has.time);
        self.pondered > 4 * self.tolerance() && lost.abs_diff(self.pondered) <= self.tolerance()
    }

    /// Whether the clock lost what the engine had used before the `go ponder`, which had not lost it. Returns `None` if
    /// the search before is not known or too short.
    pub(super) fn lost_late(&self) -> Option<bool> {
        let used = self.used_before?;
        let increment = self.had.increment.max(self.has.increment);
        let lost = (self.had.time + increment.unwrap_or_default()).saturating_sub(self.has.time);
        (used > 4 * self.tolerance()).then(|| lost.abs_diff(used) <= self.tolerance())
    }

    /// Whether the clock gained the increment, which it already had. Returns `None` if it may not have had it.
    pub(super) fn gained_increment_again(&self) -> Option<bool> {
        let increment = self.had.increment.filter(|_| self.has_increment)?;
        let gained = self.has.time.saturating_sub(self.had.time);
        Some(gained.abs_diff(increment) <= MAX_STANDING_ERROR)
    }

    /// Whether `movestogo` fell. Returns `None` if it is missing.
    pub(super) fn moves_to_go_fell(&self) -> Option<bool> {
        let (had, has) = (self.had.moves_to_go?, self.has.moves_to_go?);
        Some(had == has + 1)
    }
}

/// What the engine's clock did wrong while the engine pondered on a wrong guess.
#[derive(Clone, Copy, Debug)]
pub(in crate::protocol) enum MissedClockMistake {
    /// It gained time, or lost more than passed.
    Impossible,
    /// It lost the time of the ponder search.
    PonderingLost,
    /// It lost what the engine had used before it began to ponder.
    LostLate,
    /// It gained the increment of the engine's last move, which it already had.
    IncrementAgain,
}
