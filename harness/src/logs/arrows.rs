//! Logs in a common format of many programs. A line has an optional time, an arrow to or from the engine, and the text.

use std::borrow::Cow;

use super::{
    LineProblem, LogFormat, LogReader,
    foreign_log_reader::{ForeignLogReader, LineKind, LineParser, ParsedLine},
    time_stamp::parse_leading_time_stamp,
};
use crate::{message::message, transcript::Speaker};

pub(super) struct ArrowsFormat;

impl LogFormat for ArrowsFormat {
    fn name(&self) -> &'static str {
        "arrows"
    }

    fn title(&self) -> &'static str {
        "two columns: > to the engine, < from it; also -> and <-, --> and <--, >> and <<"
    }

    fn example_template(&self) -> &'static str {
        "12:00:01.123 > {command}"
    }

    fn new_reader(&self) -> Box<dyn LogReader> {
        ForeignLogReader::boxed_reader(ArrowsParser)
    }
}

/// The arrows, longest first.
const ARROW_FORMS: &[(&[u8], Speaker)] = &[
    (b"-->", Speaker::Interface),
    (b"<--", Speaker::Engine),
    (b"->", Speaker::Interface),
    (b"<-", Speaker::Engine),
    (b">>", Speaker::Interface),
    (b"<<", Speaker::Engine),
    (b">", Speaker::Interface),
    (b"<", Speaker::Engine),
];

struct ArrowsParser;

impl LineParser for ArrowsParser {
    fn parse<'a>(&'a mut self, line: &'a [u8]) -> Result<Option<ParsedLine<'a>>, LineProblem> {
        let stamp = parse_leading_time_stamp(line)?;
        let mut at = stamp.map_or(0, |it| it.1);
        while stamp.is_some() && matches!(line.get(at), Some(b' ' | b'\t')) {
            at += 1;
        }
        let rest = line.get(at..).unwrap_or_default();
        if [&b"! exit "[..], b"! signal "]
            .iter()
            .any(|it| rest.starts_with(it))
        {
            return Err(LineProblem::new(
                at,
                message!(
                    "log_end_in_arrows",
                    "this line records the end of a process, which only the format `transcript` allows; `--format transcript` shows why the file does not have that format"
                ),
            ));
        }
        let Some((arrow, speaker)) = ARROW_FORMS.iter().find(|it| rest.starts_with(it.0)) else {
            return Ok(None);
        };
        at += arrow.len();
        let text = match line.get(at..) {
            None | Some([]) => &[],
            Some([b' ' | b'\t', text @ ..]) => text,
            Some(_) => {
                return Err(LineProblem::new(
                    at,
                    message!(
                        "log_space_after_arrow_expected",
                        "expected a space after the arrow"
                    ),
                ));
            }
        };
        Ok(Some(ParsedLine {
            conversation_key: Cow::Borrowed(b""),
            name: b"",
            time: stamp.into(),
            kind: LineKind::Line(*speaker),
            text,
        }))
    }
}
