//! Parses the text after the mark of a line.

#![deny(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic,
    clippy::indexing_slicing
)]

use std::time::Duration;

use super::super::{
    duration::{DURATION_EXPECTED, parse_duration},
    error::ParseError,
    escape,
    event::{Fact, SessionEnd},
    pattern::Pattern,
};
use crate::message::message;

/// Checks that a line has no control bytes, and no space at its beginning or end.
pub(super) fn check_plain_line(body: &[u8]) -> Result<&[u8], ParseError> {
    let hidden = |at| {
        ParseError::new(
            at,
            message!(
                "chunk_needed",
                "a line with control bytes, or with a space at either end, must be a chunk, such as `<| text \\n`"
            ),
        )
    };
    if let Some(at) = body.iter().position(u8::is_ascii_control) {
        return Err(hidden(at));
    }
    match body {
        [b' ', ..] => Err(hidden(0)),
        [.., b' '] => Err(hidden(body.len() - 1)),
        _ => Ok(body),
    }
}

pub(super) fn check_no_text(body: &[u8]) -> Result<(), ParseError> {
    if body.is_empty() {
        return Ok(());
    }
    Err(ParseError::new(
        0,
        message!("text_after_mark", "unexpected text after the mark"),
    ))
}

pub(super) fn parse_forbidden(body: &[u8]) -> Result<Pattern, ParseError> {
    let pattern = Pattern::parse(body)?;
    let bound = pattern.capture_positions().next().map(|(at, _)| at);
    match bound {
        Some(at) => Err(ParseError::new(
            at,
            message!(
                "capture_in_forbidden",
                "a line with `<!` cannot capture text; remove the name before the `:`"
            ),
        )),
        None => Ok(pattern),
    }
}

pub(super) fn parse_stderr(body: &[u8]) -> Result<Vec<u8>, ParseError> {
    let mut line = escape::unescape(body)?.bytes;
    if line.pop() != Some(b'\n') {
        return Err(ParseError::new(
            body.len(),
            message!(
                "newline_escape_expected",
                "expected \\n at the end of the line"
            ),
        ));
    }
    Ok(line)
}

pub(super) fn parse_pause(body: &[u8]) -> Result<Duration, ParseError> {
    let time = std::str::from_utf8(body).ok().and_then(parse_duration);
    let error = || ParseError::new(0, DURATION_EXPECTED);
    time.ok_or_else(error)
}

pub(super) fn parse_end(body: &[u8]) -> Result<SessionEnd, ParseError> {
    let error = || {
        ParseError::new(
            0,
            message!(
                "end_expected",
                "expected exit N, signal NAME, eof, killed or cut"
            ),
        )
    };
    match body {
        b"eof" => return Ok(SessionEnd::Eof),
        b"killed" => return Ok(SessionEnd::Killed),
        b"cut" => return Ok(SessionEnd::Cut),
        _ => (),
    }
    if let Some(status) = body.strip_prefix(b"exit ") {
        let status = std::str::from_utf8(status)
            .ok()
            .and_then(|it| it.parse().ok());
        let error = || {
            ParseError::new(
                5,
                message!(
                    "exit_status_expected",
                    "expected an exit status such as 0 or -1"
                ),
            )
        };
        return status.map(SessionEnd::Exit).ok_or_else(error);
    }
    let name = body.strip_prefix(b"signal ").ok_or_else(error)?;
    if name.is_empty() || name.contains(&b' ') {
        return Err(ParseError::new(
            7,
            message!(
                "signal_expected",
                "expected the name of a signal such as SIGSEGV"
            ),
        ));
    }
    unescape_text(name)
        .map(SessionEnd::Signal)
        .map_err(|error| error.shift_column(7))
}

pub(super) fn parse_fact(body: &[u8]) -> Result<Fact, ParseError> {
    let length = body
        .iter()
        .position(|byte| *byte == b' ')
        .unwrap_or(body.len());
    let (name, value) = body.split_at_checked(length).unwrap_or((body, b""));
    if name.is_empty() {
        return Err(ParseError::new(
            0,
            message!(
                "fact_expected",
                "expected the name of a measurement, such as `memory`"
            ),
        ));
    }
    let value = match value {
        [_, value @ ..] if !value.is_empty() => {
            unescape_text(value).map_err(|it| it.shift_column(length + 1))?
        }
        [_] => {
            return Err(ParseError::new(
                length,
                message!(
                    "space_at_line_end",
                    "unexpected space at the end of the line"
                ),
            ));
        }
        _ => String::new(),
    };
    Ok(Fact {
        name: unescape_text(name)?,
        value,
    })
}

/// Unescapes a text that must be UTF-8.
fn unescape_text(source: &[u8]) -> Result<String, ParseError> {
    let bytes = escape::unescape(source)?.bytes;
    String::from_utf8(bytes)
        .map_err(|_| ParseError::new(0, message!("utf8_invalid", "this is not valid UTF-8")))
}
