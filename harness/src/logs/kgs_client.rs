//! The log of the KGS client `kgsGtp`. A record of this log has two lines: the first has the time and the place in the
//! client's code, the second has the level and the message. If the message contains a response of several lines, the
//! record has further lines.
//!
//! The client logs a response without the empty line at its end, so this parser adds the empty line at the next record.
//! The times of this log are ignored, because whole seconds are too coarse to judge a deadline.

use std::borrow::Cow;

use super::{
    LineProblem, LogFormat, LogReader,
    foreign_log_reader::{ForeignLogReader, LineKind, LineParser, LineTime, ParsedLine},
};
use crate::transcript::Speaker;

pub(super) struct KgsClientFormat;

impl LogFormat for KgsClientFormat {
    fn name(&self) -> &'static str {
        "kgs"
    }

    fn title(&self) -> &'static str {
        "the KGS client kgsGtp"
    }

    fn example_template(&self) -> &'static str {
        "FINEST: Command sent to engine: {command}"
    }

    fn new_reader(&self) -> Box<dyn LogReader> {
        ForeignLogReader::boxed_reader(KgsClientParser::default())
    }
}

/// The levels of the client's messages, as written at the beginning of a line.
const LOG_LEVELS: [&[u8]; 7] = [
    b"SEVERE: ",
    b"WARNING: ",
    b"INFO: ",
    b"CONFIG: ",
    b"FINE: ",
    b"FINER: ",
    b"FINEST: ",
];

/// A text that only the first line of a record contains: the beginning of the place in the client's code.
const JAVA_CLASS_PREFIX: &[u8] = b" com.gokgs.";

/// The texts that precede a command in the log.
const COMMAND_PREFIXES: [&[u8]; 2] = [
    b"Command sent to engine: ",
    b"Queued command sent to engine: ",
];

/// The texts that precede a response, if the log does not name the command that the response answers.
const RESPONSE_PREFIXES: [&[u8]; 2] = [
    b"Got malformed response from engine: ",
    b"Got response from engine when none was expected: ",
];

/// The texts before a quoted command to which the engine has responded; the response follows the quoted command.
const ANSWERED_COMMAND_PREFIXES: [&[u8]; 2] = [
    b"Got successful response to command \"",
    b"Got error response to command \"",
];

#[derive(Default)]
struct KgsClientParser {
    /// The last line was part of a response.
    is_in_response: bool,
}

impl LineParser for KgsClientParser {
    fn parse<'a>(&'a mut self, line: &'a [u8]) -> Result<Option<ParsedLine<'a>>, LineProblem> {
        if line
            .windows(JAVA_CLASS_PREFIX.len())
            .any(|it| it == JAVA_CLASS_PREFIX)
        {
            let was_in_response = std::mem::take(&mut self.is_in_response);
            return Ok(was_in_response.then(|| parsed_line_of(Speaker::Engine, b"")));
        }
        let Some(message) = strip_any_prefix(line, &LOG_LEVELS) else {
            return Ok(self
                .is_in_response
                .then(|| parsed_line_of(Speaker::Engine, line)));
        };
        self.is_in_response = false;
        if let Some(command) = strip_any_prefix(message, &COMMAND_PREFIXES) {
            return Ok(Some(parsed_line_of(Speaker::Interface, command)));
        }
        let response = strip_any_prefix(message, &RESPONSE_PREFIXES).or_else(|| {
            let answer = strip_any_prefix(message, &ANSWERED_COMMAND_PREFIXES)?;
            let end = answer.windows(3).position(|it| it == b"\": ")?;
            answer.get(end + 3..)
        });
        self.is_in_response = response.is_some();
        Ok(response.map(|it| parsed_line_of(Speaker::Engine, it)))
    }
}

fn parsed_line_of(speaker: Speaker, text: &[u8]) -> ParsedLine<'_> {
    ParsedLine {
        conversation_key: Cow::Borrowed(b""),
        name: b"",
        time: LineTime::Unknown,
        kind: LineKind::Line(speaker),
        text,
    }
}

fn strip_any_prefix<'a>(text: &'a [u8], prefixes: &[&[u8]]) -> Option<&'a [u8]> {
    prefixes.iter().find_map(|it| text.strip_prefix(*it))
}
