//! The implementation of `Dialect` for UCI.

use super::{
    chess::ChessVariant,
    clock_sums, coverage,
    game::UciPosition,
    state::{KnownOptions, UciState},
    uci_move::UciMove,
    unspecified::{self, UciUnspecifiedInput},
    variant::{self, GameVariant},
    view::{Search, Tracker, UciSegmentNotes, UnspecifiedInput, View},
    vocabulary,
    wire::{
        self, Command, LicenceCheckKind, LicenceCheckResult, PositionSpec, Response, UciCommand,
        UciGo, UciInfoItem, UciResponse,
    },
};
use crate::message::{Message, message};
use crate::protocol::search::{
    Dialect, DoubtReasons, GoClock, LenientCommand, NoBoardNotes, OtherProtocol, ProtocolWords,
};

/// UCI, as a type parameter of the code that all protocols with searches share.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct UciDialect;

impl Dialect for UciDialect {
    type Game = UciPosition;
    type Command = UciCommand;
    type Response = UciResponse;
    type InfoItem = UciInfoItem;
    type Go = UciGo;
    type DialectState = UciState;
    type SegmentNotes = UciSegmentNotes;
    type Notes = NoBoardNotes;
    type SearchNotes = KnownOptions;
    type UnspecifiedKind = UciUnspecifiedInput;

