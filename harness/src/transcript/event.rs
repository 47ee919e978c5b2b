//! A conversation as a list of events: what was said, by whom, when, and what was measured.

use std::time::Duration;

/// Everything said in one session, in order.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Transcript {
    /// The events, oldest first.
    pub events: Vec<Event>,
}

/// One thing that happened, and when.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Event {
    /// Time since the start of the session, in whole microseconds. Hand-written events have none.
    pub at: Option<Duration>,
    pub kind: EventKind,
}

/// What happened.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum EventKind {
    /// A whole line, without its newline.
    Line(Speaker, Vec<u8>),
    /// Bytes that are no plain line: newlines only where they were written.
    Chunk(Speaker, Vec<u8>),
    /// A line that the engine wrote to its standard error.
    Stderr(Vec<u8>),
    /// Nobody said anything for so long.
    Silence(Duration),
    /// The interface closed the engine's input.
    InputClosed,
    /// The session is over.
    End(End),
    /// Something measured that rules may need.
    Fact(Fact),
}

/// The two sides of a conversation.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Speaker {
    /// The GUI's side; it says commands.
    Interface,
    /// The engine; it says responses.
    Engine,
}

/// How a session ended.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum End {
    /// The process ended by itself with this status.
    Exit(i32),
    /// The process died of this signal, which we did not send (`SIGSEGV`).
    Signal(String),
    /// The engine closed its output.
    Eof,
    /// We had to kill it.
    Killed,
    /// The record stops here; what was still owed is not judged.
    Cut,
}

/// A measured fact: `= late 35ms` is `late` and `35ms`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Fact {
    /// `late`, `scale`, `rss`, `truncated`, ...
    pub name: String,
    pub value: String,
}

/// Index of an event in [`Transcript::events`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct At(pub usize);
