//! The responses of the engine.

use std::ops::Range;

use super::{
    Info,
    words::{Word, Words},
};
use crate::{
    message::Message,
    protocol::search::{Dialect, MoveOf},
};

/// A line from the engine.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(in crate::protocol) enum Response<D: Dialect> {
    Id(IdLine),
    Option(OptionLine),
    /// The answer that ends the handshake.
    GreetingAnswer,
    ReadyOk,
    Info(Info<D>),
    BestMove(BestMove<D>),
    NoBestMove,
    Bye,
    /// A response that only this protocol has.
    Dialect(D::Response),
    /// A line without words.
    Blank,
    /// A line whose first word is not a response. The protocol does not specify the meaning of a line whose first word
    /// is not a response (`UCCI T4`).
    Other,
}

/// The byte range of a mistake in the grammar of a line, and the message about the mistake.
pub(in crate::protocol) type GrammarError = (Range<usize>, Message);

/// An `id` line: `id KIND TEXT`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(in crate::protocol) struct IdLine {
    pub(in crate::protocol) kind: String,
    pub(in crate::protocol) span: Range<usize>,
    pub(in crate::protocol) text: String,
}

/// An `option` line: `option NAME type TYPE ...`.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(in crate::protocol) struct OptionLine {
    pub(in crate::protocol) name: String,
    pub(in crate::protocol) name_span: Range<usize>,
    /// The type of the option, or `None` if the line has no type.
    pub(in crate::protocol) kind: Option<(String, Range<usize>)>,
    pub(in crate::protocol) min: Option<i64>,
    pub(in crate::protocol) max: Option<i64>,
    /// The byte range of the number after `max`.
    pub(in crate::protocol) max_span: Range<usize>,
    pub(in crate::protocol) combo_values: Vec<String>,
    /// All words after `default`.
    pub(in crate::protocol) default: Option<(String, Range<usize>)>,
    pub(in crate::protocol) grammar_error: Option<GrammarError>,
}

/// A `bestmove` line: `bestmove MOVE [ponder MOVE] [draw | resign]`.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(in crate::protocol) struct BestMove<D: Dialect> {
    pub(in crate::protocol) best_move: Option<(MoveOf<D>, Range<usize>)>,
    /// The byte range of the word where the best move should be, if this word is not a move.
    pub(in crate::protocol) no_move_word: Option<Range<usize>>,
    pub(in crate::protocol) ponder_move: Option<(MoveOf<D>, Range<usize>)>,
    /// The byte range of a word such as `(none)` in place of the ponder move.
    pub(in crate::protocol) no_ponder_move_word: Option<Range<usize>>,
    pub(in crate::protocol) flag: Option<ResultFlag>,
    pub(in crate::protocol) grammar_error: Option<GrammarError>,
}

/// A word after the moves of a `bestmove`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::protocol) enum ResultFlag {
    Draw,
    Resign,
}

impl<D: Dialect> Response<D> {
    /// Parses a line of the engine, without its newline.
    pub(in crate::protocol) fn parse(line: &[u8]) -> Response<D> {
        D::parse_response(line)
    }
}

impl IdLine {
    /// Parses the words after `id`: `KIND TEXT`.
    pub(in crate::protocol) fn parse_words(mut words: Words<'_>) -> IdLine {
        let end = words.rest_of_line().span.end;
        let kind = words.next();
        IdLine {
            kind: kind.as_ref().map(Word::to_text).unwrap_or_default(),
            span: kind.map_or(end..end, |it| it.span),
            text: words.rest_of_line().to_text(),
        }
    }
}
