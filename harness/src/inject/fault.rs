//! A fault as data: what is done to the conversation, where and when, and which rules that may break.

use std::time::Duration;

use regex::bytes::Regex;

use crate::{
    link::Waste,
    transcript::{End, Pattern, Speaker},
};

/// One fault, as a line of a protocol's list or of the command line gives it.
#[derive(Clone, Debug)]
pub struct Fault {
    /// Its name in the protocol's list.
    pub name: Option<String>,
    /// Its text, without name and declaration.
    pub spec: String,
    /// What it may break; a fault that is given inline declares nothing.
    pub breaks: Option<Breaks>,
    pub(super) action: Action,
    pub(super) place: Place,
    pub(super) when: When,
    /// What is done besides, each nearer to the interface than the one before.
    pub(super) more: Vec<Fault>,
}

/// The rules that a fault is declared to break.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Breaks {
    /// It kills these: they must convict it.
    pub must: Vec<String>,
    /// These may convict it too; no others may.
    pub may: Vec<String>,
}

/// Something that the specification allows although few engines, or few interfaces, do it: no rule above
/// `may` convicts it.
#[derive(Clone, Debug)]
pub struct Oddity {
    pub name: String,
    /// What is done, in a row: the first is next to the engine.
    pub faults: Vec<Fault>,
    /// The side that is odd. The odd lines of an interface are those that reach the engine.
    pub side: Speaker,
    /// The requirements that allow it, as `UCCI H7` or `UCCI H7, T4`.
    pub spec: String,
    /// Rules that convict it all the same, which is a defect of theirs.
    pub accused: Vec<String>,
}

/// What is done where the fault strikes.
#[derive(Clone, Debug)]
pub(super) enum Action {
    Drop,
    Replace(Text),
    Duplicate,
    /// The line is said without its newline.
    Cut,
    Delay(Delay),
    /// Kept back until that line has passed.
    Hold(Line),
    Insert(Speaker, Text),
    /// Lines on standard error.
    Complain(Text),
    /// The line is said byte by byte, one each so often; nothing overtakes it.
    Drip(Duration),
    /// The whole engine ends so.
    End(End),
    /// The engine's output is closed; it lives on.
    Close,
    /// Nothing more is said and nothing more is read.
    Stall,
    /// Memory or a processor is used without need.
    Waste(Waste),
    /// So many bytes of the text, again and again.
    Flood(Text, u64),
}

/// How long a line is delayed.
#[derive(Clone, Debug)]
pub(super) enum Delay {
    For(Duration),
    /// As long as the protocol's generator of that name says.
    Made(String),
}

/// Where a fault strikes.
#[derive(Clone, Debug)]
pub(super) enum Place {
    /// Before anything is said.
    Start,
    /// When the interface closes the engine's input.
    Eof,
    /// Where the engine ends.
    End,
    /// At the line itself, or right before it.
    Before(Line),
    After(Line),
}

/// A line of one side.
#[derive(Clone, Debug)]
pub(super) struct Line {
    pub(super) who: Speaker,
    pub(super) pattern: Pattern,
}

/// Which of the matching lines a fault strikes at.
#[derive(Clone, Debug, Default)]
pub(super) struct When {
    pub(super) count: Count,
    /// Only the first time that it can.
    pub(super) once: bool,
    /// The states of the engine, as the protocol's generator calls them; any if there are none.
    pub(super) states: Vec<String>,
    /// The command said last.
    pub(super) answering: Option<Pattern>,
    /// The command said before the last one.
    pub(super) following: Option<Pattern>,
    /// Only lines that came in one piece with the line before them.
    pub(super) together: bool,
    /// What the bytes of the line look like, blanks and carriage return included.
    pub(super) like: Option<Regex>,
}

impl Fault {
    /// All that is done, the first next to the engine.
    pub(super) fn in_a_row(mut self) -> Vec<Fault> {
        let more = std::mem::take(&mut self.more);
        std::iter::once(self).chain(more).collect()
    }
}

impl When {
    /// Whether the fault strikes in that state of the engine.
    pub(super) fn holds_in(&self, state: &str) -> bool {
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

/// Text with names in it, which are known only where the fault strikes.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Text {
    pub(super) pieces: Vec<Piece>,
}

/// A part of a text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Piece {
    Bytes(Vec<u8>),
    /// `{name}`: a capture of the pattern, the struck `{line}`, or made up by the generator.
    Name(String),
}

impl Text {
    /// The bytes, with `resolve` standing in for the names; `None` if one of them stands for nothing.
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
