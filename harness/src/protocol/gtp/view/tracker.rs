//! Follows a conversation event by event, and builds the segments that the rules judge.

use std::{sync::Arc, time::Duration};

use super::{
    CommandAnswer, CommandExchange, GenmoveTiming, InputClosed, Response, StatusLists,
    TimedOutWait, View, ViewLine, clock::Clocks, game::Game, knowledge::Knowledge,
    reader::UnfinishedOutput,
};
use crate::{
    message::{Message, message},
    protocol::{
        deadline::{MAX_CONVERSATION_TIME, Timing, WaitResult},
        gtp::{
            board::Position,
            wire::{Command, Vertex},
        },
        lines::{self, LineAssembler},
        measured_facts::MeasuredFact,
    },
    rule::DoubtRange,
    transcript::{Event, EventIndex, EventKind, Fact, Speaker},
};

/// A segment is complete after this many answered commands, or after this many lines and responses that answer no
/// command.
const SEGMENT_LENGTH: usize = 256;

/// While it is ambiguous which commands the responses answer, a segment is not complete before this many answered
/// commands, because a late response may answer a command of the segment.
const MAX_AMBIGUOUS_SEGMENT_LENGTH: usize = 4 * SEGMENT_LENGTH;

/// ponderhit's timeout of a quick command. The specification sets no timeout for any command.
pub(in super::super) const QUICK_COMMAND_TIMEOUT: Duration = Duration::from_secs(10);

/// The commands after which the board is known.
const BOARD_SETUP_COMMANDS: [&str; 3] = ["boardsize", "clear_board", "loadsgf"];

/// The state of the conversation after the last event.
#[derive(Clone, Debug, Default)]
pub(in super::super) struct Tracker {
    pub(super) view: View,
    /// The index of the first exchange (command and response) that is not finished.
    pub(super) first_unfinished_exchange: usize,
    /// The part of the engine's output that is not complete yet.
    pub(super) unfinished_output: UnfinishedOutput,
    /// True if the last output of the engine was a complete response.
    pub(super) is_after_response: bool,
    /// The event since which it is ambiguous which command a response answers. When a response with an id comes, it is
    /// certain again which command a response answers. Three kinds of lines make it ambiguous which command a response
    /// answers: a line with only an id, which an engine may answer or skip (`GTP G-24`), a line with an odd id (`GTP
    /// G-28`), and a long line, which an engine may answer several times (`GTP G-10`).
    ambiguous_since: Option<EventIndex>,
    /// The first exchange whose response is ambiguous since `ambiguous_since`.
    pub(super) first_ambiguous_exchange: usize,
    /// The number of exchanges at the beginning of the segment whose responses certainly answer their commands, even if
    /// a superfluous response comes later.
    pub(super) certain_exchanges: usize,
    /// True if the command of the last finished exchange is a long line.
    pub(super) is_after_long_line: bool,
    pub(in super::super) quit_sent: bool,
    /// A command has set the size or the position of the board.
    was_board_set: bool,
    /// A move was played before any command had set the board.
    pub(in super::super) has_moves_before_board: bool,
    pub(in super::super) handshake_done: bool,
    pub(in super::super) engine_name: Option<String>,
    pub(super) input_closed: bool,
    /// True if the interface no longer reads the engine's output.
    pub(super) is_output_unread: bool,
    /// The time at which the interface closed the input or stopped reading the output.
    observed_until: Option<Duration>,
    /// The time of the engine's last line.
    pub(super) last_output: Duration,
    pub(super) last_output_at: Option<EventIndex>,
    pub(super) now: Duration,
    /// The factor for all timeouts of the run, and the lateness of the host.
    timing: Timing,
    pub(super) assembler: LineAssembler,
    event_count: usize,
    pub(super) game: Game,
    pub(super) clocks: Clocks,
    pub(in super::super) knowledge: Knowledge,
    /// The answers to `final_status_list` in the present position.
    pub(super) status_lists: StatusLists,
    /// The time at which the latest response ended, when the engine could begin with the next command.
    idle_since: Duration,
    /// `quit` was sent, perhaps with arguments or in upper case, so the engine may exit.
    pub(super) may_quit: bool,
    /// A stream of analysis reports has ended earlier in the session.
    pub(super) analysis_ended: bool,
    /// The transcript ends in the middle of the conversation.
    pub(super) is_cut: bool,
}

