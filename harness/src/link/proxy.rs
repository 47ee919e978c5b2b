//! The proxy: passes bytes between the standard streams of this process and an engine.
//!
//! A [`Handler`] without I/O decides what is passed on. Bytes are handled when they arrive, and written as
//! soon as the other side reads. While one side does not read, the other side is not
//! read either (backpressure), so the queues are bounded.

#[cfg(unix)]
mod poll;
#[cfg(not(unix))]
mod threads;

use std::{
    io::{self, Write as _},
    time::Duration,
};

#[cfg(unix)]
pub use poll::run;
#[cfg(not(unix))]
pub use threads::run;

use super::Waste;
use crate::transcript::End;

/// Decides what is passed on.
pub trait Handler {
    /// Handles an input at `now`, counted from the start of the engine.
    fn handle(&mut self, now: Duration, input: Input<'_>) -> Vec<Effect>;

    /// When to send [`Input::Wake`].
    fn wake_at(&self) -> Option<Duration>;
}

/// An event that the handler receives.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Input<'a> {
    /// Bytes from the interface.
    Interface(&'a [u8]),
    InterfaceClosed,
    /// Bytes from the engine.
    Engine(&'a [u8]),
    EngineClosed,
    EngineEnded(End),
    /// How late the host may have been since the last such input. `None`, sent once, where the system does not report it.
    HostLate(Option<Duration>),
    /// The interface has closed the engine's output: nothing reads it any more.
    Unheard,
    /// The time of [`Handler::wake_at`] is reached.
    Wake,
}

/// An action that the handler requests.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Effect {
    /// Bytes for the engine's input.
    Command(Vec<u8>),
    /// Bytes for the interface.
    Response(Vec<u8>),
    /// Bytes for standard error.
    Stderr(Vec<u8>),
    /// Close the engine's input.
    CloseInput,
    /// Close the output to the interface.
    CloseOutput,
    /// Stop reading and writing.
    Stall,
    /// Waste memory or processor time.
    Waste(Waste),
    /// End this process like this, as the interface sees the engine.
    End(End),
}

/// Writes to standard error and ignores errors.
fn write_stderr(bytes: &[u8]) {
    let _ = io::stderr().write_all(bytes);
}

/// Ends this process by the signal in `end`, if there is one; otherwise returns the exit status to
/// return from `main`.
pub fn end_like(end: &End) -> u8 {
    match end {
        End::Exit(code) => u8::try_from(code & 0xff).unwrap_or(1),
        End::Signal(name) => {
            die(name);
            // On a system without signals: the base of a shell's exit status for a signal.
            128
        }
        End::Eof | End::Killed | End::Cut => 1,
    }
}

/// Wasted memory and processor time.
#[derive(Default)]
struct Wasted {
    /// Written to, so that the memory is really allocated.
    memory: Vec<Vec<u8>>,
    busy_until: Duration,
}

impl Wasted {
    fn waste(&mut self, what: Waste, now: Duration) {
        match what {
            Waste::Memory(bytes) => {
                let bytes = usize::try_from(bytes).unwrap_or(0);
                self.memory.push(vec![b'.'; bytes]);
            }
            Waste::Processor(time) => self.busy_until = now.saturating_add(time),
        }
    }

    /// How long to wait: zero while a processor is kept busy.
    fn timeout(&self, now: Duration, otherwise: Duration) -> Duration {
        match now < self.busy_until {
            true => Duration::ZERO,
            false => otherwise,
        }
    }
}

#[cfg(unix)]
fn die(name: &str) {
    poll::raise(name);
}

#[cfg(not(unix))]
fn die(_name: &str) {}
