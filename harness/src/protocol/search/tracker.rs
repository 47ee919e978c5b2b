//! Follows a conversation event by event and builds the segments that the rules judge.

mod command_during_search;
mod commands;
mod doubts;
mod fences;
mod handshake;
mod lenient_lines;
mod open_questions;
mod responses;
mod session_end;

use std::{collections::VecDeque, sync::Arc, time::Duration};

pub(in crate::protocol) use self::doubts::DoubtKind;
use self::{
    doubts::UncertainResults,
    fences::{Fences, UnansweredStops},
};
use super::{
    Board, Command, CommandDuringSearch, Dialect, EnginePhase, EntryContent, ExceededLimit,
    Expectation, OptionLine, PositionSpec, PreviousSearch, Response, SessionLimit,
    UnterminatedLine, View, ViewEntry,
};
use crate::{
    protocol::{
        deadline::MAX_CONVERSATION_TIME,
        lines::{self, Line, LineAssembler},
        measured_facts::MeasuredFact,
        resource_usage::{EngineWork, UsageMeter},
    },
    readable::readable_text,
    transcript::{Event, EventIndex, EventKind, Fact, Speaker},
};

/// The least number of entries (lines) in a segment, a part of the conversation that is judged at once. A segment that
/// is long enough ends before the next command, if no answer is missing at that time.
const MIN_SEGMENT_ENTRIES: usize = 256;

/// A segment in which an answer is missing may be longer than [`MIN_SEGMENT_ENTRIES`] by this
/// factor.
const MAX_SEGMENT_FACTOR: usize = 16;

/// The state of the engine at the current event of the conversation.
#[derive(Clone, Debug)]
pub(in crate::protocol) struct Tracker<D: Dialect> {
    pub(in crate::protocol) view: View<D>,
    pub(in crate::protocol) phase: EnginePhase,
    /// The dialect's data about the conversation so far, such as the options in force.
    pub(in crate::protocol) dialect_state: D::DialectState,
    /// The options that the engine announced.
    pub(in crate::protocol) announced_options: Vec<OptionLine>,
    /// The engine's name in its handshake.
    pub(in crate::protocol) engine_name: Option<String>,
    pub(in crate::protocol) is_handshake_done: bool,
    /// Before the greeting, the engine answered another line as if it were the greeting.
    greeting_answered_early: bool,
    pub(in crate::protocol) board: Board<D>,
    /// The interface sent a line of unspecified input that may have changed the state of the engine.
    pub(in crate::protocol) is_after_invalid_input: bool,
    /// The interface sent a `position` command that every engine must accept.
    position_was_sent: bool,
    /// The last `position` command.
    pub(in crate::protocol) last_position: Option<PositionSpec<D>>,
    /// The number of commands that may have set the board.
    board_command_count: usize,
    /// The position that the engine searched when `ponderhit` was sent. The next `position` command sets this field to
    /// `None`.
    pondered_position: Option<PositionSpec<D>>,
    /// The entry indexes of the unanswered greetings of another protocol.
    other_protocol_greetings: VecDeque<usize>,
    /// The engine answered a greeting of another protocol.
    greeted_by_other_protocol: bool,
    /// The last search with a result.
    previous_search: Option<Box<PreviousSearch<D>>>,
    /// A command that was sent during a search and that the engine must ignore. The next `position` command sets this
    /// field to `None`.
    command_during_search: Option<Box<CommandDuringSearch<D>>>,
    /// Commands that the engine reads only when it is idle. Commands are queued before the end of the handshake and, in
    /// batch mode, during a search.
    queued_commands: VecDeque<(usize, Command<D>)>,
    /// Which lines the engine has certainly read, because it answered a later `isready`.
    fences: Fences,
    /// The `stop` commands whose answer may still come as a separate `nobestmove` (`UCCI X8`).
    unanswered_stops: UnansweredStops,
    /// The number of `stop` commands that had no answer when the search began.
    stops_before_search: usize,
    /// The entry index of a `nobestmove` that may be the result of the search or the answer to an
    /// earlier `stop`.
    undecided_nobestmove: Option<usize>,
    /// The doubts that have not ended, each with its range of ambiguous lines.
    open_doubts: doubts::OpenDoubts,
    uncertain_results: Option<UncertainResults>,
    /// The number of lines before the handshake that may have started a search.
    possible_early_searches: usize,
    /// The greetings after the first greeting. A second handshake is allowed (`UCCI H7`).
    later_greetings: LaterGreetings,
    /// A line that the engine may have accepted as `quit`.
    possible_quit: Option<PossibleQuit>,
    /// The deviations from the grammar (such as a blank at the end of a line) that the engine
    /// certainly accepts.
    accepted_deviations: GrammarDeviations,
    /// The deviations of the last `position` from the grammar.
    position_deviations: GrammarDeviations,
    is_input_closed: bool,
    /// The engine's output is no longer read.
    is_output_unread: bool,
    /// Later lines of the engine's standard error are not in the transcript.
    is_stderr_truncated: bool,
    /// Since the last line of unspecified input, the engine has sent a line, or has written a line to its standard
    /// error.
    pub(in crate::protocol) wrote_since_unspecified_line: bool,
    /// The interface has sent a command.
    command_was_sent: bool,
    /// The last line `= rss`, which records too much memory use. If the engine is killed right after a line `= rss`,
    /// its memory use was the reason.
    last_memory_fact: Option<(EventIndex, String)>,
    usage_meter: UsageMeter,
    assembler: LineAssembler,
    /// The time at which the engine's last bytes came, even if these bytes do not end a line.
    last_output_time: Duration,
    event_count: usize,
    now: Duration,
    /// The number of entries (lines) in the earlier segments of the conversation.
    entries_before: usize,
    /// The least number of entries (lines) of a segment of the conversation.
    min_segment_entries: usize,
    /// The number of entries that were moved from the previous segment to this segment, because the answers to their
    /// commands are missing.
    carried_entries: usize,
}

