//! A recorded conversation: who said what, when, and what was measured meanwhile.
//!
//! What a rule reads is the list of events here. Transcripts and scripts share one text format:
//!
//! ```text
//! # a comment              only where # is the first character
//! @name text               a directive
//! > text      < text       the interface, or the engine, says a line
//! <* pattern  <! pattern   (scripts) the engine says a line that matches, or must not
//! ...                      (scripts) any lines may pass until the next < or <* is met
//! >| bytes    <| bytes     a chunk: newlines only where written, as \n
//! % text      %| bytes     the engine says a line on standard error
//! ~ 50ms                   nothing is said for so long
//! >! eof                   the engine's input is closed
//! ! exit 0                 the end: exit N, signal NAME, eof, killed, cut
//! = name value             a measured fact
//! ```
//!
//! One blank follows the mark, then what is meant, byte for byte. A line with control bytes, or
//! with blanks at its ends, is written as a chunk that ends in `\n` and read as a line again; a
//! chunk that would pass for one ends in `\x0a`. In a `>` line `{{` is a brace. Recorded events
//! have a stamp before the mark: seconds with six decimals. All lines end in LF, or all in CR LF.

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

mod directive;
mod duration;
mod escape;
mod pattern;
pub(crate) mod lines;
mod print;
mod script;
mod step;
mod template;
mod text;

pub(crate) use directive::{GameSpec, game as game_spec, rounds};
pub use duration::{LONGEST, parse_duration};
pub use pattern::{Captures, Pattern};
pub use script::Script;
pub use step::{Step, StepKind};
pub use template::Template;
pub use text::{LineReader, ParseError};

#[cfg(test)]
mod tests;
