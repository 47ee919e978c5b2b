//! Reads whole files, up to a maximum size: a device such as `/dev/zero` has no end.

use std::{
    fs::File,
    io::{self, ErrorKind, Read as _},
    path::Path,
};

/// The size limit of a script, a suite, a project file or a state file, in bytes. Logs have no limit, because they are
/// read line by line.
const MAX_FILE_BYTES: u64 = 256 << 20;

/// Reads a whole file.
///
/// # Errors
/// Returns an error if the file cannot be read, or `FileTooLarge` if it has more than 256 MiB.
pub(crate) fn read_file(path: impl AsRef<Path>) -> io::Result<Vec<u8>> {
    let mut bytes = Vec::new();
    let file = File::open(path)?;
    file.take(MAX_FILE_BYTES + 1).read_to_end(&mut bytes)?;
    match bytes.len() as u64 > MAX_FILE_BYTES {
        false => Ok(bytes),
        true => Err(ErrorKind::FileTooLarge.into()),
    }
}
