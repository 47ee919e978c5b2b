//! Our own standard input and output against an engine's: a program that stands between the two.
//!
//! What is to become of the bytes is decided by a [`Handler`] without I/O. Bytes are handed over as
//! they come and written as soon as the other side takes them; a side that does not read is not
//! read for either, so that nothing piles up here.

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
    /// Something happened at `now`, counted from the start of the engine.
    fn handle(&mut self, now: Duration, input: Input<'_>) -> Vec<Effect>;

    /// When it wants [`Input::Wake`].
    fn wake_at(&self) -> Option<Duration>;
}

/// What can happen to a program between an interface and an engine.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Input<'a> {
    /// Bytes from the interface.
    Interface(&'a [u8]),
    InterfaceClosed,
    /// Bytes from the engine.
    Engine(&'a [u8]),
    EngineClosed,
    EngineEnded(End),
    /// How late the host may have been since this was said last; `None` where the system does not tell, said once.
    HostLate(Option<Duration>),
    /// Nothing reads any more what the engine says.
    Unheard,
    /// The time of [`Handler::wake_at`] has come.
    Wake,
}

/// What a handler wants done.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Effect {
    /// Bytes for the engine's input.
    Command(Vec<u8>),
    /// Bytes for the interface.
    Response(Vec<u8>),
    /// Bytes for our own standard error.
    Stderr(Vec<u8>),
    /// The engine's input is closed.
    CloseInput,
    /// The output is closed for the interface.
    CloseOutput,
    /// Nothing is read or said any more, whatever comes.
    Stall,
    /// Memory or a processor is used without need.
    Waste(Waste),
    /// The engine, as the interface sees it, ends so.
    End(End),
}

/// Writes to our own standard error. A reader that is gone misses it.
fn complain(bytes: &[u8]) {
    let _ = io::stderr().write_all(bytes);
}

/// Ends our own process as `end` says, as far as a signal can; returns the exit status that is left
/// to return.
pub fn end_like(end: &End) -> u8 {
    match end {
        End::Exit(code) => u8::try_from(code & 0xff).unwrap_or(1),
        End::Signal(name) => {
            die(name);
            // Where there are no signals: what a shell would say of one.
            128
        }
        End::Eof | End::Killed | End::Cut => 1,
    }
}

/// What is used without need.
#[derive(Default)]
struct Wasted {
    /// Touched, so that it is really there.
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

    /// How long to wait: whoever keeps a processor busy never waits.
    fn patience(&self, now: Duration, otherwise: Duration) -> Duration {
        match now < self.busy_until {
            true => Duration::ZERO,
            false => otherwise,
        }
    }
}

#[cfg(unix)]
fn die(name: &str) {
    poll::die_of(name);
}

#[cfg(not(unix))]
fn die(_name: &str) {}
