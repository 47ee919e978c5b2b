//! The part of a conversation that the GTP rules judge at once (a segment): exchanges, and lines that
//! belong to no exchange.
//!
//! An exchange is a command and its response. A GTP engine answers commands in order, so it is certain which command a
//! response answers. Which command a response answers is uncertain only after a line with only an id, after an odd id
//! or after a long line, and before a superfluous response.

mod board_commands;
mod clock;
mod diagram;
mod ending;
mod game;
mod knowledge;
mod known_scores;
mod reader;
mod response;
mod surplus_responses;
mod tracker;

use std::{ops::Range, time::Duration};

use super::wire::{Command, Id, Point, Spelling, StatusLine};
use crate::{
    protocol::{
        deadline::{AnswerTiming, WaitResult},
        lines, process_end as process,
    },
    readable::readable_text,
    rule::{Culprit, DoubtRange},
    transcript::{EventIndex, SessionEnd},
};

pub(super) use game::{BoardBefore, BoardMistake};
pub(super) use knowledge::CommandFacts;
pub(super) use known_scores::{KnownScore, KnownScores, PRINTED_PRECISION, format_score};
pub(super) use tracker::{QUICK_COMMAND_TIMEOUT, Tracker};

/// A segment of a conversation. All exchanges (commands with their responses) before this segment are finished.
#[derive(Clone, Debug, Default)]
pub(super) struct View {
    pub(super) exchanges: Vec<CommandExchange>,
    /// Responses that answer no command.
    pub(super) extra_responses: Vec<Response>,
    /// Lines that belong to no response.
    pub(super) unexpected_lines: Vec<UnexpectedLines>,
    /// How the session ended, or `None` if the session still runs or the transcript is cut off.
    pub(super) ending: Option<SessionEnding>,
    /// The last command before this segment.
    pub(super) last_command_before: Option<ViewLine>,
    /// When the interface closed the engine's input, and whether `quit` was sent and answered before.
    pub(super) input_closed: Option<InputClosed>,
    /// The ranges in which it is uncertain which commands the responses answer.
    pub(super) doubt_ranges: Vec<DoubtRange>,
}

/// The end of the engine's input: the interface closed it.
#[derive(Clone, Debug)]
pub(super) struct InputClosed {
    pub(super) at: EventIndex,
    pub(super) time: Duration,
    pub(super) quit_sent: bool,
    pub(super) quit_answered: bool,
    /// The wait from the end of the engine's input to the end of the process.
    pub(super) wait_for_exit: WaitResult,
}

/// A line of a conversation, and its place in the transcript.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct ViewLine {
    pub(super) at: EventIndex,
    /// The offset of the line in the bytes of its event.
    pub(super) offset: usize,
    pub(super) earlier_chunks: lines::EarlierChunks,
    pub(super) bytes: Vec<u8>,
    pub(super) time: Duration,
}

/// A command and its answer.
#[derive(Clone, Debug)]
pub(super) struct CommandExchange {
    pub(super) line: ViewLine,
    pub(super) command: Command,
    pub(super) spelling: Spelling,
    pub(super) answer: CommandAnswer,
    /// The line of the interface that ended a running stream of analysis reports (`GTP A-2`).
    pub(super) interrupted_by: Option<ViewLine>,
    /// If a line ended a stream of reports: how long the engine took to end its response.
    pub(super) stream_end_timing: Option<AnswerTiming>,
    /// Further responses to this command, if the command is a long line that the engine read as several lines.
    pub(super) further_responses: Vec<ViewLine>,
    pub(super) board: BoardBefore,
    pub(super) facts: CommandFacts,
    /// If the command is `list_commands`: the names that its answer lacks although the engine knows them, and the names
    /// that it contains although the engine does not know them.
    pub(super) list_conflicts: CommandListConflicts,
    /// The engine's name and version, if this command is `name` or `version` and both are known.
    pub(super) name_and_version: Option<(Vec<u8>, Vec<u8>)>,
    /// If the command is a `genmove`: how long the engine took, and how long it was allowed to take.
    pub(super) genmove_timing: Option<GenmoveTiming>,
    /// The stones that earlier answers to `final_status_list` named in the present position.
    pub(super) status_lists: StatusLists,
}

