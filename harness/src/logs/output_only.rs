//! A log with only the output of an engine, without commands.

use std::borrow::Cow;

use super::{
    LineProblem, LogFormat, LogReader,
    foreign_log_reader::{ForeignLogReader, LineKind, LineParser, LineTime, ParsedLine},
};
use crate::{protocol, transcript::Speaker};

pub(super) struct OutputOnlyFormat;

impl LogFormat for OutputOnlyFormat {
    fn name(&self) -> &'static str {
        "output"
    }

    fn title(&self) -> &'static str {
        "only what the engine printed"
    }

    fn example_template(&self) -> &'static str {
        "{response}"
    }

    fn new_reader(&self) -> Box<dyn LogReader> {
        ForeignLogReader::boxed_reader(OutputOnlyParser)
    }

    /// Any text could be the output of an engine, so at least half of the lines must be responses of
    /// some protocol.
    fn count_matching_lines(&self, head: &[&[u8]]) -> usize {
        let lines = head.iter().map(|it| it.trim_ascii());
        let lines = lines.filter(|it| !it.is_empty());
        let known = |line: &&[u8]| {
            protocol::ALL_PROTOCOLS
                .iter()
                .any(|it| it.is_response(line))
        };
        let (known, other): (Vec<&[u8]>, Vec<&[u8]>) = lines.partition(known);
        if other.len() > known.len() {
            0
        } else {
            known.len()
        }
    }
}

struct OutputOnlyParser;

impl LineParser for OutputOnlyParser {
    fn parse<'a>(&'a mut self, line: &'a [u8]) -> Result<Option<ParsedLine<'a>>, LineProblem> {
        Ok(Some(ParsedLine {
            conversation_key: Cow::Borrowed(b""),
            name: b"",
            time: LineTime::Unknown,
            kind: LineKind::Line(Speaker::Engine),
            text: line,
        }))
    }

    fn has_commands(&self) -> bool {
        false
    }
}
