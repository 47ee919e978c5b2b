//! Stubs for systems that are not Unix: these systems have no watchdog and no clean end after an interrupt.

/// A stub for systems that are not Unix, which have no watchdog.
pub mod watchdog {
    use std::process::ExitCode;

    /// Returns `None`, because this process is never the watchdog.
    pub fn run_if_watchdog() -> Option<ExitCode> {
        None
    }
}

/// Does nothing, because there is no watchdog to stop.
pub fn stop_watchdog() {}

/// A stub for systems that are not Unix, where an interrupt ends this process at once.
pub mod interrupt {
    use std::io;

    /// Does nothing, because there is no handler to install.
    ///
    /// # Errors
    /// Never returns an error.
    pub fn install_signal_handlers() -> io::Result<()> {
        Ok(())
    }

    /// Always returns false, because an interrupt ends this process at once.
    #[must_use]
    pub fn was_interrupted() -> bool {
        false
    }
}
