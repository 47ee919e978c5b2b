//! Checks that results come before the clock of the engine runs out.

use crate::{
    message::message,
    protocol::search::{Deadline, Dialect, NarrowlyLateResults, Search, View},
    rule::Findings,
};

/// Checks the results of all searches. `deadline_of` returns the deadline of a search with a clock, and `narrow` counts
/// the results before this segment.
pub(in crate::protocol) fn check_clock_kept<'a, D: Dialect>(
    view: &'a View<D>,
    mut narrow: NarrowlyLateResults,
    deadline_of: impl Fn(&'a View<D>, &Search<D>) -> Option<Deadline<'a, D>>,
    out: &mut Findings,
) {
    for search in &view.searches {
        let Some(deadline) = deadline_of(view, search) else {
            continue;
        };
        narrow = narrow.with_next(view, search, Some(&deadline));
        let (left, starts_at) = (deadline.clock_time, deadline.starts_at);
        let Some(deadline) = deadline.clock_deadline(view, search) else {
            continue;
        };
        let result = view.result_entry(search);
        if let (Some(count), Some(result)) = (narrow.proven_count(), result) {
            let message = message!(
                "clock_used_up",
                "each of the last {count} results came after the end of the clock: this clock had {left}, and the result came after {took}",
                count,
                left,
                took = result.time.saturating_sub(starts_at)
            );
            out.record_measured_violation(result.culprit(), message);
            continue;
        }
        deadline.judge(view, out, |it| it.clock_message(left));
    }
}
