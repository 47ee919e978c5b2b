//! The effects of responses on the engine's state, and whether a command asked for a response.

use super::{Tracker, doubts::DoubtKind};
use crate::message::{Message, message};
use crate::protocol::search::{
    Command, Dialect, EnginePhase, Expectation, LenientCommand, PreviousSearch, QuestionKind,
    QuitRecord, Response,
};

/// The reason why it is uncertain which `go` a result answers.
pub(super) const UNDECIDED_NOBESTMOVE_REASON: &Message = &message!(
    "doubt_nobestmove",
    "a `nobestmove` that may be the result, or the answer to an earlier `stop`"
);

/// The reason why it is uncertain, after an unexpected answer, which commands later answers belong to.
const UNEXPECTED_ANSWER_REASON: &Message = &message!(
    "doubt_extra_answer",
    "an answer, but no command is waiting for an answer"
);

impl<D: Dialect> Tracker<D> {
    pub(super) fn handle_response(&mut self, index: usize, response: &Response<D>) {
        let greets = matches!(
            response,
            Response::Id(_) | Response::Option(_) | Response::GreetingAnswer
        );
        if greets
            && self.undecided_nobestmove.is_some()
            && self.queued_commands.iter().any(|it| it.1 == Command::Greet)
        {
            // The engine answered a greeting that waits for the result of the search, so the `nobestmove` was the
            // result.
            self.treat_nobestmove_as_result();
        }
        match response {
            Response::Id(id) => {
                if id.kind == "name" {
                    self.engine_name.get_or_insert_with(|| id.text.clone());
                }
                self.set_handshake_expectation(index);
            }
            Response::Option(option) => {
                if self.later_greetings.unanswered_count > 0
                    && !self.view.reannounced_options.contains(&option.name)
                {
                    self.view.reannounced_options.push(option.name.clone());
                }
                if self.phase == EnginePhase::Handshake {
                    self.announced_options.push(option.clone());
                    self.view.announced_options.push(option.name.clone());
                    let check = option.kind.as_ref().is_some_and(|(it, _)| it == "check");
                    self.view.check_options.retain(|it| *it != option.name);
                    self.view
                        .check_options
                        .extend(check.then(|| option.name.clone()));
                }
                self.set_handshake_expectation(index);
            }
            Response::GreetingAnswer => self.handle_greeting_answer(index),
            Response::ReadyOk => self.handle_answer(index, QuestionKind::IsReady),
            Response::Dialect(own) => D::on_response_received(self, index, own),
            Response::Info(_) => self.handle_info(index),
            Response::BestMove(_) => self.handle_result(index, false),
            Response::NoBestMove => self.handle_result(index, true),
            Response::Bye => self.handle_bye(index),
            Response::Other => self.handle_other_protocol_handshake_end(index),
            Response::Blank => (),
        }
    }

    pub(super) fn set_expectation(&mut self, index: usize, expected: Expectation) {
        let certain = !self.open_doubts.has_open_range(DoubtKind::Everything);
        self.view.entries[index].expectation = if certain {
            expected
        } else {
            Expectation::PossiblyRequested
        };
    }

