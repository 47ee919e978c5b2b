//! Parses the source of a pattern to a tree.

#![deny(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic,
    clippy::indexing_slicing
)]

use super::super::{captures::is_name, error::ParseError};
use crate::message::message;

/// A part of a pattern.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Item {
    Word(Vec<u8>),
    Placeholder(Kind, Option<Name>),
    /// `[..]`
    Anything,
    Optional(Vec<Item>),
    Choice(Vec<Vec<Item>>),
}

/// The name of a capture, and its position.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Name {
    pub(super) at: usize,
    pub(super) name: String,
}

/// The kind of words that a placeholder matches.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Kind {
    Move,
    Moves,
    Int,
    Uint,
    Word,
    Text,
}

const KINDS: &[(&str, Kind)] = &[
    ("move", Kind::Move),
    ("moves", Kind::Moves),
    ("int", Kind::Int),
    ("uint", Kind::Uint),
    ("word", Kind::Word),
    ("text", Kind::Text),
];

/// The nesting limit of groups: parsing and compiling them is recursive.
const DEPTH: usize = 32;

/// Whether the byte is special unless it is escaped by `\`.
pub(super) fn is_special(byte: u8) -> bool {
    b"{}[]()|\\".contains(&byte)
}

/// Parses a whole pattern.
pub(super) fn items(source: &[u8]) -> Result<Vec<Item>, ParseError> {
    let mut parser = Parser {
        source,
        at: 0,
        open: Vec::new(),
    };
    let items = parser.sequence()?;
    match parser.peek() {
        Some(byte) => parser.unexpected(byte),
        None if items.is_empty() => Err(ParseError::new(
            0,
            message!("pattern_empty", "empty pattern; [..] matches any line"),
        )),
        None => Ok(items),
    }
}

/// The names of the captures, in the order of the source.
pub(super) fn names(items: &[Item]) -> Vec<Name> {
    let named = items.iter().flat_map(|item| match item {
        Item::Placeholder(_, name) => name.iter().cloned().collect(),
        Item::Optional(items) => names(items),
        Item::Choice(choices) => choices.iter().flat_map(|it| names(it)).collect(),
        Item::Word(_) | Item::Anything => Vec::new(),
    });
    named.collect()
}

/// Whether the items depend on the move syntax.
pub(super) fn has_moves(items: &[Item]) -> bool {
    items.iter().any(|item| match item {
        Item::Placeholder(kind, _) => matches!(kind, Kind::Move | Kind::Moves),
        Item::Optional(items) => has_moves(items),
        Item::Choice(choices) => choices.iter().any(|it| has_moves(it)),
        Item::Word(_) | Item::Anything => false,
    })
}

struct Parser<'a> {
    source: &'a [u8],
    at: usize,
    /// The open brackets: their positions and closing characters.
    open: Vec<(usize, u8)>,
}

impl Parser<'_> {
    fn peek(&self) -> Option<u8> {
        self.source.get(self.at).copied()
    }

    fn rest(&self) -> &[u8] {
        self.source.get(self.at..).unwrap_or_default()
    }

    fn blanks(&mut self) {
        while matches!(self.peek(), Some(b' ' | b'\t')) {
            self.at += 1;
        }
    }

    /// Parses items up to the end, `|` or a closing bracket.
    fn sequence(&mut self) -> Result<Vec<Item>, ParseError> {
        let mut items = Vec::new();
        loop {
            self.blanks();
            let item = match self.peek() {
                None | Some(b'|' | b']' | b')' | b'}') => return Ok(items),
                Some(b'{') => self.placeholder()?,
                Some(b'[') if self.rest().starts_with(b"[..]") => {
                    self.at += 4;
                    Item::Anything
                }
                Some(b'[') => self.optional()?,
                Some(b'(') => self.choice()?,
                Some(_) => self.word()?,
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

    fn word(&mut self) -> Result<Item, ParseError> {
        let mut word = Vec::new();
        while let Some(byte) = self.peek() {
            match byte {
                b' ' | b'\t' => break,
                b'\\' => {
                    let next = self
                        .source
                        .get(self.at + 1)
                        .copied()
                        .filter(|it| is_special(*it));
                    let message =
                        message!("pattern_escape", "expected {{ }} [ ] ( ) | or \\ after \\");
                    word.push(next.ok_or_else(|| ParseError::new(self.at, message))?);
                    self.at += 2;
                }
                byte if is_special(byte) => break,
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
        Ok(Item::Word(word))
    }

    fn placeholder(&mut self) -> Result<Item, ParseError> {
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
        if name.is_some_and(|it| !is_name(it) || it == "clock") {
            let message = message!(
                "capture_name",
                "a capture name has letters, digits and _ only; `clock` is reserved"
            );
            return Err(ParseError::new(start, message));
        }
        let Some((_, kind)) = KINDS.iter().find(|(it, _)| *it == kind) else {
            let message = message!(
                "capture_kind",
                "expected {{move}}, {{moves}}, {{int}}, {{uint}}, {{word}} or {{text}}"
            );
            return Err(ParseError::new(kind_at, message));
        };
        let name = name.map(|name| Name {
            at: start,
            name: name.to_owned(),
        });
        Ok(Item::Placeholder(*kind, name))
    }

    fn optional(&mut self) -> Result<Item, ParseError> {
        self.enter(b']')?;
        let start = self.at;
        let items = self.sequence()?;
        if items.is_empty() && self.peek() == Some(b']') {
            return Err(ParseError::new(
                start,
                message!("group_empty", "empty group; [..] matches anything"),
            ));
        }
        self.leave()?;
        Ok(Item::Optional(items))
    }

    fn choice(&mut self) -> Result<Item, ParseError> {
        self.enter(b')')?;
        let mut choices = Vec::new();
        loop {
            let start = self.at;
            let items = self.sequence()?;
            if items.is_empty() && matches!(self.peek(), Some(b'|' | b')')) {
                return Err(ParseError::new(
                    start,
                    message!("choice_empty", "empty choice"),
                ));
            }
            choices.push(items);
            if self.peek() != Some(b'|') {
                self.leave()?;
                return Ok(Item::Choice(choices));
            }
            self.at += 1;
        }
    }

    fn enter(&mut self, close: u8) -> Result<(), ParseError> {
        if self.open.len() == DEPTH {
            return Err(ParseError::new(
                self.at,
                message!("groups_too_deep", "groups are nested too deeply"),
            ));
        }
        self.open.push((self.at, close));
        self.at += 1;
        Ok(())
    }

    fn leave(&mut self) -> Result<(), ParseError> {
        let Some((start, close)) = self.open.pop() else {
            return Ok(());
        };
        match self.peek() {
            Some(byte) if byte == close => {
                self.at += 1;
                Ok(())
            }
            Some(byte) => self.unexpected(byte),
            None => Err(ParseError::new(
                start,
                message!("group_not_closed", "this group is not closed"),
            )),
        }
    }

    fn unexpected<T>(&self, byte: u8) -> Result<T, ParseError> {
        let message = match byte {
            b'|' => message!(
                "bar_outside_choice",
                "| is allowed only between choices in ( ); write \\| for the character"
            ),
            _ => message!(
                "closes_nothing",
                "this bracket has no opening bracket; write a \\ before it for the character"
            ),
        };
        Err(ParseError::new(self.at, message))
    }
}
