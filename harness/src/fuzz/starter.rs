//! Starts engines ahead of time, so that a session does not wait for the initialization of its engine.

use super::campaign::StartEngine;
use crate::{link::Link, message::Message};

/// Starts the engines for the sessions of one worker. The next engine can be started before a session needs it.
pub(super) struct EngineStarter<'a> {
    start_engine: &'a StartEngine<'a>,
    starts_ahead: bool,
    next_engine: Option<Box<dyn Link>>,
}

impl<'a> EngineStarter<'a> {
    pub(super) fn new(start: &'a StartEngine<'a>, ahead: bool) -> EngineStarter<'a> {
        EngineStarter {
            start_engine: start,
            starts_ahead: ahead,
            next_engine: None,
        }
    }

    /// Returns an engine that has received no line yet, and starts the next engine ahead of time.
    ///
    /// # Errors
    /// Returns an error if the engine cannot be started.
    pub(super) fn take_engine(&mut self) -> Result<Box<dyn Link>, Message> {
        let link = match self.next_engine.take() {
            Some(link) => link,
            None => (self.start_engine)()?,
        };
        if self.starts_ahead {
            // If the next engine cannot be started now, the next call of this function tries again and returns the
            // error.
            self.next_engine = (self.start_engine)().ok();
        }
        Ok(link)
    }
}
