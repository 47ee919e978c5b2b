//! The pipes of an engine for the threaded link.

use std::io::{Read, Write};

/// The pipes of an engine, on which reads and writes block.
pub(super) struct EnginePipes {
    pub(super) input: Option<Box<dyn Write + Send>>,
    pub(super) stdout: Option<Box<dyn Read + Send>>,
    pub(super) stderr: Option<Box<dyn Read + Send>>,
}
