//! Stubs for systems without a sandbox.

use crate::message::{Message, message};

/// Returns a description of the restrictions that the sandbox enforces on this system.
#[must_use]
pub fn sandbox_description() -> Message {
    message!(
        "sandbox_missing_in_system",
        "no sandbox: the engine may write files anywhere, because this system has no Landlock"
    )
}

#[cfg(unix)]
pub(super) fn start_sandboxed(
    command: &mut std::process::Command,
    _directory: &std::path::Path,
) -> std::io::Result<std::process::Child> {
    super::process_registry::start_engine(command)
}
