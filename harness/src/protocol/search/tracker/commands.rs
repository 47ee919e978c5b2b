//! The effects of the interface's commands on the engine's state.

use std::time::Duration;

use super::{PossibleQuit, Tracker, doubts::DoubtKind, responses::UNDECIDED_NOBESTMOVE_REASON};
use crate::message::{Message, message};
use crate::protocol::{
    deadline::WaitResult,
    search::{
        AskedQuestion, BoardNotes as _, Command, Dialect, EnginePhase, Expectation, GoCommand as _,
        HandshakeRecord, IdleStop, LenientCommand, MoveOf, PositionAfterPonderhit, PositionSpec,
        QuestionKind, QuestionProperties, QuitRecord, Search,
    },
};

/// The time after which an answer is overdue. The run's timeout scale (`--timeout-scale`) multiplies this time.
const ANSWER_TIMEOUT: Duration = Duration::from_secs(10);

/// The reason why lines are ambiguous after a `go` that the engine may have skipped.
const SKIPPED_GO_REASON: &Message = &message!(
    "doubt_go_skipped",
    "a `go` that the engine may have skipped"
);

/// The reason why the results of a new search are ambiguous if earlier results are ambiguous.
const AMBIGUOUS_RESULTS_REASON: &Message =
    &message!("doubt_results", "it is not certain which `go` is answered");

impl<D: Dialect> Tracker<D> {
    pub(super) fn handle_command(&mut self, index: usize, command: Command<D>) {
        D::on_command_sent(self, &command);
        // Also an unknown line may set the board.
        self.board_command_count += usize::from(matches!(
            command,
            Command::Position(_) | Command::Dialect(_) | Command::Greet | Command::Other
        ));
        if let Command::Position(spec) = &command {
            self.store_position(index, spec);
        }
        if D::begins_new_game(&command, &self.view.entries[index].line) {
            (self.previous_search, self.pondered_position) = (None, None);
            D::on_new_game(self);
            self.handle_new_game(index);
        }
        let waits = self.waits_for_search_end()
            || self.phase == EnginePhase::Handshake && self.waits_for_handshake(index);
        if command == Command::Other && self.phase != EnginePhase::Quitting && !waits {
            self.handle_unknown_line(index);
        }
        match self.phase {
            EnginePhase::BeforeFirstCommand => self.handle_first_command(index, &command),
            EnginePhase::OtherProtocol => {
                if command == Command::Greet {
                    self.handle_first_command(index, &command);
                } else if command != Command::Other {
                    self.execute_line_leniently(index, D::DOUBT_REASONS.after_other_protocol);
                }
            }
            EnginePhase::Handshake => self.queued_commands.push_back((index, command)),
            EnginePhase::Idle => self.handle_idle_command(index, command),
            EnginePhase::Thinking if self.waits_for_search_end() => {
                self.view.entries[index].is_deferred = true;
                self.queued_commands.push_back((index, command));
            }
            EnginePhase::Thinking => self.handle_command_in_search(index, &command),
            EnginePhase::Quitting => (),
        }
    }

    /// Stores the position of a `position` command, which the interface expects on the engine's board.
    pub(super) fn store_position(&mut self, index: usize, spec: &PositionSpec<D>) {
        if let Some(pondered) = self.pondered_position.take() {
            self.view
                .positions_after_ponderhit
                .push(PositionAfterPonderhit {
                    entry: index,
                    last_position: spec.clone(),
                    pondered_position: pondered,
                    last_best_move: self.board.last_best_move,
                });
        }
        D::on_position(self, spec);
        self.last_position = Some(spec.clone());
    }

