//! The loop on Unix: one poll over both sides, no threads.

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

/// How much may wait for a side that does not read before the other side is not read either.
const ENOUGH: usize = 256 << 10;

/// What a pipe that can be written to takes without blocking.
const PIECE: usize = 4096;

/// How often the end of the engine is looked for: often once its output is closed.
const LOOK: Duration = Duration::from_millis(50);
const LOOK_CLOSELY: Duration = Duration::from_millis(1);

/// How often the host's lateness is asked for at most: asking costs a look into `/proc`.
const LATENESS_EVERY: Duration = Duration::from_millis(20);

/// Lateness below this is not worth a word.
const LATENESS_NOTED: Duration = Duration::from_millis(1);

/// How long the output of an engine that is gone may stay open in other hands.
const LAST_WORDS: Duration = Duration::from_millis(200);

/// Stands between our standard streams and an engine, up to the engine's end.
///
/// # Errors
/// Only what keeps us from doing our work; whatever the engine does is told to the handler.
pub fn run(spec: &Spec, handler: &mut dyn Handler) -> io::Result<End> {
    let (engine, input, output) = process::beside(spec)?;
    fcntl_setfl(&input, OFlags::NONBLOCK)?;
    fcntl_setfl(&output, OFlags::NONBLOCK)?;
    let proxy = Proxy {
        engine,
        delays: Delays::now(),
        delays_asked: Duration::ZERO,
        delays_unknown: false,
        heard: false,
        unheard: false,
        started: Stopwatch::start(),
        to_engine: Outlet::new(input),
        to_interface: Outlet::new(io::stdout().as_fd().try_clone_to_owned()?),
        from_engine: Some(output),
        interface_open: true,
        stalled: false,
        wasted: Wasted::default(),
        gone: None,
        told: false,
        end: None,
    };
    proxy.run(handler)
}

struct Proxy {
    engine: Tree,
    delays: Delays,
    delays_asked: Duration,
    /// The system does not tell.
    delays_unknown: bool,
    /// Something was said since they were asked for.
    heard: bool,
    /// Nothing reads what the engine says any more.
    unheard: bool,
    started: Stopwatch,
    to_engine: Outlet,
    to_interface: Outlet,
    from_engine: Option<OwnedFd>,
    /// Whether the interface may still say something.
    interface_open: bool,
    stalled: bool,
    wasted: Wasted,
    /// When the engine's own end was seen.
    gone: Option<Stopwatch>,
    /// Whether that was told.
    told: bool,
    /// How the handler wants it to end.
    end: Option<End>,
}

