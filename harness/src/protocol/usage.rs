//! Measurements of the engine's memory and processor time.

use std::time::Duration;

use crate::transcript::EventIndex;

/// A measurement, and the counts of lines and commands before it.
#[derive(Clone, Copy, Debug)]
pub(super) struct UsageSample {
    pub(super) at: EventIndex,
    pub(super) time: Duration,
    /// Whether the engine was certainly idle.
    pub(super) idle: bool,
    /// The number of lines of both sides before the measurement. `positions` and `searches` count the `position` and
    /// `go` commands in these lines.
    pub(super) lines: usize,
    pub(super) positions: usize,
    pub(super) searches: usize,
    /// The number of `setoption` commands after which an engine may load or clear data (`UCCI O6`). `loading` is the
    /// time of the last of these `setoption` commands, if no search has ended since.
    pub(super) loads: usize,
    pub(super) loading: Option<Duration>,
    /// The memory in KiB, or `None` if the system does not report the memory.
    pub(super) memory_kib: Option<u64>,
    /// The processor time since the start of the engine.
    pub(super) cpu: Option<Duration>,
}

/// The work that a line causes in an engine.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum EngineWork {
    /// The engine may load or clear data.
    Load,
    Position,
    Search,
    Nothing,
}

/// Counts lines and commands between measurements.
#[derive(Clone, Debug, Default)]
pub(super) struct UsageMeter {
    pub(super) samples: Vec<UsageSample>,
    lines: usize,
    positions: usize,
    searches: usize,
    loads: usize,
    loading: Option<Duration>,
}

impl UsageMeter {
    /// Counts a line of either side.
    pub(super) fn count_line(&mut self, now: Duration, what: EngineWork) {
        self.lines += 1;
        match what {
            EngineWork::Load => {
                self.loads += 1;
                self.loading = Some(now);
            }
            EngineWork::Position => self.positions += 1,
            EngineWork::Search => self.searches += 1,
            EngineWork::Nothing => (),
        }
    }

    /// Notes the end of a search: the engine has finished loading before it.
    pub(super) fn search_ended(&mut self) {
        self.loading = None;
    }

    /// Takes the fact `= memory 14200 KiB`.
    pub(super) fn record_memory(
        &mut self,
        at: EventIndex,
        time: Duration,
        idle: bool,
        kib: Option<u64>,
    ) {
        self.samples.push(UsageSample {
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

    /// Takes the fact `= cpu 12ms` of the same measurement.
    pub(super) fn record_cpu(&mut self, cpu: Option<Duration>) {
        let last = self.samples.last_mut();
        let same = last.filter(|it| it.lines == self.lines && it.cpu.is_none());
        if let Some(sample) = same {
            sample.cpu = cpu;
        }
    }
}
