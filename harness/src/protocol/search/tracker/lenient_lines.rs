//! Lines outside the grammar: a lenient parser may accept such a line as a command, or ignore it.
//!
//! The protocol does not specify the effect of extra blanks, upper case, extra words and carriage returns (`UCCI T4`,
//! `T6`). An engine may accept or ignore a line with extra blanks, upper case, extra words or a carriage return.

use super::{GrammarDeviations, PossibleQuit, Tracker, doubts::DoubtKind};
use crate::message::{Message, message};
use crate::protocol::search::{Command, Dialect, EnginePhase, LenientCommand, QuestionKind};

/// How the blanks in a line deviate from the grammar.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum BlankDeviation {
    NoDeviation,
    /// The line has extra blanks only at its end (`UCCI D8`).
    OnlyAtEnd,
    /// The line has tabs, several blanks in a row, or a blank at its beginning.
    Elsewhere,
}

impl BlankDeviation {
    fn from_line(line: &[u8]) -> BlankDeviation {
        let body = line.strip_suffix(b"\r").unwrap_or(line);
        let trimmed = body.trim_ascii_end();
        let runs = trimmed.windows(2).any(|it| it == b"  ");
        if trimmed.is_empty() {
            BlankDeviation::NoDeviation
        } else if body.contains(&b'\t') || runs || body.starts_with(b" ") {
            BlankDeviation::Elsewhere
        } else if trimmed.len() < body.len() {
            BlankDeviation::OnlyAtEnd
        } else {
            BlankDeviation::NoDeviation
        }
    }
}

/// The reason why lines are ambiguous after a line that an engine may ignore because of a blank or a carriage return at
/// its end.
const TRAILING_BLANK_REASON: &Message = &message!(
    "doubt_trailing_blank",
    "a line with a blank or a carriage return at its end, which an engine may ignore"
);
const UNKNOWN_LINE_REASON: &Message = &message!(
    "doubt_unknown_line",
    "a line outside the grammar that an engine may accept as a command"
);

impl<D: Dialect> Tracker<D> {
    /// Executes a line of the interface. A line outside the grammar may or may not have an effect on the engine.
    pub(super) fn execute_line(&mut self, index: usize, command: Command<D>) {
        let line = &self.view.entries[index].line;
        let carriage_return = line.ends_with(b"\r");
        let blanks = if D::ALLOWS_EXTRA_BLANKS {
            BlankDeviation::NoDeviation
        } else {
            BlankDeviation::from_line(line)
        };
        // If an interface sends `ucci` with a carriage return, all its lines end with a carriage return. Every engine
        // should accept the lines of an interface that ends all lines with a carriage return (`UCCI T6`).
        let in_handshake = matches!(
            self.phase,
            EnginePhase::BeforeFirstCommand | EnginePhase::OtherProtocol
        ) && !self.is_handshake_done;
        self.accepted_deviations.has_carriage_return |=
            carriage_return && in_handshake && command == Command::Greet;
        let free = D::ALLOWS_CARRIAGE_RETURN || self.accepted_deviations.has_carriage_return;
        let understood = !carriage_return || in_handshake || free;
        match blanks {
            BlankDeviation::NoDeviation if understood => self.handle_command(index, command),
            BlankDeviation::OnlyAtEnd
                if understood && self.accepted_deviations.has_trailing_blank =>
            {
                self.handle_command(index, command)
            }
            BlankDeviation::NoDeviation | BlankDeviation::OnlyAtEnd => {
                self.execute_deviating_command(index, command)
            }
            BlankDeviation::Elsewhere => self.handle_command(index, Command::Other),
        }
    }

