//! The edges that are known to be edges, each in a unit of its own.

use ponderhit_engine::games::xiangqi::Position;

use super::{
    games::{FENS, game},
    lines::{BROKEN, NUMBERS},
};
use crate::protocol::{Say, Unit};

/// All of them. What needs an engine that has no position yet comes first.
pub(super) fn units() -> Vec<Unit> {
    let mut units = vec![
        Unit::lines(["go depth 1"]),
        Unit::lines(["banmoves h2e2"]),
        Unit::lines(["probe startpos"]),
        Unit::lines(["stop"]),
        Unit::lines(["ponderhit"]),
        Unit::lines([""]),
        Unit::lines(["ucci"]),
        Unit::lines(["nonsense"]),
        Unit::lines(["quit"]),
    ];
    units.extend(bytes());
    units.extend(lengths());
    units.extend(numbers());
    units.extend(options());
    units.extend(positions());
    units.extend(thinking());
    units.push(many_positions());
    units
}

/// Positions without end, and looks at the memory meanwhile.
fn many_positions() -> Unit {
    let mut unit = Unit::default();
    for _ in 0..6 {
        let more = Unit::lines((0..50).map(|_| "position startpos"));
        unit.says.push(Say::Measure);
        unit.says.extend(more.says);
        unit.says.push(Say::Rest);
    }
    unit.says.push(Say::Measure);
    unit
}

fn chunk(text: &[u8]) -> Unit {
    Unit {
        says: vec![Say::Bytes(text.to_vec())],
    }
}

/// Bytes that are no letters, before, in and behind words.
fn bytes() -> Vec<Unit> {
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
    let mut units: Vec<Unit> = all.iter().map(|it| chunk(it)).collect();
    units.push(chunk(b"isready\nisready\nisready\n"));
    units.push(Unit {
        says: vec![Say::Bytes(b"isre".to_vec()), Say::Bytes(b"ady\n".to_vec())],
    });
    units
}

fn lengths() -> Vec<Unit> {
    let lengths = [1023, 1024, 4095, 4096, 4097, 65_536, 200_000];
    lengths.map(|it| Unit::lines([vec![b'x'; it]])).into()
}

fn numbers() -> Vec<Unit> {
    let mut units = Vec::new();
    for number in NUMBERS {
        for limit in ["depth", "nodes", "time"] {
            units.push(Unit::lines([
                "position startpos".to_owned(),
                format!("go {limit} {number}"),
            ]));
        }
        units.push(Unit::lines([format!("setoption hashsize {number}")]));
        units.push(Unit::lines([
            "position startpos".to_owned(),
            format!("go time 50 movestogo {number}"),
        ]));
    }
    units
}

fn options() -> Vec<Unit> {
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
            units.push(Unit::lines([format!("setoption {name}{value}")]));
        }
        for length in [1000, 1001, 10_240] {
            units.push(Unit::lines([format!(
                "setoption {name} {}",
                "x".repeat(length)
            )]));
        }
    }
    units.push(Unit::lines(["setoption"]));
    units
}

fn positions() -> Vec<Unit> {
    let mut units: Vec<Unit> = Vec::new();
    for fen in BROKEN {
        units.push(Unit::lines([format!("position fen {fen}")]));
    }
    for fen in FENS {
        units.push(Unit::lines([
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
        units.push(Unit::lines([
            format!("position startpos moves {moves}"),
            "go depth 1".to_owned(),
        ]));
    }
    for count in [299, 301, 600] {
        let moves = game(&Position::start(), (0..count).map(|it| it * 7 + 3)).join(" ");
        units.push(Unit::lines([format!("position startpos moves {moves}")]));
    }
    units.push(Unit::lines(["position"]));
    // A ban holds for its position only.
    units.push(Unit::lines([
        "position fen 4k4/9/9/9/9/9/9/9/9/3K5 w - - 0 1",
        "banmoves d0d1",
        "go depth 1",
    ]));
    units.push(Unit::lines([
        "position fen 4k4/9/9/9/9/9/9/9/9/3K5 w - - 0 1",
        "go depth 1",
    ]));
    // Whatever breaks after many of them.
    units.push(Unit::lines((0..64).map(|_| "position startpos")));
    units
}

fn thinking() -> Vec<Unit> {
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
    let mut units: Vec<Unit> = meanwhile
        .iter()
        .map(|it| Unit::lines(["position startpos", "go infinite", it]))
        .collect();
    units.push(Unit::lines([
        "position startpos",
        "go infinite",
        "stop",
        "isready",
    ]));
    units.push(chunk(b"position startpos\ngo infinite\nstop\nisready\n"));
    units.push(Unit::lines([
        "position startpos",
        "go ponder time 100 increment 0",
        "ponderhit draw",
    ]));
    units
}
