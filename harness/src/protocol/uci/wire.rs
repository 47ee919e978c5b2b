//! Parses UCI lines. Parsing never fails: the parser also returns a value for a malformed line.
#![deny(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic,
    clippy::indexing_slicing
)]

mod command;
mod go;
mod info;
mod option;
mod response;

use super::dialect::UciDialect;
use crate::protocol::search;

pub(super) use command::{UciCommand, begins_new_game, lenient_commands, parse_command};
pub(super) use go::UciGo;
pub(super) use info::{Score, UciInfoItem};
pub(super) use response::{LicenceCheckKind, LicenceCheckResult, UciResponse, parse_response};
pub(super) use search::{BasePosition, OptionLine, Words};

pub(super) type Command = search::Command<UciDialect>;
pub(super) type Response = search::Response<UciDialect>;
pub(super) type PositionSpec = search::PositionSpec<UciDialect>;
pub(super) type BestMove = search::BestMove<UciDialect>;
pub(super) type Info = search::Info<UciDialect>;
pub(super) type Item = search::InfoItem<UciDialect>;
