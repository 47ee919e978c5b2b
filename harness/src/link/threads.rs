//! The threaded link: an engine as a process, with one thread for each of its three pipes.
//!
//! Windows cannot `poll` pipes, so ponderhit always uses the threaded link on Windows. On Unix, only tests and
//! measurements use the threaded link.

use std::{
    io::{self, Read, Write},
    sync::{
        Arc,
        atomic::{AtomicUsize, Ordering},
        mpsc::{Receiver, RecvTimeoutError, Sender, SyncSender, channel, sync_channel},
    },
    thread,
    time::Duration,
};

#[cfg(unix)]
use super::process::{ProcessTree, spawn_with_blocking_pipes};
#[cfg(windows)]
use super::windows_process::{ProcessTree, spawn_with_blocking_pipes};
use super::{
    Link, Received, ReceivedKind, ResourceUsage,
    clock::Stopwatch,
    engine_spec::{EngineSpec, SessionCaps, StartError},
    interrupt,
    limits::{self, EXIT_POLL_INTERVAL, MAX_QUEUED_BYTES, OUTPUT_GRACE_TIME, ProcessState},
    output::{self, OutputQueue, OutputStream},
};
use crate::transcript::SessionEnd;

/// The maximum number of chunks of output that wait for the link. A full queue makes the reading threads wait, and then
/// the engine (backpressure).
const MAX_QUEUED_CHUNKS: usize = 64;

/// The size of the read buffer of each output pipe.
const READ_BUFFER_SIZE: usize = 64 << 10;

/// The minimum memory that a queued write needs, in bytes.
const MIN_WRITE_COST: usize = 64;

/// A chunk of an engine's output; a chunk without bytes marks the end of the stream.
struct OutputChunk {
    read_at: Duration,
    stream: OutputStream,
    bytes: Vec<u8>,
}

/// The link to an engine that runs as a process.
struct ThreadedLink {
    clock: Stopwatch,
    tree: ProcessTree,
    input: Option<InputSender>,
    chunk_receiver: Receiver<OutputChunk>,
    /// The number of outputs (standard output and standard error) that are still open.
    open_output_count: usize,
    /// Whether further output is ignored, because the output exceeds the cap.
    is_output_ignored: bool,
    /// The time of the last chunk of output.
    last_chunk_at: Duration,
    output_queue: OutputQueue,
    caps: SessionCaps,
    state: ProcessState,
    /// Whether the harness killed the engine or asked it to end.
    ended_by_harness: bool,
    /// The time up to which all output from the reading threads has been received.
    output_received_up_to: Duration,
    /// The argument `until` of the last wait, if that wait returned an event.
    last_wait_deadline: Option<Duration>,
    next_end_check: Duration,
    next_memory_check: Duration,
}

/// Starts an engine.
pub(super) fn spawn(spec: &EngineSpec) -> Result<Box<dyn Link>, StartError> {
    match start_process(spec) {
        Ok(process) => Ok(Box::new(process)),
        Err(error) => Err(StartError::new(spec, error)),
    }
}

fn start_process(spec: &EngineSpec) -> io::Result<ThreadedLink> {
    let (tree, pipes) = spawn_with_blocking_pipes(spec)?;
    let clock = Stopwatch::start();
    let (sender, chunks) = sync_channel(MAX_QUEUED_CHUNKS);
    let outputs = [
        (pipes.stdout, OutputStream::Stdout),
        (pipes.stderr, OutputStream::Stderr),
    ];
    let mut open_outputs = 0;
    for (pipe, stream) in outputs {
        if let Some(pipe) = pipe {
            spawn_reader(pipe, stream, clock, sender.clone());
            open_outputs += 1;
        }
    }
    Ok(ThreadedLink {
        clock,
        tree,
        input: pipes.input.map(InputSender::new),
        chunk_receiver: chunks,
        open_output_count: open_outputs,
        is_output_ignored: false,
        last_chunk_at: Duration::ZERO,
        output_queue: OutputQueue::new(spec.caps),
        caps: spec.caps,
        state: ProcessState::Alive,
        ended_by_harness: false,
        output_received_up_to: Duration::ZERO,
        last_wait_deadline: None,
        next_end_check: Duration::ZERO,
        next_memory_check: Duration::ZERO,
    })
}

