//! Handles interrupts by the user: the signals SIGINT and SIGTERM.
//!
//! After the first SIGINT or SIGTERM, every wait for an engine's output returns at once, so that the harness can end
//! the engines cleanly. The second SIGINT or SIGTERM ends the harness at once; then the watchdog kills the engines.

use std::{
    io,
    os::fd::{AsFd as _, BorrowedFd, OwnedFd},
    sync::{
        Arc, OnceLock,
        atomic::{AtomicBool, Ordering},
    },
};

use rustix::fs::{OFlags, fcntl_setfl};
use signal_hook::{
    consts::{SIGINT, SIGTERM},
    flag, low_level,
};

use super::private_pipe::create_private_pipe;

static INTERRUPT_STATE: OnceLock<InterruptState> = OnceLock::new();

struct InterruptState {
    interrupt_received: Arc<AtomicBool>,
    /// The read end of a pipe. Each SIGINT or SIGTERM writes a byte into the pipe, and no code reads the byte, so the
    /// pipe stays readable.
    pipe: OwnedFd,
}

/// Installs the handlers of SIGINT and SIGTERM. The first SIGINT or SIGTERM after this call does not end this process.
/// After this signal, [`was_interrupted`] returns true, and every wait on a link returns early.
///
/// # Errors
/// Returns an error if a pipe or a signal handler cannot be created.
pub fn install_signal_handlers() -> io::Result<()> {
    if INTERRUPT_STATE.get().is_some() {
        return Ok(());
    }
    let (reader, writer) = create_private_pipe()?;
    fcntl_setfl(&reader, OFlags::NONBLOCK)?;
    fcntl_setfl(&writer, OFlags::NONBLOCK)?;
    let requested = Arc::new(AtomicBool::new(false));
    let state = InterruptState {
        interrupt_received: Arc::clone(&requested),
        pipe: reader,
    };
    if INTERRUPT_STATE.set(state).is_err() {
        return Ok(());
    }
    for signal in [SIGINT, SIGTERM] {
        // The handler that ends this process if `requested` is set must run before the handler that sets `requested`;
        // otherwise the first signal would already end this process.
        flag::register_conditional_shutdown(signal, 130, Arc::clone(&requested))?;
        flag::register(signal, Arc::clone(&requested))?;
        low_level::pipe::register(signal, writer.try_clone()?)?;
    }
    Ok(())
}

/// Returns whether the user interrupted this process.
#[must_use]
pub fn was_interrupted() -> bool {
    INTERRUPT_STATE
        .get()
        .is_some_and(|it| it.interrupt_received.load(Ordering::Relaxed))
}

/// Returns a pipe for `poll` that becomes readable at the first interrupt.
pub(super) fn interrupt_pipe() -> Option<BorrowedFd<'static>> {
    INTERRUPT_STATE.get().map(|it| it.pipe.as_fd())
}
