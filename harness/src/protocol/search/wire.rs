//! Parsed lines: the commands and responses that all protocols with searches share. A dialect parses the lines.
//!
//! A parsed line keeps the values that the rules need, each with its range of bytes, so that a rule can point at it.
//! Words are separated by blanks and tabs (`UCCI T4` does not specify it).
#![deny(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic,
    clippy::indexing_slicing
)]

mod command;
mod info;
mod response;
mod words;

pub(in crate::protocol) use command::{Command, Hint, Moves, Place, Posspec, moves};
pub(in crate::protocol) use info::{Info, Item, Misspelt, Wanted, follows_number};
pub(in crate::protocol) use response::{BestMove, Flag, Flaw, Id, OptionLine, Response};
pub(in crate::protocol) use words::{Word, Words};
