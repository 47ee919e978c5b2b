//! When the result of a search is due.

use std::time::Duration;

use super::clock::Budget;

/// The clock of one search. It knows nothing of what the search finds.
#[derive(Debug)]
pub(super) struct Deadline {
    /// The time budget of the move, counted from `go` or from `ponderhit`.
    pub(super) budget: Option<Budget>,
    /// When the clock started; `None` while pondering.
    pub(super) clock_from: Option<Duration>,
    /// The result waits for `stop`.
    pub(super) infinite: bool,
    /// There is only one move.
    pub(super) forced: bool,
    /// How long the search took up to the last completed iteration.
    pub(super) iteration_time: Option<Duration>,
    /// The search has ended, or there was nothing to search.
    pub(super) done: bool,
}

impl Deadline {
    pub(super) fn ponderhit(&mut self, now: Duration) {
        self.clock_from.get_or_insert(now);
    }

    /// Whether the search ends without another command.
    pub(super) fn ends_by_itself(&self) -> bool {
        self.clock_from.is_some() && !self.infinite
    }

    /// Whether the time of the search is used up.
    pub(super) fn is_over(&self, now: Duration) -> bool {
        let (Some(budget), Some(from)) = (self.budget, self.clock_from) else {
            return false;
        };
        // Time spent pondering counts as search time.
        let thought = self.iteration_time.unwrap_or_default();
        let settled = self.iteration_time.is_some() && (self.forced || thought >= budget.usual);
        now >= from + budget.most || (settled && !self.infinite)
    }

    /// When the time is used up.
    pub(super) fn due(&self) -> Option<Duration> {
        let (from, budget) = self.clock_from.zip(self.budget)?;
        Some(from + budget.most)
    }
}
