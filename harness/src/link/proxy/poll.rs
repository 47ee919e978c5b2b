//! The proxy on Unix: one `poll` loop handles both sides, without threads.

use std::{
    fs::OpenOptions,
    io,
    os::fd::{AsFd, BorrowedFd, OwnedFd},
    time::Duration,
};

use rustix::{
    event::{PollFd, PollFlags, Timespec, poll},
    fs::{OFlags, fcntl_setfl},
    io::{Errno, read, write},
    process::{Resource, Rlimit, getpid, kill_process, setrlimit},
    stdio::dup2_stdout,
};

use super::{ProxyAction, ProxyHandler, ProxyInput, WastedResources};
use crate::{
    link::{
        clock::Stopwatch,
        engine_spec::EngineSpec,
        interrupt,
        process::{self, ProcessTree, RunQueueDelays},
        signals,
    },
    transcript::SessionEnd,
};

/// The size of a queue, in bytes, at which the proxy stops reading from the side that fills it.
const MAX_QUEUED_BYTES: usize = 256 << 10;

/// The number of bytes that a writable pipe accepts without blocking.
const MAX_WRITE_SIZE: usize = 4096;

/// How often to check whether the engine has ended.
const EXIT_POLL_INTERVAL: Duration = Duration::from_millis(50);
/// How often to check whether the engine has ended, after the engine closed its output.
const EXIT_POLL_INTERVAL_AFTER_OUTPUT_CLOSED: Duration = Duration::from_millis(1);

/// The shortest time between two reports of delays by the busy host, because each report reads
/// `/proc`.
const LATENESS_INTERVAL: Duration = Duration::from_millis(20);

/// The minimum delay that is reported: shorter delays by the busy host are left out.
const MIN_REPORTED_LATENESS: Duration = Duration::from_millis(1);

/// How long to read output after the engine has ended, if another process keeps the pipe open.
const OUTPUT_GRACE_TIME: Duration = Duration::from_millis(200);

/// Runs the proxy between the standard streams and an engine, and returns how this process must end.
///
/// # Errors
/// Returns an error only if the proxy itself fails. Events of the engine, such as a crash, are passed to the handler.
pub fn run_proxy(spec: &EngineSpec, handler: &mut dyn ProxyHandler) -> io::Result<SessionEnd> {
    let (engine, input, output) = process::spawn_for_proxy(spec)?;
    fcntl_setfl(&input, OFlags::NONBLOCK)?;
    fcntl_setfl(&output, OFlags::NONBLOCK)?;
    let proxy = Proxy {
        engine,
        delays: RunQueueDelays::measure_at_engine_start(),
        delays_read_at: Duration::ZERO,
        delays_unknown: false,
        bytes_received: false,
        interface_stopped_reading_reported: false,
        started: Stopwatch::start(),
        engine_queue: WriteQueue::new(input),
        interface_queue: WriteQueue::new(io::stdout().as_fd().try_clone_to_owned()?),
        engine_output: Some(output),
        may_interface_send: true,
        is_stalled: false,
        wasted: WastedResources::default(),
        time_since_end: None,
        engine_end_reported: false,
        requested_end: None,
    };
    proxy.run_until_end(handler)
}

struct Proxy {
    engine: ProcessTree,
    delays: RunQueueDelays,
    delays_read_at: Duration,
    /// True if the system does not report how long threads waited for a processor.
    delays_unknown: bool,
    /// Bytes were received after the delays were last measured.
    bytes_received: bool,
    /// [`ProxyInput::InterfaceStoppedReading`] was sent to the handler.
    interface_stopped_reading_reported: bool,
    started: Stopwatch,
    engine_queue: WriteQueue,
    interface_queue: WriteQueue,
    engine_output: Option<OwnedFd>,
    /// The interface may still send bytes.
    may_interface_send: bool,
    is_stalled: bool,
    wasted: WastedResources,
    /// The time since the end of the engine was detected.
    time_since_end: Option<Stopwatch>,
    /// The end of the engine was reported to the handler.
    engine_end_reported: bool,
    /// How this process must end, once the handler has requested the end.
    requested_end: Option<SessionEnd>,
}

/// The file descriptors that are ready after a poll.
struct ReadyFiles {
    interface_readable: bool,
    engine_readable: bool,
    interface_writable: bool,
    /// The interface has closed its end of the output pipe.
    output_reader_closed: bool,
}

