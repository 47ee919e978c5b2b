//! Stubs for systems without a sandbox.

/// Returns a description of the restrictions that the sandbox enforces on this system.
#[must_use]
pub fn sandbox_description() -> &'static str {
    "no sandbox: the engine may write files anywhere, because this system has no Landlock"
}

#[cfg(unix)]
pub(super) fn start_sandboxed(
    command: &mut std::process::Command,
    _directory: &std::path::Path,
) -> std::io::Result<std::process::Child> {
    super::registry::start(command)
}
