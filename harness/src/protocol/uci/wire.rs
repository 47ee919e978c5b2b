//! Parses lines. Parsing never fails: a malformed line has a value too.
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

pub(super) use command::{UciCommand, begins_game, command, hints};
pub(super) use go::Go;
pub(super) use info::{Score, UciItem};
pub(super) use response::{Check, CheckResult, UciResponse, response};
pub(super) use search::{BasePosition, OptionLine, Words};

pub(super) type Command = search::Command<UciDialect>;
pub(super) type Response = search::Response<UciDialect>;
pub(super) type Posspec = search::PositionSpec<UciDialect>;
pub(super) type BestMove = search::BestMove<UciDialect>;
pub(super) type Info = search::Info<UciDialect>;
pub(super) type Item = search::Item<UciDialect>;