impl Proxy {
    fn run_until_end(mut self, handler: &mut dyn ProxyHandler) -> io::Result<SessionEnd> {
        loop {
            if self.requested_end.is_some() && self.interface_queue.is_empty() {
                break;
            }
            let ready = self.wait_until_ready(handler)?;
            if interrupt::was_interrupted() {
                self.requested_end = Some(SessionEnd::Signal("SIGTERM".to_owned()));
                break;
            }
            self.engine_queue.write_chunk();
            if ready.interface_writable && self.interface_queue.write_chunk() {
                // Standard output is replaced by `/dev/null`: the interface sees the end of the
                // pipe only if no copy of the pipe is open.
                dup2_stdout(OpenOptions::new().write(true).open("/dev/null")?)?;
            }
            if ready.interface_readable {
                self.read_interface(handler);
            }
            if ready.engine_readable {
                self.read_engine(handler);
            }
            self.bytes_received |= ready.interface_readable || ready.engine_readable;
            self.report_lateness(handler);
            // Either `poll` or a write shows first that the interface has closed its end of the pipe.
            let output_reader_closed =
                ready.output_reader_closed || self.interface_queue.reader_closed;
            if output_reader_closed
                && !self.interface_stopped_reading_reported
                && !self.engine_end_reported
            {
                self.interface_stopped_reading_reported = true;
                self.dispatch_input(handler, ProxyInput::InterfaceStoppedReading);
            }
            self.report_end(handler);
            let now = self.started.elapsed();
            if self.has_room_for_output() && handler.next_wake_time().is_some_and(|at| at <= now) {
                self.dispatch_input(handler, ProxyInput::Wake);
            }
            if ready.output_reader_closed {
                dup2_stdout(OpenOptions::new().write(true).open("/dev/null")?)?;
            }
            if output_reader_closed {
                // Close the engine's output, because nothing reads it: the engine gets SIGPIPE, as without a proxy.
                self.engine_output = None;
                // A proxy that a fault has stalled runs until it is killed or until the interface closes the output
                // pipe.
                self.requested_end = self
                    .requested_end
                    .take()
                    .or(self.is_stalled.then_some(SessionEnd::Killed));
            }
        }
        Ok(self.requested_end.unwrap_or(SessionEnd::Killed))
    }

    /// Waits until a pipe can be read or written, or a deadline is reached.
    fn wait_until_ready(&self, handler: &dyn ProxyHandler) -> io::Result<ReadyFiles> {
        let (stdin, stdout) = (io::stdin(), io::stdout());
        let mut fds = vec![PollFd::new(&stdout, PollFlags::empty())];
        let mut add = |fd, flags| {
            fds.push(PollFd::from_borrowed_fd(fd?, flags));
            Some(fds.len() - 1)
        };
        add(self.engine_queue.pipe_to_write(), PollFlags::OUT);
        add(interrupt::interrupt_pipe(), PollFlags::IN);
        let to_interface = add(self.interface_queue.pipe_to_write(), PollFlags::OUT);
        let reads_interface = self.may_interface_send
            && !self.is_stalled
            && self.engine_queue.queued_bytes.len() < MAX_QUEUED_BYTES;
        let interface = add(reads_interface.then(|| stdin.as_fd()), PollFlags::IN);
        let received = self
            .engine_output
            .as_ref()
            .filter(|_| self.has_room_for_output());
        let engine = add(received.map(AsFd::as_fd), PollFlags::IN);
        let timeout = Timespec::try_from(self.poll_timeout(handler)).ok();
        match poll(&mut fds, timeout.as_ref()) {
            Ok(_) | Err(Errno::INTR) => (),
            Err(error) => return Err(error.into()),
        }
        let ready = |place: Option<usize>| place.is_some_and(|it| !fds[it].revents().is_empty());
        Ok(ReadyFiles {
            interface_readable: ready(interface),
            engine_readable: ready(engine),
            interface_writable: ready(to_interface),
            output_reader_closed: fds[0].revents().contains(PollFlags::ERR),
        })
    }

    /// Returns whether the queue to the interface has room for more output.
    fn has_room_for_output(&self) -> bool {
        !self.is_stalled && self.interface_queue.queued_bytes.len() < MAX_QUEUED_BYTES
    }

    fn poll_timeout(&self, handler: &dyn ProxyHandler) -> Duration {
        let look = match self.engine_output {
            Some(_) => EXIT_POLL_INTERVAL,
            None if self.is_stalled => EXIT_POLL_INTERVAL,
            None => EXIT_POLL_INTERVAL_AFTER_OUTPUT_CLOSED,
        };
        let now = self.started.elapsed();
        let wake = handler
            .next_wake_time()
            .filter(|_| self.has_room_for_output());
        let wait = wake.map_or(look, |at| look.min(at.saturating_sub(now)));
        self.wasted.event_wait_time(now, wait)
    }

    fn read_interface(&mut self, handler: &mut dyn ProxyHandler) {
        let mut buffer = [0; 16 << 10];
        match read(io::stdin(), &mut buffer) {
            Ok(length @ 1..) => {
                self.dispatch_input(handler, ProxyInput::Interface(&buffer[..length]))
            }
            Err(Errno::INTR | Errno::AGAIN) => (),
            Ok(0) | Err(_) => {
                self.may_interface_send = false;
                self.dispatch_input(handler, ProxyInput::InterfaceClosed);
            }
        }
    }

    fn read_engine(&mut self, handler: &mut dyn ProxyHandler) {
        let Some(file) = &self.engine_output else {
            return;
        };
        let mut buffer = [0; 16 << 10];
        match read(file, &mut buffer) {
            Ok(length @ 1..) => self.dispatch_input(handler, ProxyInput::Engine(&buffer[..length])),
            Err(Errno::INTR | Errno::AGAIN) => (),
            Ok(0) | Err(_) => {
                self.engine_output = None;
                self.dispatch_input(handler, ProxyInput::EngineClosed);
            }
        }
    }

