//! The log of fastchess with the lines of the engines. A line has a label, the time of day, the thread, the engine's
//! name, an arrow, and the text. The arrow `<---` points to the engine.

use std::borrow::Cow;

use super::{
    LineProblem, LogFormat, LogReader,
    foreign_log_reader::{ForeignLogReader, LineKind, LineParser, ParsedLine},
    time_stamp::{TimeStamp, parse_leading_time_stamp},
};
use crate::{message::message, transcript::Speaker};

pub(super) struct FastchessFormat;

impl LogFormat for FastchessFormat {
    fn name(&self) -> &'static str {
        "fastchess"
    }

    fn title(&self) -> &'static str {
        "fastchess -log engine=true"
    }

    fn example_template(&self) -> &'static str {
        "[Engine] [12:00:01.123456] <  2> Name <--- {command}"
    }

    fn new_reader(&self) -> Box<dyn LogReader> {
        ForeignLogReader::boxed_reader(FastchessParser)
    }
}

const LINE_LABEL: &[u8] = b"[Engine] ";
const STDERR_LABEL: &[u8] = b"<stderr> ";

/// The arrows to and from the engine, with a space before them; both have the same length.
const ARROW_TO_ENGINE: &[u8] = b" <---";
const ARROW_FROM_ENGINE: &[u8] = b" --->";

struct FastchessParser;

impl LineParser for FastchessParser {
    fn parse<'a>(&'a mut self, line: &'a [u8]) -> Result<Option<ParsedLine<'a>>, LineProblem> {
        let Some(rest) = line.strip_prefix(LINE_LABEL) else {
            return Ok(None);
        };
        let head = parse_line_head(rest).map_err(|it| it.shift_column(LINE_LABEL.len()))?;
        let mut at = LINE_LABEL.len() + head.byte_length;
        let rest = line.get(at..).unwrap_or_default();
        let stderr = rest.starts_with(STDERR_LABEL);
        if stderr {
            at += STDERR_LABEL.len();
        }
        let rest = line.get(at..).unwrap_or_default();
        let mut places = rest.windows(ARROW_TO_ENGINE.len());
        let arrow = places.position(|it| it == ARROW_TO_ENGINE || it == ARROW_FROM_ENGINE);
        let message = message!(
            "log_name_and_arrow_expected",
            "expected a name and an arrow such as `Name <---`"
        );
        let arrow = arrow.ok_or_else(|| LineProblem::new(at, message))?;
        let (name, after_arrow) = rest.split_at_checked(arrow).unwrap_or_default();
        let kind = match (stderr, after_arrow.starts_with(ARROW_TO_ENGINE)) {
            (true, _) => LineKind::Stderr,
            (false, true) => LineKind::Line(Speaker::Interface),
            (false, false) => LineKind::Line(Speaker::Engine),
        };
        // Engines with the same name may play in parallel threads, so the key of a conversation
        // contains the thread.
        let key = if stderr {
            Cow::Owned([head.thread, name].concat())
        } else {
            let start = LINE_LABEL.len() + head.byte_length - head.thread.len();
            Cow::Borrowed(line.get(start..at + arrow).unwrap_or_default())
        };
        let text = after_arrow.get(ARROW_TO_ENGINE.len()..).unwrap_or_default();
        Ok(Some(ParsedLine {
            conversation_key: key,
            name,
            time: Some((head.stamp, 0)).into(),
            kind,
            text: text.strip_prefix(b" ").unwrap_or(text),
        }))
    }
}

/// The part of a line before the engine's name.
struct LineHead<'a> {
    stamp: TimeStamp,
    /// `<  2> `
    thread: &'a [u8],
    byte_length: usize,
}

/// Parses the part of a line before the engine's name, such as `[12:00:01.123456] <  2> `.
fn parse_line_head(text: &[u8]) -> Result<LineHead<'_>, LineProblem> {
    let wrong = || {
        LineProblem::new(
            0,
            message!(
                "log_time_expected",
                "expected a time such as [12:00:01.123456]"
            ),
        )
    };
    let (stamp, at) = parse_leading_time_stamp(text)?.ok_or_else(wrong)?;
    let wrong = || {
        LineProblem::new(
            at,
            message!("log_thread_expected", "expected a thread such as <  2>"),
        )
    };
    let rest = text.get(at..).and_then(|it| it.strip_prefix(b" "));
    let rest = rest.filter(|it| it.starts_with(b"<")).ok_or_else(wrong)?;
    let end = rest
        .windows(2)
        .position(|it| it == b"> ")
        .ok_or_else(wrong)?;
    Ok(LineHead {
        stamp,
        thread: rest.get(..end + 2).unwrap_or_default(),
        byte_length: at + 1 + end + 2,
    })
}
