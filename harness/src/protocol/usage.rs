//! Measurements of the engine's memory and processor time.

use std::time::Duration;

use crate::transcript::At;

/// A measurement, and the state of the conversation at that time.
#[derive(Clone, Copy, Debug)]
pub(super) struct Sample {
    pub(super) at: At,
    pub(super) time: Duration,
    /// Whether the engine was certainly idle.
    pub(super) idle: bool,
    /// The lines of both sides before it, and how many `position` and `go` commands were among them.
    pub(super) lines: usize,
    pub(super) positions: usize,
    pub(super) searches: usize,
    /// How many options were set that may make an engine load or clear something, and when the last of them was set,
    /// if no search has ended since (`UCCI O6`).
    pub(super) loads: usize,
    pub(super) loading: Option<Duration>,
    /// `None` if the system does not report it.
    pub(super) memory_kib: Option<u64>,
    /// The processor time used since the start.
    pub(super) cpu: Option<Duration>,
}

/// The work that a line gives an engine.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Work {
    /// Possibly loading or clearing something.
    Load,
    Position,
    Search,
    Nothing,
}

/// Counts lines and commands between measurements.
#[derive(Clone, Debug, Default)]
pub(super) struct Meter {
    pub(super) samples: Vec<Sample>,
    lines: usize,
    positions: usize,
    searches: usize,
    loads: usize,
    loading: Option<Duration>,
}

impl Meter {
    /// A line was sent, by either side.
    pub(super) fn count(&mut self, now: Duration, what: Work) {
        self.lines += 1;
        match what {
            Work::Load => {
                self.loads += 1;
                self.loading = Some(now);
            }
            Work::Position => self.positions += 1,
            Work::Search => self.searches += 1,
            Work::Nothing => (),
        }
    }

    /// A search has ended, so loading has ended before it.
    pub(super) fn search_ended(&mut self) {
        self.loading = None;
    }

    /// Takes `= memory 14200 KiB`.
    pub(super) fn take_memory(&mut self, at: At, time: Duration, idle: bool, kib: Option<u64>) {
        self.samples.push(Sample {
            at,
            time,
            idle,
            lines: self.lines,
            positions: self.positions,
            searches: self.searches,
            loads: self.loads,
            loading: self.loading,
            memory_kib: kib,
            cpu: None,
        });
    }

    /// Takes the `= cpu 12ms` of the same measurement.
    pub(super) fn take_cpu(&mut self, cpu: Option<Duration>) {
        let last = self.samples.last_mut();
        let same = last.filter(|it| it.lines == self.lines && it.cpu.is_none());
        if let Some(sample) = same {
            sample.cpu = cpu;
        }
    }
}
