//! Tests of the command line: commands, options, exit codes, and output.

mod auto;
mod catalogue;
mod ci_action;
mod engine_tables;
pub(crate) mod engines;
mod exits;
mod formats;
mod gates;
mod init;
mod language;
mod league;
mod logs;
mod names;
mod no_false_green;
mod records;
mod regression;
mod repetition;
mod report_layout;
pub(crate) mod reports;
mod shards;
mod unjudged;
mod usage;

use std::fs;

use tempfile::TempDir;

/// Writes a file in a directory, and returns its path.
fn write_file(dir: &TempDir, name: &str, text: impl AsRef<[u8]>) -> String {
    let path = dir.path().join(name);
    fs::create_dir_all(path.parent().unwrap()).unwrap();
    fs::write(&path, text).unwrap();
    path.display().to_string()
}
