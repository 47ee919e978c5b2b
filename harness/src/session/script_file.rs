//! Writes the files of a script (`@file`) for the engine, in a temporary directory that is deleted after the last
//! session that uses it.

use std::{
    collections::BTreeSet,
    fs, io,
    path::PathBuf,
    sync::{Mutex, MutexGuard, PoisonError},
};

use sha2::{Digest, Sha256};
use tempfile::TempDir;

use super::recorder::Recorder;
use crate::{
    message::{Message, message},
    protocol::WRITTEN_FILE_FACT,
    transcript::{self, FileSpec},
};

/// The directory with the files of all running sessions. A file has the same path in all sessions of the process, so
/// that two sessions with the same lines have the same transcript.
static SHARED_DIRECTORY: Mutex<SharedDirectory> = Mutex::new(SharedDirectory {
    path: None,
    users: 0,
    written: BTreeSet::new(),
});

struct SharedDirectory {
    /// The path, which is chosen once.
    path: Option<PathBuf>,
    /// The number of sessions that use the directory. Without users, the directory does not exist.
    users: usize,
    /// The paths of the files in the directory.
    written: BTreeSet<PathBuf>,
}

/// A session's claim to the directory of files.
pub(super) struct DirectoryUse;

impl DirectoryUse {
    fn claim() -> io::Result<DirectoryUse> {
        let mut shared = lock_shared_directory();
        if shared.users == 0 {
            match &shared.path {
                // Another user of the machine cannot make this directory first: it must not exist.
                Some(path) => fs::create_dir(path)?,
                None => {
                    let new = tempfile::Builder::new().prefix("ponderhit-").tempdir();
                    shared.path = Some(TempDir::keep(new?));
                }
            }
        }
        shared.users += 1;
        Ok(DirectoryUse)
    }
}

impl Drop for DirectoryUse {
    fn drop(&mut self) {
        let mut shared = lock_shared_directory();
        shared.users -= 1;
        if shared.users == 0 {
            shared.written.clear();
            // A directory that cannot be deleted does no harm.
            let _ = shared.path.as_ref().map(fs::remove_dir_all);
        }
    }
}

fn lock_shared_directory() -> MutexGuard<'static, SharedDirectory> {
    SHARED_DIRECTORY
        .lock()
        .unwrap_or_else(PoisonError::into_inner)
}

/// Writes the file of a directive such as `@file game.sgf TEXT`, and captures its path as `game`. The error says why the
/// file could not be written.
pub(super) fn write_file(recorder: &mut Recorder<'_>, argument: &str) -> Result<(), Message> {
    let Some(file) = transcript::parse_file(argument) else {
        return Ok(());
    };
    let path = write_text(recorder, file).map_err(|error| {
        message!(
            "script_file_unwritable",
            "the file could not be written: {error}",
            error
        )
    })?;
    recorder.captures.insert(file.capture_name, path.as_bytes());
    recorder.record_measurement(WRITTEN_FILE_FACT, format!("{path} {}", file.text));
    Ok(())
}

/// Writes the file and returns its path, which has no blanks, because an engine could not read it as one word.
fn write_text(recorder: &mut Recorder<'_>, file: FileSpec<'_>) -> Result<String, String> {
    if recorder.directory_of_files.is_none() {
        let claimed = DirectoryUse::claim().map_err(|error| error.to_string())?;
        recorder.directory_of_files = Some(claimed);
    }
    let mut shared = lock_shared_directory();
    let digest = Sha256::digest(file.text);
    let folder: String = digest
        .iter()
        .take(4)
        .map(|it| format!("{it:02x}"))
        .collect();
    let directory = shared.path.clone().unwrap_or_default().join(folder);
    let path = directory.join(file.file_name);
    // Another session may be reading the same file, so it is written only once.
    if shared.written.insert(path.clone()) {
        fs::create_dir_all(&directory)
            .and_then(|()| fs::write(&path, format!("{}\n", file.text)))
            .map_err(|error| error.to_string())?;
    }
    match path.to_str() {
        Some(path) if !path.contains(char::is_whitespace) => Ok(path.to_owned()),
        _ => Err(format!("{} contains a blank", path.display())),
    }
}