/// The greetings after the first greeting. The engine may answer or ignore greetings after the first one.
#[derive(Clone, Copy, Debug, Default)]
struct LaterGreetings {
    unanswered_count: usize,
    /// The index of the latest greeting among all lines of the conversation.
    latest_index: usize,
}

/// A line that the engine may have accepted as `quit`.
#[derive(Clone, Copy, Debug)]
struct PossibleQuit {
    /// The index of the line among all lines of the conversation.
    line_index: usize,
    entry: usize,
}

/// Deviations from the grammar whose effect the protocol does not specify (`UCCI T4`, `T6`).
#[derive(Clone, Copy, Debug, Default)]
struct GrammarDeviations {
    /// A carriage return at the end of a line.
    has_carriage_return: bool,
    /// A blank at the end of a line.
    has_trailing_blank: bool,
}

impl<D: Dialect> Tracker<D> {
    pub(in crate::protocol) fn new() -> Tracker<D> {
        Tracker {
            view: View {
                clock_at_end: Some(Duration::ZERO),
                ..View::default()
            },
            phase: EnginePhase::BeforeFirstCommand,
            dialect_state: D::DialectState::default(),
            announced_options: Vec::new(),
            engine_name: None,
            is_handshake_done: false,
            greeting_answered_early: false,
            board: Board::default(),
            is_after_invalid_input: false,
            position_was_sent: false,
            last_position: None,
            board_command_count: 0,
            pondered_position: None,
            other_protocol_greetings: VecDeque::new(),
            greeted_by_other_protocol: false,
            previous_search: None,
            command_during_search: None,
            queued_commands: VecDeque::new(),
            fences: Fences::default(),
            unanswered_stops: UnansweredStops::default(),
            stops_before_search: 0,
            undecided_nobestmove: None,
            open_doubts: doubts::OpenDoubts::new(D::DOUBT_REASONS.skipped_deferred_go),
            uncertain_results: None,
            possible_early_searches: 0,
            later_greetings: LaterGreetings::default(),
            possible_quit: None,
            accepted_deviations: GrammarDeviations::default(),
            position_deviations: GrammarDeviations::default(),
            is_input_closed: false,
            is_output_unread: false,
            is_stderr_truncated: false,
            wrote_since_unspecified_line: false,
            command_was_sent: false,
            last_memory_fact: None,
            usage_meter: UsageMeter::default(),
            assembler: LineAssembler::default(),
            last_output_time: Duration::ZERO,
            event_count: 0,
            now: Duration::ZERO,
            entries_before: 0,
            min_segment_entries: MIN_SEGMENT_ENTRIES,
            carried_entries: 0,
        }
    }

