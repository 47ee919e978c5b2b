//! A random interface: it sends lines of all kinds with random gaps, and may wait for answers.

use fastrand::Rng;
use ponderhit_engine::games::xiangqi::Position;

use crate::temper::{MS, pick};

/// The answer that the interface waits for before it sends its next line.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Wait {
    Ucciok,
    Readyok,
    Result,
    Pophash,
}

impl Wait {
    pub(crate) fn is_over(self, line: &str) -> bool {
        let first = line.split_whitespace().next().unwrap_or_default();
        match self {
            Wait::Ucciok => first == "ucciok",
            Wait::Readyok => first == "readyok",
            Wait::Result => first == "bestmove" || first == "nobestmove",
            Wait::Pophash => first == "pophash",
        }
    }
}

/// One line that the interface sends.
#[derive(Clone, Debug)]
pub(crate) struct Step {
    pub(crate) line: Vec<u8>,
    /// The time between this line and the previous line or its answer.
    pub(crate) gap: u64,
    pub(crate) wait: Option<Wait>,
    /// The seed of the engine's random choices for this line.
    pub(crate) seed: u64,
}

/// The way in which a conversation ends.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Close {
    /// The transcript ends although both processes run.
    Cut,
    /// The interface closes the engine's input.
    Eof,
}

/// All lines that the interface sends, and the end of the conversation.
#[derive(Clone, Debug)]
pub(crate) struct Talk {
    pub(crate) steps: Vec<Step>,
    /// The time that the interface waits after its last line.
    pub(crate) tail: u64,
    pub(crate) close: Close,
    /// True if lines with the same time are recorded as one chunk.
    pub(crate) chunks: bool,
}

/// The habits of the interface in one conversation.
struct Manner {
    /// The percentage of lines outside the grammar.
    odd: u32,
    /// The percentage of commands that are invalid in the current state.
    wrong: u32,
    /// The percentage of answers that the interface waits for.
    waits: u32,
    gaps: &'static [u64],
    /// True if the interface sometimes sends `uci` after the handshake.
    speaks_uci: bool,
    /// True if the interface assumes that the engine is searching.
    thinking: bool,
}

const GAPS: [&[u64]; 4] = [
    &[0],
    &[0, 0, MS, 50 * MS],
    &[0, MS, 50 * MS, 1200 * MS],
    &[0, 0, MS, 50 * MS, 1200 * MS, 11_000 * MS],
];

const FENS: [&str; 8] = [
    "r1ba1a3/4kn3/2n1b4/pNp1p1p1p/4c4/6P2/P1P2R2P/1CcC5/9/2BAKAB2 w - - 0 1",
    "5a3/3k5/3aR4/9/5r3/5n3/9/3A1A3/5K3/2BC2B2 w - - 0 1",
    "C1nNk4/9/9/9/9/9/n1pp5/B3C4/9/3A1K3 w - - 0 1",
    "2b1ka3/9/b3N4/4n4/9/9/9/4C4/2p6/2BK5 w - - 3 9",
    // The positions below have one legal move, two, none and none.
    "4k4/9/9/9/9/9/9/9/9/3K5 w - - 0 1",
    "3k5/9/9/9/p8/9/9/9/9/4K4 w - - 0 1",
    "3aka3/3P1P3/4P4/9/9/9/9/9/9/3K5 b - - 0 1",
    "3k5/9/9/9/9/9/9/4R4/R8/5K3 w - - 0 1",
];

const BROKEN: [&str; 5] = [
    "fen 9/9/9 w - - 0 1",
    "fen 9/9/9/9/9/9/9/9/9/9 w - - 0 1",
    "fen rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR w -- 0 1",
    "nowhere",
    "startpos moves",
];

impl Talk {
    pub(crate) fn random(rng: &mut Rng, lines: usize, level: u32) -> Talk {
        let mut manner = Manner {
            odd: pick(rng, &[0, 0, 5, 20]) * u32::from(level > 0),
            wrong: pick(rng, &[0, 5, 30]) * u32::from(level > 0),
            waits: pick(rng, &[0, 50, 90]),
            gaps: pick(rng, &GAPS),
            speaks_uci: false,
            thinking: false,
        };
        if level == 0 {
            manner.waits = 100;
        }
        let mut steps = Vec::new();
        if level > 1 && rng.u32(0..10) == 0 {
            for _ in 0..rng.usize(1..4) {
                steps.push(manner.step(rng));
            }
        }
        let wait = (rng.u32(0..100) < manner.waits).then_some(Wait::Ucciok);
        steps.push(step(rng, "ucci".into(), 0, wait));
        manner.speaks_uci = level > 1 && wait.is_some() && rng.bool();
        for line in ["setoption usemillisec true", "setoption batch true"] {
            if rng.u32(0..100) < if line.contains("batch") { 15 } else { 80 } {
                steps.push(step(rng, line.into(), 0, None));
            }
        }
        for _ in 0..rng.usize(1..lines) {
            steps.push(manner.step(rng));
        }
        if rng.bool() {
            let gap = pick(rng, manner.gaps);
            steps.push(step(rng, "quit".into(), gap, None));
        }
        Talk {
            steps,
            tail: pick(rng, &[0, MS, 1500 * MS, 25_000 * MS]),
            close: pick(rng, &[Close::Cut, Close::Eof]),
            chunks: level > 0 && rng.u32(0..6) == 0,
        }
    }
}

