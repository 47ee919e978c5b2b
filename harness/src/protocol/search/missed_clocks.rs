//! The clock of the engine while it ponders on a wrong guess: the clock stands still.

use std::time::Duration;

use super::{Dialect, GoClock, GoCommand as _, Search, View, clock_habits};

/// The engine's clock in a `go ponder` whose guess was wrong, and in the `go` after it.
#[derive(Clone, Copy, Debug)]
pub(super) struct MissedClocks {
    had: GoClock,
    has: GoClock,
    /// The time from the `go ponder` to its result.
    pondered: Duration,
    /// The time from the `go ponder` to the next `go`.
    passed: Duration,
}

impl MissedClocks {
    /// Returns `None` if the search before `after` was not a ponder search for a wrong guess, or if a clock is not known.
    pub(super) fn before<D: Dialect>(view: &View<D>, after: &Search<D>) -> Option<MissedClocks> {
        let earlier = view.certain_previous_search(after)?;
        if after.go.is_ponder() || !earlier.was_ponder_move_wrong(after) {
            return None;
        }
        Some(MissedClocks {
            had: D::go_clock(&earlier.search)?,
            has: D::go_clock(after)?,
            pondered: earlier.result_time.saturating_sub(earlier.search.started),
            passed: after.started.saturating_sub(earlier.search.started),
        })
    }

    fn tolerance(&self) -> Duration {
        clock_habits::MEASURING_TOLERANCE
            + clock_habits::rounding_of(&[self.had.time, self.has.time])
    }

    /// Whether the clock gained more than the increment, or lost more time than passed.
    pub(super) fn is_impossible(&self) -> bool {
        let increment = self.had.increment.max(self.has.increment);
        let most = self.had.time + increment.unwrap_or_default();
        self.has.time > most + self.tolerance()
            || self.had.time > self.has.time + self.passed + self.tolerance()
    }

    /// Whether the clock lost the time of the ponder search.
    pub(super) fn lost_pondering(&self) -> bool {
        let lost = self.had.time.saturating_sub(self.has.time);
        self.pondered > 4 * self.tolerance() && lost.abs_diff(self.pondered) <= self.tolerance()
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
}
