//! The debug log of the library python-chess, which many bots use. A line has a prefix (which the
//! user's logger defines), the protocol and the process id, an arrow, and the text. The arrow `<<`
//! points to the engine.

use std::borrow::Cow;

use super::{
    LineProblem, LogFormat, LogReader,
    foreign_log_reader::{ForeignLogReader, LineKind, LineParser, ParsedLine},
    time_stamp::parse_leading_time_stamp,
};
use crate::{message::message, transcript::Speaker};

pub(super) struct PythonChessFormat;

impl LogFormat for PythonChessFormat {
    fn name(&self) -> &'static str {
        "python-chess"
    }

    fn title(&self) -> &'static str {
        "the logger chess.engine of python-chess"
    }

    fn example_template(&self) -> &'static str {
        "DEBUG:chess.engine:<UciProtocol (pid=1012)>: << {command}"
    }

    fn new_reader(&self) -> Box<dyn LogReader> {
        ForeignLogReader::boxed_reader(PythonChessParser)
    }
}

const PROCESS_LABEL: &[u8] = b"Protocol (pid=";

/// The maximum length of the line's part before the protocol and the process id, in bytes.
const MAX_PREFIX_BYTES: usize = 200;

struct PythonChessParser;

impl LineParser for PythonChessParser {
    fn parse<'a>(&'a mut self, line: &'a [u8]) -> Result<Option<ParsedLine<'a>>, LineProblem> {
        let start = line
            .get(..line.len().min(MAX_PREFIX_BYTES))
            .unwrap_or_default();
        let mut places = start.windows(PROCESS_LABEL.len());
        let Some(place) = places.position(|it| it == PROCESS_LABEL) else {
            return Ok(None);
        };
        let at = place + PROCESS_LABEL.len();
        let rest = line.get(at..).unwrap_or_default();
        let length = rest.iter().take_while(|it| it.is_ascii_digit()).count();
        let (process, rest) = rest.split_at_checked(length).unwrap_or_default();
        // Python's own log of an exception, such as `protocol: <UciProtocol (pid=1012)>`, is no line of the conversation.
        if length > 0 && rest.starts_with(b")>") && !rest.starts_with(b")>: ") {
            return Ok(None);
        }
        let Some(after_arrow) = rest.strip_prefix(b")>: ").filter(|_| length > 0) else {
            let message = message!(
                "log_process_expected",
                "expected the number of a process such as `1012)>:`"
            );
            return Err(LineProblem::new(at, message));
        };
        let Some((kind, text)) = parse_arrow(after_arrow) else {
            // The log line is the library's own message about the process, not a line of the conversation.
            return Ok(None);
        };
        Ok(Some(ParsedLine {
            conversation_key: Cow::Borrowed(process),
            name: process,
            time: parse_leading_time_stamp(line)?.into(),
            kind,
            text: text.strip_prefix(b" ").unwrap_or(text),
        }))
    }
}

fn parse_arrow(after_arrow: &[u8]) -> Option<(LineKind, &[u8])> {
    match after_arrow {
        [b'<', b'<', text @ ..] => Some((LineKind::Line(Speaker::Interface), text)),
        [b'>', b'>', text @ ..] => Some((LineKind::Line(Speaker::Engine), text)),
        _ => match crash_signal(after_arrow) {
            Some(signal) => Some((LineKind::Crash(signal), b"")),
            None => Some((LineKind::Stderr, after_arrow.strip_prefix(b"stderr >>")?)),
        },
    }
}

/// The signals by which a crash ends a process, and their numbers. Other ends are no proof of a crash: the library
/// itself may send other signals or close the engine's input, after which the engine may exit with any status, and the
/// log shows neither.
const CRASH_SIGNALS: [(&[u8], &str); 4] = [
    (b"-4,", "SIGILL"),
    (b"-6,", "SIGABRT"),
    (b"-8,", "SIGFPE"),
    (b"-11,", "SIGSEGV"),
];

/// The signal that ended the process, in a line such as `Connection lost (exit code: -11, error: None)`.
fn crash_signal(text: &[u8]) -> Option<&'static str> {
    let code = text.strip_prefix(b"Connection lost (exit code: ")?;
    let known = CRASH_SIGNALS
        .iter()
        .find(|(number, _)| code.starts_with(number));
    known.map(|(_, signal)| *signal)
}
