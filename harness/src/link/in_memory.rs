//! The link to an engine that is Rust code in this process. The clock of this link is virtual, so the same conversation
//! always takes the same time.

use std::time::Duration;

use super::{
    Actor, ActorAction, Link, Received, ReceivedKind, ResourceUsage, WastedResource,
    engine_spec::SessionCaps,
    output::{OutputQueue, OutputStream},
};
use crate::transcript::SessionEnd;

/// The virtual time that passes when an event is received, so that time always advances.
const TIME_PER_EVENT: Duration = Duration::from_micros(10);

/// The virtual time that passes before [`Actor::handle_wake`] is called, if the time for this call has already come.
/// Without this delay, an engine that always asks to be woken at once would stop the virtual clock.
const OVERDUE_WAKE_DELAY: Duration = Duration::from_micros(1);

/// The memory use that is reported as long as no injected fault wastes memory.
const BASE_MEMORY_KIB: u64 = 4096;

/// The link to an engine that is Rust code in this process.
pub struct InMemoryLink {
    actor: Box<dyn Actor>,
    now: Duration,
    output: OutputQueue,
    open_streams: OpenStreams,
    /// The bytes of memory that injected faults have wasted; they are counted, not allocated.
    wasted_bytes: u64,
    /// The start and the end of each period in which an injected fault keeps a processor busy.
    busy_periods: Vec<(Duration, Duration)>,
}

/// Which streams of the engine are still open.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum OpenStreams {
    NoStream,
    /// The engine still runs, but has closed its output.
    OnlyInput,
    InputAndOutput,
}

impl InMemoryLink {
    /// Connects to the engine at virtual time zero.
    #[must_use]
    pub fn new(actor: Box<dyn Actor>) -> InMemoryLink {
        InMemoryLink {
            actor,
            now: Duration::ZERO,
            output: OutputQueue::new(SessionCaps::default_caps()),
            open_streams: OpenStreams::InputAndOutput,
            wasted_bytes: 0,
            busy_periods: Vec::new(),
        }
    }

    fn call_actor(&mut self, part: impl FnOnce(&mut dyn Actor, Duration, &mut Vec<ActorAction>)) {
        if self.open_streams == OpenStreams::NoStream {
            return;
        }
        let mut acts = Vec::new();
        part(self.actor.as_mut(), self.now, &mut acts);
        for act in acts {
            self.perform_action(act);
        }
    }

    fn perform_action(&mut self, act: ActorAction) {
        match act {
            _ if self.open_streams == OpenStreams::NoStream => (),
            ActorAction::Stdout(bytes) if self.open_streams == OpenStreams::InputAndOutput => {
                self.push_output(OutputStream::Stdout, &bytes)
            }
            ActorAction::Stderr(bytes) => self.push_output(OutputStream::Stderr, &bytes),
            ActorAction::CloseOutput if self.open_streams == OpenStreams::InputAndOutput => {
                self.open_streams = OpenStreams::OnlyInput;
                self.output.close_stream(self.now, OutputStream::Stdout);
                self.output.push_event(self.now, ReceivedKind::Eof);
            }
            ActorAction::Stdout(_) | ActorAction::CloseOutput => (),
            ActorAction::Waste(WastedResource::Memory(bytes)) => {
                self.wasted_bytes = self.wasted_bytes.saturating_add(bytes)
            }
            ActorAction::Waste(WastedResource::ProcessorTime(time)) => self
                .busy_periods
                .push((self.now, self.time_after_now(time))),
            ActorAction::End(end) => self.end_engine(end),
        }
    }

    fn push_output(&mut self, stream: OutputStream, bytes: &[u8]) {
        if !self.output.push(self.now, stream, bytes) {
            self.end_engine(SessionEnd::Killed);
        }
    }

    fn end_engine(&mut self, end: SessionEnd) {
        if self.open_streams != OpenStreams::NoStream {
            self.open_streams = OpenStreams::NoStream;
            self.output.push_end(self.now, end);
        }
    }

    fn time_after_now(&self, by: Duration) -> Duration {
        self.now.saturating_add(by)
    }
}

impl Link for InMemoryLink {
    fn now(&self) -> Duration {
        self.now
    }

    fn send(&mut self, bytes: &[u8]) {
        self.call_actor(|actor, now, out| actor.receive_input(now, bytes, out));
    }

    fn close_input(&mut self) {
        self.call_actor(|actor, now, out| actor.handle_input_closed(now, out));
    }

    fn wait(&mut self, until: Duration) -> Received {
        let until = until.max(self.time_after_now(TIME_PER_EVENT));
        loop {
            if let Some(received) = self.output.next() {
                self.now = self.now.max(received.at).saturating_add(TIME_PER_EVENT);
                return received;
            }
            let wake = self
                .actor
                .next_wake_time()
                .map(|it| it.max(self.time_after_now(OVERDUE_WAKE_DELAY)));
            match wake.filter(|it| self.open_streams != OpenStreams::NoStream && *it <= until) {
                Some(wake) => {
                    self.now = wake;
                    self.call_actor(|actor, now, out| actor.handle_wake(now, out));
                }
                None => {
                    self.now = until;
                    return Received {
                        at: until,
                        kind: ReceivedKind::Timeout,
                    };
                }
            }
        }
    }

    fn host_lateness(&mut self) -> Option<Duration> {
        Some(Duration::ZERO)
    }

    fn resource_usage(&mut self) -> Option<ResourceUsage> {
        let so_far = |(from, to): &(Duration, Duration)| self.now.min(*to).saturating_sub(*from);
        Some(ResourceUsage {
            memory_kib: BASE_MEMORY_KIB + self.wasted_bytes / 1024,
            cpu_time: Some(self.busy_periods.iter().map(so_far).sum()),
        })
    }

    fn terminate(&mut self) {
        self.end_engine(SessionEnd::Killed);
    }

    fn kill(&mut self) {
        self.end_engine(SessionEnd::Killed);
    }
}

/// Reads a file that ponderhit wrote to the directory for temporary files, for an engine that runs in memory. Other files
/// are not read, because the input of such an engine may be generated.
pub(crate) fn read_temporary_file(name: &str) -> Result<Vec<u8>, String> {
    let directory = std::env::temp_dir().join("ponderhit-");
    let is_below = |it: &&str| name.starts_with(it) && !name.contains("..");
    match directory.to_str().filter(is_below) {
        Some(_) => std::fs::read(name).map_err(|error| error.to_string()),
        None => Err("not found".to_owned()),
    }
}

#[cfg(test)]
mod tests;
