//! The captures of patterns, by name, to fill in lines to send.

#![deny(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic,
    clippy::indexing_slicing
)]

use std::collections::BTreeMap;

/// Captured pieces of lines, by name.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Captures {
    map: BTreeMap<String, Vec<u8>>,
}

impl Captures {
    /// The capture of this name.
    pub fn get(&self, name: &str) -> Option<&[u8]> {
        self.map.get(name).map(Vec::as_slice)
    }

    /// Sets a capture; an older one of the same name is replaced.
    pub fn insert(&mut self, name: impl Into<String>, bytes: impl Into<Vec<u8>>) {
        self.map.insert(name.into(), bytes.into());
    }

    /// Like [`Captures::merge`], but captures with a name in `growing` are appended to the older
    /// one, after a space.
    pub fn grow(&mut self, other: Captures, growing: &[String]) {
        for (name, bytes) in other.map {
            match self.map.get_mut(&name).filter(|_| growing.contains(&name)) {
                Some(old) => {
                    old.push(b' ');
                    old.extend(bytes);
                }
                None => self.insert(name, bytes),
            }
        }
    }

    /// Adds all captures of another match.
    pub fn merge(&mut self, other: Captures) {
        self.map.extend(other.map);
    }

    /// All captures, sorted by name.
    pub fn iter(&self) -> impl Iterator<Item = (&str, &[u8])> {
        self.map
            .iter()
            .map(|(name, bytes)| (name.as_str(), bytes.as_slice()))
    }
}

/// Whether this is a valid name of a capture.
pub(super) fn is_name(name: &str) -> bool {
    let letter = |byte: u8| byte.is_ascii_alphabetic() || byte == b'_';
    name.bytes().next().is_some_and(letter)
        && name.bytes().all(|it| letter(it) || it.is_ascii_digit())
}
