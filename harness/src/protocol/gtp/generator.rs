//! Makes up nothing: no fault in framing needs to know the board.

use crate::protocol::Generator;

/// A generator of nothing, for an engine that answers one command after the other.
pub(super) struct Nothing;

impl Generator for Nothing {
    fn command(&mut self, _line: &[u8]) {}

    fn response(&mut self, _line: &[u8]) {}

    fn state(&self) -> &'static str {
        "idle"
    }

    fn states(&self) -> &'static [&'static str] {
        &["idle"]
    }

    fn knows(&self, _name: &str) -> bool {
        false
    }

    fn make(&mut self, _name: &str) -> Option<Vec<u8>> {
        None
    }
}
