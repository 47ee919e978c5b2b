//! Bounded queue of lines that a fault keeps back. When it is full, the oldest line is released.

use std::{collections::VecDeque, time::Duration};

use super::stage::Item;

/// The most lines kept back.
const CAPACITY: usize = 4096;

/// Delayed lines (each has its own time) and held lines (all are released together).
#[derive(Debug, Default)]
pub(super) struct Queue {
    /// Sorted by time, then by order of arrival.
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

    /// When the last delayed line is due.
    pub(super) fn last(&self) -> Option<Duration> {
        self.late.back().map(|(at, _)| *at)
    }

    /// When the first delayed line is due.
    pub(super) fn wake_at(&self) -> Option<Duration> {
        self.late.front().map(|(at, _)| *at)
    }

    /// Releases the lines that are due.
    pub(super) fn wake(&mut self, now: Duration, out: &mut Vec<Item>) {
        while self.wake_at().is_some_and(|at| at <= now) {
            out.extend(self.late.pop_front().map(|(_, item)| item));
        }
    }
}
