//! The trait for the differences between protocols with searches.
//!
//! A dialect (the type that implements this trait for one protocol) has constants for the protocol's words and for the
//! reasons of doubts, and stateless functions for behaviour. The data of a dialect is not stored in the dialect itself,
//! but in the tracker, in a segment of the conversation, in a board or in a search.

use std::{fmt::Debug, ops::Range, time::Duration};

use crate::{message::Message, protocol::SessionStart};

use super::{
    Board, BoardGame, BoardNotes, Command, GoClock, LenientCommand, PositionSpec, Response, Search,
    Tracker, UnspecifiedInput, View, ViolationPosition,
};

/// The differences of one protocol from the other protocols with searches.
pub(in crate::protocol) trait Dialect:
    Copy + Debug + Default + Eq + 'static
{
    type Game: BoardGame;
    /// The commands that only this protocol has.
    type Command: Clone + Debug + Eq;
    /// The responses that only this protocol has.
    type Response: Clone + Debug + Eq;
    /// The items of `info` lines that only this protocol has.
    type InfoItem: Clone + Debug + Eq;
    /// The parameters of `go`.
    type Go: GoCommand;
    /// The dialect's state in the tracker, for example the options in force.
    type DialectState: Clone + Debug + Default;
    /// The dialect's data about a segment of the conversation, for the rules.
    type SegmentNotes: Clone + Debug + Default;
    /// The dialect's data about the board in addition to the position.
    type Notes: BoardNotes<Self::Game>;
    /// The dialect's data about a search.
    type SearchNotes: Clone + Debug;
    /// The kinds of unspecified input that only this protocol has.
    type UnspecifiedKind: Copy + Debug + Eq;

    /// The reasons why lines are ambiguous (in doubt), in the words of the protocol.
    const DOUBT_REASONS: DoubtReasons;
    /// The words of the protocol's commands and answers.
    const PROTOCOL_WORDS: ProtocolWords;
    /// A command that sets up a position, and a `go` whose search ends at once by itself.
    const SHORT_SEARCH: Option<(&str, &str)> = None;
    /// Another protocol that engines of this protocol may also speak.
    const OTHER_PROTOCOL: Option<OtherProtocol> = None;
    /// Whether a move that is illegal in the position of its search, but legal in another position, shows that the
    /// engine has the other position on its board.
    const ILLEGAL_MOVE_SHOWS_BOARD: bool = true;
    /// Whether an idle engine answers a `stop`.
    const ANSWERS_IDLE_STOP: bool = false;
    /// Whether a command that sets the board, or another `go`, may end a search without a result.
    const COMMANDS_MAY_END_SEARCH: bool = false;
    /// Whether a thinking engine answers `quit`.
    const ANSWERS_QUIT_IN_SEARCH: bool = false;
    /// Whether the grammar allows tabs, several blanks in a row, and blanks at the ends of a line.
    const ALLOWS_EXTRA_BLANKS: bool = true;
    /// Whether a carriage return before the newline is allowed.
    const ALLOWS_CARRIAGE_RETURN: bool = false;
    /// Whether ambiguous results become certain again after a new game and an answered `isready`.
    const NEW_GAME_ENDS_DOUBTS: bool = false;
    /// The first words of the commands that a report can show as the context of a violation.
    const CONTEXT_COMMANDS: &[&str] = &["position", "go"];
    /// The names of the values that only this dialect can generate; see [`Dialect::generate_move`].
    const GENERATED_MOVE_NAMES: &[&str] = &[];
    /// After a `position` command with more moves than this number the engine's position is unknown, because an engine
    /// need not read so long a line.
    const MAX_READABLE_MOVES: usize = usize::MAX;
    /// The options that the session itself sets, and that the script directive `@each-option`
    /// skips.
    const SESSION_OPTIONS: &[&str] = &[];
    /// Whether the protocol's text states what the engine's clock loses, and that an interface need not send a clock of
    /// the opponent. Otherwise a clock may have a delay, and an interface may send the engine's clock for both sides.
    const DEFINES_CLOCKS: bool = false;

    /// The engine's clock in the `go` of a search, or `None` if the `go` has no clock or is unclear.
    fn go_clock(_search: &Search<Self>) -> Option<GoClock> {
        None
    }

    /// Parses a line of the interface.
    fn parse_command(line: &[u8]) -> Command<Self>;

    /// Parses a line of the engine.
    fn parse_response(line: &[u8]) -> Response<Self>;

    /// The commands that a lenient parser may find in a line outside the grammar.
    fn lenient_commands(line: &[u8]) -> impl Iterator<Item = LenientCommand>;

    /// Whether the command begins a new game. A greeting or a `quit` also counts as the beginning of a new game,
    /// because another engine may follow. `line` contains the command's bytes as they were sent.
    fn begins_new_game(command: &Command<Self>, line: &[u8]) -> bool;

    /// The name of a command in the coverage report.
    fn command_name(command: &Command<Self>) -> &'static str;

    /// The name of a response in the coverage report.
    fn response_name(response: &Response<Self>) -> &'static str;

    /// Whether every engine must accept a `position` command with this FEN and this `line`.
    fn must_accept_fen(_spec: &PositionSpec<Self>, _line: &[u8]) -> bool {
        true
    }

    /// The variant of the game whose rules apply to a `position` command.
    fn variant_of_position(
        _state: &Self::DialectState,
        _spec: &PositionSpec<Self>,
    ) -> VariantOf<Self> {
        <_>::default()
    }

    /// The variant of the game after an option was set; `None` if the option is not about the variant.
    fn variant_after_option(
        _before: VariantOf<Self>,
        _name: &[u8],
        _value: &[u8],
    ) -> Option<VariantOf<Self>> {
        None
    }

    /// Whether `line` starts a search that ends soon by itself, even if an engine parses the line
    /// leniently.
    fn is_small_search(line: &[u8]) -> bool;

    /// Whether a `setoption` for `name` sets the option that the engine announced as `announced`.
    fn is_same_option(announced: &str, name: &[u8]) -> bool {
        announced.as_bytes() == name
    }

    /// Whether an engine may load or clear data when this option is set.
    fn option_may_load_data(option: &[u8]) -> bool;

    /// The session's unit of time. If the unit is not certain, returns the longest possible unit.
    fn time_unit(_state: &Self::DialectState) -> Duration {
        Duration::from_millis(1)
    }

    /// The unit of time that the option with this value selects; `None` if the option is not about the unit.
    fn time_unit_set_by_option(_name: &[u8], _value: &[u8]) -> Option<Duration> {
        None
    }

    /// Generates the move `name` for a fault; `name` is one of [`Dialect::GENERATED_MOVE_NAMES`].
    fn generate_move(
        _board: &Board<Self>,
        _position: &Self::Game,
        _name: &str,
    ) -> Option<MoveOf<Self>> {
        None
    }

    /// Whether a command may end a search although it is invalid during a search.
    fn may_end_search(_command: &Command<Self>) -> bool {
        false
    }

    /// Whether the engine may answer the last `go` without a search.
    fn may_refuse_search(_tracker: &Tracker<Self>) -> bool {
        false
    }

    /// Whether commands that are sent during a search wait for the end of the search (batch mode).
    fn defers_commands(_state: &Self::DialectState) -> bool {
        false
    }

    /// Whether debug output is on or may be on.
    fn is_debugging(_state: &Self::DialectState) -> bool {
        false
    }

    /// Whether this protocol-specific command may be sent during a search.
    fn is_allowed_in_search(_own: &Self::Command) -> bool {
        false
    }

    /// Whether the engine must answer this protocol-specific command.
    fn needs_answer(_own: &Self::Command) -> bool {
        false
    }

    /// Describes the answer that a protocol-specific command asks for.
    fn question_properties(_own: &Self::Command) -> QuestionProperties<Self> {
        QuestionProperties::default()
    }

    /// Whether a report shows this protocol-specific command as context of a violation.
    fn is_shown_in_context(_own: &Self::Command) -> bool {
        false
    }

    /// Called for every command, in any state of the engine.
    fn on_command_sent(_tracker: &mut Tracker<Self>, _command: &Command<Self>) {}

    /// Called for every `position`, in any state of the engine.
    fn on_position(_tracker: &mut Tracker<Self>, _spec: &PositionSpec<Self>) {}

    /// Called when a new game begins.
    fn on_new_game(_tracker: &mut Tracker<Self>) {}

    /// Called when the engine executes a protocol-specific command.
    fn execute_command(_tracker: &mut Tracker<Self>, _index: usize, _own: Self::Command) {}

    /// Changes the board as the protocol-specific command `_own` demands.
    fn apply_to_board(_board: &mut Board<Self>, _own: &Self::Command) {}

    /// Called when the engine executes a `setoption`.
    fn execute_setoption(_tracker: &mut Tracker<Self>, _index: usize, _name: &[u8], _value: &[u8]) {
    }

    /// Called when a line outside the grammar may have set an option. `words` contains the words of the line.
    fn on_possible_setoption(_tracker: &mut Tracker<Self>, _index: usize, _words: &[u8]) {}

    /// Called when a `setoption` comes during a search. `words` contains the name and the value.
    fn on_setoption_during_search(tracker: &mut Tracker<Self>, index: usize, words: &[u8]) {
        Self::on_possible_setoption(tracker, index, words);
    }

    /// Called when it is proven that the engine read these lines during a search.
    fn on_lines_read_during_search(_tracker: &mut Tracker<Self>, _lines: Range<usize>) {}

    /// Called when the engine executes a `go`.
    fn on_go(_tracker: &mut Tracker<Self>, _index: usize, _go: &Self::Go) {}

    /// Whether an engine may accept a position that is invalid by ponderhit's rules of the game.
    fn may_accept_invalid_position(_tracker: &Tracker<Self>) -> bool {
        false
    }

    /// Makes the position unknown at the beginning of a search, if options make the rules of the
    /// game uncertain.
    fn forget_uncertain_position(_tracker: &Tracker<Self>, _board: &mut Board<Self>) {}

    /// Creates the dialect's data about a search that begins.
    fn search_notes(tracker: &Tracker<Self>) -> Self::SearchNotes;

    /// Called when a second handshake begins, at which the engine may reset its state.
    fn on_second_greeting(_tracker: &mut Tracker<Self>, _index: usize, _reason: &'static Message) {}

    /// Called when the first handshake is complete.
    fn on_handshake_completed(_tracker: &mut Tracker<Self>) {}

    /// Called for every protocol-specific response.
    fn on_response_received(_tracker: &mut Tracker<Self>, _index: usize, _own: &Self::Response) {}

    /// What limits the judged part: a game that neither the user nor an option named, or moves on an unknown board.
    fn unusual_scope(_tracker: &Tracker<Self>) -> Option<Message> {
        None
    }

    /// Called when the engine has sent the best move of the last search.
    fn on_best_move_received(_tracker: &mut Tracker<Self>, _best: MoveOf<Self>) {}

    /// Whether the engine sends the full principal variation of its result in this search. Rules about principal
    /// variations judge only searches for which `reports_full_pv` returns true.
    fn reports_full_pv(search: &Search<Self>) -> bool;

    /// Whether the result of the search must be a move, unless the game is over. An interrupted search need not find a
    /// move, so the function returns false for it.
    fn must_find_move(search: &Search<Self>) -> bool;

    /// The line that sets an option.
    fn setoption_line(name: &str, value: &str) -> Vec<u8>;

    /// Whether a pattern matches the result (such as `bestmove`) of a search.
    fn is_result_pattern(pattern: &[u8]) -> bool;

    /// The options to set right after the handshake.
    fn initial_options(_tracker: &Tracker<Self>) -> Vec<Vec<u8>> {
        Vec::new()
    }

    /// A command that the interface owes an idle engine.
    fn owed_command(_tracker: &Tracker<Self>) -> Option<Vec<u8>> {
        None
    }

    /// How the interface (GUI) `name` begins a session.
    fn session_start(_name: &str) -> Option<SessionStart> {
        None
    }

    /// The commands that the interface (GUI) `name` sends after its [`SessionStart`].
    fn commands_after_start(_tracker: &Tracker<Self>, _name: &str) -> Vec<Vec<u8>> {
        Vec::new()
    }

    /// The dialect's data at the beginning of the next segment of the conversation.
    fn next_segment_notes(_view: &View<Self>) -> Self::SegmentNotes {
        Self::SegmentNotes::default()
    }

    /// The position that a report shows for a violation in a protocol-specific command or response.
    fn violation_position(
        _view: &View<Self>,
        _index: usize,
        _start: usize,
    ) -> Option<ViolationPosition<Self>> {
        None
    }

    /// The kind of unspecified input in the first line of a conversation.
    fn unspecified_kind_of_first_line(_line: &[u8]) -> Option<Self::UnspecifiedKind> {
        None
    }

    /// The kind of unspecified input in a line that is not a command.
    fn unspecified_kind_of_non_command(_line: &[u8]) -> Option<Self::UnspecifiedKind> {
        None
    }

    /// Whether the protocol allows the engine to exit with a diagnosis and a status other than 0 after unspecified
    /// input of this kind.
    fn may_exit_after(_kind: UnspecifiedInput<Self>) -> bool {
        false
    }

    /// The kind of unspecified input in a protocol-specific command that was sent to an idle engine.
    fn unspecified_kind_of_dialect_command(
        _tracker: &Tracker<Self>,
        _own: &Self::Command,
    ) -> Option<UnspecifiedInput<Self>> {
        None
    }

    /// The kind of unspecified input in a `go`.
    fn unspecified_kind_of_go(line: &[u8], go: &Self::Go) -> Option<UnspecifiedInput<Self>>;

    /// The kind of unspecified input in a `setoption`. `_announced` is true if the engine announced the option; `_kind`
    /// is its type.
    fn unspecified_kind_of_option(
        _announced: bool,
        _kind: &str,
        _name: &[u8],
        _value: &[u8],
    ) -> Option<Self::UnspecifiedKind> {
        None
    }

    /// The kind of unspecified input in a `position` whose FEN and moves are valid.
    fn unspecified_kind_of_position(
        _line: &[u8],
        _spec: &PositionSpec<Self>,
    ) -> Option<Self::UnspecifiedKind> {
        None
    }

    /// Whether the line is unspecified input of a kind that is more specific than extra blanks.
    fn is_more_specific_than_extra_blanks(_line: &[u8]) -> bool {
        false
    }

    /// Whether this kind of unspecified input is a `setoption`.
    fn is_unspecified_option(_own: Self::UnspecifiedKind) -> bool {
        false
    }
}

/// A move of the dialect's game.
pub(in crate::protocol) type MoveOf<D> = <<D as Dialect>::Game as BoardGame>::Move;

/// A variant of the dialect's game.
pub(in crate::protocol) type VariantOf<D> = <<D as Dialect>::Game as BoardGame>::Variant;

/// The parameters of `go`.
pub(in crate::protocol) trait GoCommand: Clone + Debug + Eq + Send {
    /// Whether the `go` makes the engine ponder, that is, search on the opponent's time.
    fn is_ponder(&self) -> bool;

    /// Whether a pondering engine waits for `ponderhit` or `stop` even if a limit of the search is reached.
    fn waits_for_ponderhit(&self, limits: &SearchLimits) -> bool {
        self.is_ponder() && limits.clock.is_some()
    }

    /// The limits of the search, if the times of the `go` are in the unit `unit`. `first` is true if the side that
    /// begins a game is to move. If `first` is `None`, the side to move is unknown, and the longer of the two clocks
    /// counts.
    fn limits(&self, unit: Duration, first: Option<bool>) -> SearchLimits;

    /// Whether the `go` restricts the search to a list of moves, and the move `_step` is not in this list.
    fn excludes_move(&self, _step: &str) -> bool {
        false
    }
}

/// The limits of a search, which ends at the first limit that it reaches. If a `go` has no limits, the engine decides
/// when the search ends.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(in crate::protocol) struct SearchLimits {
    pub(in crate::protocol) depth: Option<u64>,
    pub(in crate::protocol) nodes: Option<u64>,
    /// The time left on the clock of the side to move, or the time for this move.
    pub(in crate::protocol) clock: Option<Duration>,
    /// The search ends only after a `stop`.
    pub(in crate::protocol) is_infinite: bool,
    /// The limits of the search are unclear, because the line of the `go` is malformed.
    pub(in crate::protocol) is_unclear: bool,
}

