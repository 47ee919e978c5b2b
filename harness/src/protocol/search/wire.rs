//! Lines to messages: what both sides say in every protocol that sets an engine searching. How a line is written is the
//! dialect's affair.
//!
//! A message keeps what the rules need and, for everything a rule may have to point at, the range
//! of bytes it stands in. Words are divided by runs of blanks and tabs (`UCCI T4` is silent there).
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
pub(in crate::protocol) use info::{Info, Item, Misspelt, follows_number};
pub(in crate::protocol) use response::{BestMove, Flag, Flaw, Id, OptionLine, Response};
pub(in crate::protocol) use words::{Word, Words};
