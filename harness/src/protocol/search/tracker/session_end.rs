//! How the session ended: which answers were missing, and whether they had timed out.

use std::time::Duration;

use super::Tracker;
use crate::{
    protocol::{
        deadline::WaitResult,
        process_end::{self, StateBeforeEnd},
        search::{
            AskedQuestion, Command, Dialect, EndRecord, EnginePhase, GoCommand as _, QuestionKind,
            Search, SessionLimit,
        },
    },
    transcript::{EventIndex, SessionEnd},
};

/// The time after which an answer is overdue.
const ANSWER_TIMEOUT: Duration = Duration::from_secs(10);

/// Limits of searches that end soon by themselves on any machine.
const MAX_SMALL_SEARCH_DEPTH: u64 = 4;
const MAX_SMALL_SEARCH_NODES: u64 = 20_000;

impl<D: Dialect> Tracker<D> {
    pub(super) fn end_session(&mut self, at: EventIndex, end: &SessionEnd) {
        if *end == SessionEnd::Cut {
            return;
        }
        let end = &process_end::end_behind_shell(end);
        self.treat_nobestmove_as_result();
        if matches!(end, SessionEnd::Exit(_) | SessionEnd::Eof) {
            self.treat_line_as_quit();
        }
        // If the engine uses too much memory, the session records the memory use and kills the engine. Between the
        // recorded memory use and the end of the engine, the transcript has only measured facts.
        let noted = self.last_memory_fact.take();
        if let (SessionEnd::Killed, Some((noted, size))) = (end, noted) {
            self.store_exceeded_limit(noted, SessionLimit::Memory, &size);
        }
        let entry = self.push_event_entry(at);
        let before = StateBeforeEnd {
            may_exit: self.may_exit(),
            is_input_closed: self.is_input_closed,
            is_output_unread: self.is_output_unread,
            unanswered_command: self.first_unanswered_command(),
        };
        self.view.session_end = Some(EndRecord {
            entry,
            session_end: end.clone(),
            kind: process_end::classify_end(end, before),
            may_have_written_diagnosis: self.is_stderr_truncated
                || self.wrote_since_unspecified_line,
            has_written_diagnosis: self.wrote_since_unspecified_line,
            is_output_unread: self.is_output_unread,
        });
    }

    /// Handles the end of the interface: it closed the engine's input or stopped reading its output. Answers that are
    /// still missing at this time are excused, because the interface no longer waits for them.
    pub(super) fn handle_interface_end(&mut self) {
        self.view.interface_left_at.get_or_insert(self.now);
        let goes = |it: &(usize, Command<D>)| matches!(it.1, Command::Go(_));
        if self.uncertain_results.is_some() || self.queued_commands.iter().any(goes) {
            // A search with a clock may be running, or may begin later.
            self.view.clock_at_end = None;
        } else if self.phase == EnginePhase::Thinking {
            let running = self.view.searches.last();
            let clock = |it: &Search<D>| it.limits().clock;
            self.view.clock_at_end = match running.map(|it| (clock(it), it)) {
                // The engine reads the end of its input only after its searches have ended.
                Some(_) if D::defers_commands(&self.dialect_state) => None,
                Some((Some(left), it)) if !it.go.is_ponder() || it.ponderhit_entry.is_some() => {
                    let hit = it.ponderhit_entry.map(|hit| self.view.entry(hit).time);
                    let since = hit.unwrap_or(it.started);
                    let until = since.saturating_add(left);
                    Some(until.saturating_sub(self.now))
                }
                _ => Some(Duration::ZERO),
            };
        }
        // The protocol does not specify whether a search continues at the end of input (`UCCI E5`).
        if let Some(search) = self.view.searches.last_mut() {
            search.excuse_missing_result(self.now);
        }
    }

    /// Whether the engine may exit now: after `quit`, or after a line of another protocol (`UCCI E1`, `H3`).
    fn may_exit(&self) -> bool {
        let waiting = self
            .queued_commands
            .iter()
            .any(|(_, it)| *it == Command::Quit);
        // If an engine exits because the first command belongs to another protocol, the interface may already have sent
        // the greeting before the exit.
        let handshake = self.view.first_handshake.as_ref();
        let crossed =
            handshake.is_some_and(|it| it.after_other_protocol && it.answer_entry.is_none());
        let other_protocol = self.phase == EnginePhase::OtherProtocol
            || self.phase == EnginePhase::Handshake && crossed;
        self.phase == EnginePhase::Quitting || waiting || other_protocol
    }

