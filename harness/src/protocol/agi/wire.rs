//! Parses AGI lines, in upper or lower case. Parsing never fails: a malformed line also becomes a value.
#![deny(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic,
    clippy::indexing_slicing
)]

mod command;
mod response;

use super::dialect::AgiDialect;
use crate::protocol::search::{self, Word};

pub(super) use command::{
    AgiCommand, AgiGo, Change, Rules, has_superfluous_words, lenient_commands, parse_command,
};
pub(super) use response::{AgiInfoItem, NoResponse, parse_response};
pub(super) use search::{BasePosition, OptionLine, Words};

pub(super) type Command = search::Command<AgiDialect>;
pub(super) type Response = search::Response<AgiDialect>;
pub(super) type PositionSpec = search::PositionSpec<AgiDialect>;
pub(super) type BestMove = search::BestMove<AgiDialect>;
pub(super) type Info = search::Info<AgiDialect>;
pub(super) type Item = search::InfoItem<AgiDialect>;

/// Whether a word is this keyword, in upper or lower case.
pub(super) fn is_keyword(word: &Word<'_>, keyword: &str) -> bool {
    word.text.eq_ignore_ascii_case(keyword.as_bytes())
}

/// Takes the next word if it is this keyword, in upper or lower case.
fn take_keyword(words: &mut Words<'_>, keyword: &str) -> bool {
    let hit = words.peek().is_some_and(|it| is_keyword(&it, keyword));
    if hit {
        words.next();
    }
    hit
}
