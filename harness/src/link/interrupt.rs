//! Interrupts by the user: SIGINT or SIGTERM.
//!
//! The first signal makes every wait return at once, so that engines are ended cleanly. The second
//! one ends this process at once, and the watchdog kills the engines.

use std::{
    io,
    os::fd::{AsFd as _, BorrowedFd, OwnedFd},
    sync::{
        Arc, OnceLock,
        atomic::{AtomicBool, Ordering},
    },
};

use rustix::pipe::{PipeFlags, pipe_with};
use signal_hook::{
    consts::{SIGINT, SIGTERM},
    flag, low_level,
};

static STATE: OnceLock<State> = OnceLock::new();

struct State {
    requested: Arc<AtomicBool>,
    /// Readable from the first signal on, because it is never read.
    pipe: OwnedFd,
}

/// From now on the first SIGINT or SIGTERM does not end this process; [`interrupted`] reports it.
/// Only waits on links react to it.
///
/// # Errors
/// If a pipe or a signal handler cannot be created.
pub fn install() -> io::Result<()> {
    if STATE.get().is_some() {
        return Ok(());
    }
    let (reader, writer) = pipe_with(PipeFlags::CLOEXEC | PipeFlags::NONBLOCK)?;
    let requested = Arc::new(AtomicBool::new(false));
    let state = State {
        requested: Arc::clone(&requested),
        pipe: reader,
    };
    if STATE.set(state).is_err() {
        return Ok(());
    }
    for signal in [SIGINT, SIGTERM] {
        // The order matters: at the first signal `requested` is still false.
        flag::register_conditional_shutdown(signal, 130, Arc::clone(&requested))?;
        flag::register(signal, Arc::clone(&requested))?;
        low_level::pipe::register(signal, writer.try_clone()?)?;
    }
    Ok(())
}

/// Whether an interrupt was received.
#[must_use]
pub fn interrupted() -> bool {
    STATE
        .get()
        .is_some_and(|it| it.requested.load(Ordering::Relaxed))
}

/// Becomes readable at the first interrupt, for `poll`.
pub(super) fn pipe() -> Option<BorrowedFd<'static>> {
    STATE.get().map(|it| it.pipe.as_fd())
}
