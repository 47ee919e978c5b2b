//! A fault as data: the action, its place, its conditions, and the rules that it may violate.

use std::time::Duration;

use regex::bytes::Regex;

use crate::{
    link::Waste,
    transcript::{End, Pattern, Speaker},
};

/// One fault, from a line of a protocol's list or from the command line.
#[derive(Clone, Debug)]
pub struct Fault {
    /// Its name in the protocol's list.
    pub name: Option<String>,
    /// Its text, without its name and the rules it breaks.
    pub spec: String,
    /// The rules that it may violate; `None` for a fault from the command line.
    pub breaks: Option<Breaks>,
    pub(super) action: Action,
    pub(super) place: Place,
    pub(super) conditions: Conditions,
    /// More actions, each nearer to the interface than the one before.
    pub(super) more: Vec<Fault>,
}

/// The rules that a fault violates, as its list declares.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Breaks {
    /// Each of these must be violated.
    pub must: Vec<String>,
    /// These may be violated, too; no others may.
    pub may: Vec<String>,
}

/// Behaviour that the specification allows although few engines, or few interfaces, have it. No rule above
/// `may` is violated by it.
#[derive(Clone, Debug)]
pub struct Oddity {
    pub name: String,
    /// The chain of faults that shows it: the first is next to the engine.
    pub faults: Vec<Fault>,
    /// The side that behaves so. For the interface, the lines that count are those that reach the engine.
    pub side: Speaker,
    /// The requirements that allow it, as `UCCI H7` or `UCCI H7, T4`.
    pub spec: String,
    /// Rules that report it nevertheless: known false positives.
    pub accused: Vec<String>,
}

/// What a fault does where it is applied.
#[derive(Clone, Debug)]
pub(super) enum Action {
    Drop,
    Replace(Text),
    Duplicate,
    /// The line is sent without its newline.
    Cut,
    Delay(Delay),
    /// The line waits until this line has passed.
    Hold(Line),
    Insert(Speaker, Text),
    /// Lines on standard error.
    Stderr(Text),
    /// The line is sent one byte per interval; no line overtakes it.
    Drip(Duration),
    /// The process ends like this.
    End(End),
    /// The engine's output is closed; the process keeps running.
    Close,
    /// No more output, and no more input read.
    Stall,
    /// Memory or processor time is wasted.
    Waste(Waste),
    /// The text, repeated up to this many bytes.
    Flood(Text, u64),
}

/// How long a line is delayed.
#[derive(Clone, Debug)]
pub(super) enum Delay {
    For(Duration),
    /// The value of this name from the protocol's generator.
    Generated(String),
}

/// Where a fault is applied.
#[derive(Clone, Debug)]
pub(super) enum Place {
    /// Before the first line of either side.
    Start,
    /// When the interface closes the engine's input.
    Eof,
    /// When the process ends.
    End,
    /// At this line, or right before it.
    Before(Line),
    After(Line),
}

/// A line of text from the interface or from the engine.
#[derive(Clone, Debug)]
pub(super) struct Line {
    pub(super) speaker: Speaker,
    pub(super) pattern: Pattern,
}

/// Which of the matching lines a fault is applied to.
#[derive(Clone, Debug, Default)]
pub(super) struct Conditions {
    pub(super) count: Count,
    /// Only the first time.
    pub(super) once: bool,
    /// The states of the engine, by the names of the protocol's generator; empty for any state.
    pub(super) states: Vec<String>,
    /// Pattern of the last command.
    pub(super) answering: Option<Pattern>,
    /// Pattern of the command before the last one.
    pub(super) following: Option<Pattern>,
    /// Only lines that were read in one chunk with the line before them.
    pub(super) together: bool,
    /// Matched against the bytes of the line, blanks and carriage return included.
    pub(super) like: Option<Regex>,
}

impl Fault {
    /// This fault and its further actions, the first next to the engine.
    pub(super) fn into_chain(mut self) -> Vec<Fault> {
        let more = std::mem::take(&mut self.more);
        std::iter::once(self).chain(more).collect()
    }
}

impl Conditions {
    /// Whether the fault is applied in this state of the engine.
    pub(super) fn allows(&self, state: &str) -> bool {
        self.states.is_empty() || self.states.iter().any(|it| it == state)
    }
}

/// Which of the lines that match, counted from 1.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) enum Count {
    #[default]
    Every,
    Nth(u64),
    From(u64),
}

impl Count {
    pub(super) fn includes(self, number: u64) -> bool {
        match self {
            Count::Every => true,
            Count::Nth(nth) => number == nth,
            Count::From(from) => number >= from,
        }
    }
}

/// Text with names in it, which get their values where the fault is applied.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Text {
    pub(super) pieces: Vec<Piece>,
}

/// A part of a text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Piece {
    Bytes(Vec<u8>),
    /// `{name}`: a capture of the pattern, the matched `{line}`, or a value of the generator.
    Name(String),
}

impl Text {
    /// The bytes, with each name replaced by `resolve`; `None` if a name has no value.
    pub(super) fn fill(&self, mut resolve: impl FnMut(&str) -> Option<Vec<u8>>) -> Option<Vec<u8>> {
        let mut bytes = Vec::new();
        for piece in &self.pieces {
            match piece {
                Piece::Bytes(it) => bytes.extend_from_slice(it),
                Piece::Name(name) => bytes.extend(resolve(name)?),
            }
        }
        Some(bytes)
    }
}
