//! Generates UCI commands: valid commands, slightly invalid commands, commands at the wrong time, and random bytes.

mod edge_cases;
mod lines;

use std::sync::LazyLock;

use arbitrary::Unstructured;

use self::lines::GeneratedLine;
use super::{
    chess::ChessVariant,
    coverage,
    game::UciPosition,
    variant::GameVariant,
    wire::{BasePosition, Command},
};
use crate::protocol::{
    Action, FuzzGrammar, TestCase,
    search::{
        BoardGame as _,
        fuzz::{Delivery, GeneratedGames},
        position_before_moves,
    },
};

/// The maximum number of lines in a test case.
const MAX_TEST_CASE_LINES: usize = 8;

/// The positions and moves of one game.
struct FuzzedGame {
    variant: GameVariant,
    /// Positions that every engine must accept.
    valid_fens: &'static [&'static str],
    /// FENs with one error each.
    broken_fens: &'static [&'static str],
    /// Lists of moves from the initial position, legal and illegal.
    searchmoves: [&'static str; 4],
    /// Moves before random moves. In xiangqi, a random move could be legal although the engine counts the ranks from
    /// another number, so an illegal move precedes it.
    before_random_moves: &'static str,
    generated_games: LazyLock<GeneratedGames<UciPosition>>,
}

impl FuzzedGame {
    fn position(&self, fen: &str) -> Option<UciPosition> {
        UciPosition::parse_position(fen, self.variant)
    }

    /// True if the notation of moves is known.
    fn has_known_notation(&self) -> bool {
        matches!(self.variant, GameVariant::Chess(_))
    }
}

static CHESS: FuzzedGame = FuzzedGame {
    variant: GameVariant::Chess(ChessVariant::Chess),
    valid_fens: &CHESS_FENS,
    broken_fens: &BROKEN_CHESS_FENS,
    searchmoves: ["e2e4", "a2a3 h2h3", "e2e5", ""],
    before_random_moves: "",
    generated_games: LazyLock::new(|| GeneratedGames::from_positions(&CHESS_FENS)),
};

static XIANGQI: FuzzedGame = FuzzedGame {
    variant: GameVariant::Xiangqi { first_rank: None },
    valid_fens: &XIANGQI_FENS,
    broken_fens: &BROKEN_XIANGQI_FENS,
    searchmoves: ["h2e2 h3e3", "a0a1 a1a2", "e2e5", ""],
    before_random_moves: "a0a0 ",
    generated_games: LazyLock::new(|| GeneratedGames::from_positions(&[])),
};

/// The initial position, middle games, endings, check, mate, stalemate, castling, en passant and promotion.
const CHESS_FENS: [&str; 9] = [
    "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
    "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
    "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1",
    "4k3/8/8/8/3pP3/8/8/4K3 b - e3 0 1",
    "6k1/P7/8/8/8/8/8/4K2R w K - 0 1",
    "4k3/8/8/8/8/8/4r3/3QK3 w - - 0 1",
    "rnb1kbnr/pppp1ppp/8/4p3/6Pq/5P2/PPPPP2P/RNBQKBNR w KQkq - 1 3",
    "7k/5Q2/6K1/8/8/8/8/8 b - - 0 1",
    "8/8/8/8/8/8/1r6/K6k w - - 99 80",
];

/// The initial position, a middle game, endings, check, mate, stalemate, and many moves without a capture.
const XIANGQI_FENS: [&str; 7] = [
    "rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR w - - 0 1",
    "2bakab2/9/2n1c1n2/p3p3p/2p3p2/2P3P2/P3P3P/2N1C1N2/9/2BAKAB2 w - - 0 1",
    "3k5/9/9/9/9/9/9/9/4R4/4K4 w - - 119 90",
    "4k4/9/9/9/9/9/9/4r4/9/3AKA3 w - - 0 1",
    "4k4/4R4/4R4/9/9/9/9/9/9/3K5 b - - 0 1",
    "3k5/4R4/9/9/9/9/9/9/9/4K4 b - - 0 1",
    "4k4/9/9/9/9/9/9/9/9/3K5 w - - 0 1",
];