    pub(super) fn handle_first_command(&mut self, index: usize, command: &Command<D>) {
        // A recording whose first command is not the greeting may begin in the middle of a conversation. If the first
        // command of a recording is not the greeting, it is unknown which commands the engine's first lines answer.
        let first = matches!(command, Command::Greet | Command::Quit | Command::Blank);
        let before = if self.is_handshake_done { 0 } else { index };
        for entry in &mut self.view.entries[..before] {
            entry.may_be_other_protocol = true;
            if !first {
                entry.expectation = Expectation::PossiblyRequested;
            }
        }
        self.phase = match command {
            Command::Greet => {
                // If a question is still unanswered, its answer may come at any time, even where the answer to a later
                // question is expected.
                if !self.is_handshake_done || self.are_all_commands_answered() {
                    self.end_doubt(DoubtKind::Everything);
                }
                if self.was_greeting_answered() {
                    self.handle_later_greeting(index, D::DOUBT_REASONS.second_greeting);
                }
                self.view.first_handshake = Some(HandshakeRecord {
                    entry: index,
                    answer_entry: None,
                    after_other_protocol: self.phase == EnginePhase::OtherProtocol,
                    answered_by_other_protocol: self.greeted_by_other_protocol,
                    is_repeated: self.was_greeting_answered(),
                });
                EnginePhase::Handshake
            }
            Command::Quit => {
                self.handle_quit(index);
                return;
            }
            Command::Blank => self.phase,
            _ => {
                let at = self.view.entries[index].at;
                self.open_doubts.begin_range(
                    DoubtKind::Everything,
                    at,
                    D::DOUBT_REASONS.other_first_command,
                );
                if *command != Command::Other {
                    self.handle_unknown_line(index);
                }
                EnginePhase::OtherProtocol
            }
        };
    }

    /// Whether all earlier commands are certainly answered, so that no more answers can come.
    fn are_all_commands_answered(&self) -> bool {
        let kinds = [QuestionKind::IsReady, QuestionKind::DialectQuestion];
        let asked = self.has_unanswered_questions()
            || kinds
                .iter()
                .any(|it| self.fences.extra_answer_count(*it) > 0);
        let searches = self.uncertain_results.is_some() || self.possible_early_searches > 0;
        let others =
            self.unanswered_stops.open_stop_count() + self.later_greetings.unanswered_count;
        !asked && !searches && others == 0 && self.possible_quit.is_none()
    }

    fn handle_idle_command(&mut self, index: usize, command: Command<D>) {
        match command {
            Command::Greet => self.handle_second_greeting(index, D::DOUBT_REASONS.second_greeting),
            Command::IsReady => self.add_question(index, QuestionKind::IsReady),
            Command::Dialect(own) => D::execute_command(self, index, own),
            // A search may be running, and during a search an option may have no effect.
            Command::SetOption { name, value } if self.uncertain_results.is_some() => {
                D::on_possible_setoption(self, index, &[name.as_slice(), b" ", &value].concat());
            }
            Command::SetOption { name, value } => D::execute_setoption(self, index, &name, &value),
            Command::Position(spec) => {
                self.board.alternative_position = None;
                self.handle_position(index, &spec, D::DOUBT_REASONS.unspecified_position);
            }
            Command::Go(go) => self.begin_search(index, go, false),
            Command::Stop => {
                self.handle_stop(index);
                if self.uncertain_results.is_none() {
                    self.view.idle_stops.push(IdleStop {
                        conversation_index: self.conversation_index(index),
                        culprit: self.view.entries[index].culprit(),
                        answer: None,
                        is_expired: false,
                    });
                }
            }
            Command::Quit => self.handle_quit(index),
            Command::PonderHit { .. } | Command::Blank | Command::Other => (),
        }
    }