impl Talk {
    /// A conversation without unusual lines, in which the interface waits for every answer.
    pub(crate) fn plain(rng: &mut Rng) -> Talk {
        let mut manner = Manner {
            odd: 0,
            wrong: 0,
            waits: 100,
            gaps: &[0, MS, 50 * MS],
            speaks_uci: false,
            thinking: false,
        };
        let mut steps = vec![step(rng, "ucci".into(), 0, Some(Wait::Ucciok))];
        let first = [
            ("setoption usemillisec true", None),
            ("position startpos", None),
            ("isready", Some(Wait::Readyok)),
            ("go depth 2", Some(Wait::Result)),
            ("isready", Some(Wait::Readyok)),
        ];
        steps.extend(first.map(|(line, wait)| step(rng, line.into(), 0, wait)));
        while steps.len() < 30 {
            let (was, next) = (manner.thinking, manner.step(rng));
            let line = String::from_utf8_lossy(&next.line).into_owned();
            manner.thinking = was;
            if is_plain(&line) {
                manner.thinking = match next.wait {
                    Some(Wait::Result) => false,
                    _ => was || line.starts_with("go"),
                };
                steps.push(next);
            }
        }
        // After this time every running search has ended.
        let fence = [
            ("stop", Some(Wait::Result)),
            ("isready", Some(Wait::Readyok)),
        ];
        let fence = fence.map(|(line, wait)| step(rng, line.into(), 11_000 * MS, wait));
        steps.extend(fence);
        steps.push(step(rng, "quit".into(), 12_000 * MS, None));
        Talk {
            steps,
            tail: 12_000 * MS,
            close: Close::Eof,
            chunks: false,
        }
    }
}

/// Returns true if the line is in the grammar, so that every engine must accept it.
fn is_plain(line: &str) -> bool {
    let odd = [
        "nowhere",
        "a0a9",
        "movetime",
        "depth 3 nodes",
        " on",
        "name ",
        "ponderhit",
        "banmoves",
        "ponder depth",
    ];
    let broken = BROKEN.iter().any(|it| line.ends_with(it));
    let option = line.starts_with("setoption") && !line.starts_with("setoption hashsize 16");
    let alone = ["", "go", "ucci"].contains(&line);
    !broken && !option && !alone && odd.iter().all(|it| !line.contains(it))
}

fn step(rng: &mut Rng, line: String, gap: u64, wait: Option<Wait>) -> Step {
    Step {
        line: line.into_bytes(),
        gap,
        wait,
        seed: rng.u64(..),
    }
}

impl Manner {
    fn step(&mut self, rng: &mut Rng) -> Step {
        let gap = pick(rng, self.gaps);
        let wrong = rng.u32(0..100) < self.wrong;
        let (line, wait) = if self.thinking != wrong {
            while_thinking(rng)
        } else {
            while_idle(rng)
        };
        let waits = rng.u32(0..100) < self.waits;
        let wait = wait.filter(|_| waits);
        self.thinking = match wait {
            Some(Wait::Result) => false,
            _ if line.starts_with("go") => rng.u32(0..4) > 0,
            _ if line.starts_with("stop") => false,
            // The search may have ended without `stop`.
            _ => self.thinking && rng.u32(0..6) > 0,
        };
        let mut step = step(rng, line, gap, wait);
        if self.speaks_uci && rng.u32(0..20) == 0 {
            step.line = b"uci".to_vec();
            step.wait = None;
        }
        if rng.u32(0..100) < self.odd {
            disturb(rng, &mut step.line);
        }
        step
    }
}

fn while_thinking(rng: &mut Rng) -> (String, Option<Wait>) {
    match rng.u32(0..10) {
        0..4 => ("stop".into(), Some(Wait::Result)),
        4..7 => ("isready".into(), Some(Wait::Readyok)),
        7 => (probe(rng), Some(Wait::Pophash)),
        8 => ("ponderhit".into(), Some(Wait::Result)),
        _ => ("ponderhit draw".into(), Some(Wait::Result)),
    }
}

