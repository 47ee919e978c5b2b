//! The text format, line by line: where lines end, what is wrong with them, and transcripts.

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
    step::{self, Parsed, StepKind},
};

/// A line, with and without what ends it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Line<'a> {
    pub(super) number: usize,
    pub(super) raw: &'a [u8],
    pub(super) text: &'a [u8],
}

/// How the lines of a text end. All must end alike, in LF or in CR LF: else a CR that was said
/// could pass for a line's end.
#[derive(Clone, Copy, Debug, Default)]
struct Endings {
    /// The first line ends in CR LF.
    dos: Option<bool>,
}

impl Endings {
    /// A line without what ends it.
    fn strip<'a>(&mut self, raw: &'a [u8]) -> Result<&'a [u8], ParseError> {
        let dos = *self.dos.get_or_insert(raw.ends_with(b"\r\n"));
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
}

/// The lines of a text.
pub(super) fn lines(text: &[u8]) -> impl Iterator<Item = Result<Line<'_>, ParseError>> {
    let mut endings = Endings::default();
    let numbered = text.split_inclusive(|byte| *byte == b'\n').zip(1..);
    numbered.map(move |(raw, number)| {
        let text = endings.strip(raw).map_err(|error| error.on(number))?;
        Ok(Line { number, raw, text })
    })
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

impl Transcript {
    /// Reads a transcript, recorded or written by hand. Comments, blank lines and directives are
    /// dropped; what only a script can say is an error.
    pub fn parse(text: &[u8]) -> Result<Transcript, ParseError> {
        let mut transcript = Transcript::default();
        let mut reader = LineReader::default();
        for line in text.split_inclusive(|byte| *byte == b'\n') {
            transcript.events.extend(reader.line(line)?);
        }
        Ok(transcript)
    }

    /// Adds an event.
    pub fn push(&mut self, at: Option<Duration>, kind: EventKind) {
        self.events.push(Event { at, kind });
    }
}

/// Reads a transcript line by line, in memory bounded by its longest line.
#[derive(Debug, Default)]
pub struct LineReader {
    endings: Endings,
    order: Order,
    lines: usize,
    protocol: Option<String>,
}

impl LineReader {
    /// The event that the next line tells of, if it tells of one. The line comes with whatever
    /// ends it.
    pub fn line(&mut self, raw: &[u8]) -> Result<Option<Event>, ParseError> {
        self.lines += 1;
        let number = self.lines;
        self.read(raw, number).map_err(|error| error.on(number))
    }

    /// The protocol that a directive has named.
    pub fn protocol(&self) -> Option<&str> {
        self.protocol.as_deref()
    }

    fn read(&mut self, raw: &[u8], number: usize) -> Result<Option<Event>, ParseError> {
        let parsed = step::parse(self.endings.strip(raw)?)?;
        self.order.step(number, &parsed)?;
        if let StepKind::Directive { name, text } = &parsed.kind
            && name == "protocol"
        {
            self.protocol.get_or_insert_with(|| text.clone());
        }
        let at = parsed.stamp;
        Ok(event(parsed)?.map(|kind| Event { at, kind }))
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