    /// Handles the answer to a question of this kind, such as `readyok`.
    pub(in crate::protocol) fn handle_answer(&mut self, index: usize, kind: QuestionKind) {
        // If the question (such as `isready`) came before a second handshake, its answer does not show that the
        // engine skipped the handshake.
        let mut earlier = self.view.questions.iter();
        let open = earlier.any(|it| it.kind == kind && it.answer_entry.is_none());
        if self.phase == EnginePhase::OtherProtocol && !open {
            self.fences.take_extra_answer(kind);
            return;
        }
        if !open && self.fences.extra_answer_count(kind) == 0 {
            self.handle_skipped_greeting();
        }
        let lenient = match kind {
            QuestionKind::IsReady => LenientCommand::IsReady,
            QuestionKind::DialectQuestion => LenientCommand::DialectQuestion,
        };
        // An `isready` may have to wait for the end of the handshake or of a search, but an engine may answer early.
        let early = self
            .queued_commands
            .iter()
            .position(|it| is_question_of_kind(&it.1, kind));
        if early.is_some() && !open && self.undecided_nobestmove.is_some() {
            // The engine reads commands only after the result, and has answered the queued question, so the
            // `nobestmove` before this answer was the result.
            self.treat_nobestmove_as_result();
            return self.handle_answer(index, kind);
        }
        // An answer belongs to the oldest unanswered question of its kind, so all questions after an unanswered
        // question of this kind are unanswered too.
        let same = self
            .view
            .questions
            .iter_mut()
            .rev()
            .filter(|it| it.kind == kind);
        let Some(ask) = same.take_while(|it| it.answer_entry.is_none()).last() else {
            if let Some(early) = early.filter(|_| self.fences.extra_answer_count(kind) == 0) {
                self.queued_commands.remove(early);
                self.view.entries[index].sent_before_command_read =
                    D::defers_commands(&self.dialect_state) && self.phase == EnginePhase::Thinking;
                self.set_expectation(index, Expectation::Requested);
            } else if self.fences.take_extra_answer(kind) || self.may_be_queued(lenient) {
                self.set_expectation(index, Expectation::PossiblyRequested);
            } else if self.phase != EnginePhase::Quitting {
                self.set_expectation(index, Expectation::NotRequested);
                // After an unexpected answer, it is not certain which question a later answer belongs to.
                self.fences
                    .add_extra_answer(kind, self.conversation_index(index));
                let at = self.view.entries[index].at;
                self.open_doubts.begin_range(
                    DoubtKind::QuestionOfAnswer,
                    at,
                    UNEXPECTED_ANSWER_REASON,
                );
            } else {
                self.set_expectation(index, Expectation::NotRequested);
            }
            return;
        };
        ask.answer_entry = Some(index);
        let (asked, nth) = (ask.entry, ask.conversation_index);
        let (phase, doubtful) = (ask.phase, ask.is_doubtful);
        let expected = if doubtful {
            Expectation::PossiblyRequested
        } else {
            Expectation::Requested
        };
        self.set_expectation(index, expected);
        if kind == QuestionKind::IsReady {
            self.mark_input_survived(asked, index);
            self.confirm_commands_during_search(asked);
            self.handle_isready_before_result(nth);
            self.handle_isready_answer(nth, phase);
        }
    }

    fn handle_info(&mut self, index: usize) {
        if self.is_go_queued() {
            self.handle_skipped_greeting();
        }
        let expected = match self.phase {
            EnginePhase::Thinking => {
                let search = self.view.searches.last_mut();
                let doubtful = search
                    .as_ref()
                    .is_none_or(|it| it.is_doubtful || it.may_be_skipped);
                if let Some(search) = search {
                    search.info_entries.push(index);
                }
                if doubtful {
                    Expectation::PossiblyRequested
                } else {
                    Expectation::Requested
                }
            }
            EnginePhase::OtherProtocol => Expectation::PossiblyRequested,
            // The `info` may belong to a search that began before the handshake.
            EnginePhase::Handshake if self.possible_early_searches > 0 => {
                Expectation::PossiblyRequested
            }
            // While results are uncertain, a search may still run although the tracker assumes that it has ended.
            _ if self.uncertain_results.is_some() => Expectation::PossiblyRequested,
            EnginePhase::Quitting if !self.was_quit_sent_while_idle() => {
                Expectation::PossiblyRequested
            }
            _ => Expectation::NotRequested,
        };
        self.set_expectation(index, expected);
        self.view.entries[index].was_debug_on = D::is_debugging(&self.dialect_state);
    }

    /// Whether `quit` was sent to an engine that was certainly idle.
    fn was_quit_sent_while_idle(&self) -> bool {
        let quit = self.view.quit.as_ref();
        quit.is_some_and(|it| it.phase == EnginePhase::Idle)
    }

    fn handle_result(&mut self, index: usize, none: bool) {
        let searches = self.uncertain_results.is_some() || self.possible_early_searches > 0;
        let may_be_earlier = searches || none && self.unanswered_stops.open_stop_count() > 0;
        if self.phase == EnginePhase::Handshake && may_be_earlier {
            self.handle_earlier_result(index, none);
            return;
        }
        self.handle_skipped_greeting();
        self.handle_result_in_handshake();
        let expected = match self.phase {
            EnginePhase::Thinking => {
                self.handle_search_result(index, none);
                return;
            }
            EnginePhase::Quitting => self.expectation_of_result_after_quit(index, none),
            EnginePhase::OtherProtocol => {
                if none && self.unanswered_stops.open_stop_count() > 0 {
                    self.handle_stop_answer(index);
                }
                Expectation::PossiblyRequested
            }
            // The `nobestmove` may be the answer to a `stop`. After an answer to a `stop`, a late result of the search
            // can still come.
            EnginePhase::Idle if none && self.unanswered_stops.open_stop_count() > 0 => {
                self.handle_stop_answer(index);
                Expectation::PossiblyRequested
            }
            EnginePhase::Idle if self.uncertain_results.is_some() => {
                self.handle_result_in_doubt(index);
                Expectation::PossiblyRequested
            }
            // A late `nobestmove` is not reported as unrequested, because another rule reports that it came late.
            EnginePhase::Idle if none && self.unanswered_stops.take_late_answer() => {
                Expectation::PossiblyRequested
            }
            _ => Expectation::NotRequested,
        };
        self.set_expectation(index, expected);
    }