    /// Creates a tracker that splits the conversation into segments of at least `segment` entries.
    #[cfg(test)]
    pub(in crate::protocol) fn with_segment_length(segment: usize) -> Tracker<D> {
        Tracker {
            min_segment_entries: segment,
            ..Tracker::new()
        }
    }

    /// Makes the segments of the conversation as short as possible.
    pub(in crate::protocol) fn shorten_segments(&mut self) {
        self.min_segment_entries = 1;
    }

    /// Takes the next event of the conversation. Returns a segment if the event completes one.
    pub(in crate::protocol) fn observe_event(&mut self, event: &Event) -> Option<View<D>> {
        // A segment ends only before a command, so that a measurement after a response is in the segment of the
        // response.
        let speaks = matches!(
            event.kind,
            EventKind::Line(Speaker::Interface, _) | EventKind::Chunk(Speaker::Interface, _)
        );
        self.command_was_sent |= speaks || event.kind == EventKind::InputClosed;
        let answers = matches!(event.kind, EventKind::Line(Speaker::Engine, _));
        let cuts = speaks || answers && !self.command_was_sent;
        let segment = if cuts {
            self.take_complete_segment()
        } else {
            None
        };
        let at = EventIndex(self.event_count);
        self.event_count += 1;
        self.advance_time(event);
        if matches!(event.kind, EventKind::Chunk(Speaker::Engine, _)) {
            self.last_output_time = self.now;
        }
        for line in self.assembler.add_event(at, event) {
            self.observe_line(line);
        }
        if !matches!(event.kind, EventKind::Fact(_) | EventKind::End(_)) {
            self.last_memory_fact = None;
        }
        match &event.kind {
            EventKind::Stderr(_)
            | EventKind::Line(Speaker::Engine, _)
            | EventKind::Chunk(Speaker::Engine, _) => self.wrote_since_unspecified_line = true,
            EventKind::InputClosed => {
                self.is_input_closed = true;
                let index = self.push_event_entry(at);
                self.view.input_closed_entry = Some(index);
                self.view.unterminated_line =
                    self.assembler
                        .unterminated_line()
                        .map(|(culprit, line)| UnterminatedLine {
                            culprit,
                            line: line.to_vec(),
                        });
                self.handle_interface_end();
            }
            EventKind::Fact(fact) => self.observe_fact(at, fact),
            EventKind::End(end) => self.end_session(at, end),
            _ => (),
        }
        segment
    }

    /// Whether the state of the engine is so certain that all rules can judge the next command.
    pub(in crate::protocol) fn can_judge_next_command(&self) -> bool {
        let kinds = [
            DoubtKind::GoOfResult,
            DoubtKind::QuestionOfAnswer,
            DoubtKind::DeferredCommands,
            DoubtKind::QuitAccepted,
            DoubtKind::GameVariant,
            DoubtKind::Everything,
        ];
        self.phase != EnginePhase::OtherProtocol
            && !kinds
                .into_iter()
                .any(|it| self.open_doubts.has_open_range(it))
    }

    /// Returns the last segment of the conversation.
    pub(in crate::protocol) fn into_last_segment(mut self) -> View<D> {
        self.treat_nobestmove_as_result();
        self.mark_responses_uncertain();
        self.view.doubt_ranges = self.open_doubts.take_ranges();
        self.view.usage_samples = self.usage_meter.samples;
        self.view
    }