    /// Handles a `position`; if the engine may skip the command, `reason` says why.
    pub(super) fn handle_position(
        &mut self,
        index: usize,
        spec: &PositionSpec<D>,
        reason: &'static Message,
    ) {
        let other = self.board.alternative_position.take();
        let noted = !self.board.notes.has_no_bans();
        self.board.set_position(spec);
        self.forget_command_during_search();
        self.end_doubt(DoubtKind::Board);
        // The engine may skip the `position` if a search is still running, because the command is invalid during a
        // search. The engine may also skip a `position` whose effect the protocol does not specify.
        let line = self.view.entries[index].line.trim_ascii_end();
        let unspecified = !D::must_accept_fen(spec, line);
        let unsettled = self.open_doubts.reason_of_open_range(DoubtKind::GoOfResult);
        if unsettled.is_some() || unspecified || self.board.position.is_none() {
            self.begin_board_doubt(index, unsettled.unwrap_or(reason));
        } else if let Some(None) = other {
            self.begin_board_doubt(index, reason);
        } else if let Some(other) = other {
            // If the engine skipped the `position`, the earlier bans are still in force.
            let same = other == self.board.position;
            if same && noted {
                self.board.notes.mark_bans_uncertain();
            }
            self.board.alternative_position = (!same).then_some(other);
            if !same || noted {
                let at = self.view.entries[index].at;
                self.open_doubts.begin_range(DoubtKind::Board, at, reason);
            }
        }
        self.position_was_sent |= self.board.position.is_some();
    }

    /// Handles a command that plays one move on the board.
    pub(in crate::protocol) fn handle_played_move(&mut self, index: usize, step: MoveOf<D>) {
        self.forget_command_during_search();
        let is_certain = self.board.alternative_position.is_none();
        self.board.play_move(step);
        let unsettled = self.open_doubts.reason_of_open_range(DoubtKind::GoOfResult);
        if unsettled.is_some() || !is_certain || self.board.position.is_none() {
            let reason = unsettled.unwrap_or(D::DOUBT_REASONS.unspecified_position);
            self.begin_board_doubt(index, reason);
        }
    }

    /// Whether the board has a position that the engine can search.
    pub(in crate::protocol) fn has_position(&self) -> bool {
        self.last_position.is_some() || self.position_was_sent
    }

    /// Sets the position that the board has before the first command that sets the board.
    pub(in crate::protocol) fn set_start_position(&mut self, position: D::Game) {
        self.board.position = Some(position);
        self.position_was_sent = true;
    }

    /// Handles a second greeting, which may reset the engine or have no effect (not specified, `UCCI H7`).
    pub(super) fn handle_second_greeting(&mut self, index: usize, reason: &'static Message) {
        self.handle_later_greeting(index, reason);
        D::on_second_greeting(self, index, reason);
        self.begin_board_doubt(index, reason);
        self.forget_command_during_search();
    }

    fn handle_command_that_may_end_search(&mut self, index: usize, command: &Command<D>) {
        let (more, reason) = match command {
            Command::Go(_) => (1, D::DOUBT_REASONS.second_go),
            _ => (0, D::DOUBT_REASONS.board_command_during_search),
        };
        self.begin_results_doubt(index, more, true, reason);
        if let Some(search) = self.view.searches.last_mut() {
            search.excuse_missing_result(self.now);
        }
    }