/// The reason why lines are ambiguous after a line with only an id.
pub(super) const ID_ALONE_REASON: &Message = &message!(
    "doubt_id_alone",
    "a line with only an id, which an engine may answer or skip"
);

/// The reason why lines are ambiguous after a line whose id is no plain number.
pub(super) const ODD_ID_REASON: &Message = &message!(
    "doubt_odd_id",
    "a line whose id is not a plain number, which an engine may ignore or read as another id"
);

/// The reason why lines are ambiguous after a long line.
pub(super) const LONG_LINE_REASON: &Message = &message!(
    "doubt_long_line",
    "a long line, which an engine may read as several commands"
);

/// The least time by which a late move must exceed the clock to be a violation (`GTP G-136`).
const CLOCK_TOLERANCE: Duration = Duration::from_secs(1);

impl Tracker {
    /// Processes the next event. Returns the current segment if the event completes it.
    pub(in super::super) fn observe_event(&mut self, event: &Event) -> Option<View> {
        let at = EventIndex(self.event_count);
        self.event_count += 1;
        if let (None, EventKind::Silence(time)) = (event.at, &event.kind) {
            self.now = self.now.saturating_add(*time);
        }
        self.now = self
            .now
            .max(event.at.unwrap_or_default())
            .min(MAX_CONVERSATION_TIME);
        for line in self.assembler.add_event(at, event) {
            self.observe_line(line);
        }
        match &event.kind {
            EventKind::InputClosed => self.close_input(at),
            EventKind::Fact(fact) => self.observe_fact(fact),
            EventKind::End(end) => self.record_session_end(at, end),
            _ => (),
        }
        self.take_complete_segment()
    }

    /// Returns the last segment.
    pub(in super::super) fn into_last_segment(mut self) -> View {
        self.mark_missing_answers();
        self.view
    }

    /// Whether the engine must still send a response or the end of a response. A running stream of analysis reports
    /// does not count as a missing answer.
    pub(in super::super) fn is_response_pending(&self) -> bool {
        let exchanges = self.unfinished_exchanges();
        if exchanges
            .first()
            .is_some_and(CommandExchange::is_analysis_stream_open)
        {
            return exchanges
                .iter()
                .skip(1)
                .any(CommandExchange::must_be_answered);
        }
        matches!(self.unfinished_output, UnfinishedOutput::Response)
            || exchanges.iter().any(CommandExchange::must_be_answered)
    }

    /// The command that the engine must answer next, and the command before it.
    pub(in super::super) fn answered_commands(&self) -> Option<[Vec<u8>; 2]> {
        let next = self.unfinished_exchanges().first()?;
        let before = self.first_unfinished_exchange.checked_sub(1);
        let before = before.and_then(|it| self.view.exchanges.get(it));
        let before = before.map_or(self.view.last_command_before.as_ref(), |it| Some(&it.line));
        let before = before.map(|it| it.bytes.clone()).unwrap_or_default();
        Some([next.line.bytes.clone(), before])
    }

    /// The present position, if it is known.
    pub(in super::super) fn position(&self) -> Option<Arc<Position>> {
        self.game.position()
    }

