//! Starts engines ahead of need, so that a session does not wait for the engine's own initialization.

use super::campaign::Start;
use crate::link::Link;

/// The engines of one worker: one is started already when it is needed.
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

    /// An engine that has received nothing yet; starts the next one.
    ///
    /// # Errors
    /// Why the engine cannot be started.
    pub(super) fn take(&mut self) -> Result<Box<dyn Link>, String> {
        let link = match self.next.take() {
            Some(link) => link,
            None => (self.start)()?,
        };
        if self.ahead {
            // An error comes back when the engine is needed.
            self.next = (self.start)().ok();
        }
        Ok(link)
    }
}
