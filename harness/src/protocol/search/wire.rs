//! Parsed lines: the commands and responses that all protocols with searches share. Each dialect has its own parser for
//! lines.
//!
//! A parsed line stores the values that the rules need, each with its byte range, so that a rule
//! can report the place of a mistake. Words are separated by blanks and tabs. The protocol does not
//! specify the effect of tabs and of several blanks (`UCCI T4`).
#![deny(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic,
    clippy::indexing_slicing
)]

mod command;
mod info;
mod played_moves;
mod response;
mod words;

pub(in crate::protocol) use command::{
    BasePosition, Command, LenientCommand, Moves, PositionSpec, parse_moves,
};
pub(in crate::protocol) use info::{ExpectedValue, Info, InfoItem, MisspeltMove, next_is_number};
pub(in crate::protocol) use response::{
    BestMove, GrammarError, IdLine, OptionLine, Response, ResultFlag,
};
pub(in crate::protocol) use words::{Word, Words};
