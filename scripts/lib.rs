//! The conformance scenarios of `ponderhit`, as they are in the files: data, not code.

/// `(id, text)` of every script, sorted by id. The id is the path without the suffix: `ucci/quit/idle`.
pub static ALL: &[(&str, &[u8])] = include!(concat!(env!("OUT_DIR"), "/scripts.rs"));