    /// Handles proof that the engine accepted a line outside the grammar. An engine that accepts a line outside the
    /// grammar also accepts other lines that deviate from the grammar in the same way.
    pub(super) fn store_accepted_deviations(&mut self, index: usize) {
        let line = &self.view.entries[index].line;
        self.accepted_deviations.has_carriage_return |= line.ends_with(b"\r");
        self.accepted_deviations.has_trailing_blank |=
            BlankDeviation::from_line(line) == BlankDeviation::OnlyAtEnd;
        // If the last `position` deviated from the grammar in the same way as the accepted line, the engine has
        // accepted this `position`, too.
        let (deviations, accepted) = (self.position_deviations, self.accepted_deviations);
        if (deviations.has_carriage_return && !accepted.has_carriage_return)
            || (deviations.has_trailing_blank && !accepted.has_trailing_blank)
        {
            return;
        }
        if self.board.alternative_position.take().is_some() {
            self.end_doubt(DoubtKind::Board);
        }
        if let Some(search) = self.view.searches.last_mut() {
            search.board.alternative_position = None;
        }
    }

    fn execute_deviating_command(&mut self, index: usize, command: Command<D>) {
        let waits = self.phase == EnginePhase::Thinking && D::defers_commands(&self.dialect_state);
        match (self.phase, command) {
            (EnginePhase::BeforeFirstCommand | EnginePhase::OtherProtocol, Command::Greet) => {
                self.handle_first_command(index, &Command::Greet);
                // The engine may ignore a greeting that deviates from the grammar, so it need not answer.
                if let Some(handshake) = &mut self.view.first_handshake {
                    handshake.after_other_protocol = true;
                }
            }
            (EnginePhase::Idle, Command::Go(go)) => self.begin_search(index, go, true),
            (EnginePhase::Idle, Command::Position(spec)) => {
                self.store_position(index, &spec);
                // If several `position` commands may have been skipped, the other possible position is unknown.
                let here = self.board.position.clone();
                let sure = self.board.alternative_position.is_none();
                self.board.alternative_position = Some(here.filter(|_| sure));
                let line = &self.view.entries[index].line;
                self.position_deviations = GrammarDeviations {
                    has_carriage_return: line.ends_with(b"\r"),
                    has_trailing_blank: BlankDeviation::from_line(line)
                        == BlankDeviation::OnlyAtEnd,
                };
                self.handle_position(index, &spec, TRAILING_BLANK_REASON);
            }
            (EnginePhase::Idle | EnginePhase::Thinking, Command::SetOption { name, value }) => {
                D::on_possible_setoption(self, index, &[name.as_slice(), b" ", &value].concat());
            }
            (EnginePhase::Idle | EnginePhase::Thinking, _) if !waits => {
                self.execute_line_leniently(index, TRAILING_BLANK_REASON)
            }
            _ => self.handle_command(index, Command::Other),
        }
    }

    /// Handles a line outside the grammar: the engine may execute the commands whose words are in the line.
    pub(super) fn handle_unknown_line(&mut self, index: usize) {
        // After the greeting of another protocol that the engine also speaks (such as UCI), the engine may continue in
        // that protocol (`UCCI H3`).
        let line = &self.view.entries[index].line;
        let other_protocol = D::OTHER_PROTOCOL.is_some_and(|it| it.is_greeting(line));
        if other_protocol {
            self.other_protocol_greetings.push_back(index);
        }
        if other_protocol && matches!(self.phase, EnginePhase::Idle | EnginePhase::Thinking) {
            self.enter_other_protocol(index);
            return;
        }
        self.execute_line_leniently(index, UNKNOWN_LINE_REASON);
    }

    /// Handles a line after which the engine may speak another protocol. An engine that changes to another protocol may
    /// answer earlier commands at any time or never.
    fn enter_other_protocol(&mut self, index: usize) {
        let at = self.view.entries[index].at;
        let reason = D::DOUBT_REASONS.other_protocol;
        for ask in &mut self.view.questions {
            if ask.answer_entry.is_none() {
                (ask.is_doubtful, ask.may_be_skipped, ask.is_answer_owed) = (true, true, false);
                self.open_doubts
                    .begin_range(DoubtKind::QuestionOfAnswer, at, reason);
            }
        }
        if self.phase == EnginePhase::Thinking {
            self.begin_results_doubt(index, 0, false, reason);
            if let Some(search) = self.view.searches.last_mut() {
                search.excuse_missing_result(self.now);
            }
        }
        self.phase = EnginePhase::OtherProtocol;
        self.open_doubts
            .begin_range(DoubtKind::Everything, at, reason);
    }