    fn advance_time(&mut self, event: &Event) {
        if let (None, EventKind::Silence(time)) = (event.at, &event.kind) {
            self.now = self.now.saturating_add(*time);
        }
        self.now = self
            .now
            .max(event.at.unwrap_or_default())
            .min(MAX_CONVERSATION_TIME);
        self.view.last_event_time = self.now;
        // When a fact such as `= late 35ms` comes, the lateness that it contains is not stored yet. So the silence
        // before a fact is judged only at the next event that is not a fact, when the lateness is known.
        if !matches!(event.kind, EventKind::Fact(_)) {
            self.check_silence_after_isready();
        }
    }

    fn observe_fact(&mut self, at: EventIndex, fact: &Fact) {
        match MeasuredFact::from_fact(fact) {
            MeasuredFact::HostLateness(late) => {
                self.usage_meter.add_lateness(late.unwrap_or_default());
                self.view.timing.add_lateness(self.now, late);
            }
            MeasuredFact::TimeoutScale(scale) => self.view.timing.set_scale(scale),
            MeasuredFact::ExceededLimit(size) => {
                self.store_exceeded_limit(at, SessionLimit::Output, size)
            }
            MeasuredFact::Memory(kib) => {
                // If a question (such as `isready`) is unanswered or a search may be running, the
                // engine may be busy.
                let rests = self.uncertain_results.is_none() && !self.may_be_answering();
                let idle = self.phase == EnginePhase::Idle && rests;
                self.usage_meter.record_memory(at, self.now, idle, kib);
            }
            MeasuredFact::Cpu(cpu) => self.usage_meter.record_cpu(cpu),
            MeasuredFact::OutputUnread => {
                self.is_output_unread = true;
                self.handle_interface_end();
            }
            MeasuredFact::StderrTruncated => self.is_stderr_truncated = true,
            MeasuredFact::ResidentMemory(size) => {
                self.last_memory_fact = Some((at, size.to_owned()))
            }
            MeasuredFact::ClockLeft(left) => self.view.store_clock_left_at_stop(left),
            MeasuredFact::WrittenFile(..) | MeasuredFact::UnknownFact => (),
        }
    }

    /// Stores that the engine exceeded a session's limit for output or memory, so that missing answers are excused from
    /// then on.
    fn store_exceeded_limit(&mut self, at: EventIndex, what: SessionLimit, size: &str) {
        self.view
            .exceeded_limit
            .get_or_insert_with(|| ExceededLimit {
                exceeded_limit_kind: what,
                at,
                size: size.to_owned(),
            });
    }

    fn observe_line(&mut self, line: Line) {
        let index = match line.speaker {
            Speaker::Interface => {
                let mut command = Command::parse(&line.bytes);
                if let Command::Position(spec) = &mut command {
                    spec.set_variant(D::variant_of_position(&self.dialect_state, spec));
                    spec.position_after_moves_of(self.last_position.as_ref());
                }
                self.usage_meter
                    .count_line(self.now, work_of_command(&command, &line.bytes));
                let index = self.view.entries.len();
                self.store_unspecified_input(index, &line, &command);
                self.push_entry(line, EntryContent::Command(command.clone()));
                self.execute_line(index, command);
                index
            }
            Speaker::Engine => {
                if line.is_overlong() {
                    self.store_exceeded_limit(
                        line.last_event_index,
                        SessionLimit::Output,
                        "a line of 16 MiB",
                    );
                }
                let response = Arc::new(Response::parse(&line.bytes));
                self.usage_meter.count_line(self.now, EngineWork::NoWork);
                self.fences.store_output_time(self.now);
                let index = self.push_entry(line, EntryContent::Response(Arc::clone(&response)));
                self.handle_response(index, &response);
                index
            }
        };
        debug_assert!(index < self.view.entries.len());
    }

