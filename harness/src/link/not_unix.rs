//! What Windows has in place of the watchdog and the signals of Unix: a job object, and Ctrl-C and Ctrl-Break.

/// A stub: on Windows, a job object (`job_object.rs`) does the work of the watchdog.
pub mod watchdog {
    use std::process::ExitCode;

    /// Returns `None`, because this process is never the watchdog.
    pub fn run_if_watchdog() -> Option<ExitCode> {
        None
    }
}

/// Does nothing, because there is no watchdog to stop.
pub fn stop_watchdog() {}

/// Handles Ctrl-C and Ctrl-Break, by which the user interrupts a run.
pub mod interrupt {
    use std::{
        io,
        sync::atomic::{AtomicBool, Ordering},
    };

    static INTERRUPT_RECEIVED: AtomicBool = AtomicBool::new(false);
    static HANDLER_INSTALLED: AtomicBool = AtomicBool::new(false);

    /// The exit status of an interrupted run, as on Unix.
    const INTERRUPTED_STATUS: i32 = 130;

    /// Installs the handler for Ctrl-C and Ctrl-Break. The first interrupt after this call does not end this process.
    /// After this interrupt, [`was_interrupted`] returns true, and every wait on a link returns early. The second
    /// interrupt ends this process at once.
    ///
    /// # Errors
    /// Returns an error if Windows does not install the handler.
    pub fn install_signal_handlers() -> io::Result<()> {
        if HANDLER_INSTALLED.swap(true, Ordering::Relaxed) {
            return Ok(());
        }
        ctrlc::set_handler(|| {
            if INTERRUPT_RECEIVED.swap(true, Ordering::Relaxed) {
                end_process();
            }
        })
        .map_err(io::Error::other)
    }

    #[expect(
        clippy::exit,
        reason = "the second interrupt ends the process, even if it hangs"
    )]
    fn end_process() {
        std::process::exit(INTERRUPTED_STATUS);
    }

    /// Returns whether the user interrupted this process.
    #[must_use]
    pub fn was_interrupted() -> bool {
        INTERRUPT_RECEIVED.load(Ordering::Relaxed)
    }
}
