//! Finds an engine whose `time` counts from the start of its process or of an earlier search, although it counts from
//! `go` (`UCCI I7`).

use std::time::Duration;

use super::{
    view::{Search, View, info_items},
    wire::Item,
};

/// From this number of successive searches on, it is no coincidence that `time` begins far above the time since `go`.
const MIN_SEARCHES: usize = 3;

/// The processor time of all threads grows faster than the time that passes, but not faster than this.
const MAX_THREADS: u32 = 64;

/// The difference between the engine's clock and the time stamps.
const TOLERANCE: Duration = Duration::from_millis(200);

/// Two lines that are so far apart show the unit of `time`.
const MIN_TIME_BETWEEN: Duration = Duration::from_millis(20);

/// The values of `time` in the last searches.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct TimeCounts {
    /// The last `time` of the last search.
    last: Option<Duration>,
    /// The number of successive searches whose `time` began above the last `time` of the search before, and far above
    /// the time since `go`.
    early_count: usize,
}

impl TimeCounts {
    /// The counts up to a search, from the counts up to the search before it.
    pub(super) fn with_next(self, view: &View, search: &Search) -> TimeCounts {
        let mut times = info_items(view, search).filter_map(|(at, item)| match item {
            Item::Time(time) => Some((
                at.saturating_sub(search.started),
                Duration::from_millis(*time),
            )),
            _ => None,
        });
        let first = times.next().filter(|_| !search.is_doubtful);
        let (Some((came, first)), Some((ended, last))) = (first, times.next_back()) else {
            return TimeCounts::default();
        };
        let between = ended.saturating_sub(came);
        let most = |passed: Duration| passed * MAX_THREADS + TOLERANCE;
        // An engine that sends another unit has large values, too, but these grow faster.
        let is_unit_shown =
            between >= MIN_TIME_BETWEEN && last.saturating_sub(first) <= most(between);
        let is_early = first > most(came) && is_unit_shown;
        let goes_on = self.last.is_none_or(|it| first >= it);
        TimeCounts {
            last: Some(last),
            early_count: match (is_early, goes_on) {
                (true, true) => self.early_count + 1,
                (true, false) => 1,
                (false, _) => 0,
            },
        }
    }

    /// The number of successive searches whose `time` began far above the time since `go`, if it proves that `time`
    /// does not count from `go`.
    pub(super) fn proven_count(self) -> Option<usize> {
        (self.early_count >= MIN_SEARCHES).then_some(self.early_count)
    }
}