    /// Handles a result during the handshake that may belong to an earlier search.
    fn handle_earlier_result(&mut self, index: usize, none: bool) {
        if none && self.unanswered_stops.open_stop_count() > 0 {
            self.handle_stop_answer(index);
        } else {
            self.handle_result_in_doubt(index);
        }
        self.set_expectation(index, Expectation::PossiblyRequested);
    }

    /// Handles a `nobestmove` that answers a `stop` which the engine read when it was idle.
    fn handle_stop_answer(&mut self, index: usize) {
        self.unanswered_stops.remove_oldest_stop();
        self.stops_before_search = self
            .stops_before_search
            .min(self.unanswered_stops.open_stop_count());
        let at = self.view.entries[index].at;
        let mut open = self.view.idle_stops.iter_mut();
        if let Some(stop) = open.find(|it| it.answer.is_none()) {
            stop.answer = Some(at);
        }
    }

    fn handle_search_result(&mut self, index: usize, none: bool) {
        if let Some(earlier) = self.undecided_nobestmove
            && self.is_go_queued()
        {
            // The `nobestmove` and this answer may be the results of two successive searches.
            self.begin_results_doubt(earlier, 1, false, UNDECIDED_NOBESTMOVE_REASON);
            self.treat_nobestmove_as_result();
            return self.handle_result(index, none);
        }
        if let Some(earlier) = self.undecided_nobestmove.take() {
            // If two results come after one `go`, the first of them was the answer to an earlier `stop`.
            self.stops_before_search = self.stops_before_search.saturating_sub(1);
            self.handle_stop_answer(earlier);
            self.view.entries[earlier].phase = EnginePhase::Idle;
            // If two `nobestmove` came, it is also possible that the first one was the result, and that the second one
            // answers a later `stop`.
            if let Some(search) = self.view.searches.last_mut() {
                search.is_doubtful |= none && search.stop_entry.is_some();
            }
        }
        if none && self.stops_before_search > 0 {
            self.undecided_nobestmove = Some(index);
            return;
        }
        self.end_search(index);
    }

    fn end_search(&mut self, index: usize) {
        let none = self.view.entries[index].response() == Some(&Response::NoBestMove);
        let best = match self.view.entries[index].response() {
            Some(Response::BestMove(it)) => it.best_move.as_ref().map(|it| it.0),
            _ => None,
        };
        let mut expected = Expectation::PossiblyRequested;
        let mut accepted = None;
        if let Some(search) = self.view.searches.last_mut() {
            search.result_entry = Some(index);
            if !search.is_doubtful {
                expected = Expectation::Requested;
                // The engine may skip this `go`, but a `bestmove` shows that it accepted the line.
                accepted = (search.outside_grammar && !none).then_some(search.entry);
                search.outside_grammar = false;
            }
            let hit = search.ponderhit_entry.map(|it| self.view.entries[it].time);
            let mut search = search.clone();
            if let Some(previous) = &mut search.previous_search {
                previous.search.previous_search = None;
            }
            self.previous_search = Some(Box::new(PreviousSearch {
                best_move: best,
                ponderhit_time: hit,
                search,
                result_time: self.now,
            }));
        }
        self.board.store_best_move(best);
        self.usage_meter.record_search_end();
        self.set_expectation(index, expected);
        if let Some(best) = best.filter(|_| expected == Expectation::Requested) {
            D::on_best_move_received(self, best);
        }
        // A result answers the `go` of the search, except a `nobestmove` that may be the answer to an earlier `stop`.
        if expected == Expectation::Requested
            && (!none || self.stops_before_search == 0)
            && let Some(go) = self.view.searches.last().map(|it| it.entry)
        {
            self.mark_input_survived(go, index);
        }
        if let Some(entry) = accepted {
            self.store_accepted_deviations(entry);
        }
        self.handle_result_in_doubt(index);
        self.end_skipped_go_doubt();
        if self.phase == EnginePhase::Thinking {
            self.phase = EnginePhase::Idle;
        }
        self.execute_queued_commands();
    }

