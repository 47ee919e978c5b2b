//! Tests with an invented dialect and an invented game, for behaviour that UCCI does not have.

use std::{fmt, time::Duration};

use super::{
    BestMove, BoardGame, BoardNotes, Command, Dialect, DoubtReasons, GoCommand, LenientCommand,
    PositionSpec, ProtocolWords, Response, Search, SearchLimits, Tracker, UnspecifiedInput, View,
    Word, Words, checks, fault_values::new_value_generator,
};
use crate::{
    message::Message,
    protocol::{DiagramRow, Interface as _},
    rule::Findings,
    transcript::Transcript,
};

/// A game with a heap of stones: a move takes one, two or three stones.
#[derive(Clone, Debug, PartialEq, Eq)]
struct NimGame(u8);

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct TakeStones(u8);

impl fmt::Display for TakeStones {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "t{}", self.0)
    }
}

impl BoardGame for NimGame {
    type Move = TakeStones;
    type Point = u8;
    type Variant = ();

    fn start_position((): ()) -> Option<NimGame> {
        Some(NimGame(9))
    }

    fn parse_position(text: &str, (): ()) -> Option<NimGame> {
        text.parse().ok().map(NimGame)
    }

    fn is_first_player_to_move(&self) -> bool {
        true
    }

    fn parse_move(word: &[u8]) -> Option<TakeStones> {
        match word {
            [b't', count @ b'1'..=b'9'] => Some(TakeStones(count - b'0')),
            _ => None,
        }
    }

    fn looks_like_move(word: &Word<'_>) -> bool {
        word.text.starts_with(b"T")
    }

    fn is_legal(&self, step: TakeStones) -> bool {
        step.0 <= self.0.min(3)
    }

    fn why_illegal(&self, step: TakeStones) -> Option<Message> {
        (!self.is_legal(step))
            .then(|| crate::message::message!("too_many", "the move takes too many stones"))
    }

    fn play(&mut self, step: TakeStones) {
        self.0 -= step.0;
    }

    fn legal_moves(&self) -> Vec<TakeStones> {
        (1..=self.0.min(3)).map(TakeStones).collect()
    }

    fn hash_key(&self) -> u64 {
        u64::from(self.0)
    }

    fn side_to_move_caption(&self, _after: &[TakeStones]) -> Message {
        crate::message::message!("next_one", "the other player is to move")
    }

    fn legal_and_illegal_moves(&self) -> Box<dyn Iterator<Item = TakeStones> + '_> {
        Box::new((1..=9).map(TakeStones))
    }

    fn points_of_word(_word: &[u8]) -> Option<Vec<u8>> {
        None
    }

    fn draw_rows(&self, _marked: &[u8]) -> Vec<DiagramRow> {
        Vec::new()
    }
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
struct ToyDialect;

/// A `go` with a time in milliseconds, or without a limit.
#[derive(Clone, Debug, PartialEq, Eq)]
struct ToyGo(Option<u64>);

impl GoCommand for ToyGo {
    fn is_ponder(&self) -> bool {
        false
    }

    fn limits(&self, unit: Duration, _first: Option<bool>) -> SearchLimits {
        let count = self.0.and_then(|it| u32::try_from(it).ok());
        SearchLimits {
            clock: count.map(|it| unit * it),
            is_infinite: count.is_none(),
            ..SearchLimits::default()
        }
    }
}

#[derive(Clone, Debug, Default)]
struct NoNotes;

impl BoardNotes<NimGame> for NoNotes {
    fn notes_after_position(self, _same: bool) -> NoNotes {
        self
    }

    fn banned_moves(&self) -> &[TakeStones] {
        &[]
    }

    fn allows_move(&self, _step: TakeStones) -> bool {
        true
    }

    fn are_bans_certain(&self) -> bool {
        true
    }

    fn has_no_bans(&self) -> bool {
        true
    }

    fn mark_bans_uncertain(&mut self) {}

    fn mark_bans_certain(&mut self) {}

    fn queried_position(&self) -> Option<&NimGame> {
        None
    }
}

impl Dialect for ToyDialect {
    type Game = NimGame;
    type Command = ();
    type Response = ();
    type InfoItem = ();
    type Go = ToyGo;
    type DialectState = ();
    type SegmentNotes = ();
    type Notes = NoNotes;
    type SearchNotes = ();
    type UnspecifiedKind = ();

    const PROTOCOL_WORDS: ProtocolWords = ProtocolWords {
        greeting: "toy",
        greeting_answer: "toyok",
        is_ready: "isready",
        ready_ok: "readyok",
        no_best_move: Some("nothing"),
        stop: "stop",
        result_pattern: "bestmove [..]",
        quit: "quit",
        bye: None,
    };
    const DOUBT_REASONS: DoubtReasons = DoubtReasons {
        other_first_command: &test_reason("the engine may speak another protocol"),
        second_greeting: &test_reason("a second `toy`"),
        greeting_answered_in_search: &test_reason("a `toy` that was answered during a search"),
        other_protocol: &test_reason("another greeting"),
        after_other_protocol: &test_reason("a command after another greeting"),
        go_before_greeting: &test_reason("a `go` before `toy`"),
        go_without_position: &test_reason("a `go` before any `position`"),
        second_go: &test_reason("a second `go` during a search"),
        skipped_deferred_go: &test_reason("a `go` that the engine may have skipped"),
        unspecified_position: &test_reason(
            "a `position` command whose effect the protocol does not specify",
        ),
        board_command_during_search: &test_reason("a `position` during a search"),
        ignored_question: &test_reason("a question that an engine may ignore"),
    };

