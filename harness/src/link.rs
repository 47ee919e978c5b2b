//! Bytes to and from an engine, and the clock they are timed by. The only module that does I/O with engines.

pub mod clock;
#[cfg(target_os = "linux")]
pub mod confine;
#[cfg(not(unix))]
mod elsewhere;
#[cfg(unix)]
mod family;
#[cfg(unix)]
pub mod guard;
#[cfg(unix)]
pub mod interrupt;
#[cfg(unix)]
mod marks;
pub mod memory;
mod output;
pub mod pool;
#[cfg(unix)]
mod proc;
#[cfg(unix)]
mod process;
pub mod proxy;
#[cfg(unix)]
mod signals;
mod spec;
#[cfg(not(unix))]
mod threads;

use std::time::Duration;

#[cfg(not(target_os = "linux"))]
#[path = "link/unconfined.rs"]
pub mod confine;
#[cfg(not(unix))]
pub use elsewhere::{dismiss_guard, guard, interrupt};
#[cfg(unix)]
pub use family::dismiss_guard;
pub use interrupt::interrupted;
#[cfg(unix)]
use process as system;
pub use spec::{Caps, Spec, StartError};
#[cfg(not(unix))]
use threads as system;

use crate::transcript::{End, Fact};

/// Starts an engine in a process of its own.
///
/// # Errors
/// When there is no such program, or the system cannot start it.
pub fn spawn(spec: &Spec) -> Result<Box<dyn Link>, StartError> {
    system::spawn(spec)
}

/// Starts an engine in our own memory, on a virtual clock.
#[must_use]
pub fn memory(actor: Box<dyn Actor>) -> Box<dyn Link> {
    Box::new(memory::Memory::new(actor))
}

/// A connection to one engine. It owns the clock: real for a process, virtual in memory.
///
/// What the engine does is never an error here: a late, silent, crashed or babbling engine is
/// something that [`Link::wait`] tells.
pub trait Link: Send {
    /// Time since the engine was started.
    fn now(&self) -> Duration;

    /// Hands bytes to the engine, as they are. Never blocks: what the engine does not read is kept
    /// and written during [`Link::wait`].
    fn send(&mut self, bytes: &[u8]);

    /// Closes the engine's input once everything sent has been written.
    fn close_input(&mut self);

    /// The next thing that happened, or [`What::Nothing`] when the clock reaches `until`.
    /// After [`What::End`] there is nothing more.
    fn wait(&mut self, until: Duration) -> Heard;

    /// How late this host may have been since the last call: the worst oversleep of our own waits
    /// plus the time that the engine's most delayed thread was ready to run but had no processor.
    /// `None` where the system does not tell.
    fn lateness(&mut self) -> Option<Duration>;

    /// What the engine uses, all its processes together; `None` where the system does not tell.
    fn usage(&mut self) -> Option<Usage> {
        None
    }

    /// Asks the whole process tree to end (SIGTERM where there is one).
    fn terminate(&mut self);

    /// Ends the whole process tree. [`What::End`] follows.
    fn kill(&mut self);
}

/// What an engine uses of its machine.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Usage {
    pub memory_kib: u64,
    /// The processor time used since the start.
    pub cpu: Duration,
}

/// What it can be made to use without need.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Waste {
    /// So many bytes, never given back.
    Memory(u64),
    /// A processor for so long.
    Processor(Duration),
}

/// Something that happened at the engine's end, and when.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Heard {
    /// Taken at the pipe; time since the engine was started.
    pub at: Duration,
    pub what: What,
}

/// What happened at the engine's end.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum What {
    /// A line on standard output, without its newline.
    Line(Vec<u8>),
    /// Bytes on standard output that no newline ended: the line is too long, or the output closed.
    Unterminated(Vec<u8>),
    /// A line on standard error.
    Stderr(Vec<u8>),
    /// The engine closed its output; the process may live on.
    Eof,
    /// The process is gone, and with it everything it started.
    End(End),
    /// A measured fact, such as `truncated 16 MiB`.
    Fact(Fact),
    /// The time asked for has come.
    Nothing,
}

/// An engine in memory, played on a virtual clock: it hears bytes, says bytes, and may ask to be
/// woken. Nothing else happens in between.
pub trait Actor: Send {
    /// Takes bytes that reached the engine's input at `now`.
    fn hear(&mut self, now: Duration, bytes: &[u8], out: &mut Vec<Act>);

    /// The engine's input was closed.
    fn input_closed(&mut self, now: Duration, out: &mut Vec<Act>);

    /// Called at the time that [`Actor::wake_at`] gave.
    fn wake(&mut self, now: Duration, out: &mut Vec<Act>);

    /// When it wants to be woken next, if it is not spoken to before.
    fn wake_at(&self) -> Option<Duration>;
}

/// What an [`Actor`] does.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Act {
    /// Bytes on its standard output.
    Say(Vec<u8>),
    /// Bytes on its standard error.
    Stderr(Vec<u8>),
    /// It closes its output.
    CloseOutput,
    Waste(Waste),
    /// It ends.
    End(End),
}
