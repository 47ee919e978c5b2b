//! When the result of a search with a clock is due.

use std::time::Duration;

use super::{
    view::{Deadline, Search, View},
    wire::GoMode,
};

/// The tolerance for the latency of the two pipes between ponderhit and the engine.
const LATENCY_TOLERANCE: Duration = Duration::from_millis(50);

/// Clocks below this time are not judged, because no engine can answer so fast.
const MIN_CLOCK: Duration = Duration::from_millis(10);

/// The deadline of the result of a search with `go time` (`UCCI G12`), without the result. Returns `None` if the search
/// has no clock, or if its clock begins with `ponderhit`.
pub(super) fn deadline_of_clock<'a>(view: &'a View, search: &Search) -> Option<Deadline<'a>> {
    let GoMode::Time(clock) = search.go.mode else {
        return None;
    };
    let left = clock.remaining_time(search.time_unit);
    (left >= MIN_CLOCK && !search.go.is_ponder).then(|| Deadline {
        command_entry: view.entry(search.entry),
        starts_at: search.started,
        answer: None,
        clock_time: left,
        limit: LATENCY_TOLERANCE,
    })
}