    fn close_input(&mut self, at: EventIndex) {
        self.input_closed = true;
        self.observed_until.get_or_insert(self.now);
        // At the end of its input, an engine may read a last line without a newline as a command.
        let rest = self.assembler.unterminated_line();
        let rest = rest.map(|(culprit, bytes)| (culprit.at, bytes.to_vec()));
        if let Some((at, bytes)) = rest
            && let Some(command) = Command::parse(&bytes)
        {
            self.may_quit |= command.has_name("quit");
            let line = ViewLine {
                at,
                offset: 0,
                earlier_chunks: lines::EarlierChunks::default(),
                bytes,
                time: self.now,
            };
            let exchange = CommandExchange::new(line, command, CommandAnswer::NotRequired);
            self.view.exchanges.push(exchange);
        }
        let quit_pending = |it: &CommandExchange| it.command.has_name("quit");
        self.view.input_closed = Some(InputClosed {
            at,
            time: self.now,
            quit_sent: self.quit_sent || self.may_quit,
            quit_answered: self.quit_sent && !self.unfinished_exchanges().iter().any(quit_pending),
            wait_for_exit: WaitResult::TooShort,
        });
    }

    /// The commands without a complete response.
    pub(super) fn unfinished_exchanges(&self) -> &[CommandExchange] {
        self.view
            .exchanges
            .get(self.first_unfinished_exchange..)
            .unwrap_or_default()
    }

    /// The wait since `line`, or since the engine's last output if this output is later. Returns `None` if the timeout
    /// has not passed.
    pub(super) fn overdue_wait(&self, line: &ViewLine) -> Option<TimedOutWait> {
        let since = self.last_output.max(line.time);
        let time = self.observation_end_time().saturating_sub(since);
        let host_was_late = match self.check_wait(since) {
            WaitResult::TooShort => return None,
            WaitResult::HostLate(_) => true,
            WaitResult::LongEnough => false,
        };
        Some(TimedOutWait {
            time,
            host_was_late,
        })
    }

    /// Whether the wait for an answer, which began at `since`, has timed out.
    pub(super) fn check_wait(&self, since: Duration) -> WaitResult {
        self.timing
            .check_wait(since, self.observation_end_time(), QUICK_COMMAND_TIMEOUT)
    }

    /// Whether the wait for the process to exit has timed out.
    pub(super) fn check_exit_wait(&self, since: Duration, until: Duration) -> WaitResult {
        self.timing.check_wait(since, until, QUICK_COMMAND_TIMEOUT)
    }

    /// The end of the time in which an answer could arrive: now, or when the interface closed the input or stopped
    /// reading the output.
    fn observation_end_time(&self) -> Duration {
        self.observed_until.map_or(self.now, |it| it.min(self.now))
    }

    fn observe_fact(&mut self, fact: &Fact) {
        match MeasuredFact::from_fact(fact) {
            MeasuredFact::HostLateness(late) => self.timing.add_lateness(self.now, late),
            MeasuredFact::TimeoutScale(scale) => self.timing.set_scale(scale),
            MeasuredFact::OutputUnread => {
                self.is_output_unread = true;
                self.observed_until.get_or_insert(self.now);
            }
            MeasuredFact::WrittenFile(path, text) => self.game.add_written_file(path, text),
            _ => (),
        }
    }

    fn observe_line(&mut self, line: lines::Line) {
        let lines::Line {
            last_event_index: at,
            speaker,
            bytes,
            offset_in_last_event: offset,
            earlier_chunks: earlier,
            is_split_or_merged: _,
            is_unterminated: _,
        } = line;
        let line = ViewLine {
            at,
            offset,
            earlier_chunks: earlier,
            bytes,
            time: self.now,
        };
        match speaker {
            Speaker::Interface => self.observe_command(line),
            Speaker::Engine => {
                self.read_line(line);
                self.last_output = self.now;
                self.last_output_at = Some(at);
                // Timeouts begin at the engine's last line, so the lateness of the host before this line is no longer
                // needed.
                self.timing.forget_lateness_before(self.now);
            }
        }
    }

