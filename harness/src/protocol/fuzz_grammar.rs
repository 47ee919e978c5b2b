//! The fuzzer's grammar for a protocol: it generates test cases, which are written as scripts.

use arbitrary::Unstructured;

use crate::transcript::{Event, EventKind, Speaker};

/// Generates fuzzer input for one protocol.
pub trait FuzzGrammar: Sync {
    /// The test cases of known edge cases. The fuzzer runs the edge cases before other test cases, in the order of the
    /// list.
    fn edge_cases(&self) -> Vec<TestCase>;

    /// Generates a test case from random bytes. If `tidy`, the test case may have invalid lines, but no lines that make
    /// the engine's state uncertain. The rules can judge later lines only while the engine's state is certain.
    ///
    /// # Errors
    ///
    /// Returns an error if `source` has too few bytes.
    fn random_test_case(
        &self,
        source: &mut Unstructured<'_>,
        tidy: bool,
    ) -> arbitrary::Result<TestCase>;

    /// Whether the session itself may send this line to make the engine idle.
    fn makes_engine_idle(&self, line: &[u8]) -> bool;

    /// Whether this line ends the engine, so that no command can follow.
    fn makes_engine_exit(&self, line: &[u8]) -> bool;

    /// Whether, after this line, an engine may stop reading commands during a search (batch mode).
    fn may_defer_commands(&self, _line: &[u8]) -> bool {
        false
    }

    /// The shape of a command, such as `position long`. Findings whose commands have the same shape count as one
    /// finding.
    fn command_shape(&self, line: &[u8]) -> String;
}

/// Sample lines of both sides of a protocol.
#[derive(Clone, Copy, Debug, Default)]
pub struct SampleLines {
    /// The first command, and responses to it that change the meaning of later lines.
    pub first_command_and_responses: (&'static str, &'static [&'static str]),
    /// A command and its response, as examples of lines in a log.
    pub log_command_and_response: (&'static str, &'static str),
    /// Commands that start a search after the handshake.
    pub search_commands: &'static [&'static str],
    /// Examples of commands that interfaces send.
    pub commands: &'static [&'static str],
    /// Examples of responses that engines send.
    pub responses: &'static [&'static str],
}

/// A short list of steps that the fuzzer plays together.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct TestCase {
    pub actions: Vec<Action>,
}

/// One step of a test case.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Action {
    /// Send a line, which is stored without its newline.
    Line(Vec<u8>),
    /// Send bytes, which are stored with their newlines, in one write.
    Bytes(Vec<u8>),
    /// Wait until the engine is idle and answers.
    WaitUntilIdle,
    /// Measure the engine's memory and processor time.
    MeasureUsage,
}

impl TestCase {
    /// Creates a test case that sends these lines.
    pub fn from_lines<L: Into<Vec<u8>>>(lines: impl IntoIterator<Item = L>) -> TestCase {
        let actions = lines.into_iter().map(|it| Action::Line(it.into()));
        TestCase {
            actions: actions.collect(),
        }
    }

    /// Adds a newline to the last action that sends bytes, if the newline is missing.
    pub fn terminate_last_line(&mut self) {
        let spoken = |it: &&mut Action| !matches!(it, Action::WaitUntilIdle | Action::MeasureUsage);
        if let Some(Action::Bytes(bytes)) = self.actions.iter_mut().rev().find(spoken)
            && !bytes.ends_with(b"\n")
        {
            bytes.push(b'\n');
        }
    }

    /// Joins all lines into one write.
    pub fn join_into_one_write(&mut self) {
        let whole: Vec<&[u8]> = self.actions.iter().map(Action::bytes_to_send).collect();
        let whole = [whole.join(&b'\n'), b"\n".to_vec()].concat();
        self.actions = vec![Action::Bytes(whole)];
    }
}

impl Action {
    /// The bytes to send, without the last newline.
    pub fn bytes_to_send(&self) -> &[u8] {
        match self {
            Action::Line(bytes) => bytes,
            Action::Bytes(bytes) => bytes.strip_suffix(b"\n").unwrap_or(bytes),
            Action::WaitUntilIdle | Action::MeasureUsage => b"",
        }
    }

    /// Writes the action as a line of a script.
    pub fn write_to(&self, out: &mut Vec<u8>) {
        let kind = match self {
            // In a line of a script, braces would be placeholders.
            Action::Line(line) if line.iter().any(|it| matches!(it, b'{' | b'}')) => {
                EventKind::Chunk(Speaker::Interface, [line, &b"\n"[..]].concat())
            }
            Action::Line(line) => EventKind::Line(Speaker::Interface, line.clone()),
            Action::Bytes(bytes) => EventKind::Chunk(Speaker::Interface, bytes.clone()),
            Action::WaitUntilIdle => return out.extend(b"@idle\n"),
            Action::MeasureUsage => return out.extend(b"@measure\n"),
        };
        Event { at: None, kind }.write_to(out);
    }
}
