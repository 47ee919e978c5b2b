//! Starts engines ahead of time, so that a session does not wait for the initialization of its engine.

use super::campaign::Start;
use crate::link::Link;

/// Starts the engines of one worker. The next engine can be started before a session needs it.
pub(super) struct Starter<'a> {
    start: &'a Start<'a>,
    ahead: bool,
    next: Option<Box<dyn Link>>,
}

impl<'a> Starter<'a> {
    pub(super) fn new(start: &'a Start<'a>, ahead: bool) -> Starter<'a> {
        Starter {
            start,
            ahead,
            next: None,
        }
    }

    /// Returns an engine that has received no line yet, and starts the next engine.
    ///
    /// # Errors
    /// Returns an error if the engine cannot be started.
    pub(super) fn take(&mut self) -> Result<Box<dyn Link>, String> {
        let link = match self.next.take() {
            Some(link) => link,
            None => (self.start)()?,
        };
        if self.ahead {
            // If the next engine does not start here, the next call tries again and returns the error.
            self.next = (self.start)().ok();
        }
        Ok(link)
    }
}
