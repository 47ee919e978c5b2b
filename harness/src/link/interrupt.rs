//! A wish of the user that we stop: SIGINT or SIGTERM.
//!
//! The first one makes every wait return at once, so that engines are ended in good order; the
//! second one ends us on the spot, and the guard does the rest.

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
    wish: Arc<AtomicBool>,
    /// Readable from the first signal on: nobody ever empties it.
    pipe: OwnedFd,
}

/// From now on SIGINT and SIGTERM do not end us, but are told by [`interrupted`].
///
/// For whoever waits for engines over links; nobody else heeds it.
///
/// # Errors
/// When the system has no pipe or handler left.
pub fn install() -> io::Result<()> {
    if STATE.get().is_some() {
        return Ok(());
    }
    let (reader, writer) = pipe_with(PipeFlags::CLOEXEC | PipeFlags::NONBLOCK)?;
    let wish = Arc::new(AtomicBool::new(false));
    let state = State {
        wish: Arc::clone(&wish),
        pipe: reader,
    };
    if STATE.set(state).is_err() {
        return Ok(());
    }
    for signal in [SIGINT, SIGTERM] {
        // The order matters: the first signal finds the wish unset.
        flag::register_conditional_shutdown(signal, 130, Arc::clone(&wish))?;
        flag::register(signal, Arc::clone(&wish))?;
        low_level::pipe::register(signal, writer.try_clone()?)?;
    }
    Ok(())
}

/// Whether we were asked to stop.
#[must_use]
pub fn interrupted() -> bool {
    STATE
        .get()
        .is_some_and(|it| it.wish.load(Ordering::Relaxed))
}

/// Something that can be polled for the wish.
pub(super) fn pipe() -> Option<BorrowedFd<'static>> {
    STATE.get().map(|it| it.pipe.as_fd())
}
