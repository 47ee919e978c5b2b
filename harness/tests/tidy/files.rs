//! A function that returns the files below a folder, sorted by path. If the folder is missing, the calling test fails.

use std::{
    fs,
    path::{Path, PathBuf},
};

pub(crate) fn files_below(under: &Path, extension: &str) -> Vec<PathBuf> {
    let mut found = Vec::new();
    let entries = fs::read_dir(under).unwrap_or_else(|it| panic!("{}: {it}", under.display()));
    for entry in entries {
        let path = entry.unwrap().path();
        if path.is_dir() {
            found.extend(files_below(&path, extension));
        } else if path.extension().is_some_and(|it| it == extension) {
            found.push(path);
        }
    }
    found.sort();
    found
}
