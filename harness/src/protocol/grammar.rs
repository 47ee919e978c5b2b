//! How conversations of a protocol are made up for the fuzzer: its grammar, what that makes, and how a script
//! writes it.

use arbitrary::Unstructured;

use crate::transcript::{Event, EventKind, Speaker};

/// How conversations of one protocol are made up.
pub trait Grammar: Sync {
    /// What is tried first and in order: every edge that is known to be one.
    fn boundary(&self) -> Vec<TestCase>;

    /// Anything else, out of random bytes. What is `tidy` is followed to its end by the judge, and
    /// hides nothing that comes after it; it need not be correct.
    ///
    /// # Errors
    ///
    /// If there are not enough of them.
    fn random(&self, source: &mut Unstructured<'_>, tidy: bool) -> arbitrary::Result<TestCase>;

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
pub struct TestCase {
    pub actions: Vec<Action>,
}

/// One thing that is said.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Action {
    /// A line, without its newline.
    Line(Vec<u8>),
    /// Bytes in one write; newlines only where they are written.
    Bytes(Vec<u8>),
    /// Whatever it takes until the engine is at rest, and answers.
    Rest,
    /// A look at what the engine uses.
    Measure,
}

impl TestCase {
    /// A unit of plain lines.
    pub fn lines<L: Into<Vec<u8>>>(lines: impl IntoIterator<Item = L>) -> TestCase {
        let actions = lines.into_iter().map(|it| Action::Line(it.into()));
        TestCase {
            actions: actions.collect(),
        }
    }

    /// Ends the last line, if it was left open.
    pub fn end_line(&mut self) {
        let spoken = |it: &&mut Action| !matches!(it, Action::Rest | Action::Measure);
        if let Some(Action::Bytes(bytes)) = self.actions.iter_mut().rev().find(spoken)
            && !bytes.ends_with(b"\n")
        {
            bytes.push(b'\n');
        }
    }

    /// Says everything in one write.
    pub fn at_once(&mut self) {
        let whole: Vec<&[u8]> = self.actions.iter().map(Action::bytes).collect();
        let whole = [whole.join(&b'\n'), b"\n".to_vec()].concat();
        self.actions = vec![Action::Bytes(whole)];
    }
}

impl Action {
    /// The bytes that go over the pipe, without the last newline.
    pub fn bytes(&self) -> &[u8] {
        match self {
            Action::Line(bytes) => bytes,
            Action::Bytes(bytes) => bytes.strip_suffix(b"\n").unwrap_or(bytes),
            Action::Rest | Action::Measure => b"",
        }
    }

    /// Writes the line of a script that says it.
    pub fn write_to(&self, out: &mut Vec<u8>) {
        let kind = match self {
            // In a script braces are holes to fill.
            Action::Line(line) if line.iter().any(|it| matches!(it, b'{' | b'}')) => {
                EventKind::Chunk(Speaker::Interface, [line, &b"\n"[..]].concat())
            }
            Action::Line(line) => EventKind::Line(Speaker::Interface, line.clone()),
            Action::Bytes(bytes) => EventKind::Chunk(Speaker::Interface, bytes.clone()),
            Action::Rest => return out.extend(b"@idle\n"),
            Action::Measure => return out.extend(b"@measure\n"),
        };
        Event { at: None, kind }.write_to(out);
    }
}
