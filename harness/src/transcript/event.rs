//! The events of a conversation: lines with speaker and time, and measurements.

use std::time::Duration;

use crate::message::{Message, message};

/// All events of one session, in order.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Transcript {
    /// The events, oldest first.
    pub events: Vec<Event>,
}

/// An event and its time.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Event {
    /// The time since the start of the session, in whole microseconds. The time of the event is missing if the
    /// transcript was written by hand.
    pub at: Option<Duration>,
    pub kind: EventKind,
}

/// The kind of an event.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum EventKind {
    /// One whole line that was sent, without its newline.
    Line(Speaker, Vec<u8>),
    /// Bytes that are not one whole line. The bytes contain every newline that was sent.
    Chunk(Speaker, Vec<u8>),
    /// A line that the engine wrote to its standard error.
    Stderr(Vec<u8>),
    /// Neither side sent anything during this time.
    Silence(Duration),
    /// The interface closed the engine's input.
    InputClosed,
    /// The session ended.
    End(SessionEnd),
    /// A measurement by the harness, such as the memory of the engine.
    Fact(Fact),
}

/// The two sides of a conversation.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Speaker {
    /// The GUI's side, which sends commands.
    Interface,
    /// The engine, which sends responses.
    Engine,
}

/// How a session ended.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum SessionEnd {
    /// The engine's process exited with this status.
    Exit(i32),
    /// The engine's process was ended by this signal (such as `SIGSEGV`), which the harness did not send.
    Signal(String),
    /// The engine closed its standard output.
    Eof,
    /// The harness killed the engine.
    Killed,
    /// The recording was cut at this place, so answers that are still missing are not judged.
    Cut,
}

impl SessionEnd {
    /// A sentence that reports how the engine ended. Returns `None` if ponderhit ended the session, not the engine.
    pub(crate) fn description(&self) -> Option<Message> {
        match self {
            SessionEnd::Exit(status) => Some(message!(
                "it_ended",
                "the process exited with status {status}",
                status = status.to_string()
            )),
            SessionEnd::Signal(signal) => Some(message!(
                "process_died",
                "the process died of {signal}",
                signal
            )),
            SessionEnd::Eof => Some(message!(
                "it_closed_its_output",
                "the engine closed its output"
            )),
            SessionEnd::Killed | SessionEnd::Cut => None,
        }
    }
}

/// A named measurement: in `= late 35ms`, the name is `late` and the value is `35ms`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Fact {
    /// The name of the measurement, such as `late`, `scale`, `rss` or `truncated`.
    pub name: String,
    pub value: String,
}

/// The index of an event in [`Transcript::events`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct EventIndex(pub usize);
