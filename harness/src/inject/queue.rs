//! A bounded queue of lines that a fault delays or holds. A full queue releases the oldest line.

use std::{collections::VecDeque, time::Duration};

use super::fault_stage::FaultChainItem;

/// The maximum number of delayed lines, and also of held lines.
const MAX_DELAYED_LINES: usize = 4096;

/// The delayed lines, each with its own time, and the held lines, which are released together.
#[derive(Debug, Default)]
pub(super) struct LineQueue {
    /// The delayed lines, sorted by time and then by order of arrival.
    delayed_lines: VecDeque<(Duration, FaultChainItem)>,
    held_lines: VecDeque<FaultChainItem>,
}

impl LineQueue {
    pub(super) fn push_delayed_line(
        &mut self,
        until: Duration,
        item: FaultChainItem,
        out: &mut Vec<FaultChainItem>,
    ) {
        let place = self.delayed_lines.partition_point(|(at, _)| *at <= until);
        self.delayed_lines.insert(place, (until, item));
        if self.delayed_lines.len() > MAX_DELAYED_LINES {
            out.extend(self.delayed_lines.pop_front().map(|(_, item)| item));
        }
    }

    pub(super) fn push_held_line(&mut self, item: FaultChainItem, out: &mut Vec<FaultChainItem>) {
        self.held_lines.push_back(item);
        if self.held_lines.len() > MAX_DELAYED_LINES {
            out.extend(self.held_lines.pop_front());
        }
    }

    pub(super) fn release_held_lines(&mut self, out: &mut Vec<FaultChainItem>) {
        out.extend(self.held_lines.drain(..));
    }

    /// The time at which the last delayed line is due.
    pub(super) fn last_due_time(&self) -> Option<Duration> {
        self.delayed_lines.back().map(|(at, _)| *at)
    }

    /// The time at which the first delayed line is due.
    pub(super) fn first_due_time(&self) -> Option<Duration> {
        self.delayed_lines.front().map(|(at, _)| *at)
    }

    /// Releases the delayed lines that are due.
    pub(super) fn release_due_lines(&mut self, now: Duration, out: &mut Vec<FaultChainItem>) {
        while self.first_due_time().is_some_and(|at| at <= now) {
            out.extend(self.delayed_lines.pop_front().map(|(_, item)| item));
        }
    }
}
