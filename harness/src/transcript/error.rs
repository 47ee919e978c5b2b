//! Parse errors with their position.

use std::{error::Error, fmt};

use crate::message::Message;

/// An error in a transcript or script, and its position.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ParseError {
    /// From 1.
    pub line: usize,
    /// In bytes, from 1.
    pub column: usize,
    pub message: Message,
}

impl fmt::Display for ParseError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let ParseError {
            line,
            column,
            message,
        } = self;
        write!(f, "line {line}, column {column}: {message}")
    }
}

impl Error for ParseError {}

impl ParseError {
    /// An error on line 1, after `at` bytes.
    pub(super) fn new(at: usize, message: Message) -> ParseError {
        ParseError {
            line: 1,
            column: at + 1,
            message,
        }
    }

    /// The same error, with `bytes` more bytes before it.
    pub(super) fn after(self, bytes: usize) -> ParseError {
        ParseError {
            column: self.column + bytes,
            ..self
        }
    }

    /// The same error on another line.
    pub(super) fn on(self, line: usize) -> ParseError {
        ParseError { line, ..self }
    }
}
