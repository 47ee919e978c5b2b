//! Follows a conversation event by event, and builds the segments that the rules judge.

use std::time::Duration;

use super::{TimedOutWait, Turn, TurnAnswer, View, ViewLine, reader::UnfinishedOutput};
use crate::{
    protocol::{
        deadline::{MAX_CONVERSATION_TIME, Timing, WaitResult},
        gtp::wire::Command,
        lines::{self, LineAssembler},
        measured_facts::MeasuredFact,
    },
    transcript::{Event, EventIndex, EventKind, Fact, Speaker},
};

/// A segment is complete after this many answered commands, or after this many lines without a
/// command.
const SEGMENT_LENGTH: usize = 256;

/// ponderhit's timeout of a quick command. The specification sets no timeout.
const QUICK_COMMAND_TIMEOUT: Duration = Duration::from_secs(10);

/// The state of the conversation after the last event.
#[derive(Clone, Debug, Default)]
pub(in super::super) struct Tracker {
    pub(super) view: View,
    /// The index of the first turn (command and response) that is not finished.
    pub(super) first_unfinished_turn: usize,
    /// The part of the engine's output that is not complete yet.
    pub(super) unfinished_output: UnfinishedOutput,
    /// True if the last output of the engine was a complete response.
    pub(super) is_after_response: bool,
    /// True if it is ambiguous which command the next response answers, up to a response with an
    /// id. The cause is a line with only an id, which an engine may answer or skip (`GTP G-24`).
    pub(super) is_ambiguous: bool,
    pub(in super::super) quit_sent: bool,
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
    assembler: LineAssembler,
    event_count: usize,
}

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
            EventKind::InputClosed => {
                self.input_closed = true;
                self.observed_until.get_or_insert(self.now);
            }
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

    /// Whether the engine must still send a response or the end of a response.
    pub(in super::super) fn is_response_pending(&self) -> bool {
        matches!(self.unfinished_output, UnfinishedOutput::Response)
            || self.unfinished_turns().iter().any(Turn::must_be_answered)
    }

    /// The commands without a complete response.
    pub(super) fn unfinished_turns(&self) -> &[Turn] {
        self.view
            .turns
            .get(self.first_unfinished_turn..)
            .unwrap_or_default()
    }

    /// The time since `line`, or since the engine's last output if this output is later. Returns
    /// `None` if the timeout has not passed.
    pub(super) fn overdue_wait(&self, line: &ViewLine) -> Option<TimedOutWait> {
        let since = self.last_output.max(line.time);
        let time = self.observation_end().saturating_sub(since);
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
            .check_wait(since, self.observation_end(), QUICK_COMMAND_TIMEOUT)
    }

    /// The latest time at which an answer counts: the current time, or the time at which the interface stopped reading.
    fn observation_end(&self) -> Duration {
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
            _ => (),
        }
    }

    fn observe_line(&mut self, line: lines::Line) {
        let lines::Line {
            at,
            speaker,
            bytes,
            offset,
            earlier_pieces: earlier,
            is_chunked: _,
            is_unterminated: _,
        } = line;
        let line = ViewLine {
            at,
            offset,
            earlier_pieces: earlier,
            bytes,
            time: self.now,
        };
        match speaker {
            Speaker::Interface => self.observe_command(line),
            Speaker::Engine => {
                self.read_line(line);
                self.last_output = self.now;
                self.last_output_at = Some(at);
                // Timeouts begin at the engine's last line, so earlier measurements are no longer
                // needed.
                self.timing.forget_lateness_before(self.now);
            }
        }
    }

    fn observe_command(&mut self, line: ViewLine) {
        let Some(command) = Command::parse(&line.bytes) else {
            return;
        };
        self.is_after_response = false;
        // The engine does not read commands after `quit`.
        let answer = if self.quit_sent {
            TurnAnswer::NotRequired
        } else {
            TurnAnswer::AnswerPending
        };
        self.quit_sent |= command.has_name("quit") && command.arguments.is_empty();
        self.view.turns.push(Turn {
            line,
            command,
            answer,
        });
    }

    /// Returns the answered commands as a segment, if there are enough.
    fn take_complete_segment(&mut self) -> Option<View> {
        let strays = self.view.unexpected_lines.len() + self.view.extra_responses.len();
        if self.first_unfinished_turn < SEGMENT_LENGTH && strays < SEGMENT_LENGTH {
            return None;
        }
        let open = self.view.turns.split_off(self.first_unfinished_turn);
        self.first_unfinished_turn = 0;
        self.assembler.forget_judged_chunks();
        let last = self.view.turns.last().map(|it| it.line.clone());
        let next = View {
            last_command_before: last.or_else(|| self.view.last_command_before.clone()),
            turns: open,
            ..View::default()
        };
        Some(std::mem::replace(&mut self.view, next))
    }
}
