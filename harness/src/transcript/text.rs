//! Parses the text format line by line, and checks the line ends and the order of the lines.

#![deny(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic,
    clippy::indexing_slicing
)]

use std::time::Duration;

use super::{
    error::ParseError,
    event::{Event, EventKind, Speaker, Transcript},
    step::{self, ParsedStep, StepKind},
};
use crate::message::message;

/// A line of a file: the bytes with the line end, and the bytes without the line end.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Line<'a> {
    pub(super) line_number: usize,
    pub(super) raw: &'a [u8],
    pub(super) text: &'a [u8],
}

/// The line end of a file, LF or CR LF. All lines of a file must have the same line end. If a file could contain both
/// LF and CR LF, it would be unclear whether a CR at the end of a line was sent.
#[derive(Clone, Copy, Debug, Default)]
struct LineEndCheck {
    /// Whether the first line ends in CR LF; `None` before the first line.
    is_crlf: Option<bool>,
}

impl LineEndCheck {
    /// Returns a line without its line end.
    fn strip_line_end<'a>(&mut self, raw: &'a [u8]) -> Result<&'a [u8], ParseError> {
        let dos = *self.is_crlf.get_or_insert(raw.ends_with(b"\r\n"));
        let Some(line) = raw.strip_suffix(b"\n") else {
            return Ok(raw);
        };
        match (line.strip_suffix(b"\r"), dos) {
            (Some(line), true) => Ok(line),
            (None, false) => Ok(line),
            (found, _) => {
                let at = found.unwrap_or(line).len();
                let message = message!(
                    "line_end_differs",
                    "this line end differs from that of the first line (LF or CR LF)"
                );
                Err(ParseError::new(at, message))
            }
        }
    }
}

/// Returns the lines of a file without their line ends.
pub(super) fn split_lines(text: &[u8]) -> impl Iterator<Item = Result<Line<'_>, ParseError>> {
    let mut endings = LineEndCheck::default();
    let numbered = text.split_inclusive(|byte| *byte == b'\n').zip(1..);
    numbered.map(move |(raw, number)| {
        let text = endings
            .strip_line_end(raw)
            .map_err(|error| error.with_line_number(number))?;
        Ok(Line {
            line_number: number,
            raw,
            text,
        })
    })
}

/// Checks the order of lines: time stamps must not decrease, and no line may follow the end of the session.
#[derive(Debug, Default)]
pub(super) struct LineOrderCheck {
    last_stamp: Duration,
    has_ended: bool,
}

impl LineOrderCheck {
    pub(super) fn check_step(
        &mut self,
        number: usize,
        parsed: &ParsedStep,
    ) -> Result<(), ParseError> {
        if matches!(parsed.kind, StepKind::Blank | StepKind::Comment) {
            return Ok(());
        }
        if self.has_ended {
            return Err(ParseError::new(
                0,
                message!(
                    "line_after_end",
                    "unexpected line after the end of the session"
                ),
            )
            .with_line_number(number));
        }
        if let Some(stamp) = parsed.stamp {
            if stamp < self.last_stamp {
                return Err(ParseError::new(
                    0,
                    message!(
                        "stamp_decreases",
                        "the time stamp is earlier than the previous time stamp"
                    ),
                )
                .with_line_number(number));
            }
            self.last_stamp = stamp;
        }
        self.has_ended = matches!(parsed.kind, StepKind::End(_));
        Ok(())
    }
}

impl Transcript {
    /// Parses a transcript, recorded or written by hand. Comments, blank lines and directives are skipped. A line of a
    /// kind that is only allowed in scripts is an error.
    pub fn parse(text: &[u8]) -> Result<Transcript, ParseError> {
        let mut transcript = Transcript::default();
        let mut reader = LineReader::default();
        for line in text.split_inclusive(|byte| *byte == b'\n') {
            transcript.events.extend(reader.read_line(line)?);
        }
        Ok(transcript)
    }

    /// Adds an event at the end of the transcript.
    pub fn push(&mut self, at: Option<Duration>, kind: EventKind) {
        self.events.push(Event { at, kind });
    }
}

/// Parses a transcript line by line; the memory use is limited by the longest line.
#[derive(Debug, Default)]
pub struct LineReader {
    line_end_check: LineEndCheck,
    line_order_check: LineOrderCheck,
    line_count: usize,
    protocol: Option<String>,
}

impl LineReader {
    /// Parses the next line, including its line end. Returns the event of the line, or `None` for a comment, a blank
    /// line or a directive.
    pub fn read_line(&mut self, raw: &[u8]) -> Result<Option<Event>, ParseError> {
        self.line_count += 1;
        let number = self.line_count;
        self.read_numbered_line(raw, number)
            .map_err(|error| error.with_line_number(number))
    }

    /// Returns the protocol that a `@protocol` directive names.
    pub fn protocol(&self) -> Option<&str> {
        self.protocol.as_deref()
    }

    fn read_numbered_line(
        &mut self,
        raw: &[u8],
        number: usize,
    ) -> Result<Option<Event>, ParseError> {
        let parsed = step::parse(self.line_end_check.strip_line_end(raw)?)?;
        self.line_order_check.check_step(number, &parsed)?;
        if let StepKind::Directive { name, text } = &parsed.kind
            && name == "protocol"
        {
            self.protocol.get_or_insert_with(|| text.clone());
        }
        let at = parsed.stamp;
        Ok(event_of_line(parsed)?.map(|kind| Event { at, kind }))
    }
}

/// Returns the event of a line, or `None` for a comment, a blank line or a directive.
fn event_of_line(parsed: ParsedStep) -> Result<Option<EventKind>, ParseError> {
    let kind = match parsed.kind {
        StepKind::Blank | StepKind::Comment | StepKind::Directive { .. } => return Ok(None),
        StepKind::Match(_) | StepKind::Forbid(_) | StepKind::Skip => {
            return Err(ParseError::new(
                0,
                message!(
                    "only_in_script",
                    "this line is allowed only in a script, not in a transcript"
                ),
            ));
        }
        StepKind::Send(template) => {
            let line = template.into_bytes().map_err(|at| {
                let message = message!(
                    "placeholder_in_transcript",
                    "a transcript cannot have placeholders; write {{{{ for a brace"
                );
                ParseError::new(parsed.body_start + at, message)
            })?;
            EventKind::Line(Speaker::Interface, line)
        }
        StepKind::Expect(line) => EventKind::Line(Speaker::Engine, line),
        StepKind::Chunk(speaker, bytes) => match parsed.escaped_line {
            Some(line) => EventKind::Line(speaker, line),
            None => EventKind::Chunk(speaker, bytes),
        },
        StepKind::Stderr(line) => EventKind::Stderr(line),
        StepKind::Pause(time) => EventKind::Silence(time),
        StepKind::CloseInput => EventKind::InputClosed,
        StepKind::End(end) => EventKind::End(end),
        StepKind::Fact(fact) => EventKind::Fact(fact),
    };
    Ok(Some(kind))
}
