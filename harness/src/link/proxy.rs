//! The proxy passes bytes between the standard streams of this process and an engine.
//!
//! A [`ProxyHandler`], which does no I/O, decides which bytes are passed on. Bytes are handled when they arrive, and
//! written as soon as the receiver reads. While one side does not read, the proxy does not read from the other side
//! either (backpressure), so the queues are bounded.

#[cfg(unix)]
mod poll;
#[cfg(not(unix))]
mod threads;

use std::{
    io::{self, Write as _},
    time::Duration,
};

#[cfg(unix)]
pub use poll::run_proxy;
#[cfg(not(unix))]
pub use threads::run_proxy;

use super::WastedResource;
use crate::transcript::SessionEnd;

/// Decides which bytes the proxy passes on.
pub trait ProxyHandler {
    /// Handles an input that arrived at the time `now`, counted from the start of the engine.
    fn handle_input(&mut self, now: Duration, input: ProxyInput<'_>) -> Vec<ProxyAction>;

    /// Returns the time when the handler must receive [`ProxyInput::Wake`].
    fn next_wake_time(&self) -> Option<Duration>;
}

/// An event that the handler receives.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ProxyInput<'a> {
    /// Bytes from the interface.
    Interface(&'a [u8]),
    InterfaceClosed,
    /// Bytes from the engine.
    Engine(&'a [u8]),
    EngineClosed,
    EngineEnded(SessionEnd),
    /// How long the busy host (this machine) may have delayed the proxy and the engine since the last report. If the
    /// system does not report delays by the host, the handler receives `None` once.
    HostLate(Option<Duration>),
    /// The interface has closed the engine's output, so nothing reads this output any more.
    InterfaceStoppedReading,
    /// The clock has reached the time that [`ProxyHandler::next_wake_time`] returned.
    Wake,
}

/// An action that the handler requests.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ProxyAction {
    /// Send bytes to the engine.
    Command(Vec<u8>),
    /// Send bytes to the interface.
    Response(Vec<u8>),
    /// Write bytes to standard error.
    Stderr(Vec<u8>),
    /// Close the engine's input.
    CloseInput,
    /// Close the output to the interface.
    CloseOutput,
    /// Stop reading and writing.
    Stall,
    /// Waste memory or processor time.
    Waste(WastedResource),
    /// End this process with this exit status or signal, as if this process were the engine.
    End(SessionEnd),
}

/// Writes to standard error and ignores errors.
fn write_stderr(bytes: &[u8]) {
    let _ = io::stderr().write_all(bytes);
}

/// Ends this process by a signal, if `end` is a signal. If `end` is not a signal, returns the exit
/// status for `main`.
pub fn end_process_like_engine(end: &SessionEnd) -> u8 {
    match end {
        SessionEnd::Exit(code) => u8::try_from(code & 0xff).unwrap_or(1),
        SessionEnd::Signal(name) => {
            raise_signal(name);
            // If the signal could not be raised, the exit status is 128, because a shell reports a signal as 128 plus
            // the number of the signal.
            128
        }
        SessionEnd::Eof | SessionEnd::Killed | SessionEnd::Cut => 1,
    }
}

/// The memory and processor time that an injected fault wastes.
#[derive(Default)]
struct WastedResources {
    /// Blocks of allocated memory; each byte is written, so that the system really provides the memory.
    allocated_blocks: Vec<Vec<u8>>,
    busy_until: Duration,
}

impl WastedResources {
    fn waste_resource(&mut self, what: WastedResource, now: Duration) {
        match what {
            WastedResource::Memory(bytes) => {
                let bytes = usize::try_from(bytes).unwrap_or(0);
                self.allocated_blocks.push(vec![b'.'; bytes]);
            }
            WastedResource::ProcessorTime(time) => self.busy_until = now.saturating_add(time),
        }
    }

    /// Returns how long to wait for events: zero while a processor must be kept busy, or else
    /// `otherwise`.
    fn event_wait_time(&self, now: Duration, otherwise: Duration) -> Duration {
        match now < self.busy_until {
            true => Duration::ZERO,
            false => otherwise,
        }
    }
}

#[cfg(unix)]
fn raise_signal(name: &str) {
    poll::raise_signal(name);
}

#[cfg(not(unix))]
fn raise_signal(_name: &str) {}
