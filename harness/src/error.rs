//! Errors that end a command. What an engine does is never an error.

use std::fmt;

use crate::exit::Exit;

/// An error that ends a command before it has a report.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Error {
    /// The command line, the configuration, or a file that it names is not usable.
    Usage(String),
    /// A defect of ponderhit.
    Defect(String),
}

impl Error {
    /// A usage error with this text.
    pub fn usage(text: impl Into<String>) -> Error {
        Error::Usage(text.into())
    }

    /// The exit code of this error.
    pub fn exit(&self) -> Exit {
        match self {
            Error::Usage(_) => Exit::Usage,
            Error::Defect(_) => Exit::Defect,
        }
    }
}

impl fmt::Display for Error {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Error::Usage(text) => out.write_str(text),
            Error::Defect(text) => write!(out, "a defect of ponderhit itself: {text}"),
        }
    }
}

impl std::error::Error for Error {}
