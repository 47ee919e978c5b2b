//! The text format, line by line: where lines end, what is wrong with them, and transcripts.

#![deny(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic,
    clippy::indexing_slicing
)]

use std::{error::Error, fmt, time::Duration};

use super::{
    Event, EventKind, Speaker, Transcript,
    step::{self, Parsed, StepKind},
};

/// Why a text is no transcript or no script, and where.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ParseError {
    /// From 1.
    pub line: usize,
    /// In bytes, from 1.
    pub column: usize,
    pub message: String,
}

impl fmt::Display for ParseError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let ParseError {
            line,
            column,
            message,
        } = self;
        write!(f, "line {line}, column {column}: {message}")
    }
}

impl Error for ParseError {}

impl ParseError {
    /// An error in the only line, after so many bytes.
    pub(super) fn new(at: usize, message: impl Into<String>) -> ParseError {
        ParseError {
            line: 1,
            column: at + 1,
            message: message.into(),
        }
    }

    /// The same, with so many more bytes before it.
    pub(super) fn after(self, bytes: usize) -> ParseError {
        ParseError {
            column: self.column + bytes,
            ..self
        }
    }

    /// The same on another line.
    pub(super) fn on(self, line: usize) -> ParseError {
        ParseError { line, ..self }
    }
}

/// A line, with and without what ends it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Line<'a> {
    pub(super) number: usize,
    pub(super) raw: &'a [u8],
    pub(super) text: &'a [u8],
}

/// The lines of a text. All must end alike, in LF or in CR LF: else a CR that was said could pass
/// for a line's end.
pub(super) fn lines(text: &[u8]) -> impl Iterator<Item = Result<Line<'_>, ParseError>> {
    let first = text.split_inclusive(|byte| *byte == b'\n').next();
    let dos = first.is_some_and(|it| it.ends_with(b"\r\n"));
    let numbered = text.split_inclusive(|byte| *byte == b'\n').zip(1..);
    numbered.map(move |(raw, number)| {
        let text = unended(raw, dos).map_err(|error| error.on(number))?;
        Ok(Line { number, raw, text })
    })
}

/// A line without what ends it, which must be what ended the first one.
fn unended(raw: &[u8], dos: bool) -> Result<&[u8], ParseError> {
    let Some(line) = raw.strip_suffix(b"\n") else {
        return Ok(raw);
    };
    match (line.strip_suffix(b"\r"), dos) {
        (Some(line), true) => Ok(line),
        (None, false) => Ok(line),
        (found, _) => {
            let at = found.unwrap_or(line).len();
            let message = "this line does not end like the first one (LF or CR LF)";
            Err(ParseError::new(at, message))
        }
    }
}

/// What holds for the order of lines in every text: stamps never go back, and the end is the end.
#[derive(Debug, Default)]
pub(super) struct Order {
    last: Duration,
    ended: bool,
}

impl Order {
    pub(super) fn step(&mut self, number: usize, parsed: &Parsed) -> Result<(), ParseError> {
        if matches!(parsed.kind, StepKind::Blank | StepKind::Comment) {
            return Ok(());
        }
        if self.ended {
            return Err(ParseError::new(0, "nothing comes after the end").on(number));
        }
        if let Some(stamp) = parsed.stamp {
            if stamp < self.last {
                return Err(ParseError::new(0, "this stamp goes back in time").on(number));
            }
            self.last = stamp;
        }
        self.ended = matches!(parsed.kind, StepKind::End(_));
        Ok(())
    }
}

/// Reads a transcript line by line, so that it may be longer than there is room for.
#[derive(Debug, Default)]
pub struct Reader {
    number: usize,
    /// Whether lines end in CR LF; the first one tells.
    dos: Option<bool>,
    order: Order,
}

impl Reader {
    /// Takes the next line, with what ends it. Comments, blank lines and directives are no events.
    ///
    /// # Errors
    /// If it is no line of a transcript; what only a script can say is none.
    pub fn line(&mut self, raw: &[u8]) -> Result<Option<Event>, ParseError> {
        self.number += 1;
        let dos = *self.dos.get_or_insert_with(|| raw.ends_with(b"\r\n"));
        let number = self.number;
        let line = unended(raw, dos).map_err(|error| error.on(number))?;
        let parsed = step::parse(line).map_err(|error| error.on(number))?;
        self.order.step(number, &parsed)?;
        let at = parsed.stamp;
        let kind = event(parsed).map_err(|error| error.on(number))?;
        Ok(kind.map(|kind| Event { at, kind }))
    }
}

impl Transcript {
    /// Reads a transcript, recorded or written by hand. Comments, blank lines and directives are
    /// dropped; what only a script can say is an error.
    pub fn parse(text: &[u8]) -> Result<Transcript, ParseError> {
        let mut reader = Reader::default();
        let mut transcript = Transcript::default();
        for raw in text.split_inclusive(|byte| *byte == b'\n') {
            transcript.events.extend(reader.line(raw)?);
        }
        Ok(transcript)
    }

    /// Adds an event.
    pub fn push(&mut self, at: Option<Duration>, kind: EventKind) {
        self.events.push(Event { at, kind });
    }
}

/// The event that a line tells of, if it tells of one.
fn event(parsed: Parsed) -> Result<Option<EventKind>, ParseError> {
    let kind = match parsed.kind {
        StepKind::Blank | StepKind::Comment | StepKind::Directive { .. } => return Ok(None),
        StepKind::Match(_) | StepKind::Forbid(_) | StepKind::Skip => {
            return Err(ParseError::new(
                0,
                "only a script can say this, no transcript",
            ));
        }
        StepKind::Send(template) => {
            let line = template.into_bytes().map_err(|at| {
                let message = "a transcript has nothing to fill in; write {{ for a brace";
                ParseError::new(parsed.body + at, message)
            })?;
            EventKind::Line(Speaker::Interface, line)
        }
        StepKind::Expect(line) => EventKind::Line(Speaker::Engine, line),
        StepKind::Chunk(speaker, bytes) => match parsed.whole {
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
