//! The log of PolyGlot, through which XBoard and other programs run UCI engines. A line has a time, the two sides with an
//! arrow between them, and the text. PolyGlot also logs its conversation with the user interface, and its own messages.

use std::borrow::Cow;

use super::{
    LineProblem, LogFormat, LogReader,
    foreign_log_reader::{ForeignLogReader, LineKind, LineParser, ParsedLine},
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
}

struct PolyglotParser;

/// PolyGlot logs that a pipe was closed as if this were a line.
const CLOSED_PIPE: &[u8] = b"EOF";

impl LineParser for PolyglotParser {
    fn parse<'a>(&'a mut self, line: &'a [u8]) -> Result<Option<ParsedLine<'a>>, LineProblem> {
        let stamp = parse_leading_time_stamp(line)?;
        let rest = line.get(stamp.map_or(0, |it| it.1)..).unwrap_or_default();
        let rest = rest.strip_prefix(b" ").unwrap_or(rest);
        let (speaker, text) = match rest {
            [b'A', b'd', ..] => (Speaker::Interface, rest.strip_prefix(b"Adapter->Engine:")),
            [b'E', b'n', ..] => (Speaker::Engine, rest.strip_prefix(b"Engine->Adapter:")),
            _ => return Ok(None),
        };
        let Some(text) = text.map(|it| it.strip_prefix(b" ").unwrap_or(it)) else {
            return Ok(None);
        };
        if text == CLOSED_PIPE {
            return Ok(None);
        }
        Ok(Some(ParsedLine {
            key: Cow::Borrowed(b""),
            name: b"",
            time: stamp.into(),
            kind: LineKind::Line(speaker),
            text,
        }))
    }
}
