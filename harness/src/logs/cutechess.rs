//! The output of `cutechess-cli -debug`. A line has the milliseconds since the start, an arrow to or from the engine,
//! the engine's name and number, and the text. The debug window of Cute Chess omits the time.

use std::borrow::Cow;

use super::{
    LineProblem, LogFormat, LogReader,
    foreign_log_reader::{ForeignLogReader, LineKind, LineParser, ParsedLine},
    time_stamp::parse_leading_time_stamp,
};
use crate::{message::message, transcript::Speaker};

pub(super) struct CutechessFormat;

impl LogFormat for CutechessFormat {
    fn name(&self) -> &'static str {
        "cutechess"
    }

    fn title(&self) -> &'static str {
        "cutechess-cli -debug"
    }

    fn example_template(&self) -> &'static str {
        "5991 >Name(0): {command}"
    }

    fn new_reader(&self) -> Box<dyn LogReader> {
        ForeignLogReader::boxed_reader(CutechessParser)
    }
}

struct CutechessParser;

impl LineParser for CutechessParser {
    fn parse<'a>(&'a mut self, line: &'a [u8]) -> Result<Option<ParsedLine<'a>>, LineProblem> {
        let stamp = match line.first() {
            Some(b'0'..=b'9') => parse_leading_time_stamp(line)?,
            _ => None,
        };
        let mut at = stamp.map_or(0, |it| it.1);
        if stamp.is_some() && line.get(at) == Some(&b' ') {
            at += 1;
        }
        let (speaker, rest) = match line.get(at..) {
            Some([b'>', rest @ ..]) => (Speaker::Interface, rest),
            Some([b'<', rest @ ..]) => (Speaker::Engine, rest),
            _ => return Ok(None),
        };
        at += 1;
        let message = message!(
            "log_name_and_number_expected",
            "expected a name and a number such as `Name(0):`"
        );
        let named = parse_engine_label(rest).ok_or_else(|| LineProblem::new(at, message))?;
        let text = match rest.get(named.byte_length..) {
            None | Some([]) => &[],
            Some([b' ', text @ ..]) => text,
            Some(_) => {
                return Err(LineProblem::new(
                    at + named.byte_length,
                    message!("log_space_expected", "expected a space"),
                ));
            }
        };
        if let Some(column) = stamp.and_then(|_| find_glued_line(text)) {
            let newline_missing = message!(
                "log_lines_glued",
                "another line of the log begins here: a newline is missing before it"
            );
            let before = line.len() - text.len();
            return Err(LineProblem::new(before + column, newline_missing));
        }
        Ok(Some(ParsedLine {
            // The engine's name changes at its `id name`, so the number identifies the conversation.
            conversation_key: Cow::Borrowed(named.number),
            name: named.name,
            time: stamp.into(),
            kind: LineKind::Line(speaker),
            text,
        }))
    }
}

/// Where another line of the log begins in a text. The last line of a log that was cut off has no newline, so the first
/// line of a log behind it is glued to it.
fn find_glued_line(text: &[u8]) -> Option<usize> {
    let arrows = text.windows(2).enumerate();
    arrows
        .filter(|(_, it)| matches!(it, [b' ', b'>' | b'<']))
        .find_map(|(blank, _)| {
            let digits = text[..blank].iter().rev();
            let digits = digits.take_while(|it| it.is_ascii_digit()).count();
            let is_label = parse_engine_label(text.get(blank + 2..)?).is_some();
            (digits > 0 && is_label).then(|| blank - digits)
        })
}

struct EngineLabel<'a> {
    name: &'a [u8],
    number: &'a [u8],
    byte_length: usize,
}

/// Parses `Name(0):`, where the name may contain spaces and brackets.
fn parse_engine_label(text: &[u8]) -> Option<EngineLabel<'_>> {
    let start = text.get(..text.len().min(300))?;
    let mut ends = start.windows(2).enumerate();
    ends.find_map(|(end, pair)| {
        let before = start.get(..end).filter(|_| pair == b"):")?;
        let open = before.iter().rposition(|it| *it == b'(')?;
        let number = before.get(open + 1..)?;
        let fits = !number.is_empty() && number.iter().all(u8::is_ascii_digit);
        fits.then_some(EngineLabel {
            name: start.get(..=end)?,
            number,
            byte_length: end + 2,
        })
    })
}
