//! What distinguishes UCCI from other protocols with searches.

use std::{convert::Infallible, ops::Range, time::Duration};

use ponderhit_engine::games::xiangqi::{Move, Position};

use super::{
    clock_deadlines::deadline_of_clock,
    coverage, engine_clock,
    full_depths::FullDepths,
    illegal,
    interface::UcciSegmentNotes,
    league,
    list_start::WrongStart,
    node_counts::NodeCounts,
    notes::UcciBoardNotes,
    state::{KnownOptions, UcciSearchNotes, UcciState},
    time_counts::TimeCounts,
    unsent_clocks::UnsentClocks,
    unspecified::{self, UcciUnspecifiedInput},
    view::{Search, Tracker, UnspecifiedInput, View},
    vocabulary,
    wire::{self, Command, GoMode, PositionSpec, Response, UcciCommand, UcciGo, UcciResponse},
};
use crate::message::{Message, message};
use crate::protocol::{
    Interface, SessionStart,
    search::{
        Board, Dialect, DoubtKind, DoubtReasons, GoClock, LenientCommand, OtherProtocol,
        ProtocolWords, QuestionKind, QuestionProperties, ViolationPosition, moves_before,
        position_after_moves, position_before_moves,
    },
};

/// The reason why times are not judged while the unit of time is uncertain.
const UNKNOWN_UNIT_REASON: &Message = &message!(
    "doubt_unit",
    "the engine announces `usemillisec`, but it is not certain that the option is on: times may be in seconds or in milliseconds"
);

/// The type that selects UCCI in the generic code for protocols with searches.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct UcciDialect;

impl Dialect for UcciDialect {
    type Game = Position;
    type Command = UcciCommand;
    type Response = UcciResponse;
    type InfoItem = Infallible;
    type Go = UcciGo;
    type DialectState = UcciState;
    type SegmentNotes = UcciSegmentNotes;
    type Notes = UcciBoardNotes;
    type SearchNotes = UcciSearchNotes;
    type UnspecifiedKind = UcciUnspecifiedInput;

    const PROTOCOL_WORDS: ProtocolWords = ProtocolWords {
        greeting: "ucci",
        greeting_answer: "ucciok",
        is_ready: "isready",
        ready_ok: "readyok",
        no_best_move: Some("nobestmove"),
        stop: "stop",
        result_pattern: "(bestmove|nobestmove) [..]",
        quit: "quit",
        bye: Some("bye"),
    };
    const SHORT_SEARCH: Option<(&str, &str)> = Some(("position startpos", "go depth 1"));
    const DOUBT_REASONS: DoubtReasons = DoubtReasons {
        other_first_command: &message!(
            "doubt_other_first",
            "the first command was not `ucci`: the engine may speak another protocol"
        ),
        second_greeting: &message!("doubt_second_ucci", "a second `ucci`"),
        greeting_answered_in_search: &message!(
            "doubt_ucci_answered_in_search",
            "a `ucci` that was answered during a search"
        ),
        other_protocol: &message!(
            "doubt_uci",
            "`uci` was sent: the engine may speak another protocol up to the next `ucci`"
        ),
        after_other_protocol: &message!(
            "doubt_after_uci",
            "a command after `uci`: the engine may have changed to UCI, and may answer again only after the next `ucci`"
        ),
        go_before_greeting: &message!("doubt_go_before_ucci", "a `go` before `ucci`"),
        go_without_position: &message!("doubt_no_position", "a `go` before any `position`"),
        second_go: &message!("doubt_second_go", "a second `go` during a search"),
        skipped_deferred_go: &message!(
            "doubt_go_skipped_in_batch",
            "a `go` in batch mode that the engine may have skipped"
        ),
        unspecified_position: &message!(
            "doubt_position",
            "a `position` command whose effect the protocol does not specify"
        ),
        board_command_during_search: &message!(
            "doubt_command_during_search",
            "a `position` or `banmoves` during a search"
        ),
        ignored_question: &message!(
            "doubt_probe",
            "a `probe` with a position that the engine may reject"
        ),
    };
    const OTHER_PROTOCOL: Option<OtherProtocol> = Some(OtherProtocol {
        greeting: b"uci",
        handshake_end: b"uciok",
    });
    /// An idle engine answers a `stop` with `nobestmove` (`UCCI X3`).
    const ANSWERS_IDLE_STOP: bool = true;
    /// The protocol does not specify tabs and extra blanks (`UCCI T4`).
    const ALLOWS_EXTRA_BLANKS: bool = false;
    const CONTEXT_COMMANDS: &[&str] = &["position", "banmoves", "go"];
    /// The name `banned` stands for a legal move that is banned, and `legal-probed` for a move that is legal only in
    /// the position of a `probe`. A name such as `illegal:facing` stands for a move that is illegal for only one
    /// reason: a blocked piece, facing kings, or an exposed king.
    const GENERATED_MOVE_NAMES: &[&str] = &[
        "banned",
        "legal-probed",
        "illegal:horse-leg",
        "illegal:elephant-eye",
        "illegal:facing",
        "illegal:exposed",
    ];
    const SESSION_OPTIONS: &[&str] = &vocabulary::SESSION_OPTIONS;
    /// The clock loses the time from `go` to `bestmove` (`UCCI G18`), and `opptime` may be left out (`UCCI G15`).
    const DEFINES_CLOCKS: bool = true;

