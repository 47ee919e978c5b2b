//! A bounded queue of lines that a fault delays or holds. A full queue releases the oldest line.

use std::{collections::VecDeque, time::Duration};

use super::stage::StageItem;

/// The maximum number of delayed lines, and of held lines.
const CAPACITY: usize = 4096;

/// The delayed lines, each with its own time, and the held lines, which are released together.
#[derive(Debug, Default)]
pub(super) struct LineQueue {
    /// The delayed lines, sorted by time and then by order of arrival.
    delayed: VecDeque<(Duration, StageItem)>,
    held: VecDeque<StageItem>,
}

impl LineQueue {
    pub(super) fn push_delayed(
        &mut self,
        until: Duration,
        item: StageItem,
        out: &mut Vec<StageItem>,
    ) {
        let place = self.delayed.partition_point(|(at, _)| *at <= until);
        self.delayed.insert(place, (until, item));
        if self.delayed.len() > CAPACITY {
            out.extend(self.delayed.pop_front().map(|(_, item)| item));
        }
    }

    pub(super) fn push_held(&mut self, item: StageItem, out: &mut Vec<StageItem>) {
        self.held.push_back(item);
        if self.held.len() > CAPACITY {
            out.extend(self.held.pop_front());
        }
    }

    pub(super) fn release_held(&mut self, out: &mut Vec<StageItem>) {
        out.extend(self.held.drain(..));
    }

    /// The time at which the last delayed line is due.
    pub(super) fn last_due(&self) -> Option<Duration> {
        self.delayed.back().map(|(at, _)| *at)
    }

    /// The time at which the first delayed line is due.
    pub(super) fn first_due(&self) -> Option<Duration> {
        self.delayed.front().map(|(at, _)| *at)
    }

    /// Releases the delayed lines that are due.
    pub(super) fn release_due(&mut self, now: Duration, out: &mut Vec<StageItem>) {
        while self.first_due().is_some_and(|at| at <= now) {
            out.extend(self.delayed.pop_front().map(|(_, item)| item));
        }
    }
}