/// What a wait brought.
struct Ready {
    interface: bool,
    engine: bool,
    to_interface: bool,
    /// Nobody can read what we say any more.
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
                // Whoever reads must see the end of the pipe, so no copy of it may stay open.
                dup2_stdout(OpenOptions::new().write(true).open("/dev/null")?)?;
            }
            if ready.interface {
                self.hear_interface(handler);
            }
            if ready.engine {
                self.hear_engine(handler);
            }
            self.heard |= ready.interface || ready.engine;
            self.note_lateness(handler);
            if (ready.unread || self.to_interface.broken) && !self.unheard && !self.told {
                self.unheard = true;
                self.tell(handler, Input::Unheard);
            }
            self.look(handler);
            let now = self.started.elapsed();
            if self.hungry() && handler.wake_at().is_some_and(|at| at <= now) {
                self.tell(handler, Input::Wake);
            }
            if ready.unread {
                // Whoever speaks to nobody is told so by the system, as if we were not there.
                self.from_engine = None;
                dup2_stdout(OpenOptions::new().write(true).open("/dev/null")?)?;
                // A stalled engine lives until it is killed, but not longer than its interface.
                self.end = self.end.take().or(self.stalled.then_some(End::Killed));
            }
        }
        Ok(self.end.unwrap_or(End::Killed))
    }

    /// Waits until something can be read or written, or it is time for something.
    fn wait(&self, handler: &dyn Handler) -> io::Result<Ready> {
        let (stdin, stdout) = (io::stdin(), io::stdout());
        let mut fds = vec![PollFd::new(&stdout, PollFlags::empty())];
        let mut add = |fd, flags| {
            fds.push(PollFd::from_borrowed_fd(fd?, flags));
            Some(fds.len() - 1)
        };
        add(self.to_engine.wanting(), PollFlags::OUT);
        add(interrupt::pipe(), PollFlags::IN);
        let to_interface = add(self.to_interface.wanting(), PollFlags::OUT);
        let listens = self.interface_open && !self.stalled && self.to_engine.waiting.len() < ENOUGH;
        let interface = add(listens.then(|| stdin.as_fd()), PollFlags::IN);
        let heard = self.from_engine.as_ref().filter(|_| self.hungry());
        let engine = add(heard.map(AsFd::as_fd), PollFlags::IN);
        let timeout = Timespec::try_from(self.patience(handler)).ok();
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

    /// Whether the interface takes what the engine says.
    fn hungry(&self) -> bool {
        !self.stalled && self.to_interface.waiting.len() < ENOUGH
    }

    fn patience(&self, handler: &dyn Handler) -> Duration {
        let look = match self.from_engine {
            Some(_) => LOOK,
            None if self.stalled => LOOK,
            None => LOOK_CLOSELY,
        };
        let now = self.started.elapsed();
        let wake = handler.wake_at().filter(|_| self.hungry());
        let wait = wake.map_or(look, |at| look.min(at.saturating_sub(now)));
        self.wasted.patience(now, wait)
    }

    fn hear_interface(&mut self, handler: &mut dyn Handler) {
        let mut buffer = [0; 16 << 10];
        match read(io::stdin(), &mut buffer) {
            Ok(length @ 1..) => self.tell(handler, Input::Interface(&buffer[..length])),
            Err(Errno::INTR | Errno::AGAIN) => (),
            Ok(0) | Err(_) => {
                self.interface_open = false;
                self.tell(handler, Input::InterfaceClosed);
            }
        }
    }

    fn hear_engine(&mut self, handler: &mut dyn Handler) {
        let Some(file) = &self.from_engine else {
            return;
        };
        let mut buffer = [0; 16 << 10];
        match read(file, &mut buffer) {
            Ok(length @ 1..) => self.tell(handler, Input::Engine(&buffer[..length])),
            Err(Errno::INTR | Errno::AGAIN) => (),
            Ok(0) | Err(_) => {
                self.from_engine = None;
                self.tell(handler, Input::EngineClosed);
            }
        }
    }

    /// Says how late the host may have been, a little after something was said.
    fn note_lateness(&mut self, handler: &mut dyn Handler) {
        let now = self.started.elapsed();
        let due = self.heard && now >= self.delays_asked + LATENESS_EVERY;
        if !due || self.delays_unknown || self.told {
            return;
        }
        self.heard = false;
        self.delays_asked = now;
        let late = self.delays.grown(&self.engine);
        self.delays_unknown = late.is_none();
        let late = late.map(|(host, engine)| host + engine);
        if late.is_none_or(|it| it >= LATENESS_NOTED) {
            self.tell(handler, Input::HostLate(late));
        }
    }

    /// Looks whether the engine has ended. Its last words are told first.
    fn look(&mut self, handler: &mut dyn Handler) {
        if self.told || !self.engine.ended() {
            return;
        }
        let gone = self.gone.get_or_insert_with(Stopwatch::start);
        if self.from_engine.is_none() || gone.elapsed() > LAST_WORDS {
            self.from_engine = None;
            self.told = true;
            let end = self.engine.bury();
            self.tell(handler, Input::EngineEnded(end));
        }
    }

    fn tell(&mut self, handler: &mut dyn Handler, input: Input<'_>) {
        for effect in handler.handle(self.started.elapsed(), input) {
            match effect {
                Effect::Command(bytes) => self.to_engine.push(&bytes),
                Effect::Response(bytes) => self.to_interface.push(&bytes),
                Effect::Stderr(bytes) => super::complain(&bytes),
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

/// Bytes on their way to one side.
struct Outlet {
    file: Option<OwnedFd>,
    waiting: Vec<u8>,
    closing: bool,
    /// The side that reads has gone.
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

    fn wanting(&self) -> Option<BorrowedFd<'_>> {
        let file = self.file.as_ref().filter(|_| !self.idle() || self.closing);
        file.map(AsFd::as_fd)
    }

    /// Writes a piece, and closes once all is written. True when it closed.
    fn flush(&mut self) -> bool {
        if let Some(file) = self.file.as_ref().filter(|_| !self.waiting.is_empty()) {
            match write(file, &self.waiting[..self.waiting.len().min(PIECE)]) {
                Ok(written) => drop(self.waiting.drain(..written)),
                Err(Errno::INTR | Errno::AGAIN) => (),
                // The side that is gone gets nothing more.
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

/// Dies of the signal of that name, if there is one. Leaves no core file behind.
pub(super) fn die_of(name: &str) {
    let Some(signal) = signals::named(name) else {
        return;
    };
    let none = Rlimit {
        current: Some(0),
        maximum: Some(0),
    };
    let _ = setrlimit(Resource::Core, none);
    // The first of some signals only takes away the handler that std has for them.
    for _ in 0..2 {
        let _ = kill_process(getpid(), signal);
    }
    // Some are ignored as long as nobody says otherwise.
    let _ = signal_hook::low_level::emulate_default_handler(signal.as_raw());
}
