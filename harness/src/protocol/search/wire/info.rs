//! The items of an `info` line, and parsers for the items that all dialects write in the same way.

use std::ops::Range;

use super::{
    GrammarError,
    words::{Word, Words},
};
use crate::{
    message::{Message, message},
    protocol::search::{BoardGame, Dialect, MoveOf},
};

/// An `info` line: `info ITEM...`.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(in crate::protocol) struct Info<D: Dialect> {
    pub(in crate::protocol) items: Vec<InfoItem<D>>,
    pub(in crate::protocol) grammar_error: Option<GrammarError>,
    /// The first move after `pv` or `currmove` that is written in another notation than the protocol's (`UCCI MV1`).
    pub(in crate::protocol) misspelt_move: Option<MisspeltMove>,
}

/// A move that is written in another notation than the protocol's.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(in crate::protocol) struct MisspeltMove {
    pub(in crate::protocol) key: &'static str,
    pub(in crate::protocol) word: String,
    pub(in crate::protocol) span: Range<usize>,
}

/// An item of an `info` line. After an unknown key, the rest of the line is skipped, except after a key in
/// `UCI_NUMBER_KEYS` (`UCCI I10`).
#[derive(Clone, Debug, PartialEq, Eq)]
pub(in crate::protocol) enum InfoItem<D: Dialect> {
    Time(u64),
    Nodes(u64),
    Depth(u64),
    Score(i64),
    Pv(Vec<(MoveOf<D>, Range<usize>)>),
    CurrMove(MoveOf<D>, Range<usize>),
    Message,
    /// An item that only this protocol has.
    DialectItem(D::InfoItem),
}

/// The kind of value that must follow a key of an `info` line.
#[derive(Clone, Copy, Debug)]
pub(in crate::protocol) enum ExpectedValue {
    Number,
    Move,
    Moves,
}

impl ExpectedValue {
    fn missing_value_message(self, key: &str) -> Message {
        match self {
            ExpectedValue::Number => message!(
                "number_missing",
                "`{key}` must be followed by a number",
                key
            ),
            ExpectedValue::Move => {
                message!("move_missing", "`{key}` must be followed by a move", key)
            }
            ExpectedValue::Moves => {
                message!("moves_missing", "`{key}` must be followed by moves", key)
            }
        }
    }

    fn wrong_value_message(self, key: &str, value: &str) -> Message {
        match self {
            ExpectedValue::Number => message!(
                "number_wrong",
                "`{key}` must be followed by a number, not by `{value}`",
                key,
                value
            ),
            ExpectedValue::Move => message!(
                "move_wrong",
                "`{key}` must be followed by a move, not by `{value}`",
                key,
                value
            ),
            ExpectedValue::Moves => message!(
                "moves_wrong",
                "`{key}` must be followed by moves, not by `{value}`",
                key,
                value
            ),
        }
    }
}

/// Whether the next word is a number.
pub(in crate::protocol) fn next_is_number(words: &Words<'_>) -> bool {
    words.peek().is_some_and(|it| it.parse_int().is_some())
}

/// The smallest number of bytes that a move and the blank before it can have in any of the protocols.
const MIN_MOVE_LENGTH: usize = 5;

impl<D: Dialect> Info<D> {
    /// Parses the move after `currmove`.
    pub(in crate::protocol) fn parse_currmove(&mut self, key: &Word<'_>, words: &mut Words<'_>) {
        let value = words.next();
        match value.as_ref().map(|it| (it.parse_move::<D::Game>(), it)) {
            Some((Some(step), word)) => {
                self.items.push(InfoItem::CurrMove(step, word.span.clone()))
            }
            Some((None, word)) if D::Game::looks_like_move(word) => {
                self.note_misspelt_move("currmove", word)
            }
            _ => self.store_value_error(key, value, ExpectedValue::Move),
        }
    }

    /// Stores a move that is written in another notation than the protocol's.
    pub(in crate::protocol) fn note_misspelt_move(&mut self, key: &'static str, word: &Word<'_>) {
        self.misspelt_move.get_or_insert_with(|| MisspeltMove {
            key,
            word: word.to_text(),
            span: word.span.clone(),
        });
    }

    /// Parses the number after a key.
    pub(in crate::protocol) fn parse_number<T>(
        &mut self,
        key: &Word<'_>,
        value: Option<Word<'_>>,
        read: fn(&Word<'_>) -> Option<T>,
        item: impl Fn(T) -> InfoItem<D>,
    ) {
        match value.as_ref().and_then(read) {
            Some(number) => self.items.push(item(number)),
            None => self.store_value_error(key, value, ExpectedValue::Number),
        }
    }

    /// Stores the mistake that the value of a key is missing or wrong.
    pub(in crate::protocol) fn store_value_error(
        &mut self,
        key: &Word<'_>,
        value: Option<Word<'_>>,
        wanted: ExpectedValue,
    ) {
        self.grammar_error.get_or_insert_with(|| match value {
            None => (
                key.span.clone(),
                wanted.missing_value_message(&key.to_text()),
            ),
            Some(value) => {
                let message = wanted.wrong_value_message(&key.to_text(), &value.to_text());
                (value.span, message)
            }
        });
    }

    /// Parses the moves after `pv`, up to the first word that is not a move. If a move is in another notation, the
    /// moves after it are skipped.
    pub(in crate::protocol) fn parse_pv(&mut self, key: &Word<'_>, words: &mut Words<'_>) {
        let mut moves = Vec::with_capacity(words.rest_of_line().text.len() / MIN_MOVE_LENGTH);
        let mut misspelt_at = None;
        let mut after = words.clone();
        while let Some(word) = after.next() {
            match word.parse_move::<D::Game>() {
                Some(step) if misspelt_at.is_none() => moves.push((step, word.span)),
                None if D::Game::looks_like_move(&word) => {
                    misspelt_at.get_or_insert(word);
                }
                Some(_) => (),
                None => break,
            }
            *words = after.clone();
        }
        if let Some(word) = &misspelt_at {
            self.note_misspelt_move("pv", word);
        } else if moves.is_empty() {
            self.store_value_error(key, words.peek(), ExpectedValue::Moves);
        }
        if !moves.is_empty() {
            self.items.push(InfoItem::Pv(moves));
        }
    }
}
