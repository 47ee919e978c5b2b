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
    Action, Grammar, TestCase,
    search::{
        fuzz::{Delivery, GeneratedGames},
        position_before_moves,
    },
};

/// The maximum number of lines in a test case.
const MAX_LINES: usize = 8;

/// Valid positions: the initial position, middle games, endings, check, mate, stalemate, castling, en passant and
/// promotion.
const VALID_FENS: [&str; 9] = [
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

/// The game of the generated positions.
const FUZZED_GAME: GameVariant = GameVariant::Chess(ChessVariant::Chess);

static GENERATED_GAMES: LazyLock<GeneratedGames<UciPosition>> =
    LazyLock::new(|| GeneratedGames::generate(&VALID_FENS));

/// The generator of UCI commands.
pub(super) struct UciGrammar;

impl Grammar for UciGrammar {
    fn edge_cases(&self) -> Vec<TestCase> {
        edge_cases::all_edge_cases()
    }

    fn random_test_case(
        &self,
        source: &mut Unstructured<'_>,
        tidy: bool,
    ) -> arbitrary::Result<TestCase> {
        let mut unit = TestCase::default();
        let count = source.int_in_range(1..=MAX_LINES)?;
        let at_once = source.ratio(1, 2)?;
        // Most test cases begin with a valid position.
        if source.ratio(7, 8)? {
            unit.actions
                .push(Action::Line(lines::valid_position_line(source)?));
        }
        let mut thinking = false;
        while unit.actions.len() < count && !source.is_empty() {
            let line: GeneratedLine = source.arbitrary()?;
            let delivery: Delivery = source.arbitrary()?;
            if !tidy {
                delivery.deliver_line(line.bytes(), &mut unit);
            } else if line.keeps_state_certain(thinking) {
                thinking |= line.starts_search();
                unit.actions.push(Action::Line(line.bytes()));
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
