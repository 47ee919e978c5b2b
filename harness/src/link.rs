//! The connection to an engine: this module sends bytes to an engine, receives its output, and measures the times. Only
//! this module and its submodules do I/O with engines.

pub mod clock;
mod engine_pipes;
mod engine_spec;
pub mod in_memory;
#[cfg(unix)]
pub mod interrupt;
#[cfg(windows)]
mod job_object;
mod limits;
#[cfg(not(unix))]
mod not_unix;
mod output;
pub mod pool;
#[cfg(unix)]
mod private_pipe;
#[cfg(unix)]
mod process;
#[cfg(unix)]
mod process_registry;
#[cfg(unix)]
mod procfs;
pub mod proxy;
#[cfg(target_os = "linux")]
pub mod sandbox;
#[cfg(unix)]
mod session_marks;
#[cfg(unix)]
mod signals;
mod threads;
#[cfg(unix)]
pub mod watchdog;
#[cfg(windows)]
mod windows_process;

use std::time::Duration;

#[cfg(not(target_os = "linux"))]
#[path = "link/no_sandbox.rs"]
pub mod sandbox;
pub use engine_spec::{EngineSpec, SessionCaps, StartError};
pub use interrupt::was_interrupted;
#[cfg(not(unix))]
pub use not_unix::{interrupt, stop_watchdog, watchdog};
#[cfg(unix)]
use process as system;
#[cfg(unix)]
pub use process_registry::stop_watchdog;
#[cfg(not(unix))]
use threads as system;

use crate::transcript::{Fact, SessionEnd};

/// Starts an engine as a process.
///
/// # Errors
/// Returns an error if the program does not exist or cannot be started.
pub fn start_engine_link(spec: &EngineSpec) -> Result<Box<dyn Link>, StartError> {
    system::spawn(spec)
}

/// Starts an engine as a process, with the link that Windows uses: one thread for each of the three pipes. On Unix,
/// only tests and measurements use the threaded link.
///
/// # Errors
/// Returns an error if the program does not exist or cannot be started.
pub fn start_threaded_link(spec: &EngineSpec) -> Result<Box<dyn Link>, StartError> {
    threads::spawn(spec)
}

/// Connects to an engine that is Rust code in this process (an [`Actor`]), on a virtual clock.
#[must_use]
pub fn connect_in_memory(actor: Box<dyn Actor>) -> Box<dyn Link> {
    Box::new(in_memory::InMemoryLink::new(actor))
}

/// A connection to one engine, with a clock: a real clock for a process, a virtual clock for an engine in memory.
///
/// If the engine crashes, is silent or sends too much output, [`Link::wait`] reports an event, not
/// an error.
pub trait Link: Send {
    /// Returns the time since the engine was started.
    fn now(&self) -> Duration;

    /// Sends bytes to the engine, unchanged. `send` never blocks: bytes that the engine does not read yet are queued,
    /// and [`Link::wait`] writes them later.
    fn send(&mut self, bytes: &[u8]);

    /// Closes the engine's input once all queued bytes are written.
    fn close_input(&mut self);

    /// Returns the next event, or [`ReceivedKind::Timeout`] when the clock reaches `until`. No events follow
    /// [`ReceivedKind::End`].
    fn wait(&mut self, until: Duration) -> Received;

    /// Returns how long the busy host (this machine) may have delayed the harness and the engine since the last call.
    /// The result is the delay of the harness plus the delay of the engine's most delayed thread. Returns `None` if the
    /// operating system does not report the delays.
    fn host_lateness(&mut self) -> Option<Duration>;

    /// Returns the total memory and processor time that all processes of the engine use. Returns `None` if the
    /// operating system does not report memory and processor time.
    fn resource_usage(&mut self) -> Option<ResourceUsage> {
        None
    }

    /// Asks the engine and its child processes to end (SIGTERM on Unix). On Windows, this function kills the engine and
    /// its child processes, because Windows has no signal that asks a process to end.
    fn terminate(&mut self);

    /// Kills the engine and its child processes. After a kill, [`Link::wait`] reports
    /// [`ReceivedKind::End`].
    fn kill(&mut self);
}

/// The memory and processor time that an engine uses.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct ResourceUsage {
    pub memory_kib: u64,
    /// The processor time that the engine used since its start, or `None` if the operating system does not report it.
    pub cpu_time: Option<Duration>,
}

/// A resource that an injected fault makes the engine waste.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum WastedResource {
    /// The number of bytes that the engine allocates and never frees.
    Memory(u64),
    /// The time for which the engine keeps a processor busy.
    ProcessorTime(Duration),
}

/// An event received from the engine.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Received {
    /// The time when the event was read from the pipe, counted from the start of the engine.
    pub at: Duration,
    pub kind: ReceivedKind,
}

/// The kind of an event that was received from the engine.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ReceivedKind {
    /// A line on standard output, without its newline.
    Line(Vec<u8>),
    /// Bytes on standard output without a newline, because the line is too long or the output was closed.
    Unterminated(Vec<u8>),
    /// A line on standard error.
    Stderr(Vec<u8>),
    /// The engine closed its standard output; its process may still run.
    Eof,
    /// The engine's process has ended, and all processes that the engine started were killed.
    End(SessionEnd),
    /// A measurement by the harness, such as the memory in `rss 2100000 KiB`.
    Fact(Fact),
    /// No event arrived before the end of the wait.
    Timeout,
}

/// An engine that is Rust code in this process, on a virtual clock: it receives bytes, sends bytes, and may ask for a
/// timer. An actor acts only when the link calls one of its methods.
pub trait Actor: Send {
    /// The engine's input received `bytes` at `now`.
    fn receive_input(&mut self, now: Duration, bytes: &[u8], out: &mut Vec<ActorAction>);

    /// The engine's input was closed.
    fn handle_input_closed(&mut self, now: Duration, out: &mut Vec<ActorAction>);

    /// The clock has reached the time that [`Actor::next_wake_time`] returned.
    fn handle_wake(&mut self, now: Duration, out: &mut Vec<ActorAction>);

    /// Returns the time when [`Actor::handle_wake`] must be called next, if no input arrives before that time.
    fn next_wake_time(&self) -> Option<Duration>;
}

/// An action of an engine that is Rust code in this process (an [`Actor`]).
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ActorAction {
    /// The engine writes bytes to standard output.
    Stdout(Vec<u8>),
    /// The engine writes bytes to standard error.
    Stderr(Vec<u8>),
    /// The engine closes its standard output.
    CloseOutput,
    Waste(WastedResource),
    /// The engine exits or crashes.
    End(SessionEnd),
}
