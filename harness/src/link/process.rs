//! An engine in a process of its own, behind three pipes. One poll loop on Unix, no threads.
//!
//! The engine is never trusted: what it does not read is bounded, what it says is bounded, and what
//! it started is ended with it.

mod delays;
mod inbox;
mod poll;
mod start;
mod tree;

use std::{os::fd::OwnedFd, time::Duration};

use super::{
    Heard, Link, Usage, What,
    clock::Stopwatch,
    interrupt,
    output::{self, Output},
    spec::Caps,
};
use crate::transcript::End;
pub(super) use delays::Delays;
use inbox::Inbox;
pub(super) use tree::Tree;

pub(super) use start::{beside, spawn};

/// How long the output of an engine that is gone may stay open in other hands.
const LAST_WORDS: Duration = Duration::from_millis(100);

/// How often the memory of the engine is looked at.
const MEMORY_EVERY: Duration = Duration::from_millis(100);

/// As much as a pipe holds by default, so that one read takes all that was there.
const BUFFER: usize = 64 << 10;

/// How often an end is looked for where it cannot be polled for.
const LOOK: Duration = Duration::from_millis(2);

/// A running engine.
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
    /// When we had ended it, or asked it to end.
    ours: bool,
    /// Everything said before this has been read.
    seen: Duration,
    /// Which `until` the last thing was heard for.
    heard_for: Option<Duration>,
    memory_due: Duration,
    oversleep: Duration,
    delays: Delays,
}

/// How far its life has gone.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum State {
    Alive,
    /// The process ended then; what it started may still talk.
    Gone(Duration),
    /// The end was told.
    Told,
}

impl Link for Process {
    fn now(&self) -> Duration {
        self.clock.elapsed()
    }

    fn send(&mut self, bytes: &[u8]) {
        if !self.inbox.push(bytes) {
            let unread = output::size(inbox::ENOUGH as u64);
            self.output
                .tell(self.clock.elapsed(), output::fact("unread", unread));
        }
    }

    fn close_input(&mut self) {
        self.inbox.close();
    }

    fn wait(&mut self, until: Duration) -> Heard {
        // Whoever asks again for the same `until` wants what was said before it, and a flood must
        // not keep him for ever.
        let again = self.heard_for == Some(until) && self.seen >= until;
        let mut done = again;
        loop {
            if let Some(heard) = self.output.next() {
                self.heard_for = Some(until);
                return heard;
            }
            let interrupted = interrupt::interrupted() && !self.ours;
            if done || interrupted || self.state == State::Told {
                self.heard_for = None;
                return Heard {
                    at: self.clock.elapsed(),
                    what: What::Nothing,
                };
            }
            self.step(until);
            done = self.seen >= until;
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
            self.ours = true;
            self.tree.terminate();
        }
    }

    fn kill(&mut self) {
        if self.still_alive() {
            self.ours = true;
        }
        if self.state != State::Told {
            self.tree.kill();
        }
    }
}

impl Process {
    fn still_alive(&self) -> bool {
        self.state == State::Alive && !self.tree.ended()
    }

    /// Waits once, and takes whatever is there.
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
            self.state = State::Gone(self.seen);
        }
        if self.seen >= self.memory_due {
            self.memory_due = self.seen + MEMORY_EVERY;
            self.look_at_memory();
        }
        self.finish();
    }

    /// Reads a piece from one of the outputs.
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
                if !self.output.hear(at, stream, bytes) {
                    self.stop_listening();
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
        self.output.rest(at, stream);
        if stream == output::Stream::Out && self.still_alive() {
            self.output.tell(at, What::Eof);
        }
    }

    /// The engine said too much.
    fn stop_listening(&mut self) {
        self.out = None;
        self.err = None;
        self.kill();
    }

    fn look_at_memory(&mut self) {
        let Some(cap) = self.caps.memory_kib.filter(|_| self.still_alive()) else {
            return;
        };
        if let Some(kib) = self.tree.memory_above(cap) {
            let rss = output::fact("rss", format!("{kib} KiB"));
            self.output.tell(self.clock.elapsed(), rss);
            self.kill();
        }
    }

    /// Tells the end, if it has come and nothing more will be said.
    fn finish(&mut self) {
        let State::Gone(at) = self.state else {
            return;
        };
        let silent = self.out.is_none() && self.err.is_none();
        if !silent && !self.ours && self.seen < at + LAST_WORDS {
            return;
        }
        self.tree.kill();
        // What its children had said by now is in the pipes, which hold no more than the buffer.
        self.read(output::Stream::Out);
        self.read(output::Stream::Err);
        let end = match self.tree.bury() {
            _ if self.ours => End::Killed,
            end => end,
        };
        self.state = State::Told;
        self.output.end(at, end);
    }
}