    const PROTOCOL_WORDS: ProtocolWords = ProtocolWords {
        greeting: "uci",
        greeting_answer: "uciok",
        is_ready: "isready",
        ready_ok: "readyok",
        no_best_move: None,
        stop: "stop",
        result_pattern: "bestmove [..]",
        quit: "quit",
        bye: None,
    };
    const SHORT_SEARCH: Option<(&str, &str)> = Some(("position startpos", "go depth 1"));
    const DOUBT_REASONS: DoubtReasons = DoubtReasons {
        other_first_command: &message!(
            "doubt_uci_not_first",
            "the first command was not `uci`: the engine may speak another protocol"
        ),
        second_greeting: &message!("doubt_second_uci", "a second `uci`"),
        greeting_answered_in_search: &message!(
            "doubt_uci_answered_in_search",
            "a `uci` that was answered during a search"
        ),
        other_protocol: &message!(
            "doubt_ucci",
            "`ucci` was sent: the engine may speak another protocol up to the next `uci`"
        ),
        after_other_protocol: &message!(
            "doubt_after_ucci",
            "a command after `ucci`: the engine may have changed to UCCI, and may answer again only after the next `uci`"
        ),
        go_before_greeting: &message!("doubt_go_before_uci", "a `go` before `uci`"),
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
            "doubt_position_during_search",
            "a `position` or `ucinewgame` during a search"
        ),
        ignored_question: &message!("doubt_register", "a `register` that an engine may ignore"),
    };
    const OTHER_PROTOCOL: Option<OtherProtocol> = Some(OtherProtocol {
        greeting: b"ucci",
        handshake_end: b"ucciok",
    });

    /// `UCI U1`
    const ALLOWS_CARRIAGE_RETURN: bool = true;
    const NEW_GAME_ENDS_DOUBTS: bool = true;
    /// `UCI U15` requires that an engine reads 600 plies in a `position`. If a list has more moves than this constant,
    /// only robustness rules judge it (`UCI U121`).
    const MAX_READABLE_MOVES: usize = 640;
    /// An engine that supports several protocols may change its protocol when the option `Protocol` is set.
    const SESSION_OPTIONS: &[&str] = &["Protocol"];

    fn go_clock(search: &Search) -> Option<GoClock> {
        clock_sums::go_clock(search)
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

    fn begins_new_game(command: &Command, _line: &[u8]) -> bool {
        wire::begins_new_game(command)
    }

    fn command_name(command: &Command) -> &'static str {
        coverage::command_name(command)
    }

    fn response_name(response: &Response) -> &'static str {
        coverage::response_name(response)
    }

    /// This function does not reject positions of other games, because `variant_of_position` marks these positions as
    /// unknown.
    fn must_accept_fen(_spec: &PositionSpec, _line: &[u8]) -> bool {
        true
    }

    fn variant_of_position(state: &UciState, spec: &PositionSpec) -> GameVariant {
        state.options.variant.variant_of_position(spec)
    }

    fn variant_after_option(before: GameVariant, name: &[u8], value: &[u8]) -> Option<GameVariant> {
        before.variant_after_option(name, value)
    }

    fn is_small_search(line: &[u8]) -> bool {
        let mut words: Vec<&[u8]> = line
            .split(|it| !it.is_ascii_alphanumeric())
            .filter(|it| !it.is_empty())
            .collect();
        words.retain(|it| !it.is_empty());
        let endless = words
            .iter()
            .any(|it| matches!(*it, b"infinite" | b"ponder"));
        let number = |word: &[u8]| std::str::from_utf8(word).ok()?.parse::<u32>().ok();
        let small = words.windows(2).any(|pair| {
            let most = match pair[0] {
                b"depth" => 3,
                b"nodes" => 1000,
                b"movetime" => 50,
                _ => return false,
            };
            number(pair[1]).is_some_and(|it| (1..=most).contains(&it))
        });
        small && !endless
    }

    /// Case does not matter in names of options (`UCI U32`).
    fn is_same_option(announced: &str, name: &[u8]) -> bool {
        announced.as_bytes().eq_ignore_ascii_case(name)
    }

    fn option_may_load_data(option: &[u8]) -> bool {
        vocabulary::option_may_load_data(option)
    }

    fn is_debugging(state: &UciState) -> bool {
        state.options.debug_may_be_on
    }

    /// `UCI U36`
    fn is_allowed_in_search(own: &UciCommand) -> bool {
        matches!(own, UciCommand::Debug(_))
    }

    /// `UCI A6`
    fn may_end_search(command: &Command) -> bool {
        matches!(
            command,
            Command::Position(_)
                | Command::SetOption { .. }
                | Command::Greet
                | Command::Dialect(UciCommand::NewGame)
        )
    }

    /// `UCI A15`, `U89`
    fn may_refuse_search(tracker: &Tracker) -> bool {
        tracker.dialect_state.copy_protection_failed || tracker.dialect_state.registration_failed
    }

    /// `UCI U93`
    fn owed_command(tracker: &Tracker) -> Option<Vec<u8>> {
        let state = &tracker.dialect_state;
        let owed = state.registration_failed && !state.register_was_sent;
        owed.then(|| b"register later".to_vec())
    }

    fn on_response_received(tracker: &mut Tracker, _index: usize, own: &UciResponse) {
        let UciResponse::Check(what, result) = own;
        let failed = match result {
            Some(LicenceCheckResult::Error) => true,
            Some(LicenceCheckResult::Good) => false,
            Some(LicenceCheckResult::Checking) | None => return,
        };
        match what {
            LicenceCheckKind::CopyProtection => {
                tracker.dialect_state.copy_protection_failed = failed
            }
            LicenceCheckKind::Registration => tracker.dialect_state.registration_failed = failed,
        }
    }

    fn on_command_sent(tracker: &mut Tracker, command: &Command) {
        tracker.update_after_command(command);
    }

    /// After `ucinewgame` the engine's board may be unchanged, or reset to the start position. The specification does
    /// not define the engine's board after `ucinewgame`.
    fn on_go(tracker: &mut Tracker, index: usize, _go: &UciGo) {
        if tracker.dialect_state.new_game_without_position
            && tracker.dialect_state.position_was_sent
        {
            const NEW_GAME_REASON: &Message = &message!(
                "doubt_new_game",
                "a `go` after `ucinewgame` without a `position`"
            );
            tracker.begin_board_doubt(index, NEW_GAME_REASON);
        }
    }

    fn execute_command(tracker: &mut Tracker, _index: usize, own: UciCommand) {
        if let UciCommand::Debug(on) = own {
            // `debug` with another word, or without a word, may turn debug mode on or off (`UCI A23`).
            tracker.dialect_state.options.debug_may_be_on = on.unwrap_or(true);
        }
    }

    fn on_possible_setoption(tracker: &mut Tracker, _index: usize, words: &[u8]) {
        tracker.handle_possible_setoption(words);
    }

    /// A position of a game other than chess and xiangqi may be valid: ponderhit does not know the rules of that game.
    fn may_accept_invalid_position(tracker: &Tracker) -> bool {
        let last = tracker.last_position.as_ref();
        last.is_some_and(|it| !it.variant().has_known_rules())
    }

    /// The `setoption` for the game that the user named, if the engine would otherwise play another game.
    fn initial_options(tracker: &Tracker) -> Vec<Vec<u8>> {
        let option = tracker.option_for_given_game();
        let line = option.map(|(name, value)| Self::setoption_line(name, value));
        line.into_iter().collect()
    }

    fn search_notes(tracker: &Tracker) -> KnownOptions {
        tracker.dialect_state.options
    }

    fn on_second_greeting(tracker: &mut Tracker, _index: usize, _reason: &'static Message) {
        // The engine may reset its options at a second `uci`, or keep the options.
        let variant = tracker.dialect_state.options.variant;
        let by_option = tracker.announces_option(b"UCI_Variant");
        tracker.dialect_state.options = KnownOptions {
            variant: match variant {
                GameVariant::Chess(ChessVariant::Chess960) => GameVariant::Unknown,
                GameVariant::Xiangqi { .. } if by_option => GameVariant::OtherGame,
                _ => variant,
            },
            debug_may_be_on: true,
            ..KnownOptions::default()
        };
    }

    fn on_handshake_completed(tracker: &mut Tracker) {
        let debug = tracker.dialect_state.options.debug_may_be_on;
        let given = tracker.dialect_state.given_game;
        tracker.dialect_state.options =
            KnownOptions::from_announcements(&tracker.announced_options, given, debug);
        tracker.store_weakening_defaults();
    }

    fn unusual_scope(tracker: &Tracker) -> Option<Message> {
        let state = &tracker.dialect_state;
        let is_named =
            state.given_game != GameVariant::Undecided || tracker.announces_option(b"UCI_Variant");
        let plays_xiangqi = || {
            let mut answers = tracker.view.certain_best_moves();
            answers.any(|it| variant::fits_only_xiangqi(it.board.position.as_ref(), it.best_move))
        };
        match state.options.variant {
            _ if is_named || !state.position_was_sent => None,
            GameVariant::Undecided if !plays_xiangqi() => None,
            GameVariant::Undecided | GameVariant::Xiangqi { .. } => Some(message!(
                "game_taken_for_xiangqi",
                "the moves were judged as xiangqi, because they are illegal in chess; `--game chess` judges them as chess"
            )),
            GameVariant::Unknown | GameVariant::OtherGame => Some(message!(
                "game_not_recognized",
                "the game was not recognized, so the legality of its moves was not judged; `--game` names the game"
            )),
            GameVariant::Chess(_) => None,
        }
    }

    fn on_best_move_received(tracker: &mut Tracker, best: UciMove) {
        let search = tracker.view.searches.last();
        if let Some(spec) = search.and_then(|it| it.last_position.as_ref()) {
            let variant = tracker.dialect_state.options.variant;
            tracker.dialect_state.options.variant = variant.variant_after_best_move(spec, best);
        }
    }

    /// True if the search had a fixed depth and was not stopped, and the engine played at full strength without a book.
    /// A search without a fixed depth may end during an iteration, and then its last `info` may differ from its result
    /// (`UCI` section 12).
    fn reports_full_pv(search: &Search) -> bool {
        let depth = search.go.depth.is_some_and(|it| it > 0) && search.interrupting_entry.is_none();
        let left = search.stop_entry.is_some()
            || search.result_excused_since.is_some()
            || search.may_have_been_stopped;
        let own = |it: Option<bool>| it == Some(false);
        let honest = own(search.search_notes.own_book) && own(search.search_notes.limit_strength);
        depth && !left && honest && !search.search_notes.may_be_weakened
    }

    fn must_find_move(search: &Search) -> bool {
        let left = search.stop_entry.is_some()
            || search.result_excused_since.is_some()
            || search.may_have_been_stopped;
        !left && search.go.flaw.is_none()
    }

    fn setoption_line(name: &str, value: &str) -> Vec<u8> {
        match value {
            "" => format!("setoption name {name}"),
            value => format!("setoption name {name} value {value}"),
        }
        .into_bytes()
    }

    fn next_segment_notes(view: &View) -> UciSegmentNotes {
        view.notes_for_next_segment()
    }

    fn is_result_pattern(pattern: &[u8]) -> bool {
        let first = pattern.split(u8::is_ascii_whitespace).next();
        first == Some(b"bestmove")
    }

    fn unspecified_kind_of_non_command(line: &[u8]) -> Option<UciUnspecifiedInput> {
        unspecified::unspecified_kind_of_non_command(line)
    }

    fn unspecified_kind_of_go(_line: &[u8], go: &UciGo) -> Option<UnspecifiedInput> {
        unspecified::unspecified_kind_of_go(go)
    }

    fn may_exit_after(kind: UnspecifiedInput) -> bool {
        unspecified::may_exit_after(kind)
    }

    fn unspecified_kind_of_option(
        announced: bool,
        _kind: &str,
        _name: &[u8],
        _value: &[u8],
    ) -> Option<UciUnspecifiedInput> {
        (!announced).then_some(UciUnspecifiedInput::UnknownOption)
    }

    fn is_unspecified_option(own: UciUnspecifiedInput) -> bool {
        matches!(
            own,
            UciUnspecifiedInput::OptionWithoutName | UciUnspecifiedInput::UnknownOption
        )
    }
}
