//! One line of the text format.

#![deny(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic,
    clippy::indexing_slicing
)]

mod parse_body;

use std::time::Duration;

use parse_body::{
    check_no_text, check_plain_line, parse_end, parse_fact, parse_forbidden, parse_pause,
    parse_stderr,
};

use super::{
    directive,
    duration::duration_from_decimal,
    error::ParseError,
    escape,
    event::{Fact, SessionEnd, Speaker},
    pattern::Pattern,
    template::Template,
};
use crate::message::message;

/// A line of a script or a transcript.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Step {
    /// The line number, counted from 1.
    pub line: usize,
    /// The bytes of the line, including the line end.
    pub raw: Vec<u8>,
    /// The time stamp of a recorded line: the time since the start of the session.
    pub stamp: Option<Duration>,
    pub kind: StepKind,
}

impl Step {
    /// Returns the name and the text of a directive, or `None` for any other line.
    pub fn directive(&self) -> Option<(&str, &str)> {
        match &self.kind {
            StepKind::Directive { name, text } => Some((name, text)),
            _ => None,
        }
    }
}

/// The kind of a line.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum StepKind {
    Blank,
    Comment,
    /// A directive, written `@name text`.
    Directive {
        name: String,
        text: String,
    },
    /// A line to send, written `> text`.
    Send(Template),
    /// A chunk of bytes, written `>| bytes` (to send) or `<| bytes` (expected).
    Chunk(Speaker, Vec<u8>),
    /// An expected line, which must be received literally; written `< text`.
    Expect(Vec<u8>),
    /// A pattern that the expected line must match; written `<* pattern`.
    Match(Pattern),
    /// A pattern for lines that must not be received; written `<! pattern`.
    Forbid(Pattern),
    /// All lines up to the next expected line are skipped; written `...`.
    Skip,
    /// A line on standard error, written `% text`.
    Stderr(Vec<u8>),
    /// A pause or a recorded silence, written like `~ 50ms`.
    Pause(Duration),
    /// The end of the engine's input, written `>! eof`.
    CloseInput,
    /// The end of the session, such as `! exit 0`.
    End(SessionEnd),
    /// A named measurement, written `= name value`.
    Fact(Fact),
}

/// A parsed line of the text format, with details that only the parser needs.
#[derive(Clone, Debug)]
pub(super) struct ParsedStep {
    pub(super) stamp: Option<Duration>,
    pub(super) kind: StepKind,
    /// The byte position in the line at which the text after the mark and the space begins.
    pub(super) body_start: usize,
    /// The unescaped line, if the step is a chunk that is the escaped form of a line.
    pub(super) escaped_line: Option<Vec<u8>>,
}

/// Parses one line of the text format; the caller has removed the line end. The error for an invalid line always has
/// line number 1.
pub(super) fn parse(line: &[u8]) -> Result<ParsedStep, ParseError> {
    let (stamp, start) = parse_stamp(line)?;
    let rest = line.get(start..).unwrap_or_default();
    let mark = rest.split(|byte| *byte == b' ').next().unwrap_or_default();
    let mut parsed = ParsedStep {
        stamp,
        kind: StepKind::Blank,
        body_start: start + mark.len() + 1,
        escaped_line: None,
    };
    parsed.kind = match rest {
        [] if stamp.is_none() => StepKind::Blank,
        [b'#', ..] => StepKind::Comment,
        [b'@', name @ ..] => {
            let directive = directive::parse(name).map_err(|error| error.shift_column(start + 1));
            let (name, text) = directive?;
            StepKind::Directive { name, text }
        }
        _ if rest.iter().all(|byte| matches!(byte, b' ' | b'\t')) => StepKind::Blank,
        _ => {
            let body = rest.get(mark.len() + 1..);
            let kind = parse_after_mark(mark, body.unwrap_or_default(), &mut parsed.escaped_line);
            let Some(kind) = kind else {
                return Err(unknown_mark_error(mark).shift_column(start));
            };
            if body == Some(b"") {
                return Err(ParseError::new(
                    parsed.body_start - 1,
                    message!(
                        "space_at_line_end",
                        "unexpected space at the end of the line"
                    ),
                ));
            }
            kind.map_err(|error| error.shift_column(parsed.body_start))?
        }
    };
    if stamp.is_some() && !is_allowed_in_transcript(&parsed.kind) {
        return Err(ParseError::new(
            0,
            message!(
                "stamp_without_event",
                "only recorded events have a time stamp"
            ),
        ));
    }
    Ok(parsed)
}

