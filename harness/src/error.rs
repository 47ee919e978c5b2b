//! Errors that end a command. Bad behaviour of an engine is a violation, never an error.

use std::fmt::{self, Display};

use crate::{
    exit::Exit,
    message::{Argument, Message, message},
};

pub use crate::source_error::{SourceError, SourceErrors};

/// An error that ends a command before its report.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Error {
    /// The command line or the configuration is wrong, or a file that one of them names cannot be used.
    UsageError(Message),
    /// Errors in a script, or in another file that the user wrote.
    SourceErrors(SourceErrors),
    /// A defect of ponderhit.
    InternalError(Message),
}

impl Error {
    /// A usage error.
    pub fn usage_error(message: Message) -> Error {
        Error::UsageError(message)
    }

    /// A usage error about a file or a stream.
    pub(crate) fn file_error(file: impl Display, error: impl Into<Argument>) -> Error {
        let error: Argument = error.into();
        Error::UsageError(message!(
            "file_error",
            "{file}: {error}",
            file = file.to_string(),
            error,
        ))
    }

    /// A usage error about the value of an option.
    pub(crate) fn option_error(option: &str, why: impl Into<Argument>) -> Error {
        let why: Argument = why.into();
        Error::UsageError(message!("option_error", "{option}: {why}", option, why))
    }

    /// A usage error about a file that the user named with an option.
    pub(crate) fn option_file_error(
        option: &str,
        file: impl Display,
        error: impl Into<Argument>,
    ) -> Error {
        let error: Argument = error.into();
        Error::UsageError(message!(
            "option_file_error",
            "{option}: {file}: {error}",
            option,
            file = file.to_string(),
            error,
        ))
    }

    /// A usage error at a line and column of a file; both count from 1.
    pub(crate) fn error_at_position(
        file: impl Display,
        line: usize,
        column: usize,
        what: impl Into<Argument>,
    ) -> Error {
        let what: Argument = what.into();
        Error::UsageError(message!(
            "error_at",
            "{file}:{line}:{column}: {what}",
            file = file.to_string(),
            line,
            column,
            what,
        ))
    }

    /// The error as a message.
    pub fn message(&self) -> Message {
        match self {
            Error::UsageError(message) => message.clone(),
            Error::SourceErrors(errors) => errors.first_message(),
            Error::InternalError(what) => message!(
                "defect",
                "a defect of ponderhit itself: {what}",
                what = what.clone()
            ),
        }
    }

    /// The exit code of this error.
    pub fn exit_code(&self) -> Exit {
        match self {
            Error::UsageError(_) | Error::SourceErrors(_) => Exit::Usage,
            Error::InternalError(_) => Exit::Defect,
        }
    }
}

impl Display for Error {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Error::SourceErrors(errors) => write!(out, "{errors}"),
            _ => write!(out, "{}", self.message()),
        }
    }
}

impl std::error::Error for Error {}
