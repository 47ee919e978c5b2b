//! Lines outside the grammar: a lenient parser may accept such a line as a command, or ignore it.
//!
//! The protocol does not specify blanks, case, extra words and carriage returns (`UCCI T4`, `T6`). An engine may accept
//! a line with such deviations or ignore the line.

use super::{Deviations, PossibleQuit, Tracker, doubts::DoubtKind};
use crate::message::{Message, message};
use crate::protocol::search::{Command, Dialect, LenientCommand, Phase, QuestionKind};

/// The deviation of a line's blanks from the grammar.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Blanks {
    Plain,
    /// The line has extra blanks only at its end (`UCCI D8`).
    AtEnd,
    /// The line has tabs, several blanks in a row, or a blank at its beginning.
    Elsewhere,
}

impl Blanks {
    fn classify(line: &[u8]) -> Blanks {
        let body = line.strip_suffix(b"\r").unwrap_or(line);
        let trimmed = body.trim_ascii_end();
        let runs = trimmed.windows(2).any(|it| it == b"  ");
        if trimmed.is_empty() {
            Blanks::Plain
        } else if body.contains(&b'\t') || runs || body.starts_with(b" ") {
            Blanks::Elsewhere
        } else if trimmed.len() < body.len() {
            Blanks::AtEnd
        } else {
            Blanks::Plain
        }
    }
}

/// The reason of a doubt about a line that an engine may ignore.
const TRAILING_BLANK_REASON: &Message = &message!(
    "doubt_trailing_blank",
    "a line with a blank or a carriage return at its end, which an engine may ignore"
);
const UNKNOWN_LINE_REASON: &Message = &message!(
    "doubt_unknown_line",
    "a line outside the grammar that an engine may accept as a command"
);

impl<D: Dialect> Tracker<D> {
    /// Executes a line of the interface. A line outside the grammar is read leniently.
    pub(super) fn execute_line(&mut self, index: usize, command: Command<D>) {
        let line = &self.view.entries[index].line;
        let carriage_return = line.ends_with(b"\r");
        let blanks = if D::ALLOWS_EXTRA_BLANKS {
            Blanks::Plain
        } else {
            Blanks::classify(line)
        };
        // If an interface sends `ucci` with a carriage return, all its lines end with a carriage return. Every engine
        // should accept the lines of such an interface (`UCCI T6`).
        let in_handshake =
            matches!(self.phase, Phase::Boot | Phase::OtherProtocol) && !self.handshake_done;
        self.accepted.carriage_return |=
            carriage_return && in_handshake && command == Command::Greet;
        let free = D::CARRIAGE_RETURN_IS_FREE || self.accepted.carriage_return;
        let understood = !carriage_return || in_handshake || free;
        match blanks {
            Blanks::Plain if understood => self.handle_command(index, command),
            Blanks::AtEnd if understood && self.accepted.blanks => {
                self.handle_command(index, command)
            }
            Blanks::Plain | Blanks::AtEnd => self.lenient_command(index, command),
            Blanks::Elsewhere => self.handle_command(index, Command::Other),
        }
    }

    /// Handles proof that the engine accepted a line outside the grammar. The engine also accepts other lines with the
    /// same deviations.
    pub(super) fn note_accepted_deviations(&mut self, index: usize) {
        let line = &self.view.entries[index].line;
        self.accepted.carriage_return |= line.ends_with(b"\r");
        self.accepted.blanks |= Blanks::classify(line) == Blanks::AtEnd;
        // The engine also accepts the last `position` if that line had the same deviations.
        let (deviations, accepted) = (self.position_deviations, self.accepted);
        if (deviations.carriage_return && !accepted.carriage_return)
            || (deviations.blanks && !accepted.blanks)
        {
            return;
        }
        if self.board.alternative.take().is_some() {
            self.end_doubt(DoubtKind::Board);
        }
        if let Some(search) = self.view.searches.last_mut() {
            search.board.alternative = None;
        }
    }

    fn lenient_command(&mut self, index: usize, command: Command<D>) {
        let waits = self.phase == Phase::Thinking && D::defers_commands(&self.dialect_state);
        match (self.phase, command) {
            (Phase::Boot | Phase::OtherProtocol, Command::Greet) => {
                self.handle_first_command(index, &Command::Greet);
                // The engine may ignore this greeting, and then it owes no answer.
                if let Some(handshake) = &mut self.view.handshake {
                    handshake.after_other_protocol = true;
                }
            }
            (Phase::Idle, Command::Go(go)) => self.begin_search(index, go, true),
            (Phase::Idle, Command::Position(spec)) => {
                self.note_position(index, &spec);
                // If several `position` commands may have been skipped, the other possible position is unknown.
                let here = self.board.position.clone();
                let sure = self.board.alternative.is_none();
                self.board.alternative = Some(here.filter(|_| sure));
                let line = &self.view.entries[index].line;
                self.position_deviations = Deviations {
                    carriage_return: line.ends_with(b"\r"),
                    blanks: Blanks::classify(line) == Blanks::AtEnd,
                };
                self.handle_position(index, &spec, TRAILING_BLANK_REASON);
            }
            (Phase::Idle | Phase::Thinking, Command::SetOption { name, value }) => {
                D::maybe_set_option(self, index, &[name.as_slice(), b" ", &value].concat());
            }
            (Phase::Idle | Phase::Thinking, _) if !waits => {
                self.read_leniently(index, TRAILING_BLANK_REASON)
            }
            _ => self.handle_command(index, Command::Other),
        }
    }