/// How long the engine took for a `genmove`, and how long it was allowed to take.
#[derive(Clone, Copy, Debug)]
pub(super) struct GenmoveTiming {
    /// The time at which the engine could begin with the `genmove`.
    pub(super) started_at: Duration,
    pub(super) allowed_time: Duration,
    pub(super) timing: AnswerTiming,
}

/// Contradictions between `list_commands` and other answers of the engine: the known commands that the list lacks, and
/// the unknown commands that it contains.
#[derive(Clone, Debug, Default)]
pub(super) struct CommandListConflicts {
    pub(super) missing_names: Vec<String>,
    pub(super) unknown_names: Vec<String>,
}

/// The stones that the lists of `final_status_list` name, or `None` for a list that the engine has not sent.
#[derive(Clone, Debug, Default)]
pub(super) struct StatusLists {
    pub(super) alive: Option<Vec<Point>>,
    pub(super) dead: Option<Vec<Point>>,
    pub(super) seki: Option<Vec<Point>>,
}

/// The answer to a command.
#[derive(Clone, Debug)]
pub(super) enum CommandAnswer {
    /// The engine has not responded yet, and the timeout has not passed.
    AnswerPending,
    Answered(Box<Response>),
    /// The engine answered a later command and skipped this command.
    CommandSkipped,
    /// The process ended after `quit` and did not answer this command.
    ProcessEnded,
    /// The response did not come before the timeout.
    TimedOut(TimedOutWait),
    /// The command needs no answer, or it is uncertain whether the engine answered.
    NotRequired,
}

/// A wait that was longer than the timeout, and during which the engine sent nothing.
#[derive(Clone, Copy, Debug)]
pub(super) struct TimedOutWait {
    pub(super) time: Duration,
    /// The host was too slow, so the missing output proves nothing.
    pub(super) host_was_late: bool,
}

/// A response.
#[derive(Clone, Debug)]
pub(super) struct Response {
    pub(super) line: ViewLine,
    pub(super) status: StatusLine,
    /// The number of lines of the response. The field `text` is the first line of the response that has text.
    pub(super) line_count: usize,
    pub(super) text: Vec<u8>,
    /// The lines of the response after its first line, up to a maximum.
    pub(super) lines: Vec<ViewLine>,
    pub(super) kept_byte_count: usize,
    pub(super) end: ResponseEnd,
    /// The empty lines between the end of this response and the next output or command.
    pub(super) extra_newlines: Vec<ViewLine>,
    /// True if text follows after the empty line, and this text seems to be the rest of the response.
    pub(super) has_text_after_empty_line: bool,
    /// The time of the last line of the response.
    pub(super) end_time: Duration,
}

/// How a response ended.
#[derive(Clone, Debug)]
pub(super) enum ResponseEnd {
    /// The response is not complete yet.
    Incomplete,
    /// An empty line ended the response.
    EmptyLine(EventIndex),
    /// The next response began although no empty line had ended this one.
    NextResponse(ViewLine),
    /// The process ended after `quit`, in the middle of this response.
    ProcessEnded,
    /// The empty line at the end of the response did not come before the timeout.
    TimedOut(TimedOutWait),
}

/// Consecutive lines that belong to no response.
#[derive(Clone, Debug)]
pub(super) struct UnexpectedLines {
    /// The first of the consecutive lines that belong to no response.
    pub(super) line: ViewLine,
    /// True if the lines directly follow a response and end with an empty line, as if they
    /// continued the response.
    pub(super) continues_response: bool,
    /// True if the first line is a report of an analysis that has already ended.
    pub(super) begins_with_late_report: bool,
}