    pub(super) fn execute_line_leniently(&mut self, index: usize, reason: &'static Message) {
        let at = self.view.entries[index].at;
        let nth = self.conversation_index(index);
        let line = self.view.entries[index].line.clone();
        for hint in D::lenient_commands(&line) {
            match hint {
                LenientCommand::Greet
                    if matches!(self.phase, EnginePhase::Idle | EnginePhase::Thinking) =>
                {
                    self.handle_second_greeting(index, reason);
                }
                LenientCommand::Greet => self.handle_later_greeting(index, reason),
                LenientCommand::IsReady | LenientCommand::DialectQuestion => {
                    let kind = match hint {
                        LenientCommand::IsReady => QuestionKind::IsReady,
                        _ => QuestionKind::DialectQuestion,
                    };
                    self.fences.add_extra_answer(kind, nth);
                    self.open_doubts
                        .begin_range(DoubtKind::QuestionOfAnswer, at, reason);
                }
                LenientCommand::Quit => {
                    let entry = index;
                    self.possible_quit.get_or_insert(PossibleQuit {
                        line_index: nth,
                        entry,
                    });
                    self.mark_search_maybe_stopped();
                    self.open_doubts
                        .begin_range(DoubtKind::QuitAccepted, at, reason);
                }
                LenientCommand::Stop => {
                    if D::ANSWERS_IDLE_STOP {
                        self.unanswered_stops.add_stop(nth);
                        self.stops_before_search += 1;
                    }
                    self.mark_search_maybe_stopped();
                }
                LenientCommand::PonderHit => self.mark_search_maybe_stopped(),
                LenientCommand::SetOption => D::on_possible_setoption(self, index, &line),
                LenientCommand::Go => {
                    if D::defers_commands(&self.dialect_state) {
                        self.begin_doubt(
                            DoubtKind::DeferredCommands,
                            index,
                            D::DOUBT_REASONS.skipped_deferred_go,
                        );
                    }
                    if matches!(self.phase, EnginePhase::Idle | EnginePhase::Thinking) {
                        self.begin_results_doubt(index, 1, true, reason);
                    } else {
                        self.possible_early_searches += 1;
                    }
                }
                LenientCommand::BoardCommand => self.begin_board_doubt(index, reason),
            }
        }
    }

    /// Marks that the running search may have been stopped, or that its clock may have been started.
    fn mark_search_maybe_stopped(&mut self) {
        if let Some(search) = self.view.searches.last_mut() {
            search.may_have_been_stopped |= search.result_entry.is_none();
        }
    }

    /// Handles a line that may begin another handshake after the first handshake.
    pub(super) fn handle_later_greeting(&mut self, index: usize, reason: &'static Message) {
        self.later_greetings.unanswered_count += 1;
        self.later_greetings.latest_index = self.conversation_index(index);
        let at = self.view.entries[index].at;
        self.open_doubts
            .begin_range(DoubtKind::HandshakeLines, at, reason);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn blanks_are_classified_by_their_place() {
        for (line, blanks) in [
            ("go depth 1", BlankDeviation::NoDeviation),
            ("go depth 1\r", BlankDeviation::NoDeviation),
            ("", BlankDeviation::NoDeviation),
            ("go depth 1 ", BlankDeviation::OnlyAtEnd),
            ("go depth 1  \r", BlankDeviation::OnlyAtEnd),
            (" go depth 1", BlankDeviation::Elsewhere),
            ("go  depth 1", BlankDeviation::Elsewhere),
            ("go\tdepth 1", BlankDeviation::Elsewhere),
        ] {
            assert_eq!(
                BlankDeviation::from_line(line.as_bytes()),
                blanks,
                "{line:?}"
            );
        }
    }
}
