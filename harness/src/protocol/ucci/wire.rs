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

pub(super) use command::{UcciGo, Mode, UcciCommand, begins_game, parse_command, lenient_commands, must_accept_fen};
pub(super) use response::{UcciResponse, parse_response};
pub(super) use search::{ResultFlag, OptionLine, BasePosition, Words};

pub(super) type Command = search::Command<UcciDialect>;
pub(super) type Response = search::Response<UcciDialect>;
pub(super) type Posspec = search::PositionSpec<UcciDialect>;
pub(super) type BestMove = search::BestMove<UcciDialect>;
pub(super) type Info = search::Info<UcciDialect>;
pub(super) type Item = search::Item<UcciDialect>;
