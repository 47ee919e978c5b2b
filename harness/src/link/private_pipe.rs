//! A pipe that engines do not inherit.

use std::{io, os::fd::OwnedFd};

/// Creates a pipe whose ends are closed in every engine that starts. Returns the read end and the write end.
#[cfg(not(target_vendor = "apple"))]
pub(super) fn create_private_pipe() -> io::Result<(OwnedFd, OwnedFd)> {
    Ok(rustix::pipe::pipe_with(rustix::pipe::PipeFlags::CLOEXEC)?)
}

/// Creates a pipe whose ends are closed in every engine that starts later. Returns the read end and the write end.
///
/// macOS needs one step to create a pipe, and a second step to set `CLOEXEC`. An engine that starts before `CLOEXEC` is
/// set would inherit the pipe, so the pipes are created before the first engine starts.
#[cfg(target_vendor = "apple")]
pub(super) fn create_private_pipe() -> io::Result<(OwnedFd, OwnedFd)> {
    let (reader, writer) = rustix::pipe::pipe()?;
    for end in [&reader, &writer] {
        rustix::io::fcntl_setfd(end, rustix::io::FdFlags::CLOEXEC)?;
    }
    Ok((reader, writer))
}
