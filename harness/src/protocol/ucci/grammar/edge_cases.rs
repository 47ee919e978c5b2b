//! The known edge cases, one test case each.

use ponderhit_engine::games::xiangqi::Position;

use super::{VALID_FENS, lines::BROKEN_FENS};
use crate::protocol::{
    Action, TestCase,
    search::fuzz::{EDGE_NUMBERS, random_game},
};

/// All edge cases. The test cases for an engine without a position come first.
pub(super) fn all_edge_cases() -> Vec<TestCase> {
    let mut units = vec![
        TestCase::from_lines(["go depth 1"]),
        TestCase::from_lines(["banmoves h2e2"]),
        TestCase::from_lines(["probe startpos"]),
        TestCase::from_lines(["stop"]),
        TestCase::from_lines(["ponderhit"]),
        TestCase::from_lines([""]),
        TestCase::from_lines(["ucci"]),
        TestCase::from_lines(["nonsense"]),
        TestCase::from_lines(["quit"]),
    ];
    units.extend(byte_cases());
    units.extend(length_cases());
    units.extend(number_cases());
    units.extend(option_cases());
    units.extend(position_cases());
    units.extend(thinking_cases());
    units.push(many_positions_case());
    units
}

/// A test case with many positions and with memory measurements between them.
fn many_positions_case() -> TestCase {
    let mut unit = TestCase::default();
    for _ in 0..6 {
        let more = TestCase::from_lines((0..50).map(|_| "position startpos"));
        unit.actions.push(Action::MeasureUsage);
        unit.actions.extend(more.actions);
        unit.actions.push(Action::WaitUntilIdle);
    }
    unit.actions.push(Action::MeasureUsage);
    unit
}

fn chunk_case(text: &[u8]) -> TestCase {
    TestCase {
        actions: vec![Action::Bytes(text.to_vec())],
    }
}

/// Test cases with control bytes, blanks and non-ASCII bytes before, in and after words.
fn byte_cases() -> Vec<TestCase> {
    let all: [&[u8]; 11] = [
        b"isready\r\n",
        b"position startpos\r\n",
        b"position\tstartpos\n",
        b"\tisready\n",
        b"position  startpos   \n",
        b"\0\n",
        b"position \0startpos\n",
        b"setoption bookfiles caf\xe9\n",
        b"\xff\xfe\n",
        b"\xbd\xab\xcb\xa7\n",
        b"position startpos\ngo depth 1\n",
    ];
    let mut units: Vec<TestCase> = all.iter().map(|it| chunk_case(it)).collect();
    units.push(chunk_case(b"isready\nisready\nisready\n"));
    units.push(TestCase {
        actions: vec![
            Action::Bytes(b"isre".to_vec()),
            Action::Bytes(b"ady\n".to_vec()),
        ],
    });
    units
}

fn length_cases() -> Vec<TestCase> {
    let lengths = [1023, 1024, 4095, 4096, 4097, 65_536, 200_000];
    lengths
        .map(|it| TestCase::from_lines([vec![b'x'; it]]))
        .into()
}

fn number_cases() -> Vec<TestCase> {
    let mut units = Vec::new();
    for number in EDGE_NUMBERS {
        for limit in ["depth", "nodes", "time"] {
            units.push(TestCase::from_lines([
                "position startpos".to_owned(),
                format!("go {limit} {number}"),
            ]));
        }
        units.push(TestCase::from_lines([format!(
            "setoption hashsize {number}"
        )]));
        units.push(TestCase::from_lines([
            "position startpos".to_owned(),
            format!("go time 50 movestogo {number}"),
        ]));
    }
    units
}

fn option_cases() -> Vec<TestCase> {
    let mut units = Vec::new();
    let names = [
        "hashsize",
        "threads",
        "usebook",
        "bookfiles",
        "style",
        "nosuchoption",
    ];
    for name in names {
        for value in ["", " much", " -1", " true"] {
            units.push(TestCase::from_lines([format!("setoption {name}{value}")]));
        }
        for length in [1000, 1001, 10_240] {
            units.push(TestCase::from_lines([format!(
                "setoption {name} {}",
                "x".repeat(length)
            )]));
        }
    }
    units.push(TestCase::from_lines(["setoption"]));
    units
}

fn position_cases() -> Vec<TestCase> {
    let mut units: Vec<TestCase> = Vec::new();
    for fen in BROKEN_FENS {
        units.push(TestCase::from_lines([format!("position fen {fen}")]));
    }
    for fen in VALID_FENS {
        units.push(TestCase::from_lines([
            format!("position fen {fen}"),
            "go depth 1".to_owned(),
        ]));
    }
    for moves in [
        "a0a9",
        "h2e2 h2e2",
        "e0e9",
        "i9j9",
        "h2",
        "moves",
        "h2e2h9g7",
    ] {
        units.push(TestCase::from_lines([
            format!("position startpos moves {moves}"),
            "go depth 1".to_owned(),
        ]));
    }
    for count in [299, 301, 600] {
        let moves = random_game(&Position::start(), (0..count).map(|it| it * 7 + 3)).join(" ");
        units.push(TestCase::from_lines([format!(
            "position startpos moves {moves}"
        )]));
    }
    units.push(TestCase::from_lines(["position"]));
    // A ban applies only to its own position.
    units.push(TestCase::from_lines([
        "position fen 4k4/9/9/9/9/9/9/9/9/3K5 w - - 0 1",
        "banmoves d0d1",
        "go depth 1",
    ]));
    units.push(TestCase::from_lines([
        "position fen 4k4/9/9/9/9/9/9/9/9/3K5 w - - 0 1",
        "go depth 1",
    ]));
    // Some engines crash after many `position` commands.
    units.push(TestCase::from_lines((0..64).map(|_| "position startpos")));
    units
}

fn thinking_cases() -> Vec<TestCase> {
    let meanwhile = [
        "stop",
        "go depth 1",
        "go nodes 10",
        "go time 50 increment 0",
        "go infinite",
        "go ponder time 50 increment 0",
        "go",
        "quit",
        "position startpos moves h2e2",
        "banmoves h2e2",
        "ucci",
        "setoption newgame",
        "probe startpos",
        "isready",
        "ponderhit",
        "nonsense",
        "",
    ];
    let mut units: Vec<TestCase> = meanwhile
        .iter()
        .map(|it| TestCase::from_lines(["position startpos", "go infinite", it]))
        .collect();
    units.push(TestCase::from_lines([
        "position startpos",
        "go infinite",
        "stop",
        "isready",
    ]));
    units.push(chunk_case(
        b"position startpos\ngo infinite\nstop\nisready\n",
    ));
    units.push(TestCase::from_lines([
        "position startpos",
        "go ponder time 100 increment 0",
        "ponderhit draw",
    ]));
    units
}
