//! Lines to messages, both ways. Parsing never fails: what cannot be understood is a message too.
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
mod response;
mod words;

pub(super) use command::{Command, Go, Mode, Place, Posspec, hints};
pub(super) use response::{BestMove, Flag, Item, Misspelt, OptionLine, Response};
pub(super) use words::{Word, Words};
