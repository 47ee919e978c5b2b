//! The implementation of `Dialect` for AGI.

use ponderhit_engine::games::gomoku::Position;

use super::{
    game::AgiPosition,
    view::{Search, ThinkingState, Tracker, UnspecifiedInput, View},
    wire::{
        self, AgiCommand, AgiGo, AgiInfoItem, Change, Command, NoResponse, PositionSpec, Response,
        Rules,
    },
};
use crate::message::{Message, message};
use crate::protocol::search::{
    Board, Dialect, DoubtReasons, LenientCommand, NoBoardNotes, OptionLine, ProtocolWords,
};

/// The longest time on a clock, in milliseconds, that every engine must understand: the largest signed 32-bit number.
pub(super) const MAX_TIME_MILLIS: u64 = i32::MAX as u64;

/// AGI, as a type parameter of the code that all protocols with searches share.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct AgiDialect;

/// The rules and options that the interface has set, and what follows from them.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct AgiState {
    pub(super) game_rules: Rules,
    /// The option `PONDER` is on, or may be on.
    may_ponder_by_itself: bool,
    /// The engine ponders after `GO PONDER`.
    is_pondering: bool,
    /// The last `GO` may have nothing to search: the board is decided, full or unknown, or all points of `SEARCH` are
    /// illegal.
    may_have_nothing_to_search: bool,
}

/// The facts about a search that only the rules of AGI need.
#[derive(Clone, Copy, Debug)]
pub(super) struct AgiSearchNotes {
    /// Whether the rules of the game allow a swap of colors in this search; `None` if this is not certain.
    pub(super) is_color_swap_allowed: Option<bool>,
    /// Whether it is possible that no point can be searched; then the engine need not answer with a legal move.
    pub(super) may_have_nothing_to_search: bool,
}

/// The kinds of unspecified input that only AGI has.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum AgiUnspecifiedInput {
    /// A `GO` with neither `TIME` nor `INFINITE` (`AGI R-31`).
    GoWithoutLimit,
    /// A malformed `GO` (`AGI C-9`).
    GoMalformed,
    /// A `DOMOVE` or a list that is malformed, or that names an occupied point (`AGI C-9`).
    PointsMalformed,
    /// A `SETRULE` with unknown or contradictory words (`AGI N-2`).
    RulesUnclear,
}

impl Dialect for AgiDialect {
    type Game = AgiPosition;
    type Command = AgiCommand;
    type Response = NoResponse;
    type InfoItem = AgiInfoItem;
    type Go = AgiGo;
    type DialectState = AgiState;
    type SegmentNotes = ThinkingState;
    type Notes = NoBoardNotes;
    type SearchNotes = AgiSearchNotes;
    type UnspecifiedKind = AgiUnspecifiedInput;

    const PROTOCOL_WORDS: ProtocolWords = ProtocolWords {
        greeting: "AGI",
        greeting_answer: "AGIOK",
        is_ready: "ISREADY",
        ready_ok: "READYOK",
        no_best_move: None,
        stop: "STOP",
        result_pattern: "(BESTMOVE|bestmove) [..]",
        quit: "QUIT",
        bye: Some("BYE"),
    };
    const DOUBT_REASONS: DoubtReasons = DoubtReasons {
        other_first_command: &message!(
            "doubt_agi_not_first",
            "the first command was not `AGI`: the conversation may begin earlier"
        ),
        second_greeting: &message!("doubt_second_agi", "a second `AGI`"),
        greeting_answered_in_search: &message!(
            "doubt_agi_answered_in_search",
            "an `AGI` that was answered during a search"
        ),
        other_protocol: &message!(
            "doubt_other_protocol",
            "the engine may speak another protocol"
        ),
        after_other_protocol: &message!("doubt_before_agi", "a command before `AGI`"),
        go_before_greeting: &message!("doubt_go_before_agi", "a `GO` before `AGI`"),
        go_without_position: &message!("doubt_no_position", "a `go` before any `position`"),
        second_go: &message!("doubt_second_go", "a second `go` during a search"),
        skipped_deferred_go: &message!(
            "doubt_go_skipped",
            "a `go` that the engine may have skipped"
        ),
        unspecified_position: &message!(
            "doubt_position",
            "a `position` command whose effect the protocol does not specify"
        ),
        board_command_during_search: &message!(
            "doubt_board_command",
            "a `POSITION`, `DOMOVE` or `GO PONDER` during a search"
        ),
        ignored_question: &message!("doubt_ignored", "a command that an engine may ignore"),
    };
    /// A forbidden point is legal in most other positions, and for an engine that does not know this kind of forbidden
    /// point.
    const ILLEGAL_MOVE_SHOWS_BOARD: bool = false;
    /// `AGI X-1`
    const ALLOWS_CARRIAGE_RETURN: bool = true;
    /// `AGI R-21`, `N-23`
    const COMMANDS_MAY_END_SEARCH: bool = true;
    /// `AGI R-16`
    const ANSWERS_QUIT_IN_SEARCH: bool = true;
    const CONTEXT_COMMANDS: &[&str] = &["POSITION", "GO"];
    const GENERATED_MOVE_NAMES: &[&str] = &["occupied", "forbidden"];