impl SearchLimits {
    /// Whether the search ends by itself.
    pub(in crate::protocol) fn is_search_limited(&self) -> bool {
        let limited = self.depth.is_some() || self.nodes.is_some() || self.clock.is_some();
        limited && !self.is_infinite && !self.is_unclear
    }

    /// Whether the search ends by itself after at most this depth or this number of nodes.
    pub(in crate::protocol) fn are_at_most(&self, depth: u64, nodes: u64) -> bool {
        let small = |limit: Option<u64>, most| limit.is_some_and(|it| it <= most);
        self.is_search_limited() && (small(self.depth, depth) || small(self.nodes, nodes))
    }
}

/// Properties of a protocol-specific question, that is, of a command that asks for an answer.
#[derive(Clone, Debug)]
pub(in crate::protocol) struct QuestionProperties<D: Dialect> {
    /// The engine must answer the command.
    pub(in crate::protocol) must_be_answered: bool,
    /// The position that the command (such as `probe`) asks about.
    pub(in crate::protocol) position: Option<D::Game>,
}

impl<D: Dialect> Default for QuestionProperties<D> {
    fn default() -> QuestionProperties<D> {
        QuestionProperties {
            must_be_answered: true,
            position: None,
        }
    }
}

/// Another protocol: its greeting, and the line that ends its handshake.
#[derive(Clone, Copy, Debug)]
pub(in crate::protocol) struct OtherProtocol {
    pub(in crate::protocol) greeting: &'static [u8],
    pub(in crate::protocol) handshake_end: &'static [u8],
}