/// Parses the text that follows a mark such as `>`. Returns `None` if the mark is unknown.
fn parse_after_mark(
    mark: &[u8],
    body: &[u8],
    whole: &mut Option<Vec<u8>>,
) -> Option<Result<StepKind, ParseError>> {
    let mut chunk = |speaker| {
        let read = escape::unescape(body)?;
        *whole = read.as_line().map(<[u8]>::to_vec);
        Ok(StepKind::Chunk(speaker, read.bytes))
    };
    Some(match mark {
        b">" => check_plain_line(body)
            .and_then(Template::parse)
            .map(StepKind::Send),
        b"<" => check_plain_line(body).map(|line| StepKind::Expect(line.to_vec())),
        b">|" => chunk(Speaker::Interface),
        b"<|" => chunk(Speaker::Engine),
        b"<*" => Pattern::parse(body).map(StepKind::Match),
        b"<!" => parse_forbidden(body).map(StepKind::Forbid),
        b"..." => check_no_text(body).map(|()| StepKind::Skip),
        b"%" => check_plain_line(body).map(|line| StepKind::Stderr(line.to_vec())),
        b"%|" => parse_stderr(body).map(StepKind::Stderr),
        b"~" => parse_pause(body).map(StepKind::Pause),
        b">!" if body == b"eof" => Ok(StepKind::CloseInput),
        b">!" => Err(ParseError::new(
            0,
            message!("close_input_expected", "expected `>! eof`"),
        )),
        b"!" => parse_end(body).map(StepKind::End),
        b"=" => parse_fact(body).map(StepKind::Fact),
        _ => return None,
    })
}

const STEP_MARKS: &[&str] = &[
    "...", ">|", ">!", "<|", "<*", "<!", "%|", ">", "<", "%", "~", "!", "=",
];

fn unknown_mark_error(mark: &[u8]) -> ParseError {
    match STEP_MARKS.iter().find(|it| mark.starts_with(it.as_bytes())) {
        Some(known) => {
            let message = message!(
                "space_after_mark",
                "expected a space after `{mark}`",
                mark = *known
            );
            ParseError::new(known.len(), message)
        }
        None => {
            let marks = "# @ > < <* <! ... >| <| % ~ >! ! =";
            let message = message!(
                "line_unrecognized",
                "unrecognized line; expected one of: {marks}",
                marks
            );
            ParseError::new(0, message)
        }
    }
}

/// Parses a time stamp: seconds with six decimals, and a space. Returns the time and the length of the stamp; without a
/// stamp, returns `None` and 0.
fn parse_stamp(line: &[u8]) -> Result<(Option<Duration>, usize), ParseError> {
    if !line.first().is_some_and(u8::is_ascii_digit) {
        return Ok((None, 0));
    }
    let error = || {
        ParseError::new(
            0,
            message!(
                "stamp_expected",
                "expected a time stamp: seconds with exactly six decimals, then a space"
            ),
        )
    };
    let length = line
        .iter()
        .position(|byte| *byte == b' ')
        .ok_or_else(error)?;
    let text = line
        .get(..length)
        .and_then(|it| std::str::from_utf8(it).ok());
    let (seconds, micros) = text.and_then(|it| it.split_once('.')).ok_or_else(error)?;
    if micros.len() != 6 {
        return Err(error());
    }
    let large = || {
        ParseError::new(
            0,
            message!(
                "stamp_too_large",
                "the time stamp exceeds 1000000000 seconds"
            ),
        )
    };
    let stamp = duration_from_decimal(seconds, micros, 1_000_000).ok_or_else(large)?;
    Ok((Some(stamp), length + 1))
}

fn is_allowed_in_transcript(kind: &StepKind) -> bool {
    match kind {
        StepKind::Blank
        | StepKind::Comment
        | StepKind::Directive { .. }
        | StepKind::Match(_)
        | StepKind::Forbid(_)
        | StepKind::Skip => false,
        StepKind::Send(_)
        | StepKind::Chunk(..)
        | StepKind::Expect(_)
        | StepKind::Stderr(_)
        | StepKind::Pause(_)
        | StepKind::CloseInput
        | StepKind::End(_)
        | StepKind::Fact(_) => true,
    }
}