/// Starts a thread that reads a pipe to its end and sends each chunk to the link.
#[expect(
    clippy::disallowed_methods,
    reason = "one of the places that start threads"
)]
fn spawn_reader(
    mut pipe: Box<dyn Read + Send>,
    stream: OutputStream,
    clock: Stopwatch,
    chunks: SyncSender<OutputChunk>,
) {
    thread::spawn(move || {
        let mut buffer = vec![0; READ_BUFFER_SIZE];
        loop {
            let length = match pipe.read(&mut buffer) {
                Err(error) if error.kind() == io::ErrorKind::Interrupted => continue,
                read => read.unwrap_or(0),
            };
            let chunk = OutputChunk {
                read_at: clock.elapsed(),
                stream,
                bytes: buffer[..length].to_vec(),
            };
            if chunks.send(chunk).is_err() || length == 0 {
                return;
            }
        }
    });
}

/// Sends bytes to the thread that writes to the engine's input.
struct InputSender {
    sender: Sender<Vec<u8>>,
    queued_bytes: Arc<AtomicUsize>,
}

/// The result of [`InputSender::push`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum PushResult {
    Queued,
    /// The engine does not read, and the queue is full.
    QueueFull,
    /// The engine has closed its input.
    InputClosed,
}

impl InputSender {
    #[expect(
        clippy::disallowed_methods,
        reason = "one of the places that start threads"
    )]
    fn new(mut pipe: Box<dyn Write + Send>) -> InputSender {
        let (sender, writes) = channel::<Vec<u8>>();
        let queued_bytes = Arc::new(AtomicUsize::new(0));
        let queued = Arc::clone(&queued_bytes);
        thread::spawn(move || {
            for bytes in writes {
                if pipe.write_all(&bytes).and_then(|()| pipe.flush()).is_err() {
                    return;
                }
                queued.fetch_sub(write_cost(&bytes), Ordering::Relaxed);
            }
        });
        InputSender {
            sender,
            queued_bytes,
        }
    }

    fn push(&self, bytes: &[u8]) -> PushResult {
        let cost = write_cost(bytes);
        if self.queued_bytes.load(Ordering::Relaxed) + cost > MAX_QUEUED_BYTES {
            return PushResult::QueueFull;
        }
        self.queued_bytes.fetch_add(cost, Ordering::Relaxed);
        match self.sender.send(bytes.to_vec()) {
            Ok(()) => PushResult::Queued,
            Err(_) => PushResult::InputClosed,
        }
    }
}

/// Returns how much of the input queue's size limit a queued write uses, in bytes.
fn write_cost(bytes: &[u8]) -> usize {
    bytes.len().max(MIN_WRITE_COST)
}

impl Link for ThreadedLink {
    fn now(&self) -> Duration {
        self.clock.elapsed()
    }

    fn send(&mut self, bytes: &[u8]) {
        match self.input.as_ref().map(|it| it.push(bytes)) {
            Some(PushResult::Queued) | None => (),
            Some(PushResult::InputClosed) => self.input = None,
            Some(PushResult::QueueFull) => {
                self.input = None;
                let unread = output::format_size(MAX_QUEUED_BYTES as u64);
                let now = self.clock.elapsed();
                self.output_queue
                    .push_event(now, output::fact_event("unread", unread));
            }
        }
    }

    fn close_input(&mut self) {
        // The writing thread closes the pipe after the last queued write.
        self.input = None;
    }

    fn wait(&mut self, until: Duration) -> Received {
        // A repeated wait with the same deadline returns only events that arrived before the deadline, so that a
        // flooding engine cannot block the caller.
        let mut done =
            self.last_wait_deadline == Some(until) && self.output_received_up_to >= until;
        loop {
            if let Some(received) = self.output_queue.next() {
                self.last_wait_deadline = Some(until);
                return received;
            }
            // After an interrupt by the user, the wait ends early, unless the harness is ending the engine.
            let interrupted = interrupt::was_interrupted() && !self.ended_by_harness;
            if done || interrupted || self.state == ProcessState::EndReported {
                self.last_wait_deadline = None;
                return Received {
                    at: self.clock.elapsed(),
                    kind: ReceivedKind::Timeout,
                };
            }
            self.receive_and_handle(until);
            done = self.output_received_up_to >= until;
        }
    }

