//! The lines that a script sends, with placeholders such as `{best}` and `{clock:3s}`. In the source of a line to send,
//! `{{` stands for the character `{`.

#![deny(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic,
    clippy::indexing_slicing
)]

use std::time::Duration;

use super::{
    captures::{Captures, is_capture_name},
    duration::parse_duration,
    error::ParseError,
};
use crate::message::message;

/// A line to send, with placeholders for captures and clocks.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Template {
    pieces: Vec<TemplatePiece>,
}

#[derive(Clone, Debug, PartialEq, Eq)]
enum TemplatePiece {
    Bytes(Vec<u8>),
    /// The position of a capture placeholder in the source, and the name of the capture.
    Capture(usize, String),
    /// The position of a clock placeholder in the source, and the initial time of the clock.
    Clock(usize, Duration),
    /// The number of repetitions, and the repeated text.
    Repetition(usize, Vec<u8>),
}

impl Template {
    /// Parses the text after the mark `>`.
    pub fn parse(text: &[u8]) -> Result<Template, ParseError> {
        let mut pieces = Vec::new();
        let mut bytes = Vec::new();
        let mut at = 0;
        while let Some(rest) = text.get(at..).filter(|it| !it.is_empty()) {
            match rest {
                [b'{', b'{', ..] => {
                    bytes.push(b'{');
                    at += 2;
                }
                [b'{', inner @ ..] => {
                    let (piece, length) = parse_placeholder(at, inner)?;
                    push_bytes(&mut pieces, &mut bytes);
                    pieces.push(piece);
                    at += length;
                }
                [byte, ..] => {
                    bytes.push(*byte);
                    at += 1;
                }
                [] => break,
            }
        }
        push_bytes(&mut pieces, &mut bytes);
        Ok(Template { pieces })
    }

    /// Returns a template without placeholders for these bytes; a `{` in the bytes is a literal character.
    pub fn from_literal(bytes: &[u8]) -> Template {
        let mut pieces = Vec::new();
        push_bytes(&mut pieces, &mut bytes.to_vec());
        Template { pieces }
    }

    /// Returns the line with all placeholders filled in. If the template uses a capture that does not exist, the error
    /// is the name of this capture.
    pub fn fill_placeholders(
        &self,
        captures: &Captures,
        clock: &dyn Fn(Duration) -> String,
    ) -> Result<Vec<u8>, String> {
        let mut line = Vec::new();
        for piece in &self.pieces {
            match piece {
                TemplatePiece::Bytes(bytes) => line.extend_from_slice(bytes),
                TemplatePiece::Capture(_, name) => {
                    let bytes = captures.get(name).ok_or_else(|| name.clone())?;
                    line.extend_from_slice(bytes);
                }
                TemplatePiece::Clock(_, time) => line.extend(clock(*time).into_bytes()),
                TemplatePiece::Repetition(times, text) => line.extend(text.repeat(*times)),
            }
        }
        Ok(line)
    }

    /// Returns the names of the captures that the template uses.
    pub fn capture_names(&self) -> impl Iterator<Item = &str> {
        self.capture_positions().map(|(_, name)| name)
    }

    /// Returns the position in the source and the name of each capture that the template uses.
    pub(super) fn capture_positions(&self) -> impl Iterator<Item = (usize, &str)> {
        self.pieces.iter().filter_map(|piece| match piece {
            TemplatePiece::Capture(at, name) => Some((*at, name.as_str())),
            TemplatePiece::Bytes(_) | TemplatePiece::Clock(..) | TemplatePiece::Repetition(..) => {
                None
            }
        })
    }

    /// Returns the bytes of a template that uses no capture and no clock. If the template uses a capture or clock, the
    /// error is the position of the capture or clock in the source.
    pub(super) fn into_bytes(self) -> Result<Vec<u8>, usize> {
        let mut line = Vec::new();
        for piece in self.pieces {
            match piece {
                TemplatePiece::Bytes(bytes) => line.extend(bytes),
                TemplatePiece::Repetition(times, text) => line.extend(text.repeat(times)),
                TemplatePiece::Capture(at, _) | TemplatePiece::Clock(at, _) => return Err(at),
            }
        }
        Ok(line)
    }
}

/// The maximum size of a repetition such as `{80*text}`, in bytes.
const MAX_REPETITION_SIZE: usize = 16 << 20;

/// Parses a repetition such as `80*text`.
fn parse_repetition(inner: &str) -> Option<TemplatePiece> {
    let (times, text) = inner.split_once('*')?;
    let times = times.parse().ok()?;
    (!text.is_empty()).then(|| TemplatePiece::Repetition(times, text.as_bytes().to_vec()))
}

fn duration_expected_error(at: usize) -> ParseError {
    let message = message!(
        "clock_duration_expected",
        "expected a duration such as 50ms, 1.5s, 10m or 1h, like {{clock:3s}}"
    );
    ParseError::new(at, message)
}

fn push_bytes(pieces: &mut Vec<TemplatePiece>, bytes: &mut Vec<u8>) {
    if !bytes.is_empty() {
        pieces.push(TemplatePiece::Bytes(std::mem::take(bytes)));
    }
}

/// Parses the placeholder whose opening brace is at `at`. Returns the placeholder, and the length of its source
/// including both braces.
fn parse_placeholder(at: usize, inner: &[u8]) -> Result<(TemplatePiece, usize), ParseError> {
    let Some(end) = inner.iter().position(|byte| *byte == b'}') else {
        return Err(ParseError::new(
            at,
            message!(
                "template_brace_not_closed",
                "this {{ is not closed; write {{{{ for a brace"
            ),
        ));
    };
    let inner = inner.get(..end).unwrap_or_default();
    let text = std::str::from_utf8(inner).unwrap_or_default();
    if let Some(piece) = parse_repetition(text) {
        return match piece {
            TemplatePiece::Repetition(times, ref text)
                if times.saturating_mul(text.len()) > MAX_REPETITION_SIZE =>
            {
                Err(ParseError::new(
                    at,
                    message!("line_too_long", "the line exceeds 16 MiB"),
                ))
            }
            piece => Ok((piece, end + 2)),
        };
    }
    let piece = match text.split_once(':') {
        Some(("clock", time)) => match parse_duration(time) {
            Some(time) => TemplatePiece::Clock(at, time),
            None => return Err(duration_expected_error(at + 7)),
        },
        None if text == "clock" => return Err(duration_expected_error(at + 6)),
        None if is_capture_name(text) => TemplatePiece::Capture(at, text.to_owned()),
        _ => {
            let message = message!(
                "placeholder_unrecognized",
                "unrecognized placeholder; expected {{name}}, {{clock:3s}} or {{80*text}}; write {{{{ for a brace"
            );
            return Err(ParseError::new(at, message));
        }
    };
    Ok((piece, end + 2))
}
