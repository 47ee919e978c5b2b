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

use super::{Effect, Handler, Input, Wasted};
use crate::{
    link::{
        clock::Stopwatch,
        interrupt,
        process::{self, Delays, Tree},
        signals,
        spec::Spec,
    },
    transcript::End,
};

/// The size of a queue, in bytes, at which the proxy stops reading from the side that fills it.
const CAPACITY: usize = 256 << 10;

/// The number of bytes that a writable pipe accepts without blocking.
const PIECE: usize = 4096;

/// How often to check whether the engine has ended.
const END_POLL: Duration = Duration::from_millis(50);
/// How often to check whether the engine has ended, after its output was closed.
const END_POLL_CLOSED: Duration = Duration::from_millis(1);

/// The shortest time between two reports of the host's lateness, because each report reads `/proc`.
const LATENESS_EVERY: Duration = Duration::from_millis(20);

/// The smallest lateness of the host that is reported.
const LATENESS_NOTED: Duration = Duration::from_millis(1);

/// How long to read output after the engine has ended, if another process keeps the pipe open.
const OUTPUT_GRACE: Duration = Duration::from_millis(200);

/// Runs the proxy between the standard streams and an engine, and returns how this process must end.
///
/// # Errors
/// Returns an error only if the proxy itself fails. Events of the engine, such as a crash, are passed to the handler.
pub fn run(spec: &Spec, handler: &mut dyn Handler) -> io::Result<End> {
    let (engine, input, output) = process::spawn_for_proxy(spec)?;
    fcntl_setfl(&input, OFlags::NONBLOCK)?;
    fcntl_setfl(&output, OFlags::NONBLOCK)?;
    let proxy = Proxy {
        engine,
        delays: Delays::now(),
        delays_asked: Duration::ZERO,
        delays_unknown: false,
        traffic: false,
        unheard: false,
        started: Stopwatch::start(),
        to_engine: Outlet::new(input),
        to_interface: Outlet::new(io::stdout().as_fd().try_clone_to_owned()?),
        from_engine: Some(output),
        interface_open: true,
        stalled: false,
        wasted: Wasted::default(),
        gone: None,
        end_reported: false,
        end: None,
    };
    proxy.run(handler)
}

struct Proxy {
    engine: Tree,
    delays: Delays,
    delays_asked: Duration,
    /// The system does not report run-queue delays.
    delays_unknown: bool,
    /// Bytes were received after the delays were last read.
    traffic: bool,
    /// [`Input::Unheard`] was sent to the handler.
    unheard: bool,
    started: Stopwatch,
    to_engine: Outlet,
    to_interface: Outlet,
    from_engine: Option<OwnedFd>,
    /// The interface may still send bytes.
    interface_open: bool,
    stalled: bool,
    wasted: Wasted,
    /// The time since the end of the engine was detected.
    gone: Option<Stopwatch>,
    /// The end of the engine was reported to the handler.
    end_reported: bool,
    /// How this process must end, once the handler has requested the end.
    end: Option<End>,
}

/// The file descriptors that are ready after a poll.
struct Ready {
    interface: bool,
    engine: bool,
    to_interface: bool,
    /// The interface has closed its end of the output pipe.
    unread: bool,
}