impl OtherProtocol {
    /// Whether a line of the interface may be the greeting of the other protocol. The greeting may be any word of the
    /// line, because lenient engines ignore the other words.
    pub(in crate::protocol) fn is_greeting(&self, line: &[u8]) -> bool {
        let mut words = line.split(u8::is_ascii_whitespace);
        words.any(|it| it.eq_ignore_ascii_case(self.greeting))
    }

    /// Whether a line of the engine ends the handshake of the other protocol.
    pub(in crate::protocol) fn is_handshake_end(&self, line: &[u8]) -> bool {
        line.trim_ascii() == self.handshake_end
    }
}

/// The words of commands and answers that all protocols with searches have.
#[derive(Clone, Copy, Debug)]
pub(in crate::protocol) struct ProtocolWords {
    pub(in crate::protocol) greeting: &'static str,
    pub(in crate::protocol) greeting_answer: &'static str,
    pub(in crate::protocol) is_ready: &'static str,
    pub(in crate::protocol) ready_ok: &'static str,
    /// The word with which an engine answers that it has no move (`nobestmove`), if the protocol has such a word.
    pub(in crate::protocol) no_best_move: Option<&'static str>,
    pub(in crate::protocol) stop: &'static str,
    /// The pattern of the answer to `stop` during a search.
    pub(in crate::protocol) result_pattern: &'static str,
    pub(in crate::protocol) quit: &'static str,
    /// The answer to `quit`, if the protocol has one.
    pub(in crate::protocol) bye: Option<&'static str>,
}

