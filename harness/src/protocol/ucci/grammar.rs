//! Generates UCCI commands: valid commands, nearly valid commands, commands at the wrong time, and random bytes.

mod edge_cases;
mod lines;

use std::sync::LazyLock;

use arbitrary::Unstructured;
use ponderhit_engine::games::xiangqi::Position;

use self::lines::GeneratedLine;
use super::{
    coverage,
    wire::{BasePosition, Command},
};
use crate::protocol::{
    Action, FuzzGrammar, TestCase,
    search::fuzz::{Delivery, GeneratedGames},
};

/// The greatest number of lines of a test case.
const MAX_TEST_CASE_LINES: usize = 8;

/// Valid positions: the initial position, a middle game, endgames, a check, a mate and a stalemate.
const VALID_FENS: [&str; 8] = [
    "rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR w - - 0 1",
    "1r2kab1r/2c1a4/n1c1b1n2/4p2N1/p1p6/1C4P2/P1P1P4/2N1B3C/4A4/1RBAK2R1 w - - 0 1",
    "3k5/9/9/9/p8/9/9/9/9/4K4 w - - 0 1",
    "4k4/9/9/9/9/9/9/9/9/3K5 w - - 0 1",
    "4k4/4R4/4R4/9/9/9/9/9/9/3K5 b - - 0 1",
    "3k5/4R4/9/9/9/9/9/9/9/4K4 b - - 0 1",
    "4k4/9/3N5/9/4C4/9/9/9/9/3K1R3 b - - 0 1",
    "3ak4/4a4/9/9/2b6/9/9/4B4/4A4/2BAK4 b - - 12 40",
];

static GENERATED_GAMES: LazyLock<GeneratedGames<Position>> =
    LazyLock::new(|| GeneratedGames::from_positions(&VALID_FENS));

/// The first `length` moves of one of the generated games from this position.
fn first_moves_of_generated_game(from: &Position, which: u8, length: usize) -> Vec<String> {
    GENERATED_GAMES.first_moves(from, which, length)
}

/// The grammar of UCCI.
pub(super) struct UcciGrammar;

impl FuzzGrammar for UcciGrammar {
    fn edge_cases(&self) -> Vec<TestCase> {
        edge_cases::all_edge_cases()
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
                .push(Action::Line(lines::valid_position_line(source)?));
        }
        let mut thinking = false;
        while unit.actions.len() < count && !source.is_empty() {
            let line: GeneratedLine = source.arbitrary()?;
            let delivery: Delivery = source.arbitrary()?;
            if !tidy {
                delivery.deliver_line(line.to_bytes(), &mut unit);
            } else if line.keeps_state_certain(thinking) {
                thinking |= line.starts_search();
                unit.actions.push(Action::Line(line.to_bytes()));
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

    /// In batch mode an engine may read its next command only after a search.
    fn may_defer_commands(&self, line: &[u8]) -> bool {
        line.windows(5).any(|it| it == b"batch")
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
            (
                "minus",
                line.windows(2)
                    .any(|it| it[0] == b'-' && it[1].is_ascii_digit()),
            ),
            (
                "huge",
                line.split(|it| !it.is_ascii_digit())
                    .any(|it| it.len() > 18),
            ),
        ];
        shape.extend(marks.iter().filter(|it| it.1).map(|it| it.0.to_owned()));
        shape.join(" ")
    }
}

/// The kind of a command, for the coverage of the fuzzer.
fn command_kind(line: &[u8]) -> String {
    let first = line.split(|it| *it == b'\n').next().unwrap_or_default();
    let known = match &Command::parse(first) {
        Command::SetOption { value, .. } if value.is_empty() => "setoption bare",
        Command::SetOption { value, .. } if value.len() > 1000 => "setoption long",
        Command::Position(spec) => {
            let many = spec.moves.as_ref().is_some_and(|it| it.len() > 300);
            match (
                &spec.base_position,
                super::view::position_before_moves(spec).is_some(),
            ) {
                _ if many => "position many",
                (BasePosition::Start, _) => "position startpos",
                (_, true) => "position fen",
                (_, false) => "position broken",
            }
        }
        Command::Go(_) => "go",
        command => coverage::command_name(command),
    };
    known.to_owned()
}
