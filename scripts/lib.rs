//! The conformance scenarios of `ponderhit` as embedded text files.

/// All scripts as pairs `(id, text)`, sorted by id. The id of a script is its path without the
/// suffix, for example `ucci/quit/idle`.
pub static SCRIPTS: &[(&str, &[u8])] = include!(concat!(env!("OUT_DIR"), "/scripts.rs"));