    /// Handles a line outside the grammar: the engine may execute the commands whose words are in the line.
    pub(super) fn handle_unknown_line(&mut self, index: usize) {
        // An engine that also speaks UCI may continue in UCI after its greeting (`UCCI H3`).
        let line = &self.view.entries[index].line;
        let other_protocol = D::OTHER_PROTOCOL.is_some_and(|it| it.is_greeting(line));
        if other_protocol {
            self.other_greetings.push_back(index);
        }
        if other_protocol && matches!(self.phase, Phase::Idle | Phase::Thinking) {
            self.enter_other_protocol(index);
            return;
        }
        self.read_leniently(index, UNKNOWN_LINE_REASON);
    }

    /// The engine may speak another protocol after this line. Unanswered questions may be answered at any time or
    /// never.
    fn enter_other_protocol(&mut self, index: usize) {
        let at = self.view.entries[index].at;
        let reason = D::DOUBT_REASONS.other_protocol;
        for ask in &mut self.view.questions {
            if ask.answer.is_none() {
                (ask.doubtful, ask.skippable, ask.owed) = (true, true, false);
                self.doubts.begin(DoubtKind::Answers, at, reason);
            }
        }
        if self.phase == Phase::Thinking {
            self.doubt_results(index, 0, false, reason);
            if let Some(search) = self.view.searches.last_mut() {
                search.waive_result(self.now);
            }
        }
        self.phase = Phase::OtherProtocol;
        self.doubts.begin(DoubtKind::Everything, at, reason);
    }

    pub(super) fn read_leniently(&mut self, index: usize, reason: &'static Message) {
        let at = self.view.entries[index].at;
        let nth = self.conversation_index(index);
        let line = self.view.entries[index].line.clone();
        for hint in D::lenient_commands(&line) {
            match hint {
                LenientCommand::Greet if matches!(self.phase, Phase::Idle | Phase::Thinking) => {
                    self.handle_second_greeting(index, reason);
                }
                LenientCommand::Greet => self.note_later_greeting(index, reason),
                LenientCommand::IsReady | LenientCommand::Ask => {
                    let kind = match hint {
                        LenientCommand::IsReady => QuestionKind::IsReady,
                        _ => QuestionKind::DialectQuestion,
                    };
                    self.fences.add_extra_answer(kind, nth);
                    self.doubts.begin(DoubtKind::Answers, at, reason);
                }
                LenientCommand::Quit => {
                    let entry = index;
                    self.maybe_quit.get_or_insert(PossibleQuit { nth, entry });
                    self.mark_maybe_stopped();
                    self.doubts.begin(DoubtKind::Quit, at, reason);
                }
                LenientCommand::Stop => {
                    if D::ANSWERS_IDLE_STOP {
                        self.stops.add_stop(nth);
                        self.stops_before += 1;
                    }
                    self.mark_maybe_stopped();
                }
                LenientCommand::PonderHit => self.mark_maybe_stopped(),
                LenientCommand::SetOption => D::maybe_set_option(self, index, &line),
                LenientCommand::Go => {
                    if D::defers_commands(&self.dialect_state) {
                        self.begin_doubt(
                            DoubtKind::Deferral,
                            index,
                            D::DOUBT_REASONS.skipped_deferral,
                        );
                    }
                    if matches!(self.phase, Phase::Idle | Phase::Thinking) {
                        self.doubt_results(index, 1, true, reason);
                    } else {
                        self.before_handshake += 1;
                    }
                }
                LenientCommand::Board => self.doubt_board(index, reason),
            }
        }
    }

    /// Marks that the running search may have been stopped, or that its clock may have been started.
    fn mark_maybe_stopped(&mut self) {
        if let Some(search) = self.view.searches.last_mut() {
            search.maybe_stopped |= search.result.is_none();
        }
    }

    /// Handles a line that may begin another handshake after the first one.
    pub(super) fn note_later_greeting(&mut self, index: usize, reason: &'static Message) {
        self.greetings.open += 1;
        self.greetings.latest = self.conversation_index(index);
        let at = self.view.entries[index].at;
        self.doubts.begin(DoubtKind::Handshake, at, reason);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn blanks_are_told_apart_by_their_place() {
        for (line, blanks) in [
            ("go depth 1", Blanks::Plain),
            ("go depth 1\r", Blanks::Plain),
            ("", Blanks::Plain),
            ("go depth 1 ", Blanks::AtEnd),
            ("go depth 1  \r", Blanks::AtEnd),
            (" go depth 1", Blanks::Elsewhere),
            ("go  depth 1", Blanks::Elsewhere),
            ("go\tdepth 1", Blanks::Elsewhere),
        ] {
            assert_eq!(Blanks::classify(line.as_bytes()), blanks, "{line:?}");
        }
    }
}
