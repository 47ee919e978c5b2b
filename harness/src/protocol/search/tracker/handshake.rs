//! The handshake: the answer to the greeting, lines of another protocol, greetings that the engine ignored, and the
//! commands that wait for the end of the handshake.

use super::{Tracker, doubts::DoubtKind};
use crate::protocol::search::{
    Command, Dialect, EnginePhase, Expectation, LenientCommand, Response,
};

impl<D: Dialect> Tracker<D> {
    /// Handles the end of another protocol's handshake, to which all lines since the greeting of that protocol belong.
    pub(super) fn handle_other_protocol_handshake_end(&mut self, index: usize) {
        let line = &self.view.entries[index].line;
        let completed = D::OTHER_PROTOCOL.is_some_and(|it| it.is_handshake_end(line));
        let mut since = if completed {
            self.other_protocol_greetings.pop_front()
        } else {
            None
        };
        if completed && !self.command_was_sent {
            // In a log of only the engine's output, all lines after the last handshake of this protocol belong to the
            // handshake of the other protocol.
            let mut entries = self.view.entries.iter();
            let own = entries.rposition(|it| it.response() == Some(&Response::GreetingAnswer));
            since = Some(own.map_or(0, |it| it + 1));
        }
        let Some(since) = since else {
            return;
        };
        self.greeted_by_other_protocol = true;
        if let Some(handshake) = &mut self.view.first_handshake {
            handshake.answered_by_other_protocol = true;
        }
        for entry in &mut self.view.entries[since..index] {
            entry.may_be_other_protocol = true;
            entry.expectation = Expectation::PossiblyRequested;
        }
    }

    pub(super) fn set_handshake_expectation(&mut self, index: usize) {
        // If the engine read a `quit` early, the lines of the unfinished handshake are still expected.
        let open = self
            .view
            .first_handshake
            .as_ref()
            .is_some_and(|it| it.answer_entry.is_none());
        self.set_expectation(
            index,
            match open {
                true => Expectation::Requested,
                false
                    if self.phase == EnginePhase::OtherProtocol
                        || self.later_greetings.unanswered_count > 0 =>
                {
                    Expectation::PossiblyRequested
                }
                false => Expectation::NotRequested,
            },
        );
    }

    pub(super) fn handle_greeting_answer(&mut self, index: usize) {
        self.set_handshake_expectation(index);
        let greets =
            self.later_greetings.unanswered_count > 0 && self.phase != EnginePhase::Handshake;
        if greets {
            // The answer to a second greeting may come from another process, or from an engine that continues its
            // search (`UCCI H7`).
            if self.phase == EnginePhase::Thinking {
                // A `nobestmove` before the answer to the greeting may be the result of the search. If no `nobestmove`
                // came before the answer to the greeting, the result of the search can still come.
                let more = usize::from(self.undecided_nobestmove.is_some());
                self.treat_nobestmove_as_result();
                self.begin_results_doubt(
                    index,
                    more,
                    true,
                    D::DOUBT_REASONS.greeting_answered_in_search,
                );
                if let Some(search) = self.view.searches.last_mut() {
                    search.excuse_missing_result(self.now);
                }
                self.phase = EnginePhase::Idle;
            }
            self.mark_input_survived(index, index);
            self.later_greetings.unanswered_count -= 1;
            if self.later_greetings.unanswered_count == 0 {
                self.end_doubt(DoubtKind::HandshakeLines);
            }
        } else if let Some(handshake) = &self.view.first_handshake {
            self.mark_input_survived(handshake.entry, index);
        }
        if let Some(handshake) = &mut self.view.first_handshake {
            handshake.answer_entry.get_or_insert(index);
        }
        if self.phase != EnginePhase::Handshake {
            self.greeting_answered_early |= self.phase == EnginePhase::OtherProtocol;
            self.execute_queued_commands();
            return;
        }
        self.is_handshake_done = true;
        let lenient = self.view.first_handshake.as_ref().map(|it| it.entry);
        if let Some(entry) = lenient {
            self.store_accepted_deviations(entry);
        }
        self.phase = EnginePhase::Idle;
        D::on_handshake_completed(self);
        self.handle_searches_before_handshake(index);
        self.execute_queued_commands();
    }

    /// Whether the engine answered a greeting, or an earlier line that it treated as a greeting. An engine that has
    /// answered a greeting may ignore the next greeting.
    pub(super) fn was_greeting_answered(&self) -> bool {
        self.is_handshake_done || self.greeting_answered_early
    }

    /// Handles searches that lines before the handshake may have started and that may still run.
    pub(super) fn handle_searches_before_handshake(&mut self, index: usize) {
        let more = std::mem::take(&mut self.possible_early_searches);
        if more > 0 {
            self.begin_results_doubt(index, more, true, D::DOUBT_REASONS.go_before_greeting);
        }
    }

    /// Handles the answer to a command after a second greeting. The answer shows that the engine skipped the greeting,
    /// or will answer it late.
    pub(super) fn handle_skipped_greeting(&mut self) {
        if self.phase == EnginePhase::Handshake && self.was_greeting_answered() {
            self.later_greetings.unanswered_count += 1;
            self.phase = EnginePhase::Idle;
            self.execute_queued_commands();
        }
    }

    /// Handles the answer to a `go` during the handshake. The answer shows that the engine reads commands before the
    /// handshake is complete. Another rule reports the incomplete handshake.
    pub(super) fn handle_result_in_handshake(&mut self) {
        if self.phase == EnginePhase::Handshake && self.is_go_queued() {
            self.phase = EnginePhase::Idle;
            self.execute_queued_commands();
        }
    }

    /// Whether a `go` is queued, or a line that an engine may read as a `go`.
    pub(super) fn is_go_queued(&self) -> bool {
        let mut queued = self.queued_commands.iter();
        queued.any(|it| matches!(it.1, Command::Go(_))) || self.may_be_queued(LenientCommand::Go)
    }

    /// Whether the queue contains a line outside the grammar that an engine may read as this command.
    pub(super) fn may_be_queued(&self, command: LenientCommand) -> bool {
        self.queued_commands
            .iter()
            .filter(|it| it.1 == Command::Other)
            .any(|it| D::lenient_commands(&self.view.entries[it.0].line).any(|it| it == command))
    }
}
