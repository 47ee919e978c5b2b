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
    items: Vec<TemplateItem>,
}

#[derive(Clone, Debug, PartialEq, Eq)]
enum TemplateItem {
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
        let mut items = Vec::new();
        let mut bytes = Vec::new();
        let mut at = 0;
        while let Some(rest) = text.get(at..).filter(|it| !it.is_empty()) {
            match rest {
                [b'{', b'{', ..] => {
                    bytes.push(b'{');
                    at += 2;
                }
                [b'{', inner @ ..] => {
                    let (item, length) = parse_placeholder(at, inner)?;
                    push_bytes(&mut items, &mut bytes);
                    items.push(item);
                    at += length;
                }
                [byte, ..] => {
                    bytes.push(*byte);
                    at += 1;
                }
                [] => break,
            }
        }
        push_bytes(&mut items, &mut bytes);
        Ok(Template { items })
    }

    /// Returns a template without placeholders for these bytes; a `{` in the bytes is a literal character.
    pub fn from_literal(bytes: &[u8]) -> Template {
        let mut items = Vec::new();
        push_bytes(&mut items, &mut bytes.to_vec());
        Template { items }
    }

    /// Returns the line with all placeholders filled in. If the template uses a capture that does not exist, the error
    /// is the name of this capture.
    pub fn fill_placeholders(
        &self,
        captures: &Captures,
        clock: &dyn Fn(Duration) -> String,
    ) -> Result<Vec<u8>, String> {
        let mut line = Vec::new();
        for item in &self.items {
            match item {
                TemplateItem::Bytes(bytes) => line.extend_from_slice(bytes),
                TemplateItem::Capture(_, name) => {
                    let bytes = captures.get(name).ok_or_else(|| name.clone())?;
                    line.extend_from_slice(bytes);
                }
                TemplateItem::Clock(_, time) => line.extend(clock(*time).into_bytes()),
                TemplateItem::Repetition(times, text) => line.extend(text.repeat(*times)),
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
        self.items.iter().filter_map(|item| match item {
            TemplateItem::Capture(at, name) => Some((*at, name.as_str())),
            TemplateItem::Bytes(_) | TemplateItem::Clock(..) | TemplateItem::Repetition(..) => None,
        })
    }

    /// Returns the bytes of a template that uses no capture and no clock. If the template uses a capture or clock, the
    /// error is the position of the capture or clock in the source.
    pub(super) fn into_bytes(self) -> Result<Vec<u8>, usize> {
        let mut line = Vec::new();
        for item in self.items {
            match item {
                TemplateItem::Bytes(bytes) => line.extend(bytes),
                TemplateItem::Repetition(times, text) => line.extend(text.repeat(times)),
                TemplateItem::Capture(at, _) | TemplateItem::Clock(at, _) => return Err(at),
            }
        }
        Ok(line)
    }
}

/// The maximum size of a repetition such as `{80*text}`, in bytes.
const MAX_REPETITION_SIZE: usize = 16 << 20;

/// Parses a repetition such as `80*text`.
fn parse_repetition(inner: &str) -> Option<TemplateItem> {
    let (times, text) = inner.split_once('*')?;
    let times = times.parse().ok()?;
    (!text.is_empty()).then(|| TemplateItem::Repetition(times, text.as_bytes().to_vec()))
}

fn duration_expected_error(at: usize) -> ParseError {
    let message = message!(
        "clock_duration_expected",
        "expected a duration such as 50ms, 1.5s, 10m or 1h, like {{clock:3s}}"
    );
    ParseError::new(at, message)
}

fn push_bytes(items: &mut Vec<TemplateItem>, bytes: &mut Vec<u8>) {
    if !bytes.is_empty() {
        items.push(TemplateItem::Bytes(std::mem::take(bytes)));
    }
}

/// Parses the placeholder whose opening brace is at `at`. Returns the placeholder, and the length of its source
/// including both braces.
fn parse_placeholder(at: usize, inner: &[u8]) -> Result<(TemplateItem, usize), ParseError> {
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
    if let Some(item) = parse_repetition(text) {
        return match item {
            TemplateItem::Repetition(times, ref text)
                if times.saturating_mul(text.len()) > MAX_REPETITION_SIZE =>
            {
                Err(ParseError::new(
                    at,
                    message!("line_too_long", "the line exceeds 16 MiB"),
                ))
            }
            item => Ok((item, end + 2)),
        };
    }
    let item = match text.split_once(':') {
        Some(("clock", time)) => match parse_duration(time) {
            Some(time) => TemplateItem::Clock(at, time),
            None => return Err(duration_expected_error(at + 7)),
        },
        None if text == "clock" => return Err(duration_expected_error(at + 6)),
        None if is_capture_name(text) => TemplateItem::Capture(at, text.to_owned()),
        _ => {
            let message = message!(
                "placeholder_unrecognized",
                "unrecognized placeholder; expected {{name}}, {{clock:3s}} or {{80*text}}; write {{{{ for a brace"
            );
            return Err(ParseError::new(at, message));
        }
    };
    Ok((item, end + 2))
}