    fn observe_command(&mut self, line: ViewLine) {
        self.mark_stream_interrupted(&line);
        let Some(command) = Command::parse(&line.bytes) else {
            return;
        };
        self.is_after_response = false;
        self.mark_exchanges_certain_after_silence();
        // Commands after `quit` or `quit x` need no answer: an engine does not read commands after `quit`, and it may
        // have exited at `quit x`.
        let answer = if self.quit_sent || self.may_quit {
            CommandAnswer::NotRequired
        } else {
            CommandAnswer::AnswerPending
        };
        let is_quit = command.has_name("quit");
        self.quit_sent |= is_quit && command.arguments.is_empty();
        self.may_quit |= is_quit || command.is_in_other_case(&["quit"]);
        self.view
            .exchanges
            .push(CommandExchange::new(line, command, answer));
    }

    /// Stores that a line of the interface ended a running stream of analysis reports. Any line of the interface ends a
    /// stream of analysis reports (`GTP A-2`).
    fn mark_stream_interrupted(&mut self, line: &ViewLine) {
        let last = self.view.exchanges.last_mut();
        let open = last.filter(|it| it.command.is_analysis() && it.interrupted_by.is_none());
        let Some(exchange) = open else {
            return;
        };
        let unfinished = match &exchange.answer {
            CommandAnswer::AnswerPending => true,
            CommandAnswer::Answered(it) => matches!(it.end, super::ResponseEnd::Incomplete),
            _ => false,
        };
        if unfinished {
            exchange.interrupted_by = Some(line.clone());
        }
    }

    /// Updates the board, the clocks and the knowledge about the engine when the response of the first unfinished
    /// exchange has ended.
    pub(super) fn update_after_finished_exchange(&mut self) {
        let index = self.first_unfinished_exchange;
        let Some(exchange) = self.view.exchanges.get(index) else {
            return;
        };
        let Some(response) = exchange.response() else {
            return;
        };
        let response = Response::clone(response);
        let mut exchange = exchange.clone();
        exchange.facts = self.knowledge.facts(&exchange);
        exchange.board = self.game.update_after_exchange(&exchange, &response);
        let is_success = response.status.is_success;
        self.was_board_set |= is_success && exchange.command.has_any_name(&BOARD_SETUP_COMMANDS);
        self.has_moves_before_board |= is_success
            && !self.was_board_set
            && exchange.command.has_any_name(&["play", "genmove"]);
        exchange.status_lists = self.status_lists.clone();
        self.update_status_lists(&exchange, &response);
        exchange.stream_end_timing = exchange.interrupted_by.as_ref().map(|it| {
            let since = it.time.max(response.line.time);
            let limit = (Duration::ZERO, QUICK_COMMAND_TIMEOUT);
            self.timing
                .check_answer(since, Some(self.now), self.now, limit)
        });
        let since = exchange.line.time.max(self.idle_since);
        let used = response.line.time.saturating_sub(since);
        exchange.genmove_timing =
            self.clocks
                .allowed_time(&exchange)
                .map(|allowed| GenmoveTiming {
                    started_at: since,
                    allowed_time: allowed,
                    timing: self.timing.check_answer(
                        since,
                        Some(response.line.time),
                        response.line.time,
                        (allowed, CLOCK_TOLERANCE.max(allowed / 10)),
                    ),
                });
        self.clocks
            .update_after_exchange(&exchange, &response, used);
        if exchange.command.has_name("list_commands") && response.is_whole_success() {
            exchange.list_conflicts.missing_names = self.knowledge.names_missing_in(&response);
            exchange.list_conflicts.unknown_names = self.knowledge.unknown_names_in(&response);
        }
        self.knowledge.update_after_exchange(&exchange, &response);
        if exchange.command.has_name("name") || exchange.command.has_name("version") {
            let (name, version) = (&self.knowledge.name, &self.knowledge.version);
            exchange.name_and_version = name.clone().zip(version.clone());
        }
        self.idle_since = self.now;
        self.analysis_ended |= exchange.command.is_analysis();
        if let Some(place) = self.view.exchanges.get_mut(index) {
            let answer = std::mem::replace(&mut place.answer, CommandAnswer::NotRequired);
            *place = CommandExchange { answer, ..exchange };
        }
    }

