//! Sends bytes to an engine, receives its output, and times both. The only module that does I/O with engines.

pub mod clock;
#[cfg(unix)]
pub mod interrupt;
#[cfg(unix)]
mod marks;
pub mod memory;
#[cfg(not(unix))]
mod not_unix;
mod output;
pub mod pool;
#[cfg(unix)]
mod process;
#[cfg(unix)]
mod procfs;
pub mod proxy;
#[cfg(unix)]
mod registry;
#[cfg(target_os = "linux")]
pub mod sandbox;
#[cfg(unix)]
mod signals;
mod spec;
#[cfg(not(unix))]
mod threads;
#[cfg(unix)]
pub mod watchdog;

use std::time::Duration;

#[cfg(not(target_os = "linux"))]
#[path = "link/no_sandbox.rs"]
pub mod sandbox;
pub use interrupt::interrupted;
#[cfg(not(unix))]
pub use not_unix::{interrupt, stop_watchdog, watchdog};
#[cfg(unix)]
use process as system;
#[cfg(unix)]
pub use registry::stop_watchdog;
pub use spec::{Caps, Spec, StartError};
#[cfg(not(unix))]
use threads as system;

use crate::transcript::{End, Fact};

/// Starts an engine as a process.
///
/// # Errors
/// If the program does not exist or cannot be started.
pub fn spawn(spec: &Spec) -> Result<Box<dyn Link>, StartError> {
    system::spawn(spec)
}

/// Starts an engine in memory, on a virtual clock.
#[must_use]
pub fn memory(actor: Box<dyn Actor>) -> Box<dyn Link> {
    Box::new(memory::Memory::new(actor))
}

/// A connection to one engine. It owns the clock: real for a process, virtual in memory.
///
/// Nothing that the engine does is an error here: [`Link::wait`] reports a late, silent, crashed or flooding engine.
pub trait Link: Send {
    /// Time since the engine was started.
    fn now(&self) -> Duration;

    /// Sends bytes to the engine, unchanged. Never blocks: bytes that the engine does not read yet are queued
    /// and written during [`Link::wait`].
    fn send(&mut self, bytes: &[u8]);

    /// Closes the engine's input once all queued bytes are written.
    fn close_input(&mut self);

    /// The next event, or [`ReceivedKind::Nothing`] when the clock reaches `until`.
    /// No events follow [`ReceivedKind::End`].
    fn wait(&mut self, until: Duration) -> Received;

    /// How late this host may have been since the last call: the worst oversleep of the harness's waits
    /// plus the time that the engine's most delayed thread was ready to run but had no processor.
    /// `None` where the system does not report it.
    fn lateness(&mut self) -> Option<Duration>;

    /// What all processes of the engine use together; `None` where the system does not report it.
    fn usage(&mut self) -> Option<Usage> {
        None
    }

    /// Asks the whole process tree to end (SIGTERM where there is one).
    fn terminate(&mut self);

    /// Kills the whole process tree. [`ReceivedKind::End`] follows.
    fn kill(&mut self);
}

/// The memory and processor time that an engine uses.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Usage {
    pub memory_kib: u64,
    /// The processor time used since the start.
    pub cpu: Duration,
}

/// Resources that a faulty engine is made to waste.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Waste {
    /// Bytes to allocate and never free.
    Memory(u64),
    /// How long to keep a processor busy.
    Processor(Duration),
}

/// An event received from the engine.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Received {
    /// When it was read from the pipe; time since the engine was started.
    pub at: Duration,
    pub kind: ReceivedKind,
}

/// The kind of an event received from the engine.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ReceivedKind {
    /// A line on standard output, without its newline.
    Line(Vec<u8>),
    /// Bytes on standard output without a newline: the line is too long, or the output was closed.
    Unterminated(Vec<u8>),
    /// A line on standard error.
    Stderr(Vec<u8>),
    /// The engine closed its output; the process may still run.
    Eof,
    /// The process has ended, and everything that it started was killed.
    End(End),
    /// A measured fact, such as `truncated 16 MiB`.
    Fact(Fact),
    /// No event until the requested time.
    Nothing,
}

/// An engine in memory on a virtual clock: it receives bytes, sends bytes, and may ask for a timer.
/// Nothing else happens in between.
pub trait Actor: Send {
    /// The engine's input received `bytes` at `now`.
    fn receive(&mut self, now: Duration, bytes: &[u8], out: &mut Vec<Act>);

    /// The engine's input was closed.
    fn input_closed(&mut self, now: Duration, out: &mut Vec<Act>);

    /// Called at the time that [`Actor::wake_at`] gave.
    fn wake(&mut self, now: Duration, out: &mut Vec<Act>);

    /// When [`Actor::wake`] must be called next, if no input arrives before.
    fn wake_at(&self) -> Option<Duration>;
}

/// An action of an [`Actor`].
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Act {
    /// Bytes on its standard output.
    Stdout(Vec<u8>),
    /// Bytes on its standard error.
    Stderr(Vec<u8>),
    /// Closes its output.
    CloseOutput,
    Waste(Waste),
    /// Exits.
    End(End),
}
