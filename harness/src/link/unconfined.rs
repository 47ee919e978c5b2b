//! Where the system cannot confine a process, nothing does.

use std::{
    io,
    path::Path,
    process::{Child, Command},
};

/// What keeps a confined engine from doing harm here, in words.
#[must_use]
pub fn what_holds() -> &'static str {
    "nothing keeps the engine from writing files elsewhere: there is no Landlock on this system"
}

#[cfg(unix)]
pub(super) fn start(command: &mut Command, _directory: &Path) -> io::Result<Child> {
    super::family::start(command)
}
