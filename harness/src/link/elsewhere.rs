//! What Unix has and other systems do without: a guard, and an end in good order.

/// There is none.
pub mod guard {
    use std::process::ExitCode;

    /// Never asked.
    pub fn main_if_asked() -> Option<ExitCode> {
        None
    }
}

/// Nobody to dismiss.
pub fn dismiss_guard() {}

/// An interrupt ends us on the spot.
pub mod interrupt {
    use std::io;

    /// Nothing to install.
    ///
    /// # Errors
    /// None.
    pub fn install() -> io::Result<()> {
        Ok(())
    }

    /// Never known.
    #[must_use]
    pub fn interrupted() -> bool {
        false
    }
}
