//! What the engine used of its machine, wherever that was measured.

use std::time::Duration;

use super::{Command, Dialect, Phase};
use crate::transcript::{At, Fact, parse_duration};

/// A measurement, and how far the conversation had come.
#[derive(Clone, Copy, Debug)]
pub(in crate::protocol) struct Sample {
    pub(in crate::protocol) at: At,
    pub(in crate::protocol) time: Duration,
    pub(in crate::protocol) phase: Phase,
    /// The lines of both sides before it, and how many `position` and `go` commands were among them.
    pub(in crate::protocol) lines: usize,
    pub(in crate::protocol) positions: usize,
    pub(in crate::protocol) searches: usize,
    /// How many options were set that an engine may have to load or to clear something for, and when the last of
    /// them was, if no search has ended since (`UCCI O6`).
    pub(in crate::protocol) loads: usize,
    pub(in crate::protocol) loading: Option<Duration>,
    /// `None` where the system does not tell.
    pub(in crate::protocol) memory_kib: Option<u64>,
    /// The processor time used since the start.
    pub(in crate::protocol) cpu: Option<Duration>,
}

/// Counts what is said between measurements.
#[derive(Clone, Debug, Default)]
pub(in crate::protocol) struct Meter {
    pub(in crate::protocol) samples: Vec<Sample>,
    lines: usize,
    positions: usize,
    searches: usize,
    loads: usize,
    loading: Option<Duration>,
}

impl Meter {
    /// A `line` was said: this command, or a response.
    pub(in crate::protocol) fn count<D: Dialect>(
        &mut self,
        now: Duration,
        line: &[u8],
        command: Option<&Command<D>>,
    ) {
        self.lines += 1;
        let loads = |it: &Command<D>| match it {
            Command::SetOption { name, .. } => D::may_load(name),
            _ => *it == Command::Other && it.begins_game(line),
        };
        if command.is_some_and(loads) {
            self.loads += 1;
            self.loading = Some(now);
        }
        match command {
            Some(Command::Position(_)) => self.positions += 1,
            Some(Command::Go(_)) => self.searches += 1,
            _ => (),
        }
    }

    /// A search has ended: what was to be loaded for it was loaded.
    pub(in crate::protocol) fn search_ended(&mut self) {
        self.loading = None;
    }

    /// Takes `= memory 14200 KiB` and the `= cpu 12ms` that goes with it.
    pub(in crate::protocol) fn take(&mut self, at: At, time: Duration, phase: Phase, fact: &Fact) {
        match (fact.name.as_str(), self.samples.last_mut()) {
            ("memory", _) => self.samples.push(Sample {
                at,
                time,
                phase,
                lines: self.lines,
                positions: self.positions,
                searches: self.searches,
                loads: self.loads,
                loading: self.loading,
                memory_kib: fact
                    .value
                    .strip_suffix(" KiB")
                    .and_then(|it| it.parse().ok()),
                cpu: None,
            }),
            ("cpu", Some(sample)) if sample.lines == self.lines && sample.cpu.is_none() => {
                sample.cpu = parse_duration(&fact.value);
            }
            _ => (),
        }
    }
}