    /// The first unanswered command after which the engine sent nothing, and whether the wait for the command's answer
    /// has timed out.
    fn first_unanswered_command(&self) -> Option<(usize, WaitResult)> {
        let spoke = self
            .view
            .entries
            .iter()
            .rposition(|it| it.response().is_some());
        if self
            .view
            .first_handshake
            .as_ref()
            .is_some_and(|it| it.after_other_protocol && it.answer_entry.is_none())
        {
            return None;
        }
        let time = |entry: usize| (entry, self.view.entries[entry].time);
        // A command that the engine may skip, or may not have read, does not count as the first unanswered command.
        let open = |it: &&AskedQuestion<D>| {
            let owed = it.kind == QuestionKind::IsReady || !it.is_doubtful;
            it.answer_entry.is_none() && owed && !it.may_be_read_after_search
        };
        let asks = self.view.questions.iter().filter(open);
        let owes = |it: &&Search<D>| {
            it.result_entry.is_none()
                && !it.is_doubtful
                && !it.may_be_skipped
                && !it.may_have_been_stopped
        };
        let searches = self.view.searches.iter().filter(owes);
        let stops = searches.filter_map(|it| {
            Some((
                it.stop_entry?,
                self.view.command_readable_since(it.stop_entry?, it),
            ))
        });
        let handshake = self
            .view
            .first_handshake
            .iter()
            .filter(|it| it.answer_entry.is_none() && !it.after_other_protocol);
        let owed = asks
            .map(|it| (it.entry, it.readable_since))
            .chain(self.queued_commands_with_due_answers())
            .chain(stops)
            .chain(handshake.map(|it| time(it.entry)));
        let looked = self.view.observation_end_time();
        let waits = owed
            .filter(|(entry, _)| spoke.is_none_or(|spoke| *entry > spoke))
            .map(|(entry, since)| {
                (
                    entry,
                    self.view.timing.check_wait(since, looked, ANSWER_TIMEOUT),
                )
            });
        let (mut certain, mut doubtful) = (None, None);
        for (entry, waited) in waits {
            let first = match waited {
                WaitResult::LongEnough => &mut certain,
                WaitResult::HostLate(_) => &mut doubtful,
                WaitResult::TooShort => continue,
            };
            let earlier = first.is_none_or(|(it, _)| entry < it);
            if earlier {
                *first = Some((entry, waited));
            }
        }
        certain.or(doubtful)
    }

    /// The queued commands that the engine must answer, each with the time since which the answer is due. Queued
    /// commands wait for the end of the handshake or of a search. The list is empty if the queued commands wait for a
    /// search that need not end by itself.
    fn queued_commands_with_due_answers(&self) -> Vec<(usize, Duration)> {
        let behind = match self.phase {
            EnginePhase::Thinking => self.view.searches.last().and_then(search_end_time),
            _ => Some(Duration::ZERO),
        };
        let Some(behind) = behind else {
            return Vec::new();
        };
        let searches = |it: &&(usize, Command<D>)| matches!(it.1, Command::Go(_));
        let waiting = self.queued_commands.iter().take_while(|it| !searches(it));
        let owed = waiting.filter(|it| matches!(it.1, Command::IsReady | Command::Quit));
        owed.map(|(entry, _)| (*entry, self.view.entries[*entry].time.max(behind)))
            .collect()
    }
}

/// The time at which a search must have ended by itself; the tolerance that ponderhit allows is not included.
fn search_end_time<D: Dialect>(search: &Search<D>) -> Option<Duration> {
    let limits = search.limits();
    if search.waits_for_ponderhit() || limits.is_infinite || limits.is_unclear {
        None
    } else if limits.are_at_most(MAX_SMALL_SEARCH_DEPTH, MAX_SMALL_SEARCH_NODES) {
        Some(search.started)
    } else {
        limits.clock.map(|left| search.started.saturating_add(left))
    }
}