    /// Handles a command during a search. During a search, only `stop`, `ponderhit`, `isready`, `quit` and the commands
    /// that the dialect allows are valid.
    fn handle_command_in_search(&mut self, index: usize, command: &Command<D>) {
        if D::may_end_search(command)
            && let Some(search) = self.view.searches.last_mut()
        {
            search.interrupting_entry.get_or_insert(index);
        }
        match command {
            Command::IsReady => self.add_question(index, QuestionKind::IsReady),
            Command::Dialect(own) if D::is_allowed_in_search(own) => {
                D::execute_command(self, index, own.clone())
            }
            Command::Stop => {
                self.handle_stop(index);
                let waits = self.open_doubts.has_open_range(DoubtKind::DeferredCommands);
                if let Some(search) = self.view.searches.last_mut() {
                    search.stop_entry.get_or_insert(index);
                    search.may_have_been_stopped |= waits;
                }
            }
            Command::PonderHit { .. } => {
                let waits = self.open_doubts.has_open_range(DoubtKind::DeferredCommands);
                if let Some(search) = self.view.searches.last_mut() {
                    search.may_have_been_stopped |= waits;
                    search.ponderhit_entry.get_or_insert(index);
                    self.pondered_position = search
                        .last_position
                        .clone()
                        .filter(|_| search.go.is_ponder());
                }
            }
            Command::Quit => self.handle_quit(index),
            Command::Blank | Command::Other => (),
            // The interface treats the last `nobestmove` as the result and not as the answer to a `stop`, so the
            // tracker does the same.
            _ if self.undecided_nobestmove.is_some() => {
                self.treat_nobestmove_as_result();
                self.begin_results_doubt(index, 1, false, UNDECIDED_NOBESTMOVE_REASON);
                self.view.entries[index].phase = self.phase;
                self.handle_command(index, command.clone());
            }
            // The engine may have skipped the `go`, so it may be idle.
            _ if self.may_have_skipped_go() => {
                if !self.has_skipped_go() {
                    self.begin_results_doubt(index, 0, false, SKIPPED_GO_REASON);
                }
                if let Some(search) = self.view.searches.last_mut() {
                    search.excuse_missing_result(self.now);
                }
                self.phase = EnginePhase::Idle;
                self.handle_command(index, command.clone());
            }
            // If a `go` or a command that sets the board comes during a search, the engine may continue the search, or
            // end it with or without a result.
            Command::Go(_) | Command::Position(_) | Command::Dialect(_)
                if D::COMMANDS_MAY_END_SEARCH =>
            {
                self.handle_command_that_may_end_search(index, command);
            }
            // A second `go` is invalid during a search, except if the result was already on its way.
            Command::Go(_) => {
                self.forget_command_during_search();
                self.begin_results_doubt(index, 1, false, D::DOUBT_REASONS.second_go);
            }
            Command::Position(_) | Command::Dialect(_) => {
                self.store_command_during_search(index, command);
                self.begin_board_doubt(index, D::DOUBT_REASONS.board_command_during_search);
            }
            Command::Greet => self.handle_second_greeting(index, D::DOUBT_REASONS.second_greeting),
            Command::SetOption { name, value } => {
                let words = [name.as_slice(), b" ", value].concat();
                D::on_setoption_during_search(self, index, &words);
            }
        }
    }

    fn may_have_skipped_go(&self) -> bool {
        let last = self.view.searches.last();
        last.is_some_and(|it| it.may_be_skipped && it.result_entry.is_none())
    }

    /// Whether the engine has certainly skipped the last `go`, because no result has come although a `stop` was sent
    /// long ago.
    fn has_skipped_go(&self) -> bool {
        let Some((search, stop)) = self
            .view
            .searches
            .last()
            .and_then(|it| Some((it, it.stop_entry?)))
        else {
            return false;
        };
        let last = search
            .info_entries
            .last()
            .copied()
            .unwrap_or(stop)
            .max(stop);
        let since = self.view.entries[last].time;
        let certain = self.uncertain_results.is_none()
            && !self.open_doubts.has_open_range(DoubtKind::DeferredCommands);
        certain
            && self.view.timing.check_wait(since, self.now, ANSWER_TIMEOUT)
                == WaitResult::LongEnough
    }

