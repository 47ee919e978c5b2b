//! Where the system cannot confine a process, nothing does.

/// What keeps a confined engine from doing harm here, in words.
#[must_use]
pub fn what_holds() -> &'static str {
    "nothing keeps the engine from writing files elsewhere: there is no Landlock on this system"
}

#[cfg(unix)]
pub(super) fn start(
    command: &mut std::process::Command,
    _directory: &std::path::Path,
) -> std::io::Result<std::process::Child> {
    super::family::start(command)
}
