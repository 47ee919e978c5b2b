//! A segment (part) of a conversation, as the rules read it: parsed lines, searches and questions.
//!
//! Lines have no request ids, so ponderhit infers which `go` a line belongs to. If it is not certain which `go` a line
//! belongs to, the line is marked and not judged.

use std::{ops::Range, sync::Arc, time::Duration};

use super::{
    Command, Dialect, PositionAfterPonderhit, Response, Search, UnspecifiedLine, UnterminatedLine,
    tracker,
};
use crate::{
    message::Message,
    protocol::{deadline::Timing, lines, process_end, resource_usage::UsageSample},
    rule::{Culprit, DoubtRange, Findings},
    transcript::{EventIndex, SessionEnd},
};

/// The state of the engine (`UCCI ST1`) that the interface can infer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::protocol) enum EnginePhase {
    /// No command was sent yet.
    BeforeFirstCommand,
    /// The first command was not a command of this protocol, so the engine may do anything (`UCCI H3`).
    OtherProtocol,
    /// The handshake has begun and is not complete yet.
    Handshake,
    Idle,
    Thinking,
    /// `quit` was sent.
    Quitting,
}

/// A segment: its lines, and the searches and questions in them.
#[derive(Clone, Debug, Default)]
pub(in crate::protocol) struct View<D: Dialect> {
    pub(in crate::protocol) entries: Vec<ViewEntry<D>>,
    pub(in crate::protocol) searches: Vec<Search<D>>,
    pub(in crate::protocol) questions: Vec<AskedQuestion<D>>,
    pub(in crate::protocol) first_handshake: Option<HandshakeRecord>,
    /// `stop` commands that reached an idle engine.
    pub(in crate::protocol) idle_stops: Vec<IdleStop>,
    pub(in crate::protocol) quit: Option<QuitRecord>,
    pub(in crate::protocol) positions_after_ponderhit: Vec<PositionAfterPonderhit<D>>,
    /// The dialect's data about this segment.
    pub(in crate::protocol) dialect_notes: D::SegmentNotes,
    /// A greeting was sent before this segment.
    pub(in crate::protocol) greeted_before: bool,
    /// The unfinished line that the interface had sent when it closed the engine's input.
    pub(in crate::protocol) unterminated_line: Option<UnterminatedLine>,
    /// The lines of unspecified input.
    pub(in crate::protocol) unspecified_lines: Vec<UnspecifiedLine<D>>,
    /// The ranges of doubt, which are not judged.
    pub(in crate::protocol) doubt_ranges: Vec<DoubtRange>,
    /// How the session ended, or `None` if the session still runs or the recording is cut off.
    pub(in crate::protocol) session_end: Option<EndRecord>,
    /// The index of the entry at which the interface closed the engine's input.
    pub(in crate::protocol) input_closed_entry: Option<usize>,
    /// The time at which the interface closed the engine's input or stopped reading its output.
    pub(in crate::protocol) interface_left_at: Option<Duration>,
    /// The time that the clock of the running search still had at the end of the engine's input, or `None` if other
    /// searches may follow.
    pub(in crate::protocol) clock_at_end: Option<Duration>,
    /// Measurements of memory and processor time in the whole conversation. Only the last segment of a conversation has
    /// the measurements.
    pub(in crate::protocol) usage_samples: Vec<UsageSample>,
    /// The limit of the session that the engine exceeded.
    pub(in crate::protocol) exceeded_limit: Option<ExceededLimit>,
    /// The names of the announced options, in the order of their announcement.
    pub(in crate::protocol) announced_options: Vec<String>,
    /// The names of the options that were announced in a later handshake.
    pub(in crate::protocol) reannounced_options: Vec<String>,
    /// The options of type `check` in the first handshake.
    pub(in crate::protocol) check_options: Vec<String>,
    /// The factor by which this run multiplies ponderhit's time limits, and how late the host was.
    pub(in crate::protocol) timing: Timing,
    /// The time of the last event.
    pub(in crate::protocol) last_event_time: Duration,
    /// The last commands before this segment that set the position and started a search.
    pub(in crate::protocol) context_before: Vec<String>,
}