    /// Stores a question: a command that asks for an answer, such as `isready`.
    pub(in crate::protocol) fn add_question(&mut self, index: usize, kind: QuestionKind) {
        let QuestionProperties {
            must_be_answered: clear,
            position: about,
        } = match self.view.entries[index].command() {
            Some(Command::Dialect(own)) => D::question_properties(own),
            _ => QuestionProperties::default(),
        };
        let busy = self.phase == EnginePhase::Thinking || self.uncertain_results.is_some();
        // While the engine may ignore an earlier question (such as `probe`), it is not certain
        // which question an answer belongs to.
        let mut open = self
            .view
            .questions
            .iter()
            .filter(|it| it.answer_entry.is_none());
        let behind = open.any(|it| it.kind == kind && it.may_be_skipped);
        if !clear {
            let at = self.view.entries[index].at;
            self.open_doubts.begin_range(
                DoubtKind::QuestionOfAnswer,
                at,
                D::DOUBT_REASONS.ignored_question,
            );
        }
        // The engine may read the question (such as `isready`) late because of a search, or not at all because it
        // speaks another protocol.
        let waits = self.open_doubts.has_open_range(DoubtKind::DeferredCommands)
            || self.open_doubts.has_open_range(DoubtKind::Everything)
            || (self.uncertain_results.is_some() && self.phase != EnginePhase::Thinking);
        self.view.questions.push(AskedQuestion {
            kind,
            conversation_index: self.conversation_index(index),
            entry: index,
            readable_since: self.now,
            phase: self.phase,
            answer_entry: None,
            is_doubtful: waits || self.fences.extra_answer_count(kind) > 0 || behind || !clear,
            may_be_read_after_search: self.open_doubts.has_open_range(DoubtKind::DeferredCommands)
                && busy,
            may_be_skipped: !clear || behind,
            is_answer_owed: !waits && clear && !behind,
            position: about.filter(|_| clear),
        });
    }

    /// Starts a search. If `lenient` is true, the line of the `go` is outside the grammar, and the engine may skip it.
    pub(super) fn begin_search(&mut self, index: usize, go: D::Go, lenient: bool) {
        let at = self.view.entries[index].at;
        if !self.position_was_sent {
            self.open_doubts.begin_range(
                DoubtKind::Board,
                at,
                D::DOUBT_REASONS.go_without_position,
            );
        }
        D::on_go(self, index, &go);
        // If there is no position that the engine must accept, or if the `go` has no valid mode, the engine may have
        // nothing to search (`UCCI P6`, `G10`). If options change the rules of the game, an engine may accept a
        // position that ponderhit rejects.
        let known = self.position_was_sent
            && (self.board.position.is_some() || D::may_accept_invalid_position(self));
        let unit = D::time_unit(&self.dialect_state);
        let unclear = go.limits(unit, None).is_unclear || D::may_refuse_search(self);
        let optional = lenient || !known || unclear;
        if optional && D::defers_commands(&self.dialect_state) {
            // The engine may have skipped the `go`, so it is not certain when the engine reads the next command.
            self.open_doubts.begin_range(
                DoubtKind::DeferredCommands,
                at,
                D::DOUBT_REASONS.skipped_deferred_go,
            );
        }
        let mut board = self.board.clone();
        D::forget_uncertain_position(self, &mut board);
        self.stops_before_search = self.unanswered_stops.open_stop_count();
        let doubtful = self.uncertain_results.is_some()
            || self.open_doubts.has_open_range(DoubtKind::Everything);
        self.view.searches.push(Search {
            entry: index,
            started: self.now,
            go,
            board,
            last_position: self.last_position.clone(),
            board_command_count: self.board_command_count,
            previous_search: self.previous_search.take(),
            command_during_search: self.command_during_search.clone().filter(|it| it.is_proven),
            time_unit: unit,
            is_time_unit_known: !self.open_doubts.has_open_range(DoubtKind::TimeUnit),
            search_notes: D::search_notes(self),
            ponderhit_entry: None,
            stop_entry: None,
            clock_left_at_stop: None,
            info_entries: Vec::new(),
            result_entry: None,
            is_doubtful: doubtful,
            doubtful_since: None,
            may_be_skipped: optional,
            outside_grammar: lenient,
            may_have_been_stopped: false,
            interrupting_entry: None,
            result_excused_since: None,
        });
        if doubtful {
            self.begin_results_doubt(index, 1, true, AMBIGUOUS_RESULTS_REASON);
        }
        self.phase = EnginePhase::Thinking;
    }

    fn handle_stop(&mut self, index: usize) {
        if D::ANSWERS_IDLE_STOP {
            self.unanswered_stops
                .add_stop(self.conversation_index(index));
        }
        self.store_stop_in_doubt(index);
    }