    fn push_entry(&mut self, line: Line, content: EntryContent<D>) -> usize {
        self.view.entries.push(ViewEntry {
            at: line.last_event_index,
            // A line without a newline is recorded only when the output ends, but its bytes came earlier, so the entry
            // gets the time of the last output.
            time: if line.is_unterminated {
                self.last_output_time
            } else {
                self.now
            },
            content,
            line: line.bytes,
            offset: line.offset_in_last_event,
            earlier_chunks: line.earlier_chunks,
            phase: self.phase,
            is_deferred: false,
            sent_before_command_read: false,
            was_debug_on: false,
            is_unterminated: line.is_unterminated,
            expectation: Expectation::PossiblyRequested,
            may_be_other_protocol: self.may_be_other_protocol(),
        });
        self.view.entries.len() - 1
    }

    /// Adds an entry for an event that is not a line, such as the end of the process.
    fn push_event_entry(&mut self, at: EventIndex) -> usize {
        self.view.entries.push(ViewEntry {
            at,
            time: self.now,
            content: EntryContent::Other,
            line: Vec::new(),
            offset: 0,
            earlier_chunks: lines::EarlierChunks::default(),
            phase: self.phase,
            is_deferred: false,
            sent_before_command_read: false,
            was_debug_on: false,
            is_unterminated: false,
            expectation: Expectation::PossiblyRequested,
            may_be_other_protocol: self.may_be_other_protocol(),
        });
        self.view.entries.len() - 1
    }

    /// Ends the segment if it is long enough and no answer is missing.
    fn take_complete_segment(&mut self) -> Option<View<D>> {
        // If no command was sent, as in a log of only the engine's output, no answer is missing.
        let resting = matches!(self.phase, EnginePhase::Idle | EnginePhase::OtherProtocol)
            || !self.command_was_sent;
        let length = self.view.entries.len();
        if !resting || length < self.min_segment_entries {
            return None;
        }
        // If other commands came before the greeting, they and the lines after the greeting are judged in one segment.
        let greets = self.phase == EnginePhase::OtherProtocol && !self.is_handshake_done;
        let waits = self.needs_later_lines() || self.has_unanswered_questions() || greets;
        let enough = match waits {
            true => self.max_segment_entries().max(2 * self.carried_entries),
            false => self.min_segment_entries,
        };
        if length < enough
            || !self.queued_commands.is_empty()
            || self.undecided_nobestmove.is_some()
        {
            return None;
        }
        self.mark_responses_uncertain();
        let before = self.view.context_after(&self.view.entries);
        let own = D::next_segment_notes(&self.view);
        let begun =
            self.view.greeted_before || self.view.commands().any(|(_, it)| *it == Command::Greet);
        self.assembler.forget_judged_chunks();
        // In the next segment, the indexes of entries (lines) start from 0 again.
        self.other_protocol_greetings
            .iter_mut()
            .for_each(|it| *it = 0);
        self.entries_before += self.view.entries.len();
        self.possible_quit = self.possible_quit.map(|it| PossibleQuit { entry: 0, ..it });
        self.view.doubt_ranges = self.open_doubts.take_ranges();
        let mut next = View {
            announced_options: self.view.announced_options.clone(),
            reannounced_options: self.view.reannounced_options.clone(),
            check_options: self.view.check_options.clone(),
            greeted_before: begun,
            dialect_notes: own,
            last_event_time: self.now,
            interface_left_at: self.view.interface_left_at,
            clock_at_end: self.view.clock_at_end,
            context_before: before,
            ..Tracker::new().view
        };
        self.move_questions_to_segment(&mut next);
        Some(std::mem::replace(&mut self.view, next))
    }
}

impl<D: Dialect> Tracker<D> {
    /// Converts the index of an entry (line) in its segment to its index in the whole conversation.
    fn conversation_index(&self, index: usize) -> usize {
        self.entries_before + index
    }

