//! An engine in memory, on a virtual clock: the same conversation always takes the same time.

use std::time::Duration;

use super::{
    Act, Actor, Link, Received, ReceivedKind, Usage, Waste,
    output::{Output, Stream},
    spec::Caps,
};
use crate::transcript::End;

/// The virtual time that passes when an event is received, so that time always advances.
const RECEIVE_TIME: Duration = Duration::from_micros(10);

/// The virtual time that passes before an overdue wake, so that an engine that always asks to wake cannot stop the
/// clock.
const WAKE_TIME: Duration = Duration::from_micros(1);

/// The memory that is reported for an engine in memory that has not wasted any memory.
const BASE_MEMORY_KIB: u64 = 4096;

/// The link to an engine in memory.
pub struct Memory {
    actor: Box<dyn Actor>,
    now: Duration,
    output: Output,
    open: Open,
    /// The number of bytes that the engine wasted.
    wasted: u64,
    /// The periods in which the engine kept a processor busy: start and end.
    busy: Vec<(Duration, Duration)>,
}

/// Which streams of the engine are still open.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Open {
    Nothing,
    /// The engine runs, but has closed its output.
    Input,
    Both,
}

impl Memory {
    /// Connects to the engine at virtual time zero.
    #[must_use]
    pub fn new(actor: Box<dyn Actor>) -> Memory {
        Memory {
            actor,
            now: Duration::ZERO,
            output: Output::new(Caps::standard()),
            open: Open::Both,
            wasted: 0,
            busy: Vec::new(),
        }
    }

    fn act(&mut self, part: impl FnOnce(&mut dyn Actor, Duration, &mut Vec<Act>)) {
        if self.open == Open::Nothing {
            return;
        }
        let mut acts = Vec::new();
        part(self.actor.as_mut(), self.now, &mut acts);
        for act in acts {
            self.perform(act);
        }
    }

    fn perform(&mut self, act: Act) {
        match act {
            _ if self.open == Open::Nothing => (),
            Act::Stdout(bytes) if self.open == Open::Both => self.push_output(Stream::Out, &bytes),
            Act::Stderr(bytes) => self.push_output(Stream::Err, &bytes),
            Act::CloseOutput if self.open == Open::Both => {
                self.open = Open::Input;
                self.output.end_stream(self.now, Stream::Out);
                self.output.report(self.now, ReceivedKind::Eof);
            }
            Act::Stdout(_) | Act::CloseOutput => (),
            Act::Waste(Waste::Memory(bytes)) => self.wasted = self.wasted.saturating_add(bytes),
            Act::Waste(Waste::Processor(time)) => self.busy.push((self.now, self.later(time))),
            Act::End(end) => self.end(end),
        }
    }

    fn push_output(&mut self, stream: Stream, bytes: &[u8]) {
        if !self.output.push(self.now, stream, bytes) {
            self.end(End::Killed);
        }
    }

    fn end(&mut self, end: End) {
        if self.open != Open::Nothing {
            self.open = Open::Nothing;
            self.output.end(self.now, end);
        }
    }

    fn later(&self, by: Duration) -> Duration {
        self.now.saturating_add(by)
    }
}

impl Link for Memory {
    fn now(&self) -> Duration {
        self.now
    }

    fn send(&mut self, bytes: &[u8]) {
        self.act(|actor, now, out| actor.receive(now, bytes, out));
    }

    fn close_input(&mut self) {
        self.act(|actor, now, out| actor.input_closed(now, out));
    }

    fn wait(&mut self, until: Duration) -> Received {
        let until = until.max(self.later(RECEIVE_TIME));
        loop {
            if let Some(received) = self.output.next() {
                self.now = self.now.max(received.at).saturating_add(RECEIVE_TIME);
                return received;
            }
            let wake = self.actor.wake_at().map(|it| it.max(self.later(WAKE_TIME)));
            match wake.filter(|it| self.open != Open::Nothing && *it <= until) {
                Some(wake) => {
                    self.now = wake;
                    self.act(|actor, now, out| actor.wake(now, out));
                }
                None => {
                    self.now = until;
                    return Received {
                        at: until,
                        kind: ReceivedKind::Nothing,
                    };
                }
            }
        }
    }

    fn lateness(&mut self) -> Option<Duration> {
        Some(Duration::ZERO)
    }

    fn usage(&mut self) -> Option<Usage> {
        let so_far = |(from, to): &(Duration, Duration)| self.now.min(*to).saturating_sub(*from);
        Some(Usage {
            memory_kib: BASE_MEMORY_KIB + self.wasted / 1024,
            cpu: self.busy.iter().map(so_far).sum(),
        })
    }

    fn terminate(&mut self) {
        self.end(End::Killed);
    }

    fn kill(&mut self) {
        self.end(End::Killed);
    }
}

#[cfg(test)]
mod tests;
