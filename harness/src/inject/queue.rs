//! A bounded queue of lines that a fault delays or holds. A full queue releases the oldest line.

use std::{collections::VecDeque, time::Duration};

use super::stage::Item;

/// The maximum number of delayed lines, and of held lines.
const CAPACITY: usize = 4096;

/// The delayed lines, each with its own time, and the held lines, which are released together.
#[derive(Debug, Default)]
pub(super) struct Queue {
    /// The delayed lines, sorted by time and then by order of arrival.
    late: VecDeque<(Duration, Item)>,
    held: VecDeque<Item>,
}

impl Queue {
    pub(super) fn delay(&mut self, until: Duration, item: Item, out: &mut Vec<Item>) {
        let place = self.late.partition_point(|(at, _)| *at <= until);
        self.late.insert(place, (until, item));
        if self.late.len() > CAPACITY {
            out.extend(self.late.pop_front().map(|(_, item)| item));
        }
    }

    pub(super) fn hold(&mut self, item: Item, out: &mut Vec<Item>) {
        self.held.push_back(item);
        if self.held.len() > CAPACITY {
            out.extend(self.held.pop_front());
        }
    }

    pub(super) fn release(&mut self, out: &mut Vec<Item>) {
        out.extend(self.held.drain(..));
    }

    /// The time at which the last delayed line is due.
    pub(super) fn last(&self) -> Option<Duration> {
        self.late.back().map(|(at, _)| *at)
    }

    /// The time at which the first delayed line is due.
    pub(super) fn wake_at(&self) -> Option<Duration> {
        self.late.front().map(|(at, _)| *at)
    }

    /// Releases the delayed lines that are due.
    pub(super) fn wake(&mut self, now: Duration, out: &mut Vec<Item>) {
        while self.wake_at().is_some_and(|at| at <= now) {
            out.extend(self.late.pop_front().map(|(_, item)| item));
        }
    }
}
