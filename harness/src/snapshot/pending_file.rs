//! Pending changes of snapshots, which are neither accepted nor rejected yet. Pending changes are stored beside the
//! snapshot, with the suffix `.new`.

use std::{env, ffi::OsString, fs, io, path::PathBuf};

/// The path of the file with a snapshot's pending changes.
pub(crate) fn pending_file_path(snapshot: &str) -> PathBuf {
    let mut name = OsString::from(snapshot);
    name.push(".new");
    name.into()
}

/// Whether pending changes are stored in a file. In continuous integration, pending changes are not stored, because no
/// user reviews them.
pub(crate) fn is_storing_enabled() -> bool {
    env::var_os("CI").is_none()
}

/// Writes an updated snapshot to a pending file. Returns the path of the pending file.
///
/// # Errors
/// Returns an error if the file cannot be written.
pub(crate) fn write_pending_file(snapshot: &str, text: &[u8]) -> io::Result<PathBuf> {
    let path = pending_file_path(snapshot);
    fs::write(&path, text).map(|()| path)
}

/// Removes the pending changes of an earlier replay.
pub(crate) fn remove_pending_file(snapshot: &str) {
    // An error is ignored, because usually there is no pending file.
    let _ = fs::remove_file(pending_file_path(snapshot));
}