/// A line, or another event that the rules use.
#[derive(Clone, Debug)]
pub(in crate::protocol) struct ViewEntry<D: Dialect> {
    pub(in crate::protocol) at: EventIndex,
    pub(in crate::protocol) time: Duration,
    pub(in crate::protocol) content: EntryContent<D>,
    pub(in crate::protocol) line: Vec<u8>,
    /// The offset of the line in the bytes of its event.
    pub(in crate::protocol) offset: usize,
    pub(in crate::protocol) earlier_chunks: lines::EarlierChunks,
    /// The state of the engine before this line.
    pub(in crate::protocol) phase: EnginePhase,
    /// The engine reads this command only after its search has ended (batch mode).
    pub(in crate::protocol) is_deferred: bool,
    /// The engine sent this answer too early: it should have read the command only later (`UCCI ST8`).
    pub(in crate::protocol) sent_before_command_read: bool,
    /// The line was sent while `debug` was on or may have been on.
    pub(in crate::protocol) was_debug_on: bool,
    /// The output ended before the newline of this line.
    pub(in crate::protocol) is_unterminated: bool,
    /// Whether a command asked for this response.
    pub(in crate::protocol) expectation: Expectation,
    /// The line was sent before the greeting, or after a change to another protocol (`UCCI H3`). If a log contains only
    /// the engine's output, and therefore no greeting, only the lines of another protocol's handshake are marked.
    pub(in crate::protocol) may_be_other_protocol: bool,
}

/// Whether a command asked for the response.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::protocol) enum Expectation {
    Requested,
    /// No command asked for the response.
    NotRequested,
    /// A command may or may not have asked for the line, or the line is not a response.
    PossiblyRequested,
}

/// The content of an entry: a parsed line, or another event.
#[derive(Clone, Debug)]
pub(in crate::protocol) enum EntryContent<D: Dialect> {
    Command(Command<D>),
    Response(Arc<Response<D>>),
    /// An event that is not a line, such as the end of the process, or a line that was judged in an
    /// earlier segment.
    Other,
}

/// A question (a command that asks for an answer, such as `isready`) and its answer.
#[derive(Clone, Debug)]
pub(in crate::protocol) struct AskedQuestion<D: Dialect> {
    pub(in crate::protocol) kind: QuestionKind,
    /// The index of the question's command among all lines of the conversation.
    pub(in crate::protocol) conversation_index: usize,
    pub(in crate::protocol) entry: usize,
    /// The time at which the engine could read the command. If the command waited for the end of a search or of the
    /// handshake, the engine could read it only some time after it was sent.
    pub(in crate::protocol) readable_since: Duration,
    pub(in crate::protocol) phase: EnginePhase,
    pub(in crate::protocol) answer_entry: Option<usize>,
    /// The engine may read the command late, or the answer to the command is ambiguous.
    pub(in crate::protocol) is_doubtful: bool,
    /// The engine may read the command only after a search.
    pub(in crate::protocol) may_be_read_after_search: bool,
    /// The engine may ignore the command, or the answer may belong to an earlier command.
    pub(in crate::protocol) may_be_skipped: bool,
    /// The engine must answer, even if it is uncertain which answer belongs to the question.
    pub(in crate::protocol) is_answer_owed: bool,
    /// The position that the command asks about, if it is a command such as `probe`.
    pub(in crate::protocol) position: Option<D::Game>,
}

/// The kind of a command that asks for an answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::protocol) enum QuestionKind {
    IsReady,
    /// A command that asks for an answer and that only this protocol has, such as `probe` of UCCI.
    DialectQuestion,
}

/// The first greeting and its answer.
#[derive(Clone, Debug)]
pub(in crate::protocol) struct HandshakeRecord {
    pub(in crate::protocol) entry: usize,
    pub(in crate::protocol) answer_entry: Option<usize>,
    /// A greeting of another protocol came first, so the engine need not answer (`UCCI H3`).
    pub(in crate::protocol) after_other_protocol: bool,
    /// The engine completed the handshake of another protocol and may continue to speak it.
    pub(in crate::protocol) answered_by_other_protocol: bool,
    /// A handshake of this protocol was already complete before this greeting. The engine may have ignored the greeting
    /// of the other protocol, and also the repeated greeting of this protocol (`UCCI H7`).
    pub(in crate::protocol) is_repeated: bool,
}

/// A `stop` sent to an engine that was certainly idle (`UCCI X3`).
#[derive(Clone, Debug)]
pub(in crate::protocol) struct IdleStop {
    /// The index of the `stop` among all lines of the conversation.
    pub(in crate::protocol) conversation_index: usize,
    pub(in crate::protocol) culprit: Culprit,
    pub(in crate::protocol) answer: Option<EventIndex>,
    /// A later `isready` was answered and one second without output followed, so no answer to the `stop` can come.
    pub(in crate::protocol) is_expired: bool,
}

