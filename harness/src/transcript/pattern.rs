//! Patterns match a line word by word.
//!
//! A literal word in a pattern matches the same word in the line, with any number of spaces around it. `{move}`,
//! `{int}`, `{uint}` and `{word}` match one word, and `{moves}` matches one or more moves. `{text}` matches one or more
//! words, as many as possible. `{best:move}` matches a move and captures it with the name `best`. `[a b]` matches the
//! words `a b` or nothing, and `(a|b)` matches `a` or `b`. `[..]` matches any words or none, as few as possible. In a
//! pattern, `\` escapes the next character.

#![deny(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic,
    clippy::indexing_slicing
)]

mod compile;
mod parse;

use std::sync::{Arc, OnceLock};

use regex::bytes::Regex;

use super::{captures::Captures, error::ParseError};
use crate::message::message;
use parse::{CaptureName, PatternItem};

/// A parsed pattern.
#[derive(Clone, Debug)]
pub struct Pattern {
    source: Vec<u8>,
    items: Vec<PatternItem>,
    /// The names of the captures, in the order of the source.
    names: Vec<CaptureName>,
    has_moves: bool,
    /// The regular expression for the move syntax of one protocol, compiled at the first match.
    compiled_regex_cache: OnceLock<(&'static str, Option<Arc<Regex>>)>,
}

/// Patterns are equal if their sources are equal.
impl PartialEq for Pattern {
    fn eq(&self, other: &Pattern) -> bool {
        self.source == other.source
    }
}

impl Eq for Pattern {}

impl Pattern {
    /// Parses a pattern. The error for an invalid pattern has line number 1, and its column counts from the beginning
    /// of `text`.
    pub fn parse(text: &[u8]) -> Result<Pattern, ParseError> {
        let items = parse::parse_items(text)?;
        let pattern = Pattern::new(text.to_vec(), items);
        pattern.check_names_are_unique()?;
        Ok(pattern)
    }

    /// Returns a pattern that matches the words of `text` literally.
    pub fn from_literal_words(text: &str) -> Pattern {
        let words = text.split([' ', '\t']).filter(|it| !it.is_empty());
        let items = words
            .map(|it| PatternItem::Word(it.as_bytes().to_vec()))
            .collect();
        Pattern::new(Pattern::escape_literal(text.as_bytes()), items)
    }

    fn new(source: Vec<u8>, items: Vec<PatternItem>) -> Pattern {
        Pattern {
            source,
            names: parse::capture_names(&items),
            has_moves: parse::has_move_placeholder(&items),
            items,
            compiled_regex_cache: OnceLock::new(),
        }
    }

    fn check_names_are_unique(&self) -> Result<(), ParseError> {
        for (i, CaptureName { at, name }) in self.names.iter().enumerate() {
            if self.names.iter().take(i).any(|it| it.name == *name) {
                return Err(ParseError::new(
                    *at,
                    message!("captured_twice", "`{name}` is captured twice", name),
                ));
            }
        }
        Ok(())
    }

    /// Returns the source of a pattern that matches `text` literally.
    pub fn escape_literal(text: &[u8]) -> Vec<u8> {
        let mut source = Vec::new();
        for byte in text {
            if parse::is_special_byte(*byte) {
                source.push(b'\\');
            }
            source.push(*byte);
        }
        source
    }

    /// Returns the captures if the pattern matches the whole line, and `None` if it does not match. `move_syntax` is
    /// the protocol's regular expression for a word that is a move.
    ///
    /// The run time of a match is at most proportional to the length of the line times the length of the pattern.
    pub fn matches(&self, line: &[u8], move_syntax: &'static str) -> Option<Captures> {
        let regex = self.compiled_regex(move_syntax)?;
        if self.names.is_empty() {
            return regex.is_match(line).then(Captures::default);
        }
        let found = regex.captures(line)?;
        let mut captures = Captures::default();
        for CaptureName { name, .. } in &self.names {
            if let Some(group) = found.name(name) {
                captures.insert(name, trim_end_spaces(group.as_bytes()));
            }
        }
        Some(captures)
    }

    fn compiled_regex(&self, move_syntax: &'static str) -> Option<Arc<Regex>> {
        let move_syntax = if self.has_moves {
            move_syntax
        } else {
            NEVER_MATCHING_MOVE_SYNTAX
        };
        let compile = || compile::compile_cached(compile::regex_source(&self.items, move_syntax));
        let (syntax, regex) = self
            .compiled_regex_cache
            .get_or_init(|| (move_syntax, compile()));
        match *syntax == move_syntax {
            true => regex.clone(),
            false => compile(),
        }
    }

    /// Returns the source of the pattern.
    pub fn source(&self) -> &[u8] {
        &self.source
    }

    /// Returns the names of the captures.
    pub fn capture_names(&self) -> impl Iterator<Item = &str> {
        self.capture_positions().map(|(_, name)| name)
    }

    /// Returns the name of each capture and its position in the source.
    pub(super) fn capture_positions(&self) -> impl Iterator<Item = (usize, &str)> {
        self.names.iter().map(|it| (it.at, it.name.as_str()))
    }
}

/// The syntax of moves of a protocol without moves: a regular expression that matches no word.
pub(crate) const NEVER_MATCHING_MOVE_SYNTAX: &str = r"[^\x00-\xFF]";

/// Returns whether a word is a move, according to the protocol's regular expression for moves.
pub(crate) fn is_move(word: &[u8], move_syntax: &'static str) -> bool {
    let regex = compile::compile_cached(format!(r"\A(?:{move_syntax})\z"));
    regex.is_some_and(|it| it.is_match(word))
}

fn trim_end_spaces(mut bytes: &[u8]) -> &[u8] {
    while let [rest @ .., b' ' | b'\t'] = bytes {
        bytes = rest;
    }
    bytes
}
