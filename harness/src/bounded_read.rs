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
    read_at_most(MAX_FILE_BYTES, File::open(path)?)
}

fn read_at_most(limit: u64, from: impl io::Read) -> io::Result<Vec<u8>> {
    let mut bytes = Vec::new();
    from.take(limit + 1).read_to_end(&mut bytes)?;
    match bytes.len() as u64 > limit {
        false => Ok(bytes),
        true => Err(ErrorKind::FileTooLarge.into()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn input_up_to_the_limit_is_read_and_endless_input_is_refused() {
        assert_eq!(read_at_most(3, &b"abc"[..]).unwrap(), b"abc");
        for too_long in [
            Box::new(&b"abcd"[..]) as Box<dyn io::Read>,
            Box::new(io::repeat(0)),
        ] {
            let err = read_at_most(3, too_long).unwrap_err();
            assert_eq!(err.kind(), ErrorKind::FileTooLarge);
        }
    }
}
