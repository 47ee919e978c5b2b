//! Parses the source of a pattern into a tree.

#![deny(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic,
    clippy::indexing_slicing
)]

use super::super::{captures::is_capture_name, error::ParseError};
use crate::{message::message, suggest};

/// One item of a parsed pattern.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum PatternItem {
    Word(Vec<u8>),
    Placeholder(PlaceholderKind, Option<CaptureName>),
    /// Any number of words, or none; written `[..]`.
    AnyText,
    Optional(Vec<PatternItem>),
    Choice(Vec<Vec<PatternItem>>),
}

/// The name of a capture, and its position in the source.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct CaptureName {
    pub(super) at: usize,
    pub(super) name: String,
}

/// The kind of words that a placeholder matches.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum PlaceholderKind {
    Move,
    Moves,
    Int,
    Uint,
    Word,
    Text,
}

const PLACEHOLDER_KINDS: &[(&str, PlaceholderKind)] = &[
    ("move", PlaceholderKind::Move),
    ("moves", PlaceholderKind::Moves),
    ("int", PlaceholderKind::Int),
    ("uint", PlaceholderKind::Uint),
    ("word", PlaceholderKind::Word),
    ("text", PlaceholderKind::Text),
];

/// The maximum nesting of groups, because parsing and compiling groups is recursive.
const MAX_GROUP_DEPTH: usize = 32;

/// Returns whether the byte has a special meaning in a pattern, unless a `\` precedes the byte.
pub(super) fn is_special_byte(byte: u8) -> bool {
    b"{}[]()|\\".contains(&byte)
}

/// Parses a whole pattern.
pub(super) fn parse_items(source: &[u8]) -> Result<Vec<PatternItem>, ParseError> {
    let mut parser = Parser {
        source,
        at: 0,
        open_brackets: Vec::new(),
    };
    let items = parser.parse_sequence()?;
    match parser.peek() {
        Some(byte) => parser.unexpected_byte(byte),
        None if items.is_empty() => Err(ParseError::new(
            0,
            message!("pattern_empty", "empty pattern; [..] matches any line"),
        )),
        None => Ok(items),
    }
}

/// Returns the names of the captures, in the order of the source.
pub(super) fn capture_names(items: &[PatternItem]) -> Vec<CaptureName> {
    let named = items.iter().flat_map(|item| match item {
        PatternItem::Placeholder(_, name) => name.iter().cloned().collect(),
        PatternItem::Optional(items) => capture_names(items),
        PatternItem::Choice(choices) => choices.iter().flat_map(|it| capture_names(it)).collect(),
        PatternItem::Word(_) | PatternItem::AnyText => Vec::new(),
    });
    named.collect()
}

/// Returns whether the items contain a placeholder for moves.
pub(super) fn has_move_placeholder(items: &[PatternItem]) -> bool {
    items.iter().any(|item| match item {
        PatternItem::Placeholder(kind, _) => {
            matches!(kind, PlaceholderKind::Move | PlaceholderKind::Moves)
        }
        PatternItem::Optional(items) => has_move_placeholder(items),
        PatternItem::Choice(choices) => choices.iter().any(|it| has_move_placeholder(it)),
        PatternItem::Word(_) | PatternItem::AnyText => false,
    })
}

struct Parser<'a> {
    source: &'a [u8],
    at: usize,
    /// The open brackets: the position and the closing character of each bracket.
    open_brackets: Vec<(usize, u8)>,
}