/// The `quit` and its answer.
#[derive(Clone, Debug)]
pub(in crate::protocol) struct QuitRecord {
    pub(in crate::protocol) entry: usize,
    /// The time at which the engine could read the `quit`. If the `quit` waited for the end of a search or of the
    /// handshake, the engine could read it only some time after it was sent.
    pub(in crate::protocol) readable_since: Duration,
    pub(in crate::protocol) phase: EnginePhase,
    pub(in crate::protocol) bye_entry: Option<usize>,
}

/// The event at which the engine exceeded a limit of the session, so that the recording ended.
#[derive(Clone, Debug)]
pub(in crate::protocol) struct ExceededLimit {
    pub(in crate::protocol) exceeded_limit_kind: SessionLimit,
    pub(in crate::protocol) at: EventIndex,
    /// The size of the limit as text of the transcript, such as `16 MiB`.
    pub(in crate::protocol) size: String,
}

/// A session limit that an engine can exceed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::protocol) enum SessionLimit {
    Output,
    Memory,
}

/// How the session ended.
#[derive(Clone, Debug)]
pub(in crate::protocol) struct EndRecord {
    pub(in crate::protocol) entry: usize,
    pub(in crate::protocol) session_end: SessionEnd,
    pub(in crate::protocol) kind: EndKind,
    /// The engine may have written a diagnosis (any text) after the last line of unspecified input.
    pub(in crate::protocol) may_have_written_diagnosis: bool,
    /// The transcript shows a text that the engine wrote after the last line of unspecified input.
    pub(in crate::protocol) has_written_diagnosis: bool,
    /// The interface had stopped reading the engine's output.
    pub(in crate::protocol) is_output_unread: bool,
}

/// How the engine ended. For a hang, the value contains the entry index of the command after which the engine sent
/// nothing.
pub(in crate::protocol) type EndKind = process_end::EndKind<usize>;

impl<D: Dialect> ViewEntry<D> {
    /// The culprit (the place that a violation reports) for the whole line.
    pub(in crate::protocol) fn culprit(&self) -> Culprit {
        self.culprit_of_part(0..self.line.len())
    }

    /// The culprit (the place that a violation reports) for a part of the line. If the part is empty, because something
    /// is missing at this place, the culprit is one byte long.
    pub(in crate::protocol) fn culprit_of_part(&self, span: Range<usize>) -> Culprit {
        let end = span.end.max(span.start + 1);
        self.earlier_chunks
            .culprit_of_part(span.start..end, self.at, self.offset)
    }

    pub(in crate::protocol) fn command(&self) -> Option<&Command<D>> {
        match &self.content {
            EntryContent::Command(it) => Some(it),
            _ => None,
        }
    }

    pub(in crate::protocol) fn response(&self) -> Option<&Response<D>> {
        match &self.content {
            EntryContent::Response(it) => Some(it),
            _ => None,
        }
    }
}

impl<D: Dialect> View<D> {
    /// Returns the segment's entry (line or event) with this index.
    pub(in crate::protocol) fn entry(&self, index: usize) -> &ViewEntry<D> {
        &self.entries[index]
    }