fn while_idle(rng: &mut Rng) -> (String, Option<Wait>) {
    match rng.u32(0..100) {
        0..25 => (position(rng), None),
        25..35 => (banmoves(rng), None),
        35..65 => go(rng),
        65..80 => ("isready".into(), Some(Wait::Readyok)),
        80..85 => ("stop".into(), Some(Wait::Result)),
        85..90 => (probe(rng), Some(Wait::Pophash)),
        90..98 => (setoption(rng), None),
        98 => ("ucci".into(), Some(Wait::Ucciok)),
        _ => (String::new(), None),
    }
}

fn setoption(rng: &mut Rng) -> String {
    let options = [
        "usemillisec true",
        "usemillisec true",
        "usemillisec false",
        "usemillisec on",
        "batch true",
        "batch false",
        "batch false",
        "batch on",
        "newgame",
        "hashsize 16",
        "debug true",
        "debug false",
        "ponder true",
        "randomness none",
        "knowledge large",
        "nosuchthing 1",
        "name Hash value 3",
        "promotion true",
        "hashsize -1",
        "",
    ];
    format!("setoption {}", pick(rng, &options))
}

/// A random position in the syntax of `position`, and the board after its moves.
fn place(rng: &mut Rng) -> (String, Position) {
    let fen = pick(rng, &FENS);
    let start = rng.bool();
    let (mut text, mut position) = match start {
        true => ("startpos".to_owned(), Position::start()),
        false => (
            format!("fen {fen}"),
            Position::from_fen(fen).unwrap_or_else(|it| panic!("{fen}: {it}")),
        ),
    };
    let count = pick(rng, &[0, 0, 1, 2, 5]);
    for n in 0..count {
        let moves = position.legal_moves();
        if moves.is_empty() {
            break;
        }
        let step = pick(rng, &moves);
        text += &format!("{}{step}", if n == 0 { " moves " } else { " " });
        position.play_move(step);
    }
    (text, position)
}

fn position(rng: &mut Rng) -> String {
    match rng.u32(0..20) {
        0 => format!("position {}", pick(rng, &BROKEN)),
        1 => format!("position {} moves a0a9", place(rng).0),
        _ => format!("position {}", place(rng).0),
    }
}

fn probe(rng: &mut Rng) -> String {
    match rng.u32(0..8) {
        0 => format!("probe {}", pick(rng, &BROKEN)),
        1 => "probe startpos moves a0a9".to_owned(),
        _ => format!("probe {}", place(rng).0),
    }
}

fn banmoves(rng: &mut Rng) -> String {
    let moves = match rng.bool() {
        true => Position::start().legal_moves(),
        false => place(rng).1.legal_moves(),
    };
    let count = pick(rng, &[1, 1, 2, 5]);
    let mut words = vec!["banmoves".to_owned()];
    for _ in 0..count {
        if !moves.is_empty() {
            words.push(pick(rng, &moves).to_string());
        }
    }
    words.join(" ")
}

fn go(rng: &mut Rng) -> (String, Option<Wait>) {
    let lines = [
        ("go depth 1", true),
        ("go depth 4", true),
        ("go depth 4", true),
        ("go depth 0", true),
        ("go nodes 1000", true),
        ("go nodes 1", true),
        ("go time 2000 increment 0", true),
        (
            "go time 5000 increment 100 opptime 4000 oppincrement 100",
            true,
        ),
        ("go time 3 movestogo 4", true),
        ("go draw time 4000 increment 0", true),
        ("go time 0 increment 0", true),
        ("go infinite", false),
        ("go infinite", false),
        ("go infinite", false),
        ("go ponder time 3000 increment 0", false),
        ("go ponder time 3000 increment 0", false),
        ("go ponder depth 3", true),
        ("go", true),
        ("go movetime 100", true),
        ("go depth 3 nodes 100", true),
    ];
    let (line, ends) = pick(rng, &lines);
    (line.to_owned(), ends.then_some(Wait::Result))
}

/// Changes a line so that an engine need not accept it (`UCCI T4`, `T6`).
fn disturb(rng: &mut Rng, line: &mut Vec<u8>) {
    match rng.u32(0..10) {
        0..3 => line.push(b' '),
        3..5 => line.push(b'\r'),
        5 => line.insert(0, b' '),
        6 => {
            if let Some(blank) = line.iter().position(|it| *it == b' ') {
                line.insert(blank, b' ');
            }
        }
        7 => line.make_ascii_uppercase(),
        8 => line.extend_from_slice(b" now"),
        _ => {
            let stray: [&[u8]; 8] = [
                b"uccinewgame",
                b"\tgo depth 2",
                b"stop!",
                b"please stop",
                b"are you isready",
                b"let us go on",
                b"hello engine",
                b"please quit",
            ];
            *line = pick(rng, &stray).to_vec();
        }
    }
}
