//! Parse errors with their position.

use std::{error::Error, fmt};

use crate::message::Message;

/// An error in a transcript or script, and its position.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ParseError {
    /// The line number, counted from 1.
    pub line_number: usize,
    /// The column in bytes, counted from 1.
    pub column: usize,
    pub message: Message,
}

impl fmt::Display for ParseError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let ParseError {
            line_number: line,
            column,
            message,
        } = self;
        write!(f, "line {line}, column {column}: {message}")
    }
}

impl Error for ParseError {}

impl ParseError {
    /// Returns an error on line 1 whose column is after the first `at` bytes.
    pub(super) fn new(at: usize, message: Message) -> ParseError {
        ParseError {
            line_number: 1,
            column: at + 1,
            message,
        }
    }

    /// Adds `bytes` to the column of the error.
    pub(super) fn shift_column(self, bytes: usize) -> ParseError {
        ParseError {
            column: self.column + bytes,
            ..self
        }
    }

    /// Returns the same error with another line number.
    pub(super) fn with_line_number(self, line: usize) -> ParseError {
        ParseError {
            line_number: line,
            ..self
        }
    }
}