    /// The entry of a search's result.
    pub(in crate::protocol) fn result_entry<'a>(
        &'a self,
        search: &Search<D>,
    ) -> Option<&'a ViewEntry<D>> {
        search.result_entry.map(|it| self.entry(it))
    }

    /// Judges a response that is a violation if no command asked for it.
    pub(in crate::protocol) fn judge_expectation(
        entry: &ViewEntry<D>,
        out: &mut Findings,
        message: impl FnOnce() -> Message,
    ) {
        match entry.expectation {
            Expectation::Requested => out.conforms(entry.at),
            Expectation::NotRequested => out.violates(entry.culprit(), message()),
            Expectation::PossiblyRequested => (),
        }
    }

    /// Every response, with its entry.
    pub(in crate::protocol) fn responses(
        &self,
    ) -> impl Iterator<Item = (&ViewEntry<D>, &Response<D>)> {
        self.entries
            .iter()
            .filter_map(|entry| Some((entry, entry.response()?)))
    }

    /// Every complete response of this protocol. Lines that were cut off, lines before the greeting and lines of
    /// another protocol (`UCCI H3`) are left out.
    pub(in crate::protocol) fn complete_responses(
        &self,
    ) -> impl Iterator<Item = (&ViewEntry<D>, &Response<D>)> {
        let whole = |entry: &ViewEntry<D>| !entry.may_be_other_protocol && !entry.is_unterminated;
        self.responses().filter(move |it| whole(it.0))
    }

    /// Every command, with the index of its entry.
    pub(in crate::protocol) fn commands(&self) -> impl Iterator<Item = (usize, &Command<D>)> {
        let entries = self.entries.iter().enumerate();
        entries.filter_map(|(index, entry)| match &entry.content {
            EntryContent::Command(command) => Some((index, command)),
            _ => None,
        })
    }

    /// Returns a copy of the segment whose lines are the same, but in which no line counts as ambiguous. If a rule
    /// finds something to judge in the copy, but nothing in the segment itself, the rule is inconclusive.
    pub(in crate::protocol) fn copy_without_doubts(&self) -> View<D> {
        let mut plain = self.clone();
        for search in &mut plain.searches {
            search.is_doubtful = false;
            search.doubtful_since = None;
            search.may_be_skipped = false;
            search.may_have_been_stopped = false;
            search.is_time_unit_known = true;
            search.board.make_certain();
        }
        for ask in &mut plain.questions {
            ask.is_doubtful = false;
        }
        for entry in &mut plain.entries {
            let judged = !matches!(
                entry.phase,
                EnginePhase::BeforeFirstCommand | EnginePhase::Quitting
            );
            if entry.expectation == Expectation::PossiblyRequested
                && judged
                && entry.response().is_some()
            {
                entry.expectation = Expectation::Requested;
            }
        }
        plain
    }

    /// Every command of this protocol, without the lines before the greeting and the lines of another protocol.
    pub(in crate::protocol) fn commands_of_this_protocol(
        &self,
    ) -> impl Iterator<Item = (&ViewEntry<D>, &Command<D>)> {
        let commands = self.commands();
        let commands = commands.map(|(index, command)| (self.entry(index), command));
        commands.filter(|(entry, _)| !entry.may_be_other_protocol)
    }

    /// Whether any search has a result. A rule may be not applicable because the engine never sends a certain word, but
    /// before the first result it is too early to decide this.
    pub(in crate::protocol) fn has_results(&self) -> bool {
        self.searches.iter().any(|it| it.result_entry.is_some())
    }

    /// Whether the handshake is complete.
    pub(in crate::protocol) fn is_handshake_done(&self) -> bool {
        self.first_handshake
            .as_ref()
            .is_some_and(|it| it.answer_entry.is_some())
    }

    /// Whether missing answers are excused, because a rule about the engine's end already reports why they are missing.
    pub(in crate::protocol) fn are_missing_answers_excused(&self) -> bool {
        let ended = self.session_end.as_ref();
        self.exceeded_limit.is_some() || ended.is_some_and(|it| it.kind.excuses_missing_answers())
    }

    /// The time until which answers were awaited: the last event, or the time at which the interface stopped reading.
    pub(in crate::protocol) fn observation_end_time(&self) -> Duration {
        self.interface_left_at
            .map_or(self.last_event_time, |it| it.min(self.last_event_time))
    }

    /// The context of an event: the last commands before it that set the position and started a search.
    pub(in crate::protocol) fn context_text_at(&self, at: EventIndex) -> String {
        let count = self.entries.partition_point(|it| it.at <= at);
        self.context_after(&self.entries[..count]).join(" · ")
    }

    /// The context (the last commands that set the position and started a search) after these entries.
    pub(in crate::protocol) fn context_after(&self, entries: &[ViewEntry<D>]) -> Vec<String> {
        // A `position` that is not sent during a search starts a new context.
        let begins = |it: &ViewEntry<D>| {
            matches!(it.command(), Some(Command::Position(_))) && it.phase != EnginePhase::Thinking
        };
        let (mut context, start) = match entries.iter().rposition(begins) {
            Some(start) => (Vec::new(), start),
            None => (self.context_before.clone(), 0),
        };
        for entry in &entries[start..] {
            if let EntryContent::Command(command) = &entry.content {
                tracker::add_to_context(&mut context, entry, command);
            }
        }
        context
    }
}