    fn host_lateness(&mut self) -> Option<Duration> {
        // Windows does not report how long the engine and these threads waited for a processor.
        None
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

impl ThreadedLink {
    fn is_alive(&mut self) -> bool {
        self.state == ProcessState::Alive && !self.tree.has_ended()
    }

    /// Waits for a chunk of output, but not long, and handles it. Handles the end of the process if it has ended.
    fn receive_and_handle(&mut self, until: Duration) {
        let now = self.clock.elapsed();
        let timeout = until.saturating_sub(now).min(EXIT_POLL_INTERVAL);
        let received = self.chunk_receiver.recv_timeout(timeout);
        self.output_received_up_to = self.clock.elapsed();
        match received {
            Ok(chunk) => self.take_chunk(&chunk),
            Err(RecvTimeoutError::Timeout) => (),
            // Both output pipes are closed, so the link only waits for the end of the process.
            Err(RecvTimeoutError::Disconnected) => thread::park_timeout(timeout),
        }
        if self.output_received_up_to >= until {
            self.take_chunks_before(until);
        }
        if self.output_received_up_to >= self.next_end_check {
            self.next_end_check = self.output_received_up_to + EXIT_POLL_INTERVAL;
            if self.state == ProcessState::Alive && self.tree.has_ended() {
                self.state = ProcessState::Ended(self.output_received_up_to);
            }
        }
        if self.output_received_up_to >= self.next_memory_check {
            let start = self.clock.elapsed();
            self.check_memory();
            let duration = self.clock.elapsed().saturating_sub(start);
            self.next_memory_check =
                self.output_received_up_to + limits::memory_check_pause(duration);
        }
        self.report_end();
    }

    /// Takes the chunks that arrived before the deadline of a wait, but no more chunks than a full queue holds.
    fn take_chunks_before(&mut self, until: Duration) {
        for _ in 0..MAX_QUEUED_CHUNKS {
            let Ok(chunk) = self.chunk_receiver.try_recv() else {
                return;
            };
            self.take_chunk(&chunk);
            if chunk.read_at >= until {
                return;
            }
        }
    }

    fn take_chunk(&mut self, chunk: &OutputChunk) {
        // Two threads measure the times of the chunks, so chunks may arrive out of order.
        let at = chunk.read_at.max(self.last_chunk_at);
        self.last_chunk_at = at;
        if chunk.bytes.is_empty() {
            self.open_output_count -= 1;
            self.next_end_check = Duration::ZERO;
        }
        if self.is_output_ignored {
            return;
        }
        if chunk.bytes.is_empty() {
            self.output_queue.close_stream(at, chunk.stream);
            if chunk.stream == OutputStream::Stdout && self.is_alive() {
                self.output_queue.push_event(at, ReceivedKind::Eof);
            }
        } else if !self.output_queue.push(at, chunk.stream, &chunk.bytes) {
            self.is_output_ignored = true;
            self.kill();
        }
    }

    fn check_memory(&mut self) {
        let Some(cap) = self.caps.max_memory_kib else {
            return;
        };
        if self.is_alive()
            && let Some(kib) = self.tree.memory_if_above(cap)
        {
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
        let silent = self.open_output_count == 0 || self.is_output_ignored;
        if !silent && !self.ended_by_harness && self.output_received_up_to < at + OUTPUT_GRACE_TIME
        {
            return;
        }
        let end = match self.tree.kill_and_reap() {
            _ if self.ended_by_harness => SessionEnd::Killed,
            end => end,
        };
        // The output pipes may still contain output. The output pipes are closed as soon as all processes of the engine
        // have ended.
        let drained_at = self.clock.elapsed() + OUTPUT_GRACE_TIME;
        while self.open_output_count > 0 && !self.is_output_ignored {
            let timeout = drained_at.saturating_sub(self.clock.elapsed());
            match self.chunk_receiver.recv_timeout(timeout) {
                Ok(chunk) => self.take_chunk(&chunk),
                Err(_) => break,
            }
        }
        self.state = ProcessState::EndReported;
        self.output_queue.push_end(at, end);
    }
}
