//! The captures of patterns: named parts of received lines, which a script can use in later lines.

#![deny(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic,
    clippy::indexing_slicing
)]

use std::collections::BTreeMap;

/// Captured parts of lines; each has a name.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Captures {
    values_by_name: BTreeMap<String, Vec<u8>>,
}

impl Captures {
    /// Returns the capture with this name.
    pub fn get(&self, name: &str) -> Option<&[u8]> {
        self.values_by_name.get(name).map(Vec::as_slice)
    }

    /// Sets a capture and replaces an older capture with the same name.
    pub fn insert(&mut self, name: impl Into<String>, bytes: impl Into<Vec<u8>>) {
        self.values_by_name.insert(name.into(), bytes.into());
    }

    /// Adds all captures of another match. If a name in `growing` was already captured, the new text is appended to the
    /// old text, after a space; other captures replace older captures with the same name.
    pub fn merge_and_append(&mut self, other: Captures, growing: &[String]) {
        for (name, bytes) in other.values_by_name {
            match self
                .values_by_name
                .get_mut(&name)
                .filter(|_| growing.contains(&name))
            {
                Some(old) => {
                    old.push(b' ');
                    old.extend(bytes);
                }
                None => self.insert(name, bytes),
            }
        }
    }

    /// Adds all captures of another match and replaces older captures with the same names.
    pub fn merge(&mut self, other: Captures) {
        self.values_by_name.extend(other.values_by_name);
    }

    /// Returns all captures, sorted by name.
    pub fn iter(&self) -> impl Iterator<Item = (&str, &[u8])> {
        self.values_by_name
            .iter()
            .map(|(name, bytes)| (name.as_str(), bytes.as_slice()))
    }
}

/// Returns whether `name` is valid as the name of a capture.
pub(super) fn is_capture_name(name: &str) -> bool {
    let letter = |byte: u8| byte.is_ascii_alphabetic() || byte == b'_';
    name.bytes().next().is_some_and(letter)
        && name.bytes().all(|it| letter(it) || it.is_ascii_digit())
}
