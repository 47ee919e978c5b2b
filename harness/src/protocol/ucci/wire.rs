//! Parses UCCI lines. Parsing never fails: a malformed line yields a value, too.
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

pub(super) use command::{
    GoMode, UcciCommand, UcciGo, begins_new_game, lenient_commands, must_accept_fen, parse_command,
};
pub(super) use response::{UcciResponse, parse_response};
pub(super) use search::{BasePosition, OptionLine, ResultFlag, Words};

pub(super) type Command = search::Command<UcciDialect>;
pub(super) type Response = search::Response<UcciDialect>;
pub(super) type PositionSpec = search::PositionSpec<UcciDialect>;
pub(super) type BestMove = search::BestMove<UcciDialect>;
pub(super) type Info = search::Info<UcciDialect>;
pub(super) type Item = search::InfoItem<UcciDialect>;
