//! An engine as a process with three pipes. On Unix, one `poll` loop handles the pipes, without threads.
//!
//! The engine is not trusted: the queues of unread input and output are bounded, and all processes that the engine
//! started are killed with it.

mod delays;
mod inbox;
mod poll;
mod start;
mod tree;

use std::{os::fd::OwnedFd, time::Duration};

use super::{
    Link, Received, ReceivedKind, Usage,
    clock::Stopwatch,
    interrupt,
    output::{self, Output},
    spec::Caps,
};
use crate::transcript::End;
pub(super) use delays::Delays;
use inbox::Inbox;
pub(super) use tree::Tree;

pub(super) use start::{spawn, spawn_for_proxy};

/// How long to read output after the engine has ended, if another process keeps the pipe open.
const OUTPUT_GRACE: Duration = Duration::from_millis(100);

/// The time between two checks of the engine's memory.
const MEMORY_EVERY: Duration = Duration::from_millis(100);

/// The size of the read buffer. One read empties a pipe, because a pipe has this capacity by default.
const BUFFER: usize = 64 << 10;

/// How often to check whether the engine has ended, on systems where `poll` cannot wait for the end of a process.
const END_POLL: Duration = Duration::from_millis(2);

/// The link to an engine that runs as a process.
struct Process {
    clock: Stopwatch,
    tree: Tree,
    inbox: Inbox,
    out: Option<OwnedFd>,
    err: Option<OwnedFd>,
    output: Output,
    buffer: Box<[u8]>,
    caps: Caps,
    state: State,
    /// Whether the harness killed the engine or asked it to end.
    ended_by_us: bool,
    /// All output up to this time has been read.
    drained_to: Duration,
    /// The argument `until` of the last wait, if that wait returned an event.
    last_until: Option<Duration>,
    memory_due: Duration,
    oversleep: Duration,
    delays: Delays,
}

/// The state of the engine's process.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum State {
    Alive,
    /// The process ended at this time. Processes that the engine started may still write to its output.
    Gone(Duration),
    /// The end of the process was reported to the caller.
    Reported,
}

impl Link for Process {
    fn now(&self) -> Duration {
        self.clock.elapsed()
    }

    fn send(&mut self, bytes: &[u8]) {
        if !self.inbox.push(bytes) {
            let unread = output::size(inbox::CAPACITY as u64);
            self.output
                .report(self.clock.elapsed(), output::fact("unread", unread));
        }
    }

    fn close_input(&mut self) {
        self.inbox.close();
    }

    fn wait(&mut self, until: Duration) -> Received {
        // A repeated wait with the same deadline returns only events that arrived before the deadline, so that a
        // flooding engine cannot block the caller.
        let again = self.last_until == Some(until) && self.drained_to >= until;
        let mut done = again;
        loop {
            if let Some(received) = self.output.next() {
                self.last_until = Some(until);
                return received;
            }
            let interrupted = interrupt::interrupted() && !self.ended_by_us;
            if done || interrupted || self.state == State::Reported {
                self.last_until = None;
                return Received {
                    at: self.clock.elapsed(),
                    kind: ReceivedKind::Nothing,
                };
            }
            self.step(until);
            done = self.drained_to >= until;
        }
    }

    fn lateness(&mut self) -> Option<Duration> {
        let oversleep = std::mem::take(&mut self.oversleep);
        let (host, engine) = self.delays.grown(&self.tree)?;
        Some(oversleep.max(host) + engine)
    }

    fn usage(&mut self) -> Option<Usage> {
        self.tree.usage()
    }

    fn terminate(&mut self) {
        if self.still_alive() {
            self.ended_by_us = true;
            self.tree.terminate();
        }
    }

    fn kill(&mut self) {
        if self.still_alive() {
            self.ended_by_us = true;
        }
        if self.state != State::Reported {
            self.tree.kill();
        }
    }
}

impl Process {
    fn still_alive(&self) -> bool {
        self.state == State::Alive && !self.tree.ended()
    }

    /// Polls once, and handles every pipe that is ready and the end of the process.
    fn step(&mut self, until: Duration) {
        let ready = self.poll(until);
        if ready.input {
            self.inbox.flush();
        }
        if ready.out {
            self.read(output::Stream::Out);
        }
        if ready.err {
            self.read(output::Stream::Err);
        }
        if self.state == State::Alive && (ready.ended || self.tree.ended_unpolled()) {
            self.state = State::Gone(self.drained_to);
        }
        if self.drained_to >= self.memory_due {
            self.memory_due = self.drained_to + MEMORY_EVERY;
            self.check_memory();
        }
        self.finish();
    }

    /// Reads once from standard output or standard error.
    fn read(&mut self, stream: output::Stream) {
        let pipe = match stream {
            output::Stream::Out => &mut self.out,
            output::Stream::Err => &mut self.err,
        };
        let Some(fd) = pipe.as_ref() else {
            return;
        };
        match rustix::io::read(fd, &mut *self.buffer) {
            Ok(length @ 1..) => {
                let at = self.clock.elapsed();
                let bytes = &self.buffer[..length];
                if !self.output.push(at, stream, bytes) {
                    self.close_outputs();
                }
            }
            Err(rustix::io::Errno::INTR | rustix::io::Errno::AGAIN) => (),
            Ok(0) | Err(_) => {
                *pipe = None;
                self.closed(stream);
            }
        }
    }

    fn closed(&mut self, stream: output::Stream) {
        let at = self.clock.elapsed();
        self.output.end_stream(at, stream);
        if stream == output::Stream::Out && self.still_alive() {
            self.output.report(at, ReceivedKind::Eof);
        }
    }

    /// Closes both outputs and kills the engine, because its output exceeds the cap.
    fn close_outputs(&mut self) {
        self.out = None;
        self.err = None;
        self.kill();
    }

    fn check_memory(&mut self) {
        let Some(cap) = self.caps.memory_kib.filter(|_| self.still_alive()) else {
            return;
        };
        if let Some(kib) = self.tree.memory_above(cap) {
            let rss = output::fact("rss", format!("{kib} KiB"));
            self.output.report(self.clock.elapsed(), rss);
            self.kill();
        }
    }

    /// Reports the end of the engine, if its process has ended and no more output is expected.
    fn finish(&mut self) {
        let State::Gone(at) = self.state else {
            return;
        };
        let silent = self.out.is_none() && self.err.is_none();
        if !silent && !self.ended_by_us && self.drained_to < at + OUTPUT_GRACE {
            return;
        }
        self.tree.kill();
        // The pipes may still hold output of the engine's child processes. One read is enough to empty a pipe.
        self.read(output::Stream::Out);
        self.read(output::Stream::Err);
        let end = match self.tree.reap() {
            _ if self.ended_by_us => End::Killed,
            end => end,
        };
        self.state = State::Reported;
        self.output.end(at, end);
    }
}
