//! Finds an engine that uses all of its clock, so that its results come just after the clock has run out.
//!
//! One result that is late by a few milliseconds proves nothing: the pipes, and a system that does other work, may have
//! delayed it. Several successive results that all come just after the end of the clock prove that the engine plans to
//! think until then.

use std::time::Duration;

use super::{Deadline, Dialect, Search, View, clock_deadline::MIN_KEPT_CLOCK};

/// From this number of successive results on, it is no coincidence that they come after the end of the clock.
const MIN_LATE_RESULTS: usize = 3;

/// The time that a command and its answer need in the pipes between ponderhit and the engine, if nothing delays them.
const PIPE_TIME: Duration = Duration::from_micros(300);

/// The number of successive results that came just after the end of the clock.
#[derive(Clone, Copy, Debug, Default)]
pub(in crate::protocol) struct NarrowlyLateResults {
    count: usize,
}

impl NarrowlyLateResults {
    /// Counts the result of the next search with a clock. `deadline` is the deadline of its result, or `None` if the
    /// search has no clock or cannot be judged.
    pub(in crate::protocol) fn with_next<D: Dialect>(
        self,
        view: &View<D>,
        search: &Search<D>,
        deadline: Option<&Deadline<'_, D>>,
    ) -> NarrowlyLateResults {
        let Some(deadline) =
            deadline.filter(|it| search.stop_entry.is_none() && it.clock_time >= MIN_KEPT_CLOCK)
        else {
            return self;
        };
        let is_certain = !search.is_doubtful && search.is_time_unit_known;
        let result = view.result_entry(search).filter(|_| is_certain);
        let Some(result) = result.filter(|_| !view.may_have_been_skipped(search)) else {
            return NarrowlyLateResults::default();
        };
        let ends_at = deadline.clock_time + PIPE_TIME;
        let is_late = (view.timing).has_certainly_passed(deadline.starts_at, result.time, ends_at);
        NarrowlyLateResults {
            count: if is_late { self.count + 1 } else { 0 },
        }
    }

    /// Counts the results of all searches of a segment.
    pub(in crate::protocol) fn after_segment<'a, D: Dialect>(
        self,
        view: &'a View<D>,
        deadline_of: impl Fn(&'a View<D>, &Search<D>) -> Option<Deadline<'a, D>>,
    ) -> NarrowlyLateResults {
        let searches = view.searches.iter();
        searches.fold(self, |count, search| {
            count.with_next(view, search, deadline_of(view, search).as_ref())
        })
    }

    /// The number of successive results that came after the end of the clock, if it proves that the engine uses all of
    /// its clock.
    pub(in crate::protocol) fn proven_count(self) -> Option<usize> {
        (self.count >= MIN_LATE_RESULTS).then_some(self.count)
    }
}