    fn handle_quit(&mut self, index: usize) {
        // If `quit` waits for the end of a search, the engine may not have read it.
        let unread = self.open_doubts.has_open_range(DoubtKind::DeferredCommands)
            && self.phase == EnginePhase::Thinking;
        let skipped = self.phase == EnginePhase::Thinking && self.may_have_skipped_go();
        // The engine may or may not be searching, so it is unknown which rule about `quit` applies.
        let unclear = self.uncertain_results.is_some()
            || self.undecided_nobestmove.is_some()
            || unread
            || skipped;
        self.begin_quit(
            index,
            if unclear {
                EnginePhase::OtherProtocol
            } else {
                self.phase
            },
        );
    }

    /// Handles proof that the engine accepted a line outside the grammar as `quit`. Commands that were sent after the
    /// accepted `quit` need no answers.
    pub(super) fn treat_line_as_quit(&mut self) {
        let lenient = self.possible_quit.filter(|_| self.view.quit.is_none());
        let Some(PossibleQuit {
            line_index: nth,
            entry: index,
        }) = lenient
        else {
            return;
        };
        self.queued_commands.clear();
        self.view.questions.retain(|it| it.entry < index);
        self.view
            .idle_stops
            .retain(|it| it.conversation_index < nth);
        let time = self.view.entries[index].time;
        for search in &mut self.view.searches {
            search.excuse_missing_result(time);
            if search.result_entry.is_some_and(|it| it > index) {
                search.result_excused_since.get_or_insert(time);
            }
        }
        self.begin_quit(index, EnginePhase::OtherProtocol);
    }

    fn begin_quit(&mut self, index: usize, phase: EnginePhase) {
        self.view.quit = Some(QuitRecord {
            entry: index,
            readable_since: self.now,
            phase,
            bye_entry: None,
        });
        if self.phase == EnginePhase::Thinking {
            self.treat_nobestmove_as_result();
            if let Some(search) = self.view.searches.last_mut() {
                search.excuse_missing_result(self.view.entries[index].time);
            }
        }
        self.phase = EnginePhase::Quitting;
    }

    /// Executes the commands that waited until the engine was idle.
    pub(super) fn execute_queued_commands(&mut self) {
        while let Some((index, command)) = self.pop_queued_command() {
            self.view.entries[index].phase = self.phase;
            if command == Command::Other
                && (self.view.entries[index].is_deferred || self.waits_for_handshake(index))
            {
                self.handle_unknown_line(index);
            }
            self.view.entries[index].is_deferred = D::defers_commands(&self.dialect_state);
            if self.phase == EnginePhase::Thinking {
                self.handle_command_in_search(index, &command);
            } else {
                self.handle_idle_command(index, command);
            }
        }
    }

    /// Takes the next queued command, if the engine can read it now.
    fn pop_queued_command(&mut self) -> Option<(usize, Command<D>)> {
        match self.phase {
            EnginePhase::Idle => self.queued_commands.pop_front(),
            EnginePhase::Thinking if !self.waits_for_search_end() => {
                self.queued_commands.pop_front()
            }
            _ => None,
        }
    }

    /// Whether a line outside the grammar waits for the end of the handshake. The engine may execute a greeting of
    /// another protocol or a `quit` before the end of the handshake.
    fn waits_for_handshake(&self, index: usize) -> bool {
        let line = &self.view.entries[index].line;
        !D::OTHER_PROTOCOL.is_some_and(|it| it.is_greeting(line))
            && D::lenient_commands(line).all(|it| it != LenientCommand::Quit)
    }

    /// Whether the engine reads its next command only after its search has ended.
    fn waits_for_search_end(&self) -> bool {
        let thinking =
            self.phase == EnginePhase::Thinking && D::defers_commands(&self.dialect_state);
        thinking && !self.may_have_skipped_go()
    }
}
