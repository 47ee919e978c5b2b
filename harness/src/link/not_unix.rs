//! Stubs for systems that are not Unix: no watchdog, no clean end after an interrupt.

/// No watchdog.
pub mod watchdog {
    use std::process::ExitCode;

    /// This process is never the watchdog.
    pub fn main_if_asked() -> Option<ExitCode> {
        None
    }
}

/// There is no watchdog to stop.
pub fn stop_watchdog() {}

/// An interrupt ends this process at once.
pub mod interrupt {
    use std::io;

    /// Nothing to install.
    ///
    /// # Errors
    /// None.
    pub fn install() -> io::Result<()> {
        Ok(())
    }

    /// Always false: the process has ended.
    #[must_use]
    pub fn interrupted() -> bool {
        false
    }
}