impl Proxy {
    fn run(mut self, handler: &mut dyn Handler) -> io::Result<End> {
        loop {
            if self.end.is_some() && self.to_interface.idle() {
                break;
            }
            let ready = self.wait(handler)?;
            if interrupt::interrupted() {
                self.end = Some(End::Signal("SIGTERM".to_owned()));
                break;
            }
            self.to_engine.flush();
            if ready.to_interface && self.to_interface.flush() {
                // Standard output is replaced, because the interface sees the end of the pipe only if no copy of the
                // pipe stays open.
                dup2_stdout(OpenOptions::new().write(true).open("/dev/null")?)?;
            }
            if ready.interface {
                self.read_interface(handler);
            }
            if ready.engine {
                self.read_engine(handler);
            }
            self.traffic |= ready.interface || ready.engine;
            self.note_lateness(handler);
            if (ready.unread || self.to_interface.broken) && !self.unheard && !self.end_reported {
                self.unheard = true;
                self.dispatch(handler, Input::Unheard);
            }
            self.check_end(handler);
            let now = self.started.elapsed();
            if self.accepts_output() && handler.wake_at().is_some_and(|at| at <= now) {
                self.dispatch(handler, Input::Wake);
            }
            if ready.unread {
                // Close the engine's output, because nothing reads it: the engine gets SIGPIPE, as without a proxy.
                self.from_engine = None;
                dup2_stdout(OpenOptions::new().write(true).open("/dev/null")?)?;
                // A stalled proxy runs until it is killed or until the interface closes the output.
                self.end = self.end.take().or(self.stalled.then_some(End::Killed));
            }
        }
        Ok(self.end.unwrap_or(End::Killed))
    }

    /// Waits until a pipe can be read or written, or a deadline is reached.
    fn wait(&self, handler: &dyn Handler) -> io::Result<Ready> {
        let (stdin, stdout) = (io::stdin(), io::stdout());
        let mut fds = vec![PollFd::new(&stdout, PollFlags::empty())];
        let mut add = |fd, flags| {
            fds.push(PollFd::from_borrowed_fd(fd?, flags));
            Some(fds.len() - 1)
        };
        add(self.to_engine.pending(), PollFlags::OUT);
        add(interrupt::pipe(), PollFlags::IN);
        let to_interface = add(self.to_interface.pending(), PollFlags::OUT);
        let reads_interface =
            self.interface_open && !self.stalled && self.to_engine.waiting.len() < CAPACITY;
        let interface = add(reads_interface.then(|| stdin.as_fd()), PollFlags::IN);
        let received = self.from_engine.as_ref().filter(|_| self.accepts_output());
        let engine = add(received.map(AsFd::as_fd), PollFlags::IN);
        let timeout = Timespec::try_from(self.timeout(handler)).ok();
        match poll(&mut fds, timeout.as_ref()) {
            Ok(_) | Err(Errno::INTR) => (),
            Err(error) => return Err(error.into()),
        }
        let ready = |place: Option<usize>| place.is_some_and(|it| !fds[it].revents().is_empty());
        Ok(Ready {
            interface: ready(interface),
            engine: ready(engine),
            to_interface: ready(to_interface),
            unread: fds[0].revents().contains(PollFlags::ERR),
        })
    }

    /// Returns whether the queue to the interface has room for more output.
    fn accepts_output(&self) -> bool {
        !self.stalled && self.to_interface.waiting.len() < CAPACITY
    }

    fn timeout(&self, handler: &dyn Handler) -> Duration {
        let look = match self.from_engine {
            Some(_) => END_POLL,
            None if self.stalled => END_POLL,
            None => END_POLL_CLOSED,
        };
        let now = self.started.elapsed();
        let wake = handler.wake_at().filter(|_| self.accepts_output());
        let wait = wake.map_or(look, |at| look.min(at.saturating_sub(now)));
        self.wasted.timeout(now, wait)
    }

    fn read_interface(&mut self, handler: &mut dyn Handler) {
        let mut buffer = [0; 16 << 10];
        match read(io::stdin(), &mut buffer) {
            Ok(length @ 1..) => self.dispatch(handler, Input::Interface(&buffer[..length])),
            Err(Errno::INTR | Errno::AGAIN) => (),
            Ok(0) | Err(_) => {
                self.interface_open = false;
                self.dispatch(handler, Input::InterfaceClosed);
            }
        }
    }

    fn read_engine(&mut self, handler: &mut dyn Handler) {
        let Some(file) = &self.from_engine else {
            return;
        };
        let mut buffer = [0; 16 << 10];
        match read(file, &mut buffer) {
            Ok(length @ 1..) => self.dispatch(handler, Input::Engine(&buffer[..length])),
            Err(Errno::INTR | Errno::AGAIN) => (),
            Ok(0) | Err(_) => {
                self.from_engine = None;
                self.dispatch(handler, Input::EngineClosed);
            }
        }
    }