const BROKEN_CHESS_FENS: [&str; 11] = [
    "",
    "8",
    "8/8/8/8/8/8/8/8 w - - 0 1",
    "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP w KQkq - 0 1",
    "rnbqkbnr/pppppppp/8/8/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
    "rnbqkbnr/pppppppp/9/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
    "rnbqqbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQ - 0 1",
    "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR x KQkq - 0 1",
    "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w XYZ z9 -1 x",
    "kkkkkkkk/8/8/8/8/8/8/KKKKKKKK w - - 0 1",
    "4k3/8/8/8/8/8/8/4K3 w - - 99999999999999999999 0",
];

const BROKEN_XIANGQI_FENS: [&str; 7] = [
    "",
    "9/9/9/9/9/9/9/9/9/9 w - - 0 1",
    "rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1 w - - 0 1",
    "rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR x - - 0 1",
    "rnbakabnr/9/1c5c2/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR w - - 0 1",
    "kkkkkkkkk/9/9/9/9/9/9/9/9/KKKKKKKKK w - - 0 1",
    "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
];

/// The generator of UCI commands for one game.
pub(super) struct UciGrammar {
    game: &'static FuzzedGame,
}

pub(super) static CHESS_GRAMMAR: UciGrammar = UciGrammar { game: &CHESS };

pub(super) static XIANGQI_GRAMMAR: UciGrammar = UciGrammar { game: &XIANGQI };

impl FuzzGrammar for UciGrammar {
    fn edge_cases(&self) -> Vec<TestCase> {
        edge_cases::all_edge_cases(self.game)
    }

    fn random_test_case(
        &self,
        source: &mut Unstructured<'_>,
        tidy: bool,
    ) -> arbitrary::Result<TestCase> {
        let mut unit = TestCase::default();
        let count = source.int_in_range(1..=MAX_TEST_CASE_LINES)?;
        let at_once = source.ratio(1, 2)?;
        // Most test cases begin with a valid position.
        if source.ratio(7, 8)? {
            unit.actions
                .push(Action::Line(lines::valid_position_line(source, self.game)?));
        }
        let mut thinking = false;
        while unit.actions.len() < count && !source.is_empty() {
            let line: GeneratedLine = source.arbitrary()?;
            let delivery: Delivery = source.arbitrary()?;
            if !tidy {
                delivery.deliver_line(line.to_bytes(self.game), &mut unit);
            } else if line.keeps_state_certain(thinking) {
                thinking |= line.starts_search();
                unit.actions.push(Action::Line(line.to_bytes(self.game)));
            }
        }
        if tidy && at_once {
            unit.join_into_one_write();
        }
        Ok(unit)
    }

    fn makes_engine_idle(&self, line: &[u8]) -> bool {
        matches!(line, b"isready" | b"stop" | b"quit")
    }

    fn ends_engine(&self, line: &[u8]) -> bool {
        line.starts_with(b"quit")
    }

    fn command_shape(&self, line: &[u8]) -> String {
        let mut shape = vec![command_kind(line)];
        let marks = [
            ("long", line.len() > 4096),
            ("cr", line.contains(&b'\r')),
            ("tab", line.contains(&b'\t')),
            ("nul", line.contains(&0)),
            ("non-ascii", !line.is_ascii()),
            ("merged", line.iter().filter(|it| **it == b'\n').count() > 1),
            ("split", line.last() != Some(&b'\n') && line.ends_with(b" ")),
        ];
        shape.extend(marks.iter().filter(|it| it.1).map(|it| it.0.to_owned()));
        shape.join(" ")
    }
}

/// The kind of a command, for the coverage.
fn command_kind(line: &[u8]) -> String {
    let first = line.split(|it| *it == b'\n').next().unwrap_or_default();
    let known = match &Command::parse(first) {
        Command::SetOption { value, .. } if value.is_empty() => "setoption bare",
        Command::SetOption { value, .. } if value.len() > 1000 => "setoption long",
        Command::Position(spec) => {
            let many = spec.moves.as_ref().is_some_and(|it| it.len() > 300);
            match (&spec.base_position, position_before_moves(spec).is_some()) {
                _ if many => "position many",
                (BasePosition::Start, _) => "position startpos",
                (_, true) => "position fen",
                (_, false) => "position broken",
            }
        }
        command => coverage::command_name(command),
    };
    known.to_owned()
}
