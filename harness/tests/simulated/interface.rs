//! A random interface, which sends lines of all kinds with random gaps, and may wait for answers.

use fastrand::Rng;
use ponderhit_engine::games::xiangqi::Position;

use super::choices::{MICROS_PER_MILLI, pick_random};

/// The answer that the interface waits for before it sends its next line.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum AwaitedAnswer {
    Ucciok,
    Readyok,
    Result,
    Pophash,
}

impl AwaitedAnswer {
    pub(crate) fn is_answered_by(self, line: &str) -> bool {
        let first = line.split_whitespace().next().unwrap_or_default();
        match self {
            AwaitedAnswer::Ucciok => first == "ucciok",
            AwaitedAnswer::Readyok => first == "readyok",
            AwaitedAnswer::Result => first == "bestmove" || first == "nobestmove",
            AwaitedAnswer::Pophash => first == "pophash",
        }
    }
}

/// One line that the interface sends.
#[derive(Clone, Debug)]
pub(crate) struct SentLine {
    pub(crate) line: Vec<u8>,
    /// The time that the interface waits before it sends this line; the time counts from the previous line, or from its
    /// answer if the interface waited for the answer.
    pub(crate) gap_before_micros: u64,
    pub(crate) awaited_answer: Option<AwaitedAnswer>,
    /// The seed of the random choices that the engine makes when it executes this line.
    pub(crate) reaction_seed: u64,
}

/// The way in which a conversation ends.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum ConversationEnd {
    /// The transcript ends while the engine and the interface still run.
    CutOff,
    /// The interface closes the engine's input.
    InputClosed,
}

/// All lines that the interface sends in one conversation, and the way in which the conversation ends.
#[derive(Clone, Debug)]
pub(crate) struct Conversation {
    pub(crate) sent_lines: Vec<SentLine>,
    /// The time between the interface's last line and the end of the conversation.
    pub(crate) micros_before_end: u64,
    pub(crate) conversation_end: ConversationEnd,
    /// True if lines that the interface sends at the same time become one chunk in the transcript.
    pub(crate) merges_chunks: bool,
}

/// The settings from which the random lines of the interface in one conversation are generated.
struct InterfaceHabits {
    /// The percentage of the interface's lines that are changed so that an engine need not accept them.
    unusual_line_percent: u32,
    /// The percentage of commands that the interface sends although they are invalid in the engine's current state.
    invalid_command_percent: u32,
    /// The percentage of answers that the interface waits for.
    awaited_answer_percent: u32,
    gap_choices: &'static [u64],
    /// True if the interface sometimes sends `uci` after the handshake.
    sends_uci: bool,
    /// True if, from the interface's point of view, the engine is searching.
    is_searching: bool,
}

const GAP_CHOICES: [&[u64]; 4] = [
    &[0],
    &[0, 0, MICROS_PER_MILLI, 50 * MICROS_PER_MILLI],
    &[
        0,
        MICROS_PER_MILLI,
        50 * MICROS_PER_MILLI,
        1200 * MICROS_PER_MILLI,
    ],
    &[
        0,
        0,
        MICROS_PER_MILLI,
        50 * MICROS_PER_MILLI,
        1200 * MICROS_PER_MILLI,
        11_000 * MICROS_PER_MILLI,
    ],
];

const START_FENS: [&str; 8] = [
    "r1ba1a3/4kn3/2n1b4/pNp1p1p1p/4c4/6P2/P1P2R2P/1CcC5/9/2BAKAB2 w - - 0 1",
    "5a3/3k5/3aR4/9/5r3/5n3/9/3A1A3/5K3/2BC2B2 w - - 0 1",
    "C1nNk4/9/9/9/9/9/n1pp5/B3C4/9/3A1K3 w - - 0 1",
    "2b1ka3/9/b3N4/4n4/9/9/9/4C4/2p6/2BK5 w - - 3 9",
    // Of the four positions after this comment, the first has one legal move, the second has two, and the other two
    // have none.
    "4k4/9/9/9/9/9/9/9/9/3K5 w - - 0 1",
    "3k5/9/9/9/p8/9/9/9/9/4K4 w - - 0 1",
    "3aka3/3P1P3/4P4/9/9/9/9/9/9/3K5 b - - 0 1",
    "3k5/9/9/9/9/9/9/4R4/R8/5K3 w - - 0 1",
];

const BROKEN_POSITIONS: [&str; 5] = [
    "fen 9/9/9 w - - 0 1",
    "fen 9/9/9/9/9/9/9/9/9/9 w - - 0 1",
    "fen rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR w -- 0 1",
    "nowhere",
    "startpos moves",
];

