//! The words of a line, with their byte ranges.

use std::ops::Range;

use crate::{protocol::search::BoardGame, readable::readable_text};

/// A word of a line and its byte range.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(in crate::protocol) struct Word<'a> {
    pub(in crate::protocol) text: &'a [u8],
    pub(in crate::protocol) span: Range<usize>,
}

/// An iterator over the words of a line.
#[derive(Clone, Debug)]
pub(in crate::protocol) struct Words<'a> {
    line: &'a [u8],
    next: usize,
}

impl<'a> Words<'a> {
    /// Creates an iterator over the words of `line`, without a carriage return at its end (`UCCI T6`).
    pub(in crate::protocol) fn new(line: &'a [u8]) -> Words<'a> {
        let line = line.strip_suffix(b"\r").unwrap_or(line);
        Words { line, next: 0 }
    }

    /// Returns the next word without removing it from the iterator.
    pub(in crate::protocol) fn peek(&self) -> Option<Word<'a>> {
        self.clone().next()
    }

    /// Takes the next word if it is equal to `text`.
    pub(in crate::protocol) fn take_if(&mut self, text: &str) -> bool {
        let hit = self.peek().is_some_and(|it| it.text == text.as_bytes());
        if hit {
            self.next();
        }
        hit
    }

    /// The rest of the line without blanks at its ends, and the byte range of that rest.
    pub(in crate::protocol) fn rest_of_line(&self) -> Word<'a> {
        let tail = self.line.get(self.next..).unwrap_or_default();
        let start = self.next + (tail.len() - tail.trim_ascii_start().len());
        let text = tail.trim_ascii();
        let span = start..start + text.len();
        Word { text, span }
    }
}

impl<'a> Iterator for Words<'a> {
    type Item = Word<'a>;

    fn next(&mut self) -> Option<Word<'a>> {
        let rest = self.rest_of_line();
        let blank = |byte: &u8| byte.is_ascii_whitespace();
        let length = rest.text.iter().position(blank).unwrap_or(rest.text.len());
        let text = rest.text.get(..length).filter(|it| !it.is_empty())?;
        let span = rest.span.start..rest.span.start + length;
        self.next = span.end;
        Some(Word { text, span })
    }
}

impl Word<'_> {
    /// Parses an unsigned decimal number (`uint` in the grammar). A number beyond 64 bits becomes the largest number.
    pub(in crate::protocol) fn parse_uint(&self) -> Option<u64> {
        let digits = !self.text.is_empty() && self.text.iter().all(u8::is_ascii_digit);
        let text = std::str::from_utf8(self.text).ok().filter(|_| digits)?;
        Some(text.parse().unwrap_or(u64::MAX))
    }

    /// Parses an unsigned number that an engine may write with a plus sign. The grammar of unsigned numbers does not
    /// mention a sign.
    pub(in crate::protocol) fn parse_uint_with_sign(&self) -> Option<u64> {
        let text = self.text.strip_prefix(b"+").unwrap_or(self.text);
        let span = self.span.clone();
        Word { text, span }.parse_uint()
    }

    /// Parses a decimal number with an optional sign (`int` in the grammar).
    pub(in crate::protocol) fn parse_int(&self) -> Option<i64> {
        let (sign, digits) = match self.text.split_first() {
            Some((b'-', digits)) => (-1, digits),
            Some((b'+', digits)) => (1, digits),
            _ => (1, self.text),
        };
        let word = Word {
            text: digits,
            span: self.span.clone(),
        };
        let size = i64::try_from(word.parse_uint()?).unwrap_or(i64::MAX);
        Some(sign * size)
    }

    /// Parses a move in the notation of the grammar.
    pub(in crate::protocol) fn parse_move<G: BoardGame>(&self) -> Option<G::Move> {
        G::parse_move(self.text)
    }

    /// Whether the word is a number, or a mate as some engines write it, such as `3`, `#3`, `-M3` or `+mate5`.
    pub(in crate::protocol) fn looks_like_mate(&self) -> bool {
        let text = self.text.trim_ascii();
        let text = text
            .strip_prefix(b"-")
            .or(text.strip_prefix(b"+"))
            .unwrap_or(text);
        let marks: [&[u8]; 4] = [b"mate", b"#", b"m", b"M"];
        let mut tails = marks.iter().filter_map(|it| text.strip_prefix(*it));
        let tail = tails.next().unwrap_or(text);
        let tail = tail
            .strip_prefix(b"-")
            .or(tail.strip_prefix(b"+"))
            .unwrap_or(tail);
        !tail.is_empty() && tail.iter().all(u8::is_ascii_digit)
    }

    /// The word as readable text.
    pub(in crate::protocol) fn to_text(&self) -> String {
        readable_text(self.text).into_owned()
    }
}
