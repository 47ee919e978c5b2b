//! Changes of snapshots that nobody has accepted or rejected yet: beside each snapshot, in a file of its
//! name and `.new`.

use std::{env, ffi::OsString, fs, io, path::PathBuf};

/// Where the changes of a snapshot wait.
pub(crate) fn path_of(snapshot: &str) -> PathBuf {
    let mut name = OsString::from(snapshot);
    name.push(".new");
    name.into()
}

/// Whether changes are kept: on a machine that only tests, nobody would ever look at them.
pub(crate) fn are_kept() -> bool {
    env::var_os("CI").is_none()
}

/// Writes what a snapshot would be now beside it, and tells where.
///
/// # Errors
/// If the file cannot be written.
pub(crate) fn write(snapshot: &str, text: &[u8]) -> io::Result<PathBuf> {
    let path = path_of(snapshot);
    fs::write(&path, text).map(|()| path)
}

/// Takes away what an earlier replay has left beside a snapshot: it is out of date.
pub(crate) fn forget(snapshot: &str) {
    // If there is nothing, that is what was wanted.
    let _ = fs::remove_file(path_of(snapshot));
}
