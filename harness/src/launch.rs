//! Starts engines, detects their protocols, and builds the command line that reproduces a finding.

pub mod detect;
pub mod engine_config;
pub mod reproduce;

use crate::{
    link::StartError,
    message::{Message, message},
};

/// The message that an engine cannot be started.
pub fn start_error_message(err: &StartError) -> Message {
    message!(
        "cannot_start",
        "cannot start {program}: {why}",
        program = err.program.display().to_string(),
        why = &err.reason,
    )
}
