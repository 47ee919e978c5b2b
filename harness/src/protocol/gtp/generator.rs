//! The generator of the fault injector for GTP. Faults in framing need no generated values, such as
//! illegal moves.

use crate::protocol::FaultValueGenerator;

/// A generator that generates no values and has only one state, because GTP engines answer one command after the other.
pub(super) struct EmptyGenerator;

impl FaultValueGenerator for EmptyGenerator {
    fn observe_command(&mut self, _line: &[u8]) {}

    fn observe_response(&mut self, _line: &[u8]) {}

    fn engine_state(&self) -> &'static str {
        "idle"
    }

    fn all_states(&self) -> &'static [&'static str] {
        &["idle"]
    }

    fn can_generate(&self, _name: &str) -> bool {
        false
    }

    fn generate_value(&mut self, _name: &str) -> Option<Vec<u8>> {
        None
    }
}
