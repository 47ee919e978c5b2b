//! The debug log of Arena. A line has a time, an arrow to or from the engine with the engine's
//! number, and the text. Lines between asterisks are Arena's own messages, not lines of a
//! conversation.

use std::borrow::Cow;

use super::{
    LineProblem, LogFormat, LogReader,
    foreign_log_reader::{ForeignLogReader, LineKind, LineParser, ParsedLine},
    time_stamp::parse_leading_time_stamp,
};
use crate::{message::message, transcript::Speaker};

pub(super) struct ArenaFormat;

impl LogFormat for ArenaFormat {
    fn name(&self) -> &'static str {
        "arena"
    }

    fn title(&self) -> &'static str {
        "Arena's debug window, and Arena.debug"
    }

    fn example_template(&self) -> &'static str {
        "2024-11-30 12:00:01.123-->1:{command}"
    }

    fn new_reader(&self) -> Box<dyn LogReader> {
        ForeignLogReader::boxed_reader(ArenaParser)
    }
}

struct ArenaParser;

impl LineParser for ArenaParser {
    fn parse<'a>(&'a mut self, line: &'a [u8]) -> Result<Option<ParsedLine<'a>>, LineProblem> {
        let stamp = parse_leading_time_stamp(line)?;
        let at = stamp.map_or(0, |it| it.1);
        let (speaker, rest) = match line.get(at..) {
            Some([b'-', b'-', b'>', rest @ ..]) => (Speaker::Interface, rest),
            Some([b'<', b'-', b'-', rest @ ..]) => (Speaker::Engine, rest),
            _ => return Ok(None),
        };
        let (Some(name), [b'1'..=b'9', b':', text @ ..]) = (rest.get(..1), rest) else {
            let message = message!(
                "log_engine_number_expected",
                "expected the number of an engine such as `1:`"
            );
            return Err(LineProblem::new(at + 3, message));
        };
        // While Arena starts an engine, it writes its own messages as lines of the engine.
        if text.starts_with(b"-- ") && text.ends_with(b" --") {
            return Ok(None);
        }
        Ok(Some(ParsedLine {
            conversation_key: Cow::Borrowed(name),
            name,
            time: stamp.into(),
            kind: LineKind::Line(speaker),
            text,
        }))
    }
}