    /// Treats an undecided `nobestmove` (the result or the answer to an earlier `stop`) as the result.
    pub(super) fn treat_nobestmove_as_result(&mut self) {
        if let Some(index) = self.undecided_nobestmove.take() {
            // If the `nobestmove` is not the result, the search continues.
            if let Some(search) = self.view.searches.last_mut() {
                search.is_doubtful = true;
            }
            // The `nobestmove` may also be the answer to an earlier `stop`.
            let (nth, at) = (self.conversation_index(index), self.view.entries[index].at);
            for stop in &mut self.view.idle_stops {
                if stop.conversation_index < nth {
                    stop.answer.get_or_insert(at);
                }
            }
            self.end_search(index);
            self.set_expectation(index, Expectation::PossiblyRequested);
            let mut searches = self.view.searches.iter_mut();
            if let Some(search) = searches.rfind(|it| it.result_entry == Some(index)) {
                search.is_doubtful = true;
            }
        }
    }

    /// Returns whether a result after `quit` was requested. The result is accepted if a search was running (`UCCI E5`).
    fn expectation_of_result_after_quit(&mut self, index: usize, none: bool) -> Expectation {
        let quit = self.view.quit.as_ref().map(|it| it.entry);
        let stopped = none && self.unanswered_stops.open_stop_count() > 0;
        if none && stopped {
            self.handle_stop_answer(index);
        }
        let idle = self.was_quit_sent_while_idle();
        let certain = !stopped && self.uncertain_results.is_none();
        match self.view.searches.last_mut() {
            Some(search) if search.result_entry.is_none() && !stopped => {
                search.is_doubtful |= !certain;
                search.result_entry = Some(index);
                Expectation::PossiblyRequested
            }
            // A search that `quit` interrupted has at most one result.
            Some(search) if certain && !search.is_doubtful && search.result_entry > quit => {
                Expectation::NotRequested
            }
            _ if certain && idle => Expectation::NotRequested,
            _ => Expectation::PossiblyRequested,
        }
    }

    fn handle_early_bye(&mut self, index: usize) {
        let place = self
            .queued_commands
            .iter()
            .position(|(_, it)| *it == Command::Quit);
        if let Some((entry, _)) = place.and_then(|it| self.queued_commands.get(it)) {
            self.view.quit = Some(QuitRecord {
                entry: *entry,
                readable_since: self.now,
                phase: self.phase,
                bye_entry: Some(index),
            });
            self.queued_commands.clear();
            self.phase = EnginePhase::Quitting;
        }
    }

    fn handle_bye(&mut self, index: usize) {
        if let Some(quit) = &self.view.quit {
            self.mark_input_survived(quit.entry, index);
        }
        if !self
            .queued_commands
            .iter()
            .any(|(_, it)| *it == Command::Quit)
        {
            self.treat_line_as_quit();
        }
        if self.undecided_nobestmove.is_some()
            && self.queued_commands.iter().any(|it| it.1 == Command::Quit)
        {
            // The engine sends `bye` only after the result of the search, so the `nobestmove` was the result.
            self.treat_nobestmove_as_result();
        }
        match &mut self.view.quit {
            Some(quit) if quit.bye_entry.is_none() => {
                quit.bye_entry = Some(index);
                self.set_expectation(index, Expectation::Requested);
            }
            _ if self.phase == EnginePhase::OtherProtocol => (),
            // A `bye` is accepted after the interface has closed the input (`UCCI E5`).
            _ if self.is_input_closed => (),
            // The engine read a `quit` before the end of the handshake or of a search, although the `quit` should have
            // waited for this end.
            _ if self
                .queued_commands
                .iter()
                .any(|(_, it)| *it == Command::Quit) =>
            {
                self.handle_early_bye(index)
            }
            _ => self.set_expectation(index, Expectation::NotRequested),
        }
    }
}

/// Whether `command` is a question of this kind.
fn is_question_of_kind<D: Dialect>(command: &Command<D>, kind: QuestionKind) -> bool {
    match kind {
        QuestionKind::IsReady => *command == Command::IsReady,
        QuestionKind::DialectQuestion => {
            matches!(command, Command::Dialect(own) if D::needs_answer(own))
        }
    }
}