impl Parser<'_> {
    fn peek(&self) -> Option<u8> {
        self.source.get(self.at).copied()
    }

    fn remaining_source(&self) -> &[u8] {
        self.source.get(self.at..).unwrap_or_default()
    }

    fn skip_blanks(&mut self) {
        while matches!(self.peek(), Some(b' ' | b'\t')) {
            self.at += 1;
        }
    }

    /// Parses items up to the end of the source, a `|` or a closing bracket.
    fn parse_sequence(&mut self) -> Result<Vec<PatternItem>, ParseError> {
        let mut items = Vec::new();
        loop {
            self.skip_blanks();
            let item = match self.peek() {
                None | Some(b'|' | b']' | b')' | b'}') => return Ok(items),
                Some(b'{') => self.parse_placeholder()?,
                Some(b'[') if self.remaining_source().starts_with(b"[..]") => {
                    self.at += 4;
                    PatternItem::AnyText
                }
                Some(b'[') => self.parse_optional()?,
                Some(b'(') => self.parse_choice()?,
                Some(_) => self.parse_word()?,
            };
            items.push(item);
            if !matches!(
                self.peek(),
                None | Some(b' ' | b'\t' | b'|' | b']' | b')' | b'}')
            ) {
                return Err(ParseError::new(
                    self.at,
                    message!(
                        "pattern_space_expected",
                        "expected a space; write a \\ before a special character in a word"
                    ),
                ));
            }
        }
    }

    fn parse_word(&mut self) -> Result<PatternItem, ParseError> {
        let mut word = Vec::new();
        while let Some(byte) = self.peek() {
            match byte {
                b' ' | b'\t' => break,
                b'\\' => {
                    let next = self
                        .source
                        .get(self.at + 1)
                        .copied()
                        .filter(|it| is_special_byte(*it));
                    let message =
                        message!("pattern_escape", "expected {{ }} [ ] ( ) | or \\ after \\");
                    word.push(next.ok_or_else(|| ParseError::new(self.at, message))?);
                    self.at += 2;
                }
                byte if is_special_byte(byte) => break,
                byte if byte.is_ascii_control() => {
                    return Err(ParseError::new(
                        self.at,
                        message!(
                            "control_byte_in_pattern",
                            "unexpected control byte in a pattern"
                        ),
                    ));
                }
                byte => {
                    word.push(byte);
                    self.at += 1;
                }
            }
        }
        Ok(PatternItem::Word(word))
    }

    fn parse_placeholder(&mut self) -> Result<PatternItem, ParseError> {
        let start = self.at + 1;
        let inner = self.source.get(start..).unwrap_or_default();
        let Some(length) = inner.iter().position(|byte| *byte == b'}') else {
            return Err(ParseError::new(
                self.at,
                message!("pattern_brace_not_closed", "this {{ is not closed"),
            ));
        };
        self.at = start + length + 1;
        let inner = inner.get(..length).unwrap_or_default();
        let inner = std::str::from_utf8(inner).unwrap_or_default();
        let (name, kind, kind_at) = match inner.split_once(':') {
            Some((name, kind)) => (Some(name), kind, start + name.len() + 1),
            None => (None, inner, start),
        };
        if name.is_some_and(|it| !is_capture_name(it) || it == "clock") {
            let message = message!(
                "capture_name",
                "a capture name has letters, digits and _ only; `clock` is reserved"
            );
            return Err(ParseError::new(start, message));
        }
        let Some((_, kind)) = PLACEHOLDER_KINDS.iter().find(|(it, _)| *it == kind) else {
            let kinds = PLACEHOLDER_KINDS.iter().map(|it| it.0);
            let message = match suggest::nearest_id(kind, kinds) {
                Some(nearest) => message!(
                    "capture_kind_misspelt",
                    "unrecognized placeholder `{kind}`; did you mean `{nearest}`?",
                    kind,
                    nearest
                ),
                None => message!(
                    "capture_kind",
                    "expected {{move}}, {{moves}}, {{int}}, {{uint}}, {{word}} or {{text}}"
                ),
            };
            return Err(ParseError::new(kind_at, message));
        };
        let name = name.map(|name| CaptureName {
            at: start,
            name: name.to_owned(),
        });
        Ok(PatternItem::Placeholder(*kind, name))
    }

    fn parse_optional(&mut self) -> Result<PatternItem, ParseError> {
        self.open_group(b']')?;
        let start = self.at;
        let items = self.parse_sequence()?;
        if items.is_empty() && self.peek() == Some(b']') {
            return Err(ParseError::new(
                start,
                message!("group_empty", "empty group; [..] matches anything"),
            ));
        }
        self.close_group()?;
        Ok(PatternItem::Optional(items))
    }

    fn parse_choice(&mut self) -> Result<PatternItem, ParseError> {
        self.open_group(b')')?;
        let mut choices = Vec::new();
        loop {
            let start = self.at;
            let items = self.parse_sequence()?;
            if items.is_empty() && matches!(self.peek(), Some(b'|' | b')')) {
                return Err(ParseError::new(
                    start,
                    message!(
                        "choice_empty",
                        "expected words between ( and |, or between | and )"
                    ),
                ));
            }
            choices.push(items);
            if self.peek() != Some(b'|') {
                self.close_group()?;
                return Ok(PatternItem::Choice(choices));
            }
            self.at += 1;
        }
    }

    fn open_group(&mut self, close: u8) -> Result<(), ParseError> {
        if self.open_brackets.len() == MAX_GROUP_DEPTH {
            return Err(ParseError::new(
                self.at,
                message!("groups_too_deep", "groups are nested too deeply"),
            ));
        }
        self.open_brackets.push((self.at, close));
        self.at += 1;
        Ok(())
    }

    fn close_group(&mut self) -> Result<(), ParseError> {
        let Some((start, close)) = self.open_brackets.pop() else {
            return Ok(());
        };
        match self.peek() {
            Some(byte) if byte == close => {
                self.at += 1;
                Ok(())
            }
            Some(byte) => self.unexpected_byte(byte),
            None => Err(ParseError::new(
                start,
                message!("group_not_closed", "this group is not closed"),
            )),
        }
    }

    fn unexpected_byte<T>(&self, byte: u8) -> Result<T, ParseError> {
        let message = match byte {
            b'|' => message!(
                "bar_outside_choice",
                "| is only allowed between choices in ( ); write \\| to match the character itself"
            ),
            _ => message!(
                "closes_nothing",
                "this bracket matches no opening bracket; write a \\ before it to match the bracket itself"
            ),
        };
        Err(ParseError::new(self.at, message))
    }
}
