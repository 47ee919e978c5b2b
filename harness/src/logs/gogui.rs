//! The output of `gogui-twogtp -verbose` and of other tools of GoGui. A line has the name of the program (`B`, `W` or
//! `R` for the referee), `>>` to the program or `<<` from it, and the text.

use std::borrow::Cow;

use super::{
    LineProblem, LogFormat, LogReader,
    foreign_log_reader::{ForeignLogReader, LineKind, LineParser, LineTime, ParsedLine},
};
use crate::transcript::Speaker;

pub(super) struct GoguiFormat;

impl LogFormat for GoguiFormat {
    fn name(&self) -> &'static str {
        "gogui"
    }

    fn title(&self) -> &'static str {
        "gogui-twogtp -verbose"
    }

    fn example_template(&self) -> &'static str {
        "B>> {command}"
    }

    fn new_reader(&self) -> Box<dyn LogReader> {
        ForeignLogReader::boxed_reader(GoguiParser)
    }
}

/// The maximum length of a program's name, in bytes.
const MAX_NAME_BYTES: usize = 30;

struct GoguiParser;

impl LineParser for GoguiParser {
    fn parse<'a>(&'a mut self, line: &'a [u8]) -> Result<Option<ParsedLine<'a>>, LineProblem> {
        let length = line
            .iter()
            .take_while(|it| it.is_ascii_alphanumeric())
            .count();
        let (name, rest) = line.split_at_checked(length).unwrap_or_default();
        // A line without a program's name belongs to the log format `arrows`.
        if !(1..=MAX_NAME_BYTES).contains(&length) {
            return Ok(None);
        }
        let (speaker, text) = match rest {
            [b'>', b'>', text @ ..] => (Speaker::Interface, text),
            [b'<', b'<', text @ ..] => (Speaker::Engine, text),
            _ => return Ok(None),
        };
        let text = match text {
            [] => text,
            [b' ', text @ ..] => text,
            _ => return Ok(None),
        };
        Ok(Some(ParsedLine {
            conversation_key: Cow::Borrowed(name),
            name,
            time: LineTime::Unknown,
            kind: LineKind::Line(speaker),
            text,
        }))
    }
}