impl Conversation {
    pub(crate) fn random_conversation(rng: &mut Rng, lines: usize, level: u32) -> Conversation {
        let mut manner = InterfaceHabits {
            unusual_line_percent: pick_random(rng, &[0, 0, 5, 20]) * u32::from(level > 0),
            invalid_command_percent: pick_random(rng, &[0, 5, 30]) * u32::from(level > 0),
            awaited_answer_percent: pick_random(rng, &[0, 50, 90]),
            gap_choices: pick_random(rng, &GAP_CHOICES),
            sends_uci: false,
            is_searching: false,
        };
        if level == 0 {
            manner.awaited_answer_percent = 100;
        }
        let mut steps = Vec::new();
        if level > 1 && rng.u32(0..10) == 0 {
            for _ in 0..rng.usize(1..4) {
                steps.push(manner.random_line(rng));
            }
        }
        let wait =
            (rng.u32(0..100) < manner.awaited_answer_percent).then_some(AwaitedAnswer::Ucciok);
        steps.push(sent_line(rng, "ucci".into(), 0, wait));
        manner.sends_uci = level > 1 && wait.is_some() && rng.bool();
        for line in ["setoption usemillisec true", "setoption batch true"] {
            if rng.u32(0..100) < if line.contains("batch") { 15 } else { 80 } {
                steps.push(sent_line(rng, line.into(), 0, None));
            }
        }
        for _ in 0..rng.usize(1..lines) {
            steps.push(manner.random_line(rng));
        }
        if rng.bool() {
            let gap = pick_random(rng, manner.gap_choices);
            steps.push(sent_line(rng, "quit".into(), gap, None));
        }
        Conversation {
            sent_lines: steps,
            micros_before_end: pick_random(
                rng,
                &[
                    0,
                    MICROS_PER_MILLI,
                    1500 * MICROS_PER_MILLI,
                    25_000 * MICROS_PER_MILLI,
                ],
            ),
            conversation_end: pick_random(
                rng,
                &[ConversationEnd::CutOff, ConversationEnd::InputClosed],
            ),
            merges_chunks: level > 0 && rng.u32(0..6) == 0,
        }
    }
}

impl Conversation {
    /// A random conversation without unusual lines, in which the interface waits for every answer.
    pub(crate) fn ordinary_conversation(rng: &mut Rng) -> Conversation {
        let mut manner = InterfaceHabits {
            unusual_line_percent: 0,
            invalid_command_percent: 0,
            awaited_answer_percent: 100,
            gap_choices: &[0, MICROS_PER_MILLI, 50 * MICROS_PER_MILLI],
            sends_uci: false,
            is_searching: false,
        };
        let mut steps = vec![sent_line(
            rng,
            "ucci".into(),
            0,
            Some(AwaitedAnswer::Ucciok),
        )];
        let first = [
            ("setoption usemillisec true", None),
            ("position startpos", None),
            ("isready", Some(AwaitedAnswer::Readyok)),
            ("go depth 2", Some(AwaitedAnswer::Result)),
            ("isready", Some(AwaitedAnswer::Readyok)),
        ];
        steps.extend(first.map(|(line, wait)| sent_line(rng, line.into(), 0, wait)));
        while steps.len() < 30 {
            let (was, next) = (manner.is_searching, manner.random_line(rng));
            let line = String::from_utf8_lossy(&next.line).into_owned();
            manner.is_searching = was;
            if is_in_grammar(&line) {
                manner.is_searching = match next.awaited_answer {
                    Some(AwaitedAnswer::Result) => false,
                    _ => was || line.starts_with("go"),
                };
                steps.push(next);
            }
        }
        // This `stop` comes so late that every running search has ended by itself, except an infinite one.
        let fence = [
            ("stop", Some(AwaitedAnswer::Result)),
            ("isready", Some(AwaitedAnswer::Readyok)),
        ];
        let fence =
            fence.map(|(line, wait)| sent_line(rng, line.into(), 11_000 * MICROS_PER_MILLI, wait));
        steps.extend(fence);
        steps.push(sent_line(
            rng,
            "quit".into(),
            12_000 * MICROS_PER_MILLI,
            None,
        ));
        Conversation {
            sent_lines: steps,
            micros_before_end: 12_000 * MICROS_PER_MILLI,
            conversation_end: ConversationEnd::InputClosed,
            merges_chunks: false,
        }
    }
}

/// Returns true if the line is in the grammar, so that every engine must accept it.
fn is_in_grammar(line: &str) -> bool {
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
    let broken = BROKEN_POSITIONS.iter().any(|it| line.ends_with(it));
    let option = line.starts_with("setoption") && !line.starts_with("setoption hashsize 16");
    let alone = ["", "go", "ucci"].contains(&line);
    !broken && !option && !alone && odd.iter().all(|it| !line.contains(it))
}

fn sent_line(rng: &mut Rng, line: String, gap: u64, wait: Option<AwaitedAnswer>) -> SentLine {
    SentLine {
        line: line.into_bytes(),
        gap_before_micros: gap,
        awaited_answer: wait,
        reaction_seed: rng.u64(..),
    }
}