    fn go_clock(search: &Search) -> Option<GoClock> {
        engine_clock::go_clock(search)
    }

    fn parse_command(line: &[u8]) -> Command {
        wire::parse_command(line)
    }

    fn parse_response(line: &[u8]) -> Response {
        wire::parse_response(line)
    }

    fn lenient_commands(line: &[u8]) -> impl Iterator<Item = LenientCommand> {
        wire::lenient_commands(line)
    }

    fn begins_new_game(command: &Command, line: &[u8]) -> bool {
        wire::begins_new_game(command, line)
    }

    fn command_name(command: &Command) -> &'static str {
        coverage::command_name(command)
    }

    fn response_name(response: &Response) -> &'static str {
        coverage::response_name(response)
    }

    fn must_accept_fen(spec: &PositionSpec, line: &[u8]) -> bool {
        wire::must_accept_fen(spec) && !line.ends_with(b" moves")
    }

    fn is_small_search(line: &[u8]) -> bool {
        let line = line.to_ascii_lowercase();
        let words: Vec<&[u8]> = line
            .split(|it| !it.is_ascii_alphanumeric())
            .filter(|it| !it.is_empty())
            .collect();
        let endless = words
            .iter()
            .any(|it| matches!(*it, b"infinite" | b"ponder"));
        let number = |word: &[u8]| std::str::from_utf8(word).ok()?.parse::<u32>().ok();
        let limit = |pair: &[&[u8]]| {
            let small = match pair[0] {
                b"depth" => 3,
                b"nodes" => 1000,
                // The unit of `time` may be seconds or milliseconds, so the limit for small values is in seconds, the
                // longer unit.
                b"time" => 2,
                _ => return None,
            };
            Some(number(pair[1]).is_some_and(|it| it <= small))
        };
        let mut limits = words.windows(2).filter_map(limit).peekable();
        !endless && limits.peek().is_some() && limits.all(|it| it)
    }

    fn option_may_load_data(option: &[u8]) -> bool {
        vocabulary::option_may_load_data(option)
    }

    fn time_unit(state: &UcciState) -> Duration {
        state.options.time_unit()
    }

    fn time_unit_set_by_option(name: &[u8], value: &[u8]) -> Option<Duration> {
        let usemillisec = value == b"true";
        let settings = KnownOptions {
            usemillisec,
            ..KnownOptions::default()
        };
        (name == b"usemillisec").then(|| settings.time_unit())
    }

    fn generate_move(board: &Board<UcciDialect>, position: &Position, name: &str) -> Option<Move> {
        match name {
            "banned" => {
                let mut bans = board.notes.bans.latest_ban_list.iter().copied();
                bans.find(|it| position.is_legal(*it))
            }
            "legal-probed" => {
                let probed = board.notes.probed_position.as_ref()?.legal_moves();
                probed.into_iter().find(|it| !position.is_legal(*it))
            }
            _ => illegal::find_illegal_move(position, name.strip_prefix("illegal:")?),
        }
    }

    /// In batch mode, commands that are sent during a search are not executed before the search has ended (`UCCI ST8`).
    fn defers_commands(state: &UcciState) -> bool {
        state.options.batch
    }

    fn is_debugging(state: &UcciState) -> bool {
        state.options.debug_on
    }

    /// Of the commands that only UCCI has, only `probe` may be sent during a search (`UCCI ST6`).
    fn is_allowed_in_search(own: &UcciCommand) -> bool {
        matches!(own, UcciCommand::Probe(_))
    }

    fn needs_answer(own: &UcciCommand) -> bool {
        matches!(own, UcciCommand::Probe(_))
    }

    /// An engine may ignore a probe of an invalid position (`UCCI P6`).
    fn question_properties(own: &UcciCommand) -> QuestionProperties<UcciDialect> {
        let UcciCommand::Probe(spec) = own else {
            return QuestionProperties::default();
        };
        let about = position_after_moves(spec);
        QuestionProperties {
            must_be_answered: wire::must_accept_fen(spec) && about.is_some(),
            position: about,
        }
    }

    fn is_shown_in_context(own: &UcciCommand) -> bool {
        matches!(own, UcciCommand::BanMoves(_) | UcciCommand::Probe(_))
    }

    fn on_command_sent(tracker: &mut Tracker, command: &Command) {
        if let Command::Dialect(own @ UcciCommand::Probe(_)) = command {
            tracker.board.apply_command(own);
        }
    }

    fn on_position(tracker: &mut Tracker, spec: &PositionSpec) {
        tracker.end_bans(spec);
    }

    fn on_new_game(tracker: &mut Tracker) {
        (
            tracker.dialect_state.bans,
            tracker.dialect_state.lapsed_bans,
        ) = (None, None);
        tracker.dialect_state.early_bans.clear();
        tracker.dialect_state.has_lapsed_early_bans = false;
    }

    fn execute_command(tracker: &mut Tracker, index: usize, own: UcciCommand) {
        match own {
            UcciCommand::Probe(_) => tracker.add_question(index, QuestionKind::DialectQuestion),
            UcciCommand::BanMoves(moves) => tracker.handle_banmoves(index, moves),
        }
    }

    fn apply_to_board(board: &mut Board<UcciDialect>, own: &UcciCommand) {
        board.apply_command(own);
    }

    fn execute_setoption(tracker: &mut Tracker, index: usize, name: &[u8], value: &[u8]) {
        tracker.apply_option(index, name, value);
    }

    fn on_possible_setoption(tracker: &mut Tracker, index: usize, words: &[u8]) {
        tracker.dialect_state.options_before_search = None;
        tracker.handle_possible_setoption(index, words);
    }

    fn on_setoption_during_search(tracker: &mut Tracker, index: usize, words: &[u8]) {
        tracker.handle_setoption_during_search(index, words);
    }

    fn on_lines_read_during_search(tracker: &mut Tracker, lines: Range<usize>) {
        tracker.restore_options_before_search(lines);
    }

    fn on_go(tracker: &mut Tracker, index: usize, go: &UcciGo) {
        let announced = tracker
            .view
            .announced_options
            .iter()
            .any(|it| it == "usemillisec");
        let known = tracker.dialect_state.options.usemillisec;
        tracker.dialect_state.options_before_search = None;
        if matches!(go.mode, GoMode::Time(_)) && announced && !known {
            tracker.begin_doubt(DoubtKind::TimeUnit, index, UNKNOWN_UNIT_REASON);
        }
        tracker.handle_bans_at_go(index);
    }

    /// With the option `promotion`, an engine may accept positions that ponderhit rejects as invalid.
    fn may_accept_invalid_position(tracker: &Tracker) -> bool {
        let announced = || {
            tracker
                .view
                .announced_options
                .iter()
                .any(|it| it == "promotion")
        };
        tracker.dialect_state.options.promotion && announced()
    }

    fn forget_uncertain_position(tracker: &Tracker, board: &mut Board<UcciDialect>) {
        if tracker.dialect_state.options.promotion {
            board.position = None;
        }
    }

    fn search_notes(tracker: &Tracker) -> UcciSearchNotes {
        UcciSearchNotes {
            usebook: tracker.dialect_state.options.usebook,
            may_play_randomly: tracker.dialect_state.options.may_play_randomly,
        }
    }

    fn on_second_greeting(tracker: &mut Tracker, index: usize, reason: &'static Message) {
        tracker.handle_possible_reset(index, reason);
    }

    fn on_handshake_completed(tracker: &mut Tracker) {
        tracker.apply_default_options();
    }

    fn on_response_received(tracker: &mut Tracker, index: usize, own: &UcciResponse) {
        match own {
            UcciResponse::Pophash(_) => tracker.handle_answer(index, QuestionKind::DialectQuestion),
        }
    }

    /// Whether the search had a fixed depth, was not stopped, and played without `randomness`. A
    /// search without a fixed depth may end in the middle of an iteration, and then its last `info`
    /// may differ from its result.
    fn reports_full_pv(search: &Search) -> bool {
        let depth = matches!(search.go.mode, GoMode::Depth(_));
        let left = search.stop_entry.is_some()
            || search.result_excused_since.is_some()
            || search.may_have_been_stopped;
        depth && !left && !search.search_notes.may_play_randomly
    }

    fn must_find_move(search: &Search) -> bool {
        search.must_find_move()
    }

    fn setoption_line(name: &str, value: &str) -> Vec<u8> {
        let line = format!("setoption {name} {value}");
        line.trim_end().as_bytes().to_vec()
    }

    fn is_result_pattern(pattern: &[u8]) -> bool {
        let first = pattern.split(u8::is_ascii_whitespace).next();
        first.is_some_and(|it| it.ends_with(b"bestmove") || it == b"(bestmove|nobestmove)")
    }

    /// An interface that counts in milliseconds sets `usemillisec` (`UCCI O3`).
    fn initial_options(tracker: &Tracker) -> Vec<Vec<u8>> {
        let line = tracker.setoption_line("usemillisec", "true", true);
        line.into_iter().collect()
    }

    fn session_start(name: &str) -> Option<SessionStart> {
        (name == league::LEAGUE_NAME).then_some(league::EMULATOR_START)
    }

    fn commands_after_start(tracker: &Tracker, name: &str) -> Vec<Vec<u8>> {
        if name != league::LEAGUE_NAME {
            return Vec::new();
        }
        let blind = league::UNCONDITIONAL_OPTIONS
            .iter()
            .map(|it| it.as_bytes().to_vec());
        blind.chain(Self::initial_options(tracker)).collect()
    }

    fn next_segment_notes(view: &View) -> UcciSegmentNotes {
        let before = view.dialect_notes.clone();
        let mut sent = before.sent_options;
        view.commands().for_each(|(_, it)| sent.observe_command(it));
        let mut searched = before.searched_positions;
        let searches = view.searches.iter();
        searches.for_each(|it| searched.add_search(view, it));
        let is_wrong_start = |it: &&Search| WrongStart::of_search(view, it).is_some();
        let wrong_starts = view.searches.iter().filter(is_wrong_start).count();
        UcciSegmentNotes {
            sent_options: sent,
            searched_material: before.searched_material.follow(view, |_| ()),
            searched_positions: searched,
            interface_habits: before.interface_habits.after_segment(view),
            full_depths: after_searches(view, before.full_depths, FullDepths::with_next),
            time_counts: after_searches(view, before.time_counts, TimeCounts::with_next),
            node_counts: after_searches(view, before.node_counts, NodeCounts::with_next),
            narrowly_late: before.narrowly_late.after_segment(view, deadline_of_clock),
            wrong_start_count: before.wrong_start_count + wrong_starts,
            clock_use: after_searches(view, before.clock_use, |sums, view, it| {
                sums.with_search(view, it).0
            }),
            unsent_clocks: after_searches(view, before.unsent_clocks, UnsentClocks::with_next),
            sent_searches: before.sent_searches.after_segment(view),
            ..UcciSegmentNotes::default()
        }
    }

    fn violation_position(
        view: &View,
        index: usize,
        start: usize,
    ) -> Option<ViolationPosition<UcciDialect>> {
        let entry = view.entry(index);
        let (position, played) = match (entry.command(), entry.response()) {
            (Some(Command::Dialect(UcciCommand::Probe(it))), _) => (
                position_before_moves(it)?,
                moves_before::<UcciDialect>(&entry.line, start),
            ),
            (Some(Command::Dialect(UcciCommand::BanMoves(_))), _) => {
                let list = view
                    .dialect_notes
                    .ban_lists
                    .iter()
                    .find(|it| it.entry_index == index)?;
                (list.position.clone()?, Vec::new())
            }
            _ => (probed_position(view, index)?, Vec::new()),
        };
        Some(ViolationPosition {
            position,
            played_moves: played,
            banned_moves: Vec::new(),
        })
    }

    /// Returns the kind of unspecified input if the first line is `uci` (`UCCI D1`).
    fn unspecified_kind_of_first_line(line: &[u8]) -> Option<UcciUnspecifiedInput> {
        (line.trim_ascii() == b"uci").then_some(UcciUnspecifiedInput::UciBeforeUcci)
    }

    fn unspecified_kind_of_non_command(line: &[u8]) -> Option<UcciUnspecifiedInput> {
        unspecified::unspecified_kind_of_non_command(line)
    }

    fn unspecified_kind_of_dialect_command(
        tracker: &Tracker,
        own: &UcciCommand,
    ) -> Option<UnspecifiedInput> {
        let UcciCommand::BanMoves(moves) = own else {
            return None;
        };
        let position = tracker.board.position.as_ref()?;
        let legal = moves.as_ref().is_some_and(|moves| {
            !moves.is_empty() && moves.iter().all(|it| position.is_legal(*it))
        });
        (!legal).then_some(UnspecifiedInput::IllegalMoves)
    }

    fn unspecified_kind_of_go(line: &[u8], go: &UcciGo) -> Option<UnspecifiedInput> {
        unspecified::unspecified_kind_of_go(line, go)
    }

    fn unspecified_kind_of_option(
        announced: bool,
        kind: &str,
        name: &[u8],
        value: &[u8],
    ) -> Option<UcciUnspecifiedInput> {
        unspecified::unspecified_kind_of_option(announced, kind, name, value)
    }

    fn unspecified_kind_of_position(
        line: &[u8],
        spec: &PositionSpec,
    ) -> Option<UcciUnspecifiedInput> {
        unspecified::unspecified_kind_of_position(line, spec)
    }

    fn is_more_specific_than_extra_blanks(line: &[u8]) -> bool {
        unspecified::find_joined_fen_fields(line).is_some()
    }

    fn is_unspecified_option(own: UcciUnspecifiedInput) -> bool {
        own == UcciUnspecifiedInput::UciSetOption
    }
}

/// The position of a `probe`, found by the index `answer` of the response to this `probe`.
fn probed_position(view: &View, answer: usize) -> Option<Position> {
    let mut asks = view.questions.iter();
    let ask = asks
        .find(|it| it.kind == QuestionKind::DialectQuestion && it.answer_entry == Some(answer))?;
    match view.entry(ask.entry).command() {
        Some(Command::Dialect(UcciCommand::Probe(it))) => position_after_moves(it),
        _ => None,
    }
}

/// What is known after all searches of a segment, from what was known `before` it.
fn after_searches<T>(view: &View, before: T, next: impl Fn(T, &View, &Search) -> T) -> T {
    let searches = view.searches.iter();
    searches.fold(before, |known, search| next(known, view, search))
}
