//! A segment of a conversation for the GTP rules: turns, and lines that belong to no turn.
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

/// A segment: every turn before it is complete.
#[derive(Clone, Debug, Default)]
pub(super) struct View {
    pub(super) turns: Vec<Turn>,
    /// Responses that no command asked for.
    pub(super) extras: Vec<Response>,
    /// Lines outside of responses.
    pub(super) strays: Vec<Stray>,
    /// How the session ended; `None` while it runs, and for a transcript that is cut off.
    pub(super) ending: Option<Ending>,
    /// The last command before this segment.
    pub(super) before: Option<Line>,
}

/// A line and its place in the transcript.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Line {
    pub(super) at: At,
    /// Its offset within its event's bytes.
    pub(super) offset: usize,
    pub(super) earlier: lines::Earlier,
    pub(super) bytes: Vec<u8>,
    pub(super) time: Duration,
}

/// A command and its answer.
#[derive(Clone, Debug)]
pub(super) struct Turn {
    pub(super) line: Line,
    pub(super) command: Command,
    pub(super) answer: Answer,
}

/// The answer to a command.
#[derive(Clone, Debug)]
pub(super) enum Answer {
    /// No response yet, and not yet late.
    Owed,
    Given(Box<Response>),
    /// A later command was answered, so this one will not be.
    Skipped,
    /// The process ended after `quit` without an answer.
    ProcessEnded,
    /// The response timed out.
    Late(Wait),
    /// No answer is required, or it is ambiguous whether there was one.
    Waived,
}

/// Time without output.
#[derive(Clone, Copy, Debug)]
pub(super) struct Wait {
    pub(super) time: Duration,
    /// The host was late itself, so the wait proves nothing.
    pub(super) host_was_late: bool,
}

/// A response.
#[derive(Clone, Debug)]
pub(super) struct Response {
    pub(super) line: Line,
    pub(super) status: Status,
    /// The number of its lines, and the first one with text.
    pub(super) lines: usize,
    pub(super) text: Vec<u8>,
    pub(super) close: Close,
}

/// How a response ended.
#[derive(Clone, Debug)]
pub(super) enum Close {
    /// It is not complete yet.
    Open,
    /// An empty line ended it.
    Empty(At),
    /// The next response began without an empty line.
    Next(Line),
    /// The process ended after `quit`.
    ProcessEnded,
    /// The empty line timed out.
    Late(Wait),
}

/// Lines outside of responses.
#[derive(Clone, Debug)]
pub(super) struct Stray {
    /// The first of them.
    pub(super) line: Line,
    /// They follow a response directly and end with an empty line, as if they were its rest.
    pub(super) continues_response: bool,
}

/// How the session ended.
#[derive(Clone, Debug)]
pub(super) struct Ending {
    pub(super) at: At,
    pub(super) end: End,
    pub(super) kind: EndKind,
}

/// The kind of end; if the engine hung, since which command.
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

    /// Whether an answer is required. An engine may skip a line with only an id (`GTP G-24`).
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
    /// The empty line that ended it, if any.
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

    /// Every response, including those that no command asked for.
    pub(super) fn responses(&self) -> impl Iterator<Item = &Response> {
        self.answered().map(|(_, it)| it).chain(&self.extras)
    }

    /// The context of an event: the command that it answers, or else the last command.
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