    fn parse_command(line: &[u8]) -> Command<ToyDialect> {
        let mut words = Words::new(line);
        match words.next().map(|it| it.text) {
            None => Command::Blank,
            Some(b"toy") => Command::Greet.accept_if_only_word(&words),
            Some(b"isready") => Command::IsReady.accept_if_only_word(&words),
            Some(b"stop") => Command::Stop.accept_if_only_word(&words),
            Some(b"quit") => Command::Quit.accept_if_only_word(&words),
            Some(b"position") => Command::Position(PositionSpec::parse_words(words)),
            Some(b"go") => Command::Go(ToyGo(words.next().and_then(|it| it.parse_uint()))),
            Some(_) => Command::Other,
        }
    }

    fn parse_response(line: &[u8]) -> Response<ToyDialect> {
        let mut words = Words::new(line);
        match words.next().map(|it| it.text) {
            None => Response::Blank,
            Some(b"toyok") => Response::GreetingAnswer,
            Some(b"readyok") => Response::ReadyOk,
            Some(b"bestmove") => Response::BestMove(BestMove {
                best_move: words
                    .next()
                    .and_then(|it| Some((it.parse_move::<NimGame>()?, it.span))),
                ..BestMove::default()
            }),
            Some(_) => Response::Other,
        }
    }

    fn lenient_commands(_line: &[u8]) -> impl Iterator<Item = LenientCommand> {
        std::iter::empty()
    }

    fn begins_new_game(command: &Command<ToyDialect>, _line: &[u8]) -> bool {
        matches!(command, Command::Greet | Command::Quit)
    }

    fn command_name(_command: &Command<ToyDialect>) -> &'static str {
        "command"
    }

    fn response_name(_response: &Response<ToyDialect>) -> &'static str {
        "response"
    }

    fn is_small_search(_line: &[u8]) -> bool {
        false
    }

    fn option_may_load_data(_option: &[u8]) -> bool {
        false
    }

    fn search_notes(_tracker: &Tracker<ToyDialect>) {}

    fn reports_full_pv(_search: &Search<ToyDialect>) -> bool {
        false
    }

    fn must_find_move(_search: &Search<ToyDialect>) -> bool {
        true
    }

    fn setoption_line(name: &str, value: &str) -> Vec<u8> {
        format!("{name}={value}").into_bytes()
    }

    fn is_result_pattern(pattern: &[u8]) -> bool {
        pattern.starts_with(b"bestmove")
    }

    fn unspecified_kind_of_go(_line: &[u8], _go: &ToyGo) -> Option<UnspecifiedInput<ToyDialect>> {
        None
    }
}

const fn test_reason(english: &'static str) -> Message {
    Message {
        id: "toy",
        english,
        arguments: Vec::new(),
    }
}

const TOY_HANDSHAKE: &str = "> toy\n< toyok\n> position startpos moves t2\n";

/// The number of violations that a check reports, and whether it finds a witness (correct
/// behaviour).
fn run_check(rest: &str, check: fn(&View<ToyDialect>, &mut Findings)) -> (usize, bool) {
    let transcript = Transcript::parse(format!("{TOY_HANDSHAKE}{rest}").as_bytes()).unwrap();
    let mut tracker = Tracker::<ToyDialect>::new();
    for event in &transcript.events {
        tracker.observe_event(event);
    }
    let view = Tracker::into_last_segment(tracker);
    let mut out = Findings::default();
    check(&view, &mut out);
    (out.violation_count(), out.witness.is_some())
}

#[test]
fn a_move_is_legal_by_the_rules_of_the_game() {
    let legal = |rest: &str| run_check(rest, checks::check_bestmove_legal);
    assert_eq!(legal("> go 10\n< bestmove t3\n"), (0, true));
    assert_eq!(legal("> go 10\n< bestmove t4\n"), (1, false));
}

/// In UCCI a `nobestmove` may answer a `stop` in idle state, so the next result would be ambiguous.
#[test]
fn each_result_belongs_to_its_search_if_idle_stops_get_no_answer() {
    let one = |rest: &str| run_check(rest, checks::check_one_result_per_go);
    assert_eq!(one("> stop\n> go 10\n< bestmove t1\n"), (0, true));
    assert_eq!(one("> stop\n< bestmove t1\n"), (1, false));
}

#[test]
fn extra_blanks_are_allowed_if_the_dialect_allows_them() {
    let legal = |rest: &str| run_check(rest, checks::check_bestmove_legal);
    let line = ">| position  startpos\\tmoves t3 t3 \\n\n> go 10\n";
    assert_eq!(legal(&format!("{line}< bestmove t3\n")), (0, true));
    assert_eq!(legal("> go 10\n< bestmove t9\n"), (1, false));
}

#[test]
fn live_sessions_and_faults_need_only_a_dialect() {
    let mut tracker = Tracker::<ToyDialect>::new();
    assert_eq!(tracker.handshake()[0].command, b"toy");
    let transcript = Transcript::parse(format!("{TOY_HANDSHAKE}> go\n").as_bytes()).unwrap();
    for event in &transcript.events {
        tracker.observe_event(event);
    }
    assert!(tracker.interrupt_exchange().is_some());
    let mut made_up = new_value_generator::<ToyDialect>(());
    made_up.observe_command(b"position startpos moves t3 t3 t2");
    assert_eq!(made_up.generate_value("illegal"), Some(b"t2".to_vec()));
}