    /// If bytes were received, reports to the handler how long the busy host may have delayed these bytes.
    fn report_lateness(&mut self, handler: &mut dyn ProxyHandler) {
        let now = self.started.elapsed();
        let due = self.bytes_received && now >= self.delays_read_at + LATENESS_INTERVAL;
        if !due || self.delays_unknown || self.engine_end_reported {
            return;
        }
        self.bytes_received = false;
        self.delays_read_at = now;
        let late = self.delays.take_delay_growth(&self.engine);
        self.delays_unknown = late.is_none();
        let late = late.map(|(host, engine)| host + engine);
        if late.is_none_or(|it| it >= MIN_REPORTED_LATENESS) {
            self.dispatch_input(handler, ProxyInput::HostLate(late));
        }
    }

    /// Reports the end of the engine to the handler, after the last output of the engine.
    fn report_end(&mut self, handler: &mut dyn ProxyHandler) {
        if self.engine_end_reported || !self.engine.has_ended() {
            return;
        }
        let gone = self.time_since_end.get_or_insert_with(Stopwatch::start);
        if self.engine_output.is_none() || gone.elapsed() > OUTPUT_GRACE_TIME {
            self.engine_output = None;
            self.engine_end_reported = true;
            let end = self.engine.kill_and_reap();
            self.dispatch_input(handler, ProxyInput::EngineEnded(end));
        }
    }

    fn dispatch_input(&mut self, handler: &mut dyn ProxyHandler, input: ProxyInput<'_>) {
        for effect in handler.handle_input(self.started.elapsed(), input) {
            match effect {
                ProxyAction::Command(bytes) => self.engine_queue.push(&bytes),
                ProxyAction::Response(bytes) => self.interface_queue.push(&bytes),
                ProxyAction::Stderr(bytes) => super::write_stderr(&bytes),
                ProxyAction::CloseInput => self.engine_queue.close_when_empty = true,
                ProxyAction::CloseOutput => self.interface_queue.close_when_empty = true,
                ProxyAction::Stall => self.is_stalled = true,
                ProxyAction::Waste(it) => self.wasted.waste_resource(it, self.started.elapsed()),
                ProxyAction::End(end) => self.requested_end = Some(end),
            }
        }
        self.engine_queue.write_chunk();
    }
}

/// The queue of bytes for the engine or for the interface.
struct WriteQueue {
    pipe: Option<OwnedFd>,
    queued_bytes: Vec<u8>,
    close_when_empty: bool,
    /// The reader has closed the pipe.
    reader_closed: bool,
}

impl WriteQueue {
    fn new(fd: OwnedFd) -> WriteQueue {
        WriteQueue {
            pipe: Some(fd),
            queued_bytes: Vec::new(),
            close_when_empty: false,
            reader_closed: false,
        }
    }

    fn push(&mut self, bytes: &[u8]) {
        if self.pipe.is_some() && !self.close_when_empty {
            self.queued_bytes.extend_from_slice(bytes);
        }
    }

    fn is_empty(&self) -> bool {
        self.queued_bytes.is_empty()
    }

    fn pipe_to_write(&self) -> Option<BorrowedFd<'_>> {
        let file = self
            .pipe
            .as_ref()
            .filter(|_| !self.is_empty() || self.close_when_empty);
        file.map(AsFd::as_fd)
    }

    /// Writes a few bytes of the queue, and closes the pipe once the queue is empty. Returns true if this call closed
    /// the pipe.
    fn write_chunk(&mut self) -> bool {
        if let Some(file) = self.pipe.as_ref().filter(|_| !self.queued_bytes.is_empty()) {
            match write(
                file,
                &self.queued_bytes[..self.queued_bytes.len().min(MAX_WRITE_SIZE)],
            ) {
                Ok(written) => drop(self.queued_bytes.drain(..written)),
                Err(Errno::INTR | Errno::AGAIN) => (),
                // The reader has closed the pipe, so no more bytes are sent.
                Err(_) => {
                    self.queued_bytes.clear();
                    self.close_when_empty = true;
                    self.reader_closed = true;
                }
            }
        }
        self.close_when_empty && self.queued_bytes.is_empty() && self.pipe.take().is_some()
    }
}

/// Ends this process by the signal with this name, without a core file. Does nothing if no signal has this name.
pub(super) fn raise_signal(name: &str) {
    let Some(signal) = signals::signal_by_name(name) else {
        return;
    };
    let none = Rlimit {
        current: Some(0),
        maximum: Some(0),
    };
    let _ = setrlimit(Resource::Core, none);
    // Send the signal twice: for some signals, `std` has a handler that only restores the default action at the first
    // signal.
    for _ in 0..2 {
        let _ = kill_process(getpid(), signal);
    }
    // The signal may be ignored in this process, so its default action is emulated.
    let _ = signal_hook::low_level::emulate_default_handler(signal.as_raw());
}
