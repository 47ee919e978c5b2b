//! Parses lines of a GTP engine.

#![deny(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic,
    clippy::indexing_slicing
)]

use std::ops::Range;

use super::{Id, is_blank_byte, is_removed_byte};

/// The kind of an engine's line, as far as the line alone shows it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(in super::super) enum LineContent {
    /// An empty line, which ends a response.
    Empty,
    /// The first line of a response.
    Status(StatusLine),
    /// A line of text. `blank` is true if the line has only white space.
    Text { blank: bool },
}

/// The first line of a response.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(in super::super) struct StatusLine {
    pub(in super::super) is_success: bool,
    pub(in super::super) id: Id,
    /// The range of the id in the line, or of the `=` or `?` if there is no id.
    pub(in super::super) id_span: Range<usize>,
    /// The text after the id, without control bytes and without white space at its ends.
    pub(in super::super) text: Vec<u8>,
    /// The mistake in the form of the line, and the byte range of the mistake.
    pub(in super::super) form_error: Option<(FormError, Range<usize>)>,
}

/// The mistakes in the first line of a response.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in super::super) enum FormError {
    /// There is white space before the `=` or `?`.
    Indented,
    /// The text follows the status or the id without a space.
    MissingSpace,
}

impl LineContent {
    /// Parses a line without its newline.
    pub(in super::super) fn parse(line: &[u8]) -> LineContent {
        let mut bytes = line
            .iter()
            .enumerate()
            .filter(|(_, it)| !is_removed_byte(**it))
            .peekable();
        if bytes.peek().is_none() {
            return LineContent::Empty;
        }
        let first = bytes.find(|(_, it)| !is_blank_byte(**it));
        match first {
            Some((at, b'=')) => StatusLine::parse_status(line, at, true),
            Some((at, b'?')) => StatusLine::parse_status(line, at, false),
            _ => LineContent::Text {
                blank: first.is_none(),
            },
        }
    }
}

impl StatusLine {
    /// Parses a line whose `=` or `?` is at the byte index `at`.
    fn parse_status(line: &[u8], at: usize, success: bool) -> LineContent {
        let indented = line.iter().take(at).any(|it| is_blank_byte(*it));
        let after = line.get(at + 1..).unwrap_or_default();
        let digits = after.iter().take_while(|it| it.is_ascii_digit()).count();
        let (id, rest) = after.split_at_checked(digits).unwrap_or_default();
        let rest_at = at + 1 + digits;
        let next = rest
            .iter()
            .copied()
            .find(|it| !is_removed_byte(*it))
            .filter(|it| !is_blank_byte(*it));
        let form_error = match (indented, next) {
            // A line such as `====`, or an indented `=` directly before text, is text and not a
            // response.
            (_, Some(b'=' | b'?')) | (true, Some(_)) => return LineContent::Text { blank: false },
            (true, None) => Some((FormError::Indented, 0..at)),
            (false, Some(_)) => Some((FormError::MissingSpace, rest_at..line.len())),
            (false, None) => None,
        };
        let text: Vec<u8> = rest
            .iter()
            .copied()
            .filter(|it| !is_removed_byte(*it))
            .collect();
        let id_span = if id.is_empty() {
            at..at + 1
        } else {
            at + 1..rest_at
        };
        LineContent::Status(StatusLine {
            is_success: success,
            // An id with leading zeros is not the id of a command, even if the numbers are equal.
            id: match id {
                [b'0', _, ..] => Id::Unspecified,
                _ => Id::from_digits(id),
            },
            id_span,
            text: text.trim_ascii().to_vec(),
            form_error,
        })
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn parse_status_line(line: &[u8]) -> StatusLine {
        let LineContent::Status(it) = LineContent::parse(line) else {
            unreachable!("{line:?}")
        };
        it
    }

    #[test]
    fn a_status_line_has_a_status_an_id_and_a_text() {
        let it = parse_status_line(b"=7 a  b\r");
        assert_eq!(
            (it.is_success, it.id, it.form_error),
            (true, Id::Number(7), None)
        );
        assert_eq!((it.id_span, it.text), (1..2, b"a  b".to_vec()));
        let it = parse_status_line(b"? unknown command");
        assert_eq!(
            (it.is_success, it.id, it.form_error),
            (false, Id::None, None)
        );
        assert_eq!((it.id_span, it.text), (0..1, b"unknown command".to_vec()));
        assert_eq!(parse_status_line(b"=").form_error, None);
        assert_eq!(parse_status_line(b"=12\t\r").form_error, None);
        assert_eq!(parse_status_line(b"=99999999999 x").id, Id::Unspecified);
    }

    #[test]
    fn form_errors_have_a_span() {
        assert_eq!(
            parse_status_line(b"=abc").form_error,
            Some((FormError::MissingSpace, 1..4))
        );
        assert_eq!(
            parse_status_line(b"?7illegal").form_error,
            Some((FormError::MissingSpace, 2..9))
        );
        assert_eq!(
            parse_status_line(b"  = 2").form_error,
            Some((FormError::Indented, 0..2))
        );
    }

    #[test]
    fn lines_without_status_are_empty_or_text() {
        assert_eq!(LineContent::parse(b""), LineContent::Empty);
        assert_eq!(LineContent::parse(b"\r"), LineContent::Empty);
        assert_eq!(
            LineContent::parse(b" \t"),
            LineContent::Text { blank: true }
        );
        for text in [&b"GTP> = 2"[..], b"# x", b"! no", b" =>", b"=====", b"A B"] {
            assert_eq!(LineContent::parse(text), LineContent::Text { blank: false });
        }
    }

    proptest! {
        #[test]
        fn parsing_never_panics(line in proptest::collection::vec(any::<u8>(), 0..40)) {
            if let LineContent::Status(it) = LineContent::parse(&line) {
                prop_assert!(it.id_span.end <= line.len());
                prop_assert!(it.form_error.is_none_or(|(_, span)| span.end <= line.len()));
            }
            super::super::Command::parse(&line);
        }
    }
}