impl InterfaceHabits {
    fn random_line(&mut self, rng: &mut Rng) -> SentLine {
        let gap = pick_random(rng, self.gap_choices);
        let wrong = rng.u32(0..100) < self.invalid_command_percent;
        let (line, wait) = if self.is_searching != wrong {
            command_during_search(rng)
        } else {
            command_while_idle(rng)
        };
        let waits = rng.u32(0..100) < self.awaited_answer_percent;
        let wait = wait.filter(|_| waits);
        self.is_searching = match wait {
            Some(AwaitedAnswer::Result) => false,
            _ if line.starts_with("go") => rng.u32(0..4) > 0,
            _ if line.starts_with("stop") => false,
            // The interface cannot know whether the search has ended by itself.
            _ => self.is_searching && rng.u32(0..6) > 0,
        };
        let mut step = sent_line(rng, line, gap, wait);
        if self.sends_uci && rng.u32(0..20) == 0 {
            step.line = b"uci".to_vec();
            step.awaited_answer = None;
        }
        if rng.u32(0..100) < self.unusual_line_percent {
            make_line_unusual(rng, &mut step.line);
        }
        step
    }
}

fn command_during_search(rng: &mut Rng) -> (String, Option<AwaitedAnswer>) {
    match rng.u32(0..10) {
        0..4 => ("stop".into(), Some(AwaitedAnswer::Result)),
        4..7 => ("isready".into(), Some(AwaitedAnswer::Readyok)),
        7 => (random_probe(rng), Some(AwaitedAnswer::Pophash)),
        8 => ("ponderhit".into(), Some(AwaitedAnswer::Result)),
        _ => ("ponderhit draw".into(), Some(AwaitedAnswer::Result)),
    }
}

fn command_while_idle(rng: &mut Rng) -> (String, Option<AwaitedAnswer>) {
    match rng.u32(0..100) {
        0..25 => (random_position_command(rng), None),
        25..35 => (random_banmoves(rng), None),
        35..65 => random_go(rng),
        65..80 => ("isready".into(), Some(AwaitedAnswer::Readyok)),
        80..85 => ("stop".into(), Some(AwaitedAnswer::Result)),
        85..90 => (random_probe(rng), Some(AwaitedAnswer::Pophash)),
        90..98 => (random_setoption(rng), None),
        98 => ("ucci".into(), Some(AwaitedAnswer::Ucciok)),
        _ => (String::new(), None),
    }
}

fn random_setoption(rng: &mut Rng) -> String {
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
    format!("setoption {}", pick_random(rng, &options))
}

/// A random position in the syntax of `position`, and the board after its moves.
fn random_position(rng: &mut Rng) -> (String, Position) {
    let fen = pick_random(rng, &START_FENS);
    let start = rng.bool();
    let (mut text, mut position) = match start {
        true => ("startpos".to_owned(), Position::start()),
        false => (
            format!("fen {fen}"),
            Position::from_fen(fen).unwrap_or_else(|it| panic!("{fen}: {it}")),
        ),
    };
    let count = pick_random(rng, &[0, 0, 1, 2, 5]);
    for n in 0..count {
        let moves = position.legal_moves();
        if moves.is_empty() {
            break;
        }
        let step = pick_random(rng, &moves);
        text += &format!("{}{step}", if n == 0 { " moves " } else { " " });
        position.play_move(step);
    }
    (text, position)
}

fn random_position_command(rng: &mut Rng) -> String {
    match rng.u32(0..20) {
        0 => format!("position {}", pick_random(rng, &BROKEN_POSITIONS)),
        1 => format!("position {} moves a0a9", random_position(rng).0),
        _ => format!("position {}", random_position(rng).0),
    }
}

fn random_probe(rng: &mut Rng) -> String {
    match rng.u32(0..8) {
        0 => format!("probe {}", pick_random(rng, &BROKEN_POSITIONS)),
        1 => "probe startpos moves a0a9".to_owned(),
        _ => format!("probe {}", random_position(rng).0),
    }
}

fn random_banmoves(rng: &mut Rng) -> String {
    let moves = match rng.bool() {
        true => Position::start().legal_moves(),
        false => random_position(rng).1.legal_moves(),
    };
    let count = pick_random(rng, &[1, 1, 2, 5]);
    let mut words = vec!["banmoves".to_owned()];
    for _ in 0..count {
        if !moves.is_empty() {
            words.push(pick_random(rng, &moves).to_string());
        }
    }
    words.join(" ")
}

fn random_go(rng: &mut Rng) -> (String, Option<AwaitedAnswer>) {
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
    let (line, ends) = pick_random(rng, &lines);
    (line.to_owned(), ends.then_some(AwaitedAnswer::Result))
}

/// Changes a line so that an engine need not accept the line (`UCCI T4`, `T6`).
fn make_line_unusual(rng: &mut Rng, line: &mut Vec<u8>) {
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
            *line = pick_random(rng, &stray).to_vec();
        }
    }
}