    pub(super) fn is_ambiguous(&self) -> bool {
        self.ambiguous_since.is_some()
    }

    pub(super) fn begin_ambiguity(&mut self, at: EventIndex, reason: &'static Message) {
        if self.ambiguous_since.is_none() {
            self.ambiguous_since = Some(at);
            self.first_ambiguous_exchange = self.first_unfinished_exchange;
            self.view.doubt_ranges.push(DoubtRange {
                first_event: at,
                last_event: None,
                reason,
            });
        }
    }

    pub(super) fn end_ambiguity(&mut self, at: EventIndex) {
        self.ambiguous_since = None;
        let ranges = self.view.doubt_ranges.iter_mut();
        for range in ranges.filter(|it| it.last_event.is_none()) {
            range.last_event = Some(at);
        }
    }

    /// Updates the state after a command if it is uncertain whether the last response answers this command.
    pub(super) fn update_after_ambiguous_exchange(&mut self) {
        self.update_after_unanswered_command();
        self.clocks = Clocks::default();
        self.idle_since = self.now;
        if let Some(exchange) = self.view.exchanges.get_mut(self.first_unfinished_exchange) {
            exchange.answer = CommandAnswer::NotRequired;
            self.analysis_ended |= exchange.command.is_analysis();
        }
    }

    /// Updates the state after a command whose answer is unknown.
    pub(super) fn update_after_unanswered_command(&mut self) {
        let Some(exchange) = self.view.exchanges.get_mut(self.first_unfinished_exchange) else {
            return;
        };
        exchange.facts = self.knowledge.facts(exchange);
        self.knowledge.update_after_unanswered_command(exchange);
        exchange.board = self.game.board_before(exchange);
        let is_quick_question =
            exchange.command.has_name("name") || exchange.command.has_name("version");
        if exchange.command.name.is_some() && !is_quick_question {
            self.game.update_after_unanswered_command(exchange);
            self.status_lists = StatusLists::default();
        }
    }

    /// Stores the answers to `final_status_list`, and forgets them when the position may have changed.
    fn update_status_lists(&mut self, exchange: &CommandExchange, response: &Response) {
        if !exchange.command.has_name("final_status_list") {
            if !exchange.command.keeps_board_unchanged() {
                self.status_lists = StatusLists::default();
            }
            return;
        }
        if !response.is_whole_success() {
            return;
        }
        let points = response.words().filter_map(|it| Vertex::parse(it)?.point());
        let points = Some(points.collect());
        match exchange.command.arguments.first().map(Vec::as_slice) {
            Some(b"alive") => self.status_lists.alive = points,
            Some(b"dead") => self.status_lists.dead = points,
            Some(b"seki") => self.status_lists.seki = points,
            _ => (),
        }
    }

    /// Returns the answered commands as a segment, if there are enough for a segment.
    fn take_complete_segment(&mut self) -> Option<View> {
        let strays = self.view.unexpected_lines.len() + self.view.extra_responses.len();
        let length = match self.is_ambiguous() {
            true => MAX_AMBIGUOUS_SEGMENT_LENGTH,
            false => SEGMENT_LENGTH,
        };
        if self.first_unfinished_exchange < length && strays < length {
            return None;
        }
        let open = self
            .view
            .exchanges
            .split_off(self.first_unfinished_exchange);
        self.first_unfinished_exchange = 0;
        self.certain_exchanges = 0;
        self.first_ambiguous_exchange = 0;
        self.assembler.forget_judged_chunks();
        let last = self.view.exchanges.last().map(|it| it.line.clone());
        let ranges = self.view.doubt_ranges.iter();
        let open_ranges = ranges
            .filter(|it| it.last_event.is_none())
            .cloned()
            .collect();
        let next = View {
            last_command_before: last.or_else(|| self.view.last_command_before.clone()),
            exchanges: open,
            input_closed: self.view.input_closed.take(),
            doubt_ranges: open_ranges,
            ..View::default()
        };
        Some(std::mem::replace(&mut self.view, next))
    }
}
