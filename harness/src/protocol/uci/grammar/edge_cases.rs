//! The known edge cases, one test case each.

use super::FuzzedGame;
use crate::protocol::{
    Action, TestCase,
    search::{
        BoardGame as _,
        fuzz::{EDGE_NUMBERS, random_game},
    },
    uci::game::UciPosition,
};

/// All edge cases. The edge cases for an engine without a position come first.
pub(super) fn all_edge_cases(game: &FuzzedGame) -> Vec<TestCase> {
    let alone = [
        "go depth 1",
        "stop",
        "ponderhit",
        "",
        "uci",
        "nonsense",
        "debug on",
        "debug",
        "ucinewgame",
        "register later",
        "register",
        "setoption",
        "setoption name",
        "position",
        "position startpos moves",
        "position moves e2e4",
        "ucci",
        "xboard",
        "quit",
    ];
    let mut units: Vec<TestCase> = alone.iter().map(|it| TestCase::from_lines([*it])).collect();
    units.extend(byte_cases());
    let lengths = [1023, 1024, 4095, 4096, 4097, 65_536, 200_000];
    units.extend(lengths.map(|it| TestCase::from_lines([vec![b'x'; it]])));
    units.extend(number_cases());
    units.extend(option_cases());
    units.extend(position_cases(game));
    units.extend(thinking_cases());
    units
}

/// Bytes that are not letters: before a word, inside a word and after a word.
fn byte_cases() -> Vec<TestCase> {
    let all: [&[u8]; 8] = [
        b"isready\r\n",
        b"position\tstartpos\n",
        b"  position  startpos   \n",
        b"position \0startpos\n",
        b"setoption name Log caf\xe9\n",
        b"\xff\xfe\n",
        b"position startpos\ngo depth 1\n",
        b"isready\nisready\nisready\n",
    ];
    let chunks = all.iter().map(|it| TestCase {
        actions: vec![Action::Bytes(it.to_vec())],
    });
    chunks.collect()
}

fn number_cases() -> Vec<TestCase> {
    let mut units = Vec::new();
    for number in EDGE_NUMBERS {
        for limit in ["depth", "nodes", "movetime", "mate", "wtime", "movestogo"] {
            units.push(TestCase::from_lines([
                "position startpos".to_owned(),
                format!("go {limit} {number}"),
            ]));
        }
    }
    units
}

fn option_cases() -> Vec<TestCase> {
    let mut units = Vec::new();
    for name in [
        "Hash",
        "Threads",
        "MultiPV",
        "UCI_Chess960",
        "Clear Hash",
        "Nonesuch",
    ] {
        for value in ["", " value", " value much", " value -1", " value true"] {
            units.push(TestCase::from_lines([format!(
                "setoption name {name}{value}"
            )]));
        }
        for length in [1000, 10_240] {
            let value = "x".repeat(length);
            units.push(TestCase::from_lines([format!(
                "setoption name {name} value {value}"
            )]));
        }
    }
    units
}

fn position_cases(game: &FuzzedGame) -> Vec<TestCase> {
    let mut units: Vec<TestCase> = Vec::new();
    for fen in game.broken_fens {
        units.push(TestCase::from_lines([format!("position fen {fen}")]));
    }
    for fen in game.valid_fens {
        let go = "go depth 1".to_owned();
        units.push(TestCase::from_lines([format!("position fen {fen}"), go]));
    }
    for moves in [
        "e2e5", "e7e5", "e2", "moves", "e2e4e7e5", "e1g1", "e2e4q", "0000",
    ] {
        units.push(TestCase::from_lines([
            format!("position startpos moves {moves}"),
            "go depth 1".to_owned(),
        ]));
    }
    // Moves that may be legal are sent only if the engine certainly writes them in this way.
    let counts: &[usize] = match game.has_known_notation() {
        true => &[299, 301, 600],
        false => &[],
    };
    for count in counts {
        let start = UciPosition::start_position(game.variant);
        let moves = start.map(|it| random_game(&it, (0..*count).map(|it| it * 7 + 3)));
        let moves = moves.unwrap_or_default().join(" ");
        units.push(TestCase::from_lines([format!(
            "position startpos moves {moves}"
        )]));
    }
    units.push(TestCase::from_lines((0..64).map(|_| "position startpos")));
    units
}

fn thinking_cases() -> Vec<TestCase> {
    let meanwhile = [
        "stop",
        "go depth 1",
        "go infinite",
        "quit",
        "position startpos moves e2e4",
        "uci",
        "ucinewgame",
        "setoption name Hash value 1",
        "isready",
        "ponderhit",
        "debug on",
        "nonsense",
        "",
    ];
    let mut units: Vec<TestCase> = meanwhile
        .iter()
        .map(|it| TestCase::from_lines(["position startpos", "go infinite", it]))
        .collect();
    units.push(TestCase::from_lines([
        "position startpos moves e2e4 e7e5",
        "go ponder wtime 100 btime 100",
        "ponderhit",
    ]));
    units.push(TestCase::from_lines([
        "position startpos",
        "go searchmoves e2e5 i9i9 depth 1",
    ]));
    units
}