/// The reasons why lines are ambiguous (in doubt), in the words of the protocol.
#[derive(Clone, Copy, Debug)]
pub(in crate::protocol) struct DoubtReasons {
    /// The first command was not a command of this protocol.
    pub(in crate::protocol) other_first_command: &'static Message,
    /// A second greeting was sent.
    pub(in crate::protocol) second_greeting: &'static Message,
    /// A second greeting was answered during a search.
    pub(in crate::protocol) greeting_answered_in_search: &'static Message,
    /// A greeting of another protocol was sent.
    pub(in crate::protocol) other_protocol: &'static Message,
    /// A command was sent after a greeting of another protocol.
    pub(in crate::protocol) after_other_protocol: &'static Message,
    /// A `go` was sent before the first greeting.
    pub(in crate::protocol) go_before_greeting: &'static Message,
    /// A `go` was sent before any `position` command.
    pub(in crate::protocol) go_without_position: &'static Message,
    /// A `go` was sent during a search.
    pub(in crate::protocol) second_go: &'static Message,
    /// The engine may have skipped a `go` in batch mode, in which commands wait for the end of a
    /// search.
    pub(in crate::protocol) skipped_deferred_go: &'static Message,
    /// The interface sent a `position` command whose effect the protocol does not specify.
    pub(in crate::protocol) unspecified_position: &'static Message,
    /// A command that sets the board was sent during a search.
    pub(in crate::protocol) board_command_during_search: &'static Message,
    /// The interface sent a command that asks for an answer, but that an engine may ignore.
    pub(in crate::protocol) ignored_question: &'static Message,
}
