//! Empties the report files of a command line that is wrong, so that the report of an earlier run is not taken for the
//! result of this one.

use std::{
    ffi::OsString,
    fs::{self, File},
    io::Read as _,
    path::Path,
    sync::atomic::{AtomicBool, Ordering},
};

/// The number of bytes at the beginning of a file in which a report of ponderhit names the program.
const MAX_HEAD_BYTES: u64 = 1 << 16;

/// The word that each report of ponderhit contains.
const PROGRAM_NAME: &[u8] = b"ponderhit";

/// Whether the run has emptied its report files itself. Then they have nothing but its own reports.
static ARE_FILES_OPENED: AtomicBool = AtomicBool::new(false);

/// Remembers that the run has emptied its report files, and writes them itself.
pub(super) fn remember_opened_report_files() {
    ARE_FILES_OPENED.store(true, Ordering::Relaxed);
}

/// Empties the files of all `--report FORMAT=FILE`, if they have a report of ponderhit. A file that cannot be read or
/// written stays as it is: the run has failed anyway.
pub(super) fn empty_report_files(args: &[OsString]) {
    if ARE_FILES_OPENED.load(Ordering::Relaxed) {
        return;
    }
    let words: Vec<_> = args.iter().map(|it| it.to_string_lossy()).collect();
    let mut words = words.iter().take_while(|it| *it != "--");
    while let Some(word) = words.next() {
        let value = match word.strip_prefix("--report") {
            Some("") => words.next().map(|it| &**it),
            Some(value) => value.strip_prefix('='),
            None => continue,
        };
        let file = value.and_then(|it| it.split_once('=')).map(|it| it.1);
        if let Some(file) = file.filter(|it| has_report(Path::new(it))) {
            let _ = fs::write(file, "");
        }
    }
}

fn has_report(file: &Path) -> bool {
    let mut head = Vec::new();
    let read = File::open(file).and_then(|it| it.take(MAX_HEAD_BYTES).read_to_end(&mut head));
    let mut parts = head.windows(PROGRAM_NAME.len());
    read.is_ok() && file.is_file() && parts.any(|it| it == PROGRAM_NAME)
}
