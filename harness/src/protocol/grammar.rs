//! How conversations of a protocol are made up for the fuzzer: its grammar, what that makes, and how a script
//! writes it.

use arbitrary::Unstructured;

use crate::transcript::{Event, EventKind, Speaker};

/// How conversations of one protocol are made up.
pub trait Grammar: Sync {
    /// What is tried first and in order: every edge that is known to be one.
    fn boundary(&self) -> Vec<Unit>;

    /// Anything else, out of random bytes. What is `tidy` is followed to its end by the judge, and
    /// hides nothing that comes after it; it need not be correct.
    ///
    /// # Errors
    ///
    /// If there are not enough of them.
    fn random(&self, source: &mut Unstructured<'_>, tidy: bool) -> arbitrary::Result<Unit>;

    /// Whether it is what a session says by itself, to bring the engine to rest.
    fn is_reset(&self, line: &[u8]) -> bool;

    /// Whether it tells the engine to end: nothing can be said after it.
    fn is_quit(&self, line: &[u8]) -> bool;

    /// Whether an engine may leave unread what is said after it.
    fn defers(&self, _line: &[u8]) -> bool {
        false
    }

    /// What a command looks like, so that two findings about one shape are one: `position long`.
    fn shape(&self, line: &[u8]) -> String;
}

/// What both sides of a protocol say.
#[derive(Clone, Copy, Debug, Default)]
pub struct Samples {
    /// What an interface says first, and what an engine says to it that changes how the rest is read.
    pub opening: (&'static str, &'static [&'static str]),
    /// A command that shows what a line looks like in a log, and the response to it.
    pub example: (&'static str, &'static str),
    /// What sets an engine to work, after its handshake.
    pub search: &'static [&'static str],
    /// What interfaces say.
    pub commands: &'static [&'static str],
    /// What engines say.
    pub responses: &'static [&'static str],
}

/// A few lines that belong together.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Unit {
    pub says: Vec<Say>,
}

/// One thing that is said.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Say {
    /// A line, without its newline.
    Line(Vec<u8>),
    /// Bytes in one write; newlines only where they are written.
    Bytes(Vec<u8>),
    /// Whatever it takes until the engine is at rest, and answers.
    Rest,
    /// A look at what the engine uses.
    Measure,
}

impl Unit {
    /// A unit of plain lines.
    pub fn lines<L: Into<Vec<u8>>>(lines: impl IntoIterator<Item = L>) -> Unit {
        let says = lines.into_iter().map(|it| Say::Line(it.into()));
        Unit {
            says: says.collect(),
        }
    }

    /// Ends the last line, if it was left open.
    pub fn end_line(&mut self) {
        let spoken = |it: &&mut Say| !matches!(it, Say::Rest | Say::Measure);
        if let Some(Say::Bytes(bytes)) = self.says.iter_mut().rev().find(spoken)
            && !bytes.ends_with(b"\n")
        {
            bytes.push(b'\n');
        }
    }

    /// Says everything in one write.
    pub fn at_once(&mut self) {
        let whole: Vec<&[u8]> = self.says.iter().map(Say::bytes).collect();
        let whole = [whole.join(&b'\n'), b"\n".to_vec()].concat();
        self.says = vec![Say::Bytes(whole)];
    }
}

impl Say {
    /// The bytes that go over the pipe, without the last newline.
    pub fn bytes(&self) -> &[u8] {
        match self {
            Say::Line(bytes) => bytes,
            Say::Bytes(bytes) => bytes.strip_suffix(b"\n").unwrap_or(bytes),
            Say::Rest | Say::Measure => b"",
        }
    }

    /// Writes the line of a script that says it.
    pub fn write_to(&self, out: &mut Vec<u8>) {
        let kind = match self {
            // In a script braces are holes to fill.
            Say::Line(line) if line.iter().any(|it| matches!(it, b'{' | b'}')) => {
                EventKind::Chunk(Speaker::Interface, [line, &b"\n"[..]].concat())
            }
            Say::Line(line) => EventKind::Line(Speaker::Interface, line.clone()),
            Say::Bytes(bytes) => EventKind::Chunk(Speaker::Interface, bytes.clone()),
            Say::Rest => return out.extend(b"@idle\n"),
            Say::Measure => return out.extend(b"@measure\n"),
        };
        Event { at: None, kind }.write_to(out);
    }
}
