//! Computes when the result of a search is due.

use std::time::Duration;

use super::clock::TimeBudget;

/// The times and conditions that decide when the result of one search is due.
#[derive(Debug)]
pub(super) struct SearchDeadline {
    /// The time budget of the move, counted from `go` or from `ponderhit`.
    pub(super) time_budget: Option<TimeBudget>,
    /// The time at which the clock started, or `None` while pondering.
    pub(super) clock_started_at: Option<Duration>,
    /// True if the engine sends the result only after `stop`.
    pub(super) waits_for_stop: bool,
    /// True if there is only one legal move.
    pub(super) has_only_one_move: bool,
    /// The time from the start of the search to the end of the last complete iteration.
    pub(super) completed_iteration_time: Option<Duration>,
    /// True if the search has ended, or if there was no move to search.
    pub(super) search_ended: bool,
}

impl SearchDeadline {
    pub(super) fn start_clock(&mut self, now: Duration) {
        self.clock_started_at.get_or_insert(now);
    }

    /// True if the engine may send the result without another command: not while pondering, and not
    /// in an infinite search.
    pub(super) fn may_end_without_stop(&self) -> bool {
        self.clock_started_at.is_some() && !self.waits_for_stop
    }

    /// True if the time of the search is used up.
    pub(super) fn is_time_used_up(&self, now: Duration) -> bool {
        let (Some(budget), Some(from)) = (self.time_budget, self.clock_started_at) else {
            return false;
        };
        // The time of pondering counts as search time.
        let thought = self.completed_iteration_time.unwrap_or_default();
        let settled = self.completed_iteration_time.is_some()
            && (self.has_only_one_move || thought >= budget.soft_limit);
        now >= from + budget.hard_limit || (settled && !self.waits_for_stop)
    }

    /// The time at which the time budget is used up.
    pub(super) fn hard_limit_at(&self) -> Option<Duration> {
        let (from, budget) = self.clock_started_at.zip(self.time_budget)?;
        Some(from + budget.hard_limit)
    }
}