    /// Whether the engine may speak another protocol now: before the greeting, or after a greeting of another protocol
    /// (`UCCI H3`).
    fn may_be_other_protocol(&self) -> bool {
        self.command_was_sent
            && matches!(
                self.phase,
                EnginePhase::BeforeFirstCommand | EnginePhase::OtherProtocol
            )
    }

    /// Marks all responses in a log of only the engine's output as uncertain, because the log has
    /// no commands.
    fn mark_responses_uncertain(&mut self) {
        if !self.command_was_sent {
            for entry in &mut self.view.entries {
                entry.expectation = Expectation::PossiblyRequested;
            }
        }
    }

    /// The greatest number of entries (lines) of a segment in which an answer is missing.
    fn max_segment_entries(&self) -> usize {
        self.min_segment_entries
            .saturating_mul(MAX_SEGMENT_FACTOR)
            .saturating_add(1)
    }

    /// Whether the rules need later lines to judge the last command.
    fn needs_later_lines(&self) -> bool {
        let command = self.view.entries.iter().rev().find_map(ViewEntry::command);
        let last = self.view.unspecified_lines.last();
        last.is_some_and(|it| it.survival_proof.is_none())
            || matches!(command, Some(Command::SetOption { .. }))
    }
}

/// The kind of work that a command causes in an engine.
fn work_of_command<D: Dialect>(command: &Command<D>, line: &[u8]) -> EngineWork {
    match command {
        Command::SetOption { name, .. } if D::option_may_load_data(name) => EngineWork::Load,
        Command::Dialect(_) | Command::Other if command.begins_new_game(line) => EngineWork::Load,
        Command::Position(_) => EngineWork::Position,
        Command::Go(_) => EngineWork::Search,
        _ => EngineWork::NoWork,
    }
}

/// The number of characters that are kept of a line in the context of a violation.
const MAX_CONTEXT_LINE_CHARS: usize = 400;

/// The greatest number of lines in the context of a violation.
const MAX_CONTEXT_LINES: usize = 8;

/// Adds a command to the context of a violation. The context of a violation has the commands for the position and the
/// bans, the `go`, the command that ended the search, and the commands during the search.
pub(in crate::protocol) fn add_to_context<D: Dialect>(
    context: &mut Vec<String>,
    entry: &ViewEntry<D>,
    command: &Command<D>,
) {
    let is = |line: &String, word: &str| line.split_whitespace().next() == Some(word);
    let first_go = context.iter().position(|it| is(it, "go"));
    let thinking = entry.phase == EnginePhase::Thinking;
    let intruded = first_go.is_some_and(|go| {
        let mut since = context.iter().skip(go + 1);
        since.any(|it| D::CONTEXT_COMMANDS.iter().any(|word| is(it, word)))
    });
    let keep = match command {
        Command::Dialect(own) if !D::is_shown_in_context(own) => return,
        Command::Position(_) | Command::Dialect(_) | Command::Go(_) if thinking => context.len(),
        Command::Position(_) => 0,
        // A command during a search may have changed the position of the next search.
        Command::Dialect(_) | Command::Go(_) if intruded => context.len(),
        Command::Dialect(_) | Command::Go(_) => first_go.unwrap_or(context.len()),
        Command::PonderHit { .. } | Command::Stop => context.len(),
        _ => return,
    };
    context.truncate(keep);
    if context.len() >= MAX_CONTEXT_LINES {
        // The first line has the position.
        context.remove(1);
    }
    let line = &entry.line;
    let text = readable_text(line);
    let text = text.trim_end_matches('\r');
    // The context keeps more of the end of a long line than of its beginning, because the last moves are more important
    // than the first moves.
    let cut = text.chars().count().saturating_sub(MAX_CONTEXT_LINE_CHARS);
    context.push(match cut {
        0 => text.to_owned(),
        _ => {
            let start: String = text.chars().take(MAX_CONTEXT_LINE_CHARS / 4).collect();
            let end: String = text
                .chars()
                .skip(MAX_CONTEXT_LINE_CHARS / 4 + cut)
                .collect();
            format!("{start}…{end}")
        }
    });
}
