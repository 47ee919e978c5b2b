//! Parses UCCI lines. Parsing never fails: a malformed line has a value, too.
#![deny(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic,
    clippy::indexing_slicing
)]

mod command;
mod response;

use super::dialect::UcciDialect;
use crate::protocol::search;

pub(super) use command::{Go, Mode, UcciCommand, begins_game, command, hints, is_plain};
pub(super) use response::{UcciResponse, response};
pub(super) use search::{Flag, OptionLine, Place, Words};

pub(super) type Command = search::Command<UcciDialect>;
pub(super) type Response = search::Response<UcciDialect>;
pub(super) type Posspec = search::Posspec<UcciDialect>;
pub(super) type BestMove = search::BestMove<UcciDialect>;
pub(super) type Info = search::Info<UcciDialect>;
pub(super) type Item = search::Item<UcciDialect>;