    /// Reports to the handler how late the host may have been, soon after bytes were received.
    fn note_lateness(&mut self, handler: &mut dyn Handler) {
        let now = self.started.elapsed();
        let due = self.traffic && now >= self.delays_asked + LATENESS_EVERY;
        if !due || self.delays_unknown || self.end_reported {
            return;
        }
        self.traffic = false;
        self.delays_asked = now;
        let late = self.delays.grown(&self.engine);
        self.delays_unknown = late.is_none();
        let late = late.map(|(host, engine)| host + engine);
        if late.is_none_or(|it| it >= LATENESS_NOTED) {
            self.dispatch(handler, Input::HostLate(late));
        }
    }

    /// Reports the end of the engine to the handler, after the last output of the engine.
    fn check_end(&mut self, handler: &mut dyn Handler) {
        if self.end_reported || !self.engine.ended() {
            return;
        }
        let gone = self.gone.get_or_insert_with(Stopwatch::start);
        if self.from_engine.is_none() || gone.elapsed() > OUTPUT_GRACE {
            self.from_engine = None;
            self.end_reported = true;
            let end = self.engine.reap();
            self.dispatch(handler, Input::EngineEnded(end));
        }
    }

    fn dispatch(&mut self, handler: &mut dyn Handler, input: Input<'_>) {
        for effect in handler.handle(self.started.elapsed(), input) {
            match effect {
                Effect::Command(bytes) => self.to_engine.push(&bytes),
                Effect::Response(bytes) => self.to_interface.push(&bytes),
                Effect::Stderr(bytes) => super::write_stderr(&bytes),
                Effect::CloseInput => self.to_engine.closing = true,
                Effect::CloseOutput => self.to_interface.closing = true,
                Effect::Stall => self.stalled = true,
                Effect::Waste(it) => self.wasted.waste(it, self.started.elapsed()),
                Effect::End(end) => self.end = Some(end),
            }
        }
        self.to_engine.flush();
    }
}

/// The queue of bytes for the engine or for the interface.
struct Outlet {
    file: Option<OwnedFd>,
    waiting: Vec<u8>,
    closing: bool,
    /// The reader has closed the pipe.
    broken: bool,
}

impl Outlet {
    fn new(fd: OwnedFd) -> Outlet {
        Outlet {
            file: Some(fd),
            waiting: Vec::new(),
            closing: false,
            broken: false,
        }
    }

    fn push(&mut self, bytes: &[u8]) {
        if self.file.is_some() && !self.closing {
            self.waiting.extend_from_slice(bytes);
        }
    }

    fn idle(&self) -> bool {
        self.waiting.is_empty()
    }

    fn pending(&self) -> Option<BorrowedFd<'_>> {
        let file = self.file.as_ref().filter(|_| !self.idle() || self.closing);
        file.map(AsFd::as_fd)
    }

    /// Writes a few bytes of the queue, and closes the pipe once the queue is empty. Returns true if this call closed
    /// the pipe.
    fn flush(&mut self) -> bool {
        if let Some(file) = self.file.as_ref().filter(|_| !self.waiting.is_empty()) {
            match write(file, &self.waiting[..self.waiting.len().min(PIECE)]) {
                Ok(written) => drop(self.waiting.drain(..written)),
                Err(Errno::INTR | Errno::AGAIN) => (),
                // The reader has closed the pipe, so no more bytes are sent.
                Err(_) => {
                    self.waiting.clear();
                    self.closing = true;
                    self.broken = true;
                }
            }
        }
        self.closing && self.waiting.is_empty() && self.file.take().is_some()
    }
}

/// Ends this process by the signal with this name, without a core file. Does nothing if the name is unknown.
pub(super) fn raise(name: &str) {
    let Some(signal) = signals::named(name) else {
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
    // Emulate the default action, because this process may ignore the signal.
    let _ = signal_hook::low_level::emulate_default_handler(signal.as_raw());
}
