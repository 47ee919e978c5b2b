//! The grammar of the fuzzer for a protocol: it generates test cases, which are written as scripts.

use arbitrary::Unstructured;

use crate::transcript::{Event, EventKind, Speaker};

/// Generates fuzzer input for one protocol.
pub trait Grammar: Sync {
    /// The known edge cases, which are tried first and in this order.
    fn boundary(&self) -> Vec<TestCase>;

    /// A test case out of random bytes. If `tidy`, it starts no doubt about the state of the conversation, so that the
    /// judge can judge the lines after it; the lines need not be valid.
    ///
    /// # Errors
    ///
    /// If there are not enough bytes.
    fn random(&self, source: &mut Unstructured<'_>, tidy: bool) -> arbitrary::Result<TestCase>;

    /// Whether the session itself sends such a line to bring the engine to rest.
    fn is_reset(&self, line: &[u8]) -> bool;

    /// Whether it ends the engine, so that no command can follow.
    fn is_quit(&self, line: &[u8]) -> bool;

    /// Whether an engine may leave the next commands unread.
    fn defers(&self, _line: &[u8]) -> bool {
        false
    }

    /// The shape of a command; two findings of one shape are the same finding: `position long`.
    fn shape(&self, line: &[u8]) -> String;
}

/// Sample lines of both sides of a protocol.
#[derive(Clone, Copy, Debug, Default)]
pub struct Samples {
    /// The first command, and responses to it that change how later lines are read.
    pub opening: (&'static str, &'static [&'static str]),
    /// A command that shows how a line looks in a log, and its response.
    pub example: (&'static str, &'static str),
    /// Commands that start a search after the handshake.
    pub search: &'static [&'static str],
    /// Commands of interfaces.
    pub commands: &'static [&'static str],
    /// Responses of engines.
    pub responses: &'static [&'static str],
}

/// A few lines that belong together.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct TestCase {
    pub actions: Vec<Action>,
}

/// One step of a test case.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Action {
    /// A line, without its newline.
    Line(Vec<u8>),
    /// Bytes in one write, with newlines only where they are given.
    Bytes(Vec<u8>),
    /// Wait until the engine is at rest and answers.
    Rest,
    /// Measure the engine's memory and processor time.
    Measure,
}

impl TestCase {
    /// A test case of plain lines.
    pub fn lines<L: Into<Vec<u8>>>(lines: impl IntoIterator<Item = L>) -> TestCase {
        let actions = lines.into_iter().map(|it| Action::Line(it.into()));
        TestCase {
            actions: actions.collect(),
        }
    }

    /// Adds the newline of the last line if it is missing.
    pub fn end_line(&mut self) {
        let spoken = |it: &&mut Action| !matches!(it, Action::Rest | Action::Measure);
        if let Some(Action::Bytes(bytes)) = self.actions.iter_mut().rev().find(spoken)
            && !bytes.ends_with(b"\n")
        {
            bytes.push(b'\n');
        }
    }

    /// Sends everything in one write.
    pub fn at_once(&mut self) {
        let whole: Vec<&[u8]> = self.actions.iter().map(Action::bytes).collect();
        let whole = [whole.join(&b'\n'), b"\n".to_vec()].concat();
        self.actions = vec![Action::Bytes(whole)];
    }
}

impl Action {
    /// The bytes to write, without the last newline.
    pub fn bytes(&self) -> &[u8] {
        match self {
            Action::Line(bytes) => bytes,
            Action::Bytes(bytes) => bytes.strip_suffix(b"\n").unwrap_or(bytes),
            Action::Rest | Action::Measure => b"",
        }
    }

    /// Writes it as a line of a script.
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
