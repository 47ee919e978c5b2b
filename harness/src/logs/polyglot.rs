//! The log of PolyGlot, through which XBoard and other programs run UCI engines. A line has a time, the names of the
//! sender and the receiver with an arrow between them, and the text. PolyGlot also logs its conversation with the user
//! interface, and its own messages.

use std::borrow::Cow;

use super::{
    LineProblem, LogFormat, LogReader,
    foreign_log_reader::{ForeignLogReader, LineKind, LineParser, LineTime, ParsedLine},
    time_stamp::parse_leading_time_stamp,
};
use crate::transcript::Speaker;

pub(super) struct PolyglotFormat;

impl LogFormat for PolyglotFormat {
    fn name(&self) -> &'static str {
        "polyglot"
    }

    fn title(&self) -> &'static str {
        "PolyGlot with `Log = true`, for example under XBoard"
    }

    fn example_template(&self) -> &'static str {
        "1732968001.123 Adapter->Engine: {command}"
    }

    fn new_reader(&self) -> Box<dyn LogReader> {
        ForeignLogReader::boxed_reader(PolyglotParser)
    }

    fn is_program_message(&self, line: &[u8]) -> bool {
        let Ok((_, text)) = split_time(line) else {
            return false;
        };
        PROGRAM_MESSAGE_PREFIXES
            .iter()
            .any(|it| text.starts_with(it))
    }
}

struct PolyglotParser;

/// The beginnings of lines that are not part of the conversation with the engine.
const PROGRAM_MESSAGE_PREFIXES: &[&[u8]] = &[
    b"POLYGLOT ",
    b"POLYGLOG ",
    b"PolyGlot ",
    b"GUI->Adapter:",
    b"Adapter->GUI:",
    b"Adapter->Engine: EOF",
    b"Engine->Adapter: EOF",
];

/// PolyGlot logs the end of a pipe as if the end were a line of the conversation.
const CLOSED_PIPE_TEXT: &[u8] = b"EOF";

impl LineParser for PolyglotParser {
    fn parse<'a>(&'a mut self, line: &'a [u8]) -> Result<Option<ParsedLine<'a>>, LineProblem> {
        let (time, rest) = split_time(line)?;
        let (speaker, text) = match rest {
            [b'A', b'd', ..] => (Speaker::Interface, rest.strip_prefix(b"Adapter->Engine:")),
            [b'E', b'n', ..] => (Speaker::Engine, rest.strip_prefix(b"Engine->Adapter:")),
            _ => return Ok(None),
        };
        let Some(text) = text.map(|it| it.strip_prefix(b" ").unwrap_or(it)) else {
            return Ok(None);
        };
        if text == CLOSED_PIPE_TEXT {
            return Ok(None);
        }
        Ok(Some(ParsedLine {
            conversation_key: Cow::Borrowed(b""),
            name: b"",
            time,
            kind: LineKind::Line(speaker),
            text,
        }))
    }
}

/// Splits a line into its time and the rest.
fn split_time(line: &[u8]) -> Result<(LineTime, &[u8]), LineProblem> {
    let stamp = parse_leading_time_stamp(line)?;
    let rest = line.get(stamp.map_or(0, |it| it.1)..).unwrap_or_default();
    Ok((stamp.into(), rest.strip_prefix(b" ").unwrap_or(rest)))
}
