//! The events of a conversation: lines with speaker and time, and measurements.

use std::time::Duration;

/// All events of one session, in order.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Transcript {
    /// The events, oldest first.
    pub events: Vec<Event>,
}

/// An event and its time.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Event {
    /// Time since the start of the session, in whole microseconds. Hand-written events have none.
    pub at: Option<Duration>,
    pub kind: EventKind,
}

/// The kind of an event.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum EventKind {
    /// A whole line, without its newline.
    Line(Speaker, Vec<u8>),
    /// Bytes that are not a whole line: newlines only where they were sent.
    Chunk(Speaker, Vec<u8>),
    /// A line that the engine wrote to its standard error.
    Stderr(Vec<u8>),
    /// Neither side sent anything for this time.
    Silence(Duration),
    /// The interface closed the engine's input.
    InputClosed,
    /// The session ended.
    End(End),
    /// A measurement for rules.
    Fact(Fact),
}

/// The two sides of a conversation.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Speaker {
    /// The GUI's side; it sends commands.
    Interface,
    /// The engine; it sends responses.
    Engine,
}

/// How a session ended.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum End {
    /// The process exited with this status.
    Exit(i32),
    /// The process was ended by this signal, which the harness did not send (`SIGSEGV`).
    Signal(String),
    /// The engine closed its output.
    Eof,
    /// The harness killed it.
    Killed,
    /// The record was cut here; answers that are still owed are not judged.
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
