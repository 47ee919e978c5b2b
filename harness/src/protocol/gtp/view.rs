//! A stretch of a conversation as GTP rules read it: turns, and what belongs to none.
//!
//! GTP answers in order, so which command a response belongs to is a fact here, not an inference.

mod ending;
mod reader;
mod tracker;

use std::{ops::Range, time::Duration};

use super::wire::{Command, Id, Status};
use crate::{
    protocol::{ending as process, lines},
    readable::readable,
    rule::Culprit,
    transcript::{At, End},
};

pub(super) use tracker::Tracker;

/// A segment: nothing before it is still open.
#[derive(Clone, Debug, Default)]
pub(super) struct View {
    pub(super) turns: Vec<Turn>,
    /// Responses that no command asked for.
    pub(super) extras: Vec<Response>,
    /// Lines that are part of no response.
    pub(super) strays: Vec<Stray>,
    /// How the session ended; `None` while it goes on, and for a record that is cut off.
    pub(super) ending: Option<Ending>,
    /// The command said last before this segment.
    pub(super) before: Option<Line>,
}

/// A line as it was said, and where it stands.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Line {
    pub(super) at: At,
    /// Where it begins within its event's bytes.
    pub(super) offset: usize,
    pub(super) earlier: lines::Earlier,
    pub(super) bytes: Vec<u8>,
    pub(super) time: Duration,
}

/// A command and what became of it.
#[derive(Clone, Debug)]
pub(super) struct Turn {
    pub(super) line: Line,
    pub(super) command: Command,
    pub(super) answer: Answer,
}

/// What became of a command.
#[derive(Clone, Debug)]
pub(super) enum Answer {
    /// Nothing was said yet, and nothing proves that it should have been.
    Owed,
    Given(Box<Response>),
    /// A later command was answered: this one never will be.
    Skipped,
    /// The process ended as it was asked to, and had not answered.
    Left,
    /// It should have been answered long ago.
    Late(Wait),
    /// It need not be answered, or it cannot be told whether it was.
    Waived,
}

/// Time in which nothing came.
#[derive(Clone, Copy, Debug)]
pub(super) struct Wait {
    pub(super) time: Duration,
    /// The host may have slept meanwhile, and so it proves nothing.
    pub(super) host_was_late: bool,
}

/// A response, from its first line on.
#[derive(Clone, Debug)]
pub(super) struct Response {
    pub(super) line: Line,
    pub(super) status: Status,
    /// How many lines it has, and the first of them that says something.
    pub(super) lines: usize,
    pub(super) text: Vec<u8>,
    pub(super) close: Close,
}

/// How a response ended.
#[derive(Clone, Debug)]
pub(super) enum Close {
    /// It may still go on.
    Open,
    /// By the empty line.
    Empty(At),
    /// The next response began instead.
    Next(Line),
    /// The process ended as it was asked to.
    Left,
    /// Nothing more came.
    Late(Wait),
}

/// Lines that are part of no response.
#[derive(Clone, Debug)]
pub(super) struct Stray {
    /// The first of them.
    pub(super) line: Line,
    /// They stand right behind a response and end with an empty line, as if they were its rest.
    pub(super) goes_on: bool,
}

/// How the session ended.
#[derive(Clone, Debug)]
pub(super) struct Ending {
    pub(super) at: At,
    pub(super) end: End,
    pub(super) kind: EndKind,
}

/// What the end says about the engine; where it hung, since which command.
pub(super) type EndKind = process::EndKind<Line>;

impl Line {
    /// Points at the whole line.
    pub(super) fn culprit(&self) -> Culprit {
        self.point(0..self.bytes.len())
    }

    /// Points at a part of the line.
    pub(super) fn point(&self, span: Range<usize>) -> Culprit {
        self.earlier.point(span, self.at, self.offset)
    }
}

impl Turn {
    pub(super) fn id(&self) -> Id {
        self.command.id
    }

    /// Whether an answer must still come. An id alone may be passed over (`GTP G-24`).
    fn is_owed(&self) -> bool {
        matches!(self.answer, Answer::Owed) && self.command.name.is_some()
    }

    pub(super) fn response(&self) -> Option<&Response> {
        match &self.answer {
            Answer::Given(it) => Some(it.as_ref()),
            _ => None,
        }
    }
}

impl Response {
    /// Where it ended by an empty line, if it did.
    pub(super) fn completed(&self) -> Option<At> {
        match self.close {
            Close::Empty(at) => Some(at),
            _ => None,
        }
    }
}

impl View {
    /// Every response to a command, with its turn.
    pub(super) fn answered(&self) -> impl Iterator<Item = (&Turn, &Response)> {
        self.turns
            .iter()
            .filter_map(|turn| Some((turn, turn.response()?)))
    }

    /// Every response, asked for or not.
    pub(super) fn responses(&self) -> impl Iterator<Item = &Response> {
        self.answered().map(|(_, it)| it).chain(&self.extras)
    }

    /// What stood around an event: the command that it answers, or else the one said last.
    pub(super) fn context(&self, at: At) -> String {
        let answers = |turn: &&Turn| turn.response().is_some_and(|it| it.line.at == at);
        let said = |turn: &&Turn| turn.line.at <= at;
        let turn = self.turns.iter().find(answers);
        let turn = turn.or_else(|| self.turns.iter().rev().find(said));
        let line = turn.map(|it| &it.line).or(self.before.as_ref());
        let bytes = line.map(|it| it.bytes.as_slice()).unwrap_or_default();
        readable(bytes).trim().to_owned()
    }
}

/// A duration as people say it: `11.004 s`.
pub(super) fn seconds(time: Duration) -> String {
    format!("{:.3} s", time.as_secs_f64())
}
