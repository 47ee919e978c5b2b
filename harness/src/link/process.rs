//! An engine as a process with three pipes. On Unix, one `poll` loop handles the pipes, without threads.
//!
//! The engine is not trusted: the queues of unread input and output are bounded, and all processes that the engine
//! started are killed with it.

mod engine_start;
mod input_queue;
mod poll;
mod process_tree;
mod run_queue_delays;

use std::{os::fd::OwnedFd, time::Duration};

use super::{
    Link, Received, ReceivedKind, ResourceUsage,
    clock::Stopwatch,
    engine_spec::SessionCaps,
    interrupt,
    limits::{self, MAX_QUEUED_BYTES, OUTPUT_GRACE_TIME, ProcessState},
    output::{self, OutputQueue},
};
use crate::transcript::SessionEnd;
use input_queue::InputQueue;
pub(super) use process_tree::ProcessTree;
pub(super) use run_queue_delays::RunQueueDelays;

pub(super) use engine_start::{spawn, spawn_for_proxy, spawn_with_blocking_pipes};

/// The size of the read buffer. The buffer is as large as a pipe by default, so one read empties
/// the pipe.
const READ_BUFFER_SIZE: usize = 64 << 10;

/// The link to an engine that runs as a process.
struct ProcessLink {
    clock: Stopwatch,
    tree: ProcessTree,
    input_queue: InputQueue,
    stdout_pipe: Option<OwnedFd>,
    stderr_pipe: Option<OwnedFd>,
    output_queue: OutputQueue,
    buffer: Box<[u8]>,
    caps: SessionCaps,
    state: ProcessState,
    /// Whether the harness killed the engine or asked it to end.
    ended_by_harness: bool,
    /// The time up to which all output of the engine has been read.
    output_read_up_to: Duration,
    /// The argument `until` of the last wait, if that wait returned an event.
    last_wait_deadline: Option<Duration>,
    next_memory_check: Duration,
    largest_oversleep: Duration,
    delays: RunQueueDelays,
}

impl Link for ProcessLink {
    fn now(&self) -> Duration {
        self.clock.elapsed()
    }

    fn send(&mut self, bytes: &[u8]) {
        if !self.input_queue.push(bytes) {
            let unread = output::format_size(MAX_QUEUED_BYTES as u64);
            self.output_queue
                .push_event(self.clock.elapsed(), output::fact_event("unread", unread));
        }
    }

    fn close_input(&mut self) {
        self.input_queue.close();
    }

    fn wait(&mut self, until: Duration) -> Received {
        // A repeated wait with the same deadline returns only events that arrived before the deadline, so that a
        // flooding engine cannot block the caller.
        let again = self.last_wait_deadline == Some(until) && self.output_read_up_to >= until;
        let mut done = again;
        loop {
            if let Some(received) = self.output_queue.next() {
                self.last_wait_deadline = Some(until);
                return received;
            }
            let interrupted = interrupt::was_interrupted() && !self.ended_by_harness;
            if done || interrupted || self.state == ProcessState::EndReported {
                self.last_wait_deadline = None;
                return Received {
                    at: self.clock.elapsed(),
                    kind: ReceivedKind::Timeout,
                };
            }
            self.poll_and_handle(until);
            done = self.output_read_up_to >= until;
        }
    }

    fn host_lateness(&mut self) -> Option<Duration> {
        let oversleep = std::mem::take(&mut self.largest_oversleep);
        let (host, engine) = self.delays.take_delay_growth(&self.tree)?;
        Some(oversleep.max(host) + engine)
    }

    fn resource_usage(&mut self) -> Option<ResourceUsage> {
        self.tree.resource_usage()
    }

    fn terminate(&mut self) {
        if self.is_alive() {
            self.ended_by_harness = true;
            self.tree.terminate();
        }
    }

    fn kill(&mut self) {
        if self.is_alive() {
            self.ended_by_harness = true;
        }
        if self.state != ProcessState::EndReported {
            self.tree.kill();
        }
    }
}

impl ProcessLink {
    fn is_alive(&self) -> bool {
        self.state == ProcessState::Alive && !self.tree.has_ended()
    }

    /// Calls `poll` once. Handles every pipe that is ready, and handles the end of the process if it has ended.
    fn poll_and_handle(&mut self, until: Duration) {
        let ready = self.wait_until_ready(until);
        if ready.input_writable {
            self.input_queue.flush();
        }
        if ready.stdout_readable {
            self.read_output(output::OutputStream::Stdout);
        }
        if ready.stderr_readable {
            self.read_output(output::OutputStream::Stderr);
        }
        if self.state == ProcessState::Alive
            && (ready.process_ended || self.tree.has_ended_unnoticed_by_poll())
        {
            self.state = ProcessState::Ended(self.output_read_up_to);
        }
        if self.output_read_up_to >= self.next_memory_check {
            let start = self.clock.elapsed();
            self.check_memory();
            let duration = self.clock.elapsed().saturating_sub(start);
            self.next_memory_check = self.output_read_up_to + limits::memory_check_pause(duration);
        }
        self.report_end();
    }

    /// Reads once from standard output or standard error.
    fn read_output(&mut self, stream: output::OutputStream) {
        let pipe = match stream {
            output::OutputStream::Stdout => &mut self.stdout_pipe,
            output::OutputStream::Stderr => &mut self.stderr_pipe,
        };
        let Some(fd) = pipe.as_ref() else {
            return;
        };
        match rustix::io::read(fd, &mut *self.buffer) {
            Ok(length @ 1..) => {
                let at = self.clock.elapsed();
                let bytes = &self.buffer[..length];
                if !self.output_queue.push(at, stream, bytes) {
                    self.close_outputs();
                }
            }
            Err(rustix::io::Errno::INTR | rustix::io::Errno::AGAIN) => (),
            Ok(0) | Err(_) => {
                *pipe = None;
                self.handle_closed_output(stream);
            }
        }
    }

    fn handle_closed_output(&mut self, stream: output::OutputStream) {
        let at = self.clock.elapsed();
        self.output_queue.close_stream(at, stream);
        if stream == output::OutputStream::Stdout && self.is_alive() {
            self.output_queue.push_event(at, ReceivedKind::Eof);
        }
    }

    /// Closes both outputs and kills the engine, because its output exceeds the cap.
    fn close_outputs(&mut self) {
        self.stdout_pipe = None;
        self.stderr_pipe = None;
        self.kill();
    }

    fn check_memory(&mut self) {
        let Some(cap) = self.caps.max_memory_kib.filter(|_| self.is_alive()) else {
            return;
        };
        if let Some(kib) = self.tree.memory_if_above(cap) {
            let rss = output::fact_event("rss", format!("{kib} KiB"));
            self.output_queue.push_event(self.clock.elapsed(), rss);
            self.kill();
        }
    }

    /// Reports the end of the engine, if its process has ended and no more output is expected.
    fn report_end(&mut self) {
        let ProcessState::Ended(at) = self.state else {
            return;
        };
        let silent = self.stdout_pipe.is_none() && self.stderr_pipe.is_none();
        if !silent && !self.ended_by_harness && self.output_read_up_to < at + OUTPUT_GRACE_TIME {
            return;
        }
        self.tree.kill();
        // The output pipes may still contain output of the engine's child processes. One read is enough to empty a
        // pipe.
        self.read_output(output::OutputStream::Stdout);
        self.read_output(output::OutputStream::Stderr);
        let end = match self.tree.kill_and_reap() {
            _ if self.ended_by_harness => SessionEnd::Killed,
            end => end,
        };
        self.state = ProcessState::EndReported;
        self.output_queue.push_end(at, end);
    }
}
