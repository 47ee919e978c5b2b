//! Measurements of the engine's memory and processor time.

use std::time::Duration;

use crate::transcript::EventIndex;

/// A measurement, and the counts of lines and commands before it.
#[derive(Clone, Copy, Debug)]
pub(super) struct UsageSample {
    pub(super) event_index: EventIndex,
    pub(super) time: Duration,
    /// Whether the engine was certainly idle at the measurement.
    pub(super) was_idle: bool,
    /// The number of lines of both sides before the measurement.
    pub(super) line_count: usize,
    /// The number of `position` commands before the measurement.
    pub(super) position_count: usize,
    /// The number of `go` commands before the measurement.
    pub(super) search_count: usize,
    /// The number of commands before the measurement after which an engine may load or clear data
    /// (`UCCI O6`).
    pub(super) data_load_count: usize,
    /// The time of the last command that may make the engine load data, or `None` if a search has
    /// ended after this command.
    pub(super) last_load_time: Option<Duration>,
    /// The memory in KiB, or `None` if the system does not report the memory.
    pub(super) memory_kib: Option<u64>,
    /// The processor time since the start of the engine.
    pub(super) cpu_time: Option<Duration>,
    /// The sum of all delays by the busy host before the measurement.
    pub(super) host_lateness: Duration,
}

/// The kind of work that a line causes in an engine.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum EngineWork {
    /// The line may make the engine load or clear data, as `setoption newgame` does.
    Load,
    Position,
    Search,
    NoWork,
}

/// Counts lines and commands between measurements.
#[derive(Clone, Debug, Default)]
pub(super) struct UsageMeter {
    pub(super) samples: Vec<UsageSample>,
    line_count: usize,
    position_count: usize,
    search_count: usize,
    data_load_count: usize,
    last_load_time: Option<Duration>,
    host_lateness: Duration,
}

impl UsageMeter {
    /// Adds a delay by the busy host.
    pub(super) fn add_lateness(&mut self, late: Duration) {
        self.host_lateness = self.host_lateness.saturating_add(late);
    }

    /// Counts a line of either side.
    pub(super) fn count_line(&mut self, now: Duration, what: EngineWork) {
        self.line_count += 1;
        match what {
            EngineWork::Load => {
                self.data_load_count += 1;
                self.last_load_time = Some(now);
            }
            EngineWork::Position => self.position_count += 1,
            EngineWork::Search => self.search_count += 1,
            EngineWork::NoWork => (),
        }
    }

    /// Stores that a search has ended, so the engine has finished loading data.
    pub(super) fn record_search_end(&mut self) {
        self.last_load_time = None;
    }

    /// Stores the line `= memory 14200 KiB` of a transcript as a new measurement.
    pub(super) fn record_memory(
        &mut self,
        at: EventIndex,
        time: Duration,
        idle: bool,
        kib: Option<u64>,
    ) {
        self.samples.push(UsageSample {
            event_index: at,
            time,
            was_idle: idle,
            line_count: self.line_count,
            position_count: self.position_count,
            search_count: self.search_count,
            data_load_count: self.data_load_count,
            last_load_time: self.last_load_time,
            memory_kib: kib,
            cpu_time: None,
            host_lateness: self.host_lateness,
        });
    }

    /// Stores the line `= cpu 12ms` of a transcript in the last measurement.
    pub(super) fn record_cpu(&mut self, cpu: Option<Duration>) {
        let last = self.samples.last_mut();
        let same = last.filter(|it| it.line_count == self.line_count && it.cpu_time.is_none());
        if let Some(sample) = same {
            sample.cpu_time = cpu;
        }
    }
}
