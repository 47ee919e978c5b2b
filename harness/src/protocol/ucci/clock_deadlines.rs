//! When the result of a search with a clock is due.

use super::{
    view::{Deadline, Search, View},
    wire::GoMode,
};
use crate::protocol::search::clock_tolerance;

/// The deadline of the result of a search with `go time` (`UCCI G12`), without the result. Returns `None` if the search
/// has no clock, or if its clock begins with `ponderhit`.
pub(super) fn deadline_of_clock<'a>(view: &'a View, search: &Search) -> Option<Deadline<'a>> {
    let GoMode::Time(clock) = search.go.mode else {
        return None;
    };
    let left = clock.remaining_time(search.time_unit);
    (!left.is_zero() && !search.go.is_ponder).then(|| Deadline {
        command_entry: view.entry(search.entry),
        starts_at: search.started,
        answer: None,
        clock_time: left,
        limit: clock_tolerance(left),
    })
}
