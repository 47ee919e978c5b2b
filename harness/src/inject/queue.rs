//! What a fault keeps back, and until when. Bounded: the oldest goes on when there is too much.

use std::{collections::VecDeque, time::Duration};

use super::stage::Item;

/// How many lines are kept back at most.
const MOST: usize = 4096;

/// Lines that are late (each until its time) or held (all until they are released).
#[derive(Debug, Default)]
pub(super) struct Queue {
    /// Sorted by time; those of one time in the order in which they came.
    late: VecDeque<(Duration, Item)>,
    held: VecDeque<Item>,
}

impl Queue {
    pub(super) fn delay(&mut self, until: Duration, item: Item, out: &mut Vec<Item>) {
        let place = self.late.partition_point(|(at, _)| *at <= until);
        self.late.insert(place, (until, item));
        if self.late.len() > MOST {
            out.extend(self.late.pop_front().map(|(_, item)| item));
        }
    }

    pub(super) fn hold(&mut self, item: Item, out: &mut Vec<Item>) {
        self.held.push_back(item);
        if self.held.len() > MOST {
            out.extend(self.held.pop_front());
        }
    }

    pub(super) fn release(&mut self, out: &mut Vec<Item>) {
        out.extend(self.held.drain(..));
    }

    /// When the last of what is late is due.
    pub(super) fn last(&self) -> Option<Duration> {
        self.late.back().map(|(at, _)| *at)
    }

    /// When the first of what is late is due.
    pub(super) fn wake_at(&self) -> Option<Duration> {
        self.late.front().map(|(at, _)| *at)
    }

    /// What is due.
    pub(super) fn wake(&mut self, now: Duration, out: &mut Vec<Item>) {
        while self.wake_at().is_some_and(|at| at <= now) {
            out.extend(self.late.pop_front().map(|(_, item)| item));
        }
    }
}