    fn parse_command(line: &[u8]) -> Command {
        wire::parse_command(line)
    }

    fn parse_response(line: &[u8]) -> Response {
        wire::parse_response(line)
    }

    fn lenient_commands(line: &[u8]) -> impl Iterator<Item = LenientCommand> {
        wire::lenient_commands(line)
    }

    fn begins_new_game(command: &Command, _line: &[u8]) -> bool {
        matches!(command, Command::Greet | Command::Quit)
    }

    fn command_name(command: &Command) -> &'static str {
        match command {
            Command::Greet => "AGI",
            Command::IsReady => "ISREADY",
            Command::Position(_) => "POSITION",
            Command::Go(go) if go.is_malformed => "GO malformed",
            Command::Go(go) if go.time_millis.is_some() => "GO TIME",
            Command::Go(go) if go.is_infinite => "GO INFINITE",
            Command::Go(_) => "GO",
            Command::Stop => "STOP",
            Command::Quit => "QUIT",
            Command::Dialect(AgiCommand::SetRule(_)) => "SETRULE",
            Command::Dialect(AgiCommand::SetOption(_)) => "SETOPTION",
            Command::Dialect(AgiCommand::DoMove(_)) => "DOMOVE",
            Command::Dialect(AgiCommand::GoPonder) => "GO PONDER",
            Command::Blank => "blank",
            // AGI has neither `ponderhit` nor the `setoption` of UCI.
            Command::SetOption { .. } | Command::PonderHit { .. } | Command::Other => "other",
        }
    }

    fn response_name(response: &Response) -> &'static str {
        match response {
            Response::Id(_) => "ID",
            Response::Option(_) => "OPTION",
            Response::GreetingAnswer => "AGIOK",
            Response::ReadyOk => "READYOK",
            Response::Info(_) => "INFO",
            Response::BestMove(it) if it.no_move_word.is_some() => "BESTMOVE CHANGE",
            Response::BestMove(_) => "BESTMOVE",
            Response::Bye => "BYE",
            Response::NoBestMove | Response::Dialect(_) | Response::Blank | Response::Other => {
                "something else"
            }
        }
    }

    fn is_small_search(_line: &[u8]) -> bool {
        false
    }

    fn option_may_load_data(_option: &[u8]) -> bool {
        false
    }

    /// While the engine may ponder, it may send `INFO` at any time (`AGI R-17`, `R-22`).
    fn is_debugging(state: &AgiState) -> bool {
        state.may_ponder_by_itself || state.is_pondering
    }

    fn is_allowed_in_search(own: &AgiCommand) -> bool {
        matches!(own, AgiCommand::SetOption(_) | AgiCommand::SetRule(_))
    }

    fn is_shown_in_context(own: &AgiCommand) -> bool {
        matches!(
            own,
            AgiCommand::DoMove(_) | AgiCommand::GoPonder | AgiCommand::SetRule(_)
        )
    }

    /// The engine may refuse a `GO` if there is nothing to search (`AGI R-31`, `F-11`).
    fn may_refuse_search(tracker: &Tracker) -> bool {
        tracker.dialect_state.may_have_nothing_to_search
    }

    fn on_command_sent(tracker: &mut Tracker, command: &Command) {
        let keeps = matches!(
            command,
            Command::IsReady
                | Command::Blank
                | Command::Other
                | Command::Dialect(AgiCommand::SetOption(_) | AgiCommand::SetRule(_))
        );
        tracker.dialect_state.is_pondering &= keeps;
    }

    fn execute_command(tracker: &mut Tracker, index: usize, own: AgiCommand) {
        match own {
            // A `SETRULE` during a search may take effect at once, later or never.
            AgiCommand::SetRule(rules) => {
                let idle = tracker.phase == super::view::EnginePhase::Idle;
                tracker.dialect_state.game_rules = if idle { rules } else { Rules::UNKNOWN };
            }
            AgiCommand::SetOption(switches) => {
                if let Some(on) = switches.ponder {
                    let has = tracker.has_feature("PONDER");
                    tracker.dialect_state.may_ponder_by_itself = on && has;
                }
            }
            AgiCommand::DoMove(point) => tracker.handle_played_move(index, point),
            AgiCommand::GoPonder => tracker.dialect_state.is_pondering = true,
        }
    }

    fn apply_to_board(board: &mut Board<AgiDialect>, own: &AgiCommand) {
        match own {
            AgiCommand::DoMove(point) => {
                let empty = AgiPosition(Position::default());
                board.position.get_or_insert(empty);
                board.play_move(*point);
            }
            AgiCommand::SetRule(rules) => {
                if let (Some(position), Some(on)) = (&mut board.position, rules.has_forbidden_moves)
                {
                    position.0.set_forbidden_moves(on);
                }
            }
            AgiCommand::SetOption(_) | AgiCommand::GoPonder => (),
        }
    }

    /// A line outside the grammar may have set rules or options.
    fn on_possible_setoption(tracker: &mut Tracker, _index: usize, _words: &[u8]) {
        tracker.dialect_state.game_rules = Rules::UNKNOWN;
        tracker.dialect_state.may_ponder_by_itself |= tracker.has_feature("PONDER");
    }

    fn on_go(tracker: &mut Tracker, _index: usize, go: &AgiGo) {
        // If the rules of the game are not certain, a point of `SEARCH` may be forbidden.
        let strict = tracker.dialect_state.game_rules.has_forbidden_moves != Some(false);
        let may_be_illegal = |position: &AgiPosition| {
            let mut position = position.0.clone();
            position.set_forbidden_moves(strict);
            let points = go.points.as_ref();
            points.is_some_and(|it| it.iter().all(|it| !position.is_legal(*it)))
        };
        // In an unknown position there may be nothing to search.
        let may_be_nothing = |position: &Option<AgiPosition>| {
            let position = position.as_ref();
            position.is_none_or(|it| it.is_over() || may_be_illegal(it))
        };
        let board = &tracker.board;
        tracker.dialect_state.may_have_nothing_to_search = may_be_nothing(&board.position)
            || board
                .alternative_position
                .as_ref()
                .is_some_and(may_be_nothing);
    }

    /// The rules of the last `SETRULE` apply even if the stones were placed before it (`AGI R-6`).
    fn forget_uncertain_position(tracker: &Tracker, board: &mut Board<AgiDialect>) {
        // If there is nothing to search, any answer to `GO` is allowed (`AGI R-31`, `F-11`).
        if tracker.dialect_state.may_have_nothing_to_search {
            board.position = None;
        }
        if let Some(position) = &mut board.position {
            // If it is not certain whether forbidden moves are in force, a move counts as illegal only if it is illegal
            // with and without forbidden moves.
            let on = tracker.dialect_state.game_rules.has_forbidden_moves;
            position.0.set_forbidden_moves(on.unwrap_or(false));
        }
    }

    fn search_notes(tracker: &Tracker) -> AgiSearchNotes {
        let stones = tracker.board.position.as_ref().map(|it| it.0.stone_count());
        let due = |change: Change, stones: usize| match change {
            Change::Never => false,
            Change::AfterFirstMove => stones == 1,
            Change::AfterThirdMove => stones == 3,
        };
        let change = tracker.dialect_state.game_rules.change;
        AgiSearchNotes {
            is_color_swap_allowed: change.zip(stones).map(|(it, stones)| due(it, stones)),
            may_have_nothing_to_search: tracker.dialect_state.may_have_nothing_to_search,
        }
    }

    /// The engine may keep or reset its rules and options at a second `AGI` (`AGI N-22`).
    fn on_second_greeting(tracker: &mut Tracker, _index: usize, _reason: &'static Message) {
        tracker.dialect_state.game_rules = Rules::UNKNOWN;
        tracker.dialect_state.may_ponder_by_itself |= tracker.has_feature("PONDER");
    }

    /// The board is empty until the first command that sets it (`AGI R-19`). The features that the engine announced are
    /// on until the interface switches them off (`AGI R-5`).
    fn on_handshake_completed(tracker: &mut Tracker) {
        tracker.set_start_position(AgiPosition(Position::default()));
        let lines = std::mem::take(&mut tracker.announced_options);
        let features = lines.iter().flat_map(|it| &it.combo_values);
        tracker.announced_options = features
            .map(|name| OptionLine {
                name: name.clone(),
                ..OptionLine::default()
            })
            .collect();
        let names = tracker.announced_options.iter();
        tracker.view.announced_options = names.map(|it| it.name.clone()).collect();
        tracker.dialect_state.may_ponder_by_itself = tracker.has_feature("PONDER");
    }

    fn reports_full_pv(_search: &Search) -> bool {
        false
    }

    fn must_find_move(_search: &Search) -> bool {
        false
    }

    fn setoption_line(name: &str, value: &str) -> Vec<u8> {
        format!("SETOPTION {name} {value}").into_bytes()
    }

    fn is_result_pattern(pattern: &[u8]) -> bool {
        let first = pattern.split(u8::is_ascii_whitespace).next();
        first.is_some_and(|it| it.to_ascii_uppercase().starts_with(b"BESTMOVE"))
            || pattern.starts_with(b"(BESTMOVE|bestmove)")
    }

    fn generate_move(
        _board: &Board<AgiDialect>,
        position: &AgiPosition,
        name: &str,
    ) -> Option<ponderhit_engine::games::gomoku::Point> {
        let mut points = ponderhit_engine::games::gomoku::Point::all();
        match name {
            "occupied" => points.find(|it| position.0.stone(*it).is_some()),
            _ => position
                .0
                .empty_points()
                .find(|it| position.0.forbidden_reason(*it).is_some()),
        }
    }

    fn next_segment_notes(view: &View) -> ThinkingState {
        let mut notes = view.dialect_notes;
        view.entries.iter().for_each(|it| notes.observe_entry(it));
        notes
    }

    fn unspecified_kind_of_non_command(line: &[u8]) -> Option<AgiUnspecifiedInput> {
        let first = wire::Words::new(line).next()?;
        wire::is_keyword(&first, "DOMOVE").then_some(AgiUnspecifiedInput::PointsMalformed)
    }

    fn unspecified_kind_of_dialect_command(
        tracker: &Tracker,
        own: &AgiCommand,
    ) -> Option<UnspecifiedInput> {
        let occupied = |point| {
            let position = tracker.board.position.as_ref();
            position.is_some_and(|it| it.0.stone(point).is_some())
        };
        let kind = match own {
            AgiCommand::SetRule(rules) if rules.is_unclear => AgiUnspecifiedInput::RulesUnclear,
            AgiCommand::DoMove(point) if occupied(*point) => AgiUnspecifiedInput::PointsMalformed,
            _ => return None,
        };
        Some(UnspecifiedInput::DialectInput(kind))
    }

    fn unspecified_kind_of_go(_line: &[u8], go: &AgiGo) -> Option<UnspecifiedInput> {
        let kind = match (go.is_malformed, go.time_millis, go.is_infinite) {
            (true, ..) => AgiUnspecifiedInput::GoMalformed,
            // The specification names no greatest number for `TIME`.
            (_, Some(time), _) if time > MAX_TIME_MILLIS => AgiUnspecifiedInput::GoMalformed,
            (_, None, false) => AgiUnspecifiedInput::GoWithoutLimit,
            _ => return None,
        };
        Some(UnspecifiedInput::DialectInput(kind))
    }

    fn unspecified_kind_of_position(
        _line: &[u8],
        spec: &PositionSpec,
    ) -> Option<AgiUnspecifiedInput> {
        let broken = spec.position_after_moves().is_none();
        broken.then_some(AgiUnspecifiedInput::PointsMalformed)
    }
}

impl Tracker {
    /// Whether the engine announced the feature `name` with `TRUE`.
    fn has_feature(&self, name: &str) -> bool {
        self.announced_options.iter().any(|it| it.name == name)
    }
}