/// How the session ended.
#[derive(Clone, Debug)]
pub(super) struct SessionEnding {
    pub(super) at: EventIndex,
    pub(super) session_end: SessionEnd,
    pub(super) kind: EndKind,
    /// The wait from the engine's last output to the end of the session.
    pub(super) wait_since_output: WaitResult,
}

/// The kind of the session's end, such as a crash. The variant for a hang stores the command after
/// which the engine sent nothing.
pub(super) type EndKind = process::EndKind<ViewLine>;

impl ViewLine {
    /// Returns the whole line as a culprit (the place to which a violation points).
    pub(super) fn culprit(&self) -> Culprit {
        self.culprit_part(0..self.bytes.len())
    }

    /// Returns a part of the line as a culprit (the place to which a violation points).
    pub(super) fn culprit_part(&self, span: Range<usize>) -> Culprit {
        self.earlier_chunks
            .culprit_of_part(span, self.at, self.offset)
    }
}

impl CommandExchange {
    fn new(line: ViewLine, command: Command, answer: CommandAnswer) -> CommandExchange {
        CommandExchange {
            spelling: Spelling::of_line(&line.bytes, &command),
            line,
            command,
            answer,
            interrupted_by: None,
            stream_end_timing: None,
            further_responses: Vec::new(),
            board: BoardBefore::default(),
            facts: CommandFacts::default(),
            list_conflicts: CommandListConflicts::default(),
            name_and_version: None,
            genmove_timing: None,
            status_lists: StatusLists::default(),
        }
    }

    pub(super) fn command_id(&self) -> Id {
        self.command.id
    }

    /// Whether the engine must still answer this command. An engine may skip a line with only an id
    /// (`GTP G-24`).
    fn must_be_answered(&self) -> bool {
        matches!(self.answer, CommandAnswer::AnswerPending) && self.command.name.is_some()
    }

    pub(super) fn response(&self) -> Option<&Response> {
        match &self.answer {
            CommandAnswer::Answered(it) => Some(it.as_ref()),
            _ => None,
        }
    }
}

impl Response {
    /// The event with the empty line that ended the response.
    pub(super) fn closing_empty_line_event(&self) -> Option<EventIndex> {
        match self.end {
            ResponseEnd::EmptyLine(at) => Some(at),
            _ => None,
        }
    }
}

impl View {
    /// Whether the engine has sent a complete response to `quit`.
    pub(super) fn is_quit_answered(&self) -> bool {
        let quit = self
            .exchanges
            .iter()
            .rfind(|it| it.command.has_name("quit"));
        let response = quit.and_then(CommandExchange::response);
        response.is_some_and(|it| it.closing_empty_line_event().is_some())
    }

    /// Every response that answers a command, with the command's exchange.
    pub(super) fn answered_exchanges(&self) -> impl Iterator<Item = (&CommandExchange, &Response)> {
        self.exchanges
            .iter()
            .filter_map(|exchange| Some((exchange, exchange.response()?)))
    }

    /// Every response, including responses without a command.
    pub(super) fn responses(&self) -> impl Iterator<Item = &Response> {
        self.answered_exchanges()
            .map(|(_, it)| it)
            .chain(&self.extra_responses)
    }

    /// The context of an event: the command that the event answers. If the event answers no command, the context is the
    /// last command before the event.
    pub(super) fn context_text_at(&self, at: EventIndex) -> String {
        let answers =
            |exchange: &&CommandExchange| exchange.response().is_some_and(|it| it.line.at == at);
        let said = |exchange: &&CommandExchange| exchange.line.at <= at;
        let exchange = self.exchanges.iter().find(answers);
        let exchange = exchange.or_else(|| self.exchanges.iter().rev().find(said));
        let line = exchange
            .map(|it| &it.line)
            .or(self.last_command_before.as_ref());
        let bytes = line.map(|it| it.bytes.as_slice()).unwrap_or_default();
        readable_text(bytes).trim_end_matches('\r').to_owned()
    }
}
