//! Single lines, as types that are built from random bytes.

use arbitrary::{Arbitrary, Unstructured};

use super::{FENS, PLAYED};
use crate::protocol::{
    search::{
        BoardGame as _,
        fuzz::{LONG_GAME_MOVES, Length, Number, SHORT_GAME_MOVES, pick},
    },
    uci::chess::{Chess, Rules},
};

/// FENs with one mistake each.
pub(super) const BROKEN: [&str; 11] = [
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

/// Options of many engines.
const NAMES: [&str; 9] = [
    "Ponder",
    "OwnBook",
    "MultiPV",
    "UCI_AnalyseMode",
    "UCI_LimitStrength",
    "UCI_ShowWDL",
    "Clear Hash",
    "Style",
    "No Such Option",
];

/// A command of the interface.
#[derive(Arbitrary, Clone, Debug)]
pub(super) enum Line {
    Uci,
    IsReady,
    Stop,
    PonderHit,
    NewGame,
    Debug(bool),
    SetOption(u8, Value),
    /// A valid position and legal moves.
    Valid(u8, u8, u8),
    Position(Place, Steps),
    Go(Go),
    GoToo(Go),
    Malformed(Malformed),
}

#[derive(Arbitrary, Clone, Debug)]
pub(super) enum Value {
    None,
    Bool(bool),
    Number(Number),
    Words(Vec<Word>),
    Long(Length),
}

#[derive(Arbitrary, Clone, Debug)]
pub(super) enum Place {
    Start,
    Known(u8),
    Broken(u8),
    /// A valid FEN with one byte changed.
    Changed(u8, u8, u8),
    Nothing,
}

#[derive(Arbitrary, Clone, Debug)]
pub(super) enum Steps {
    None,
    Many(Length),
    Coordinates(Vec<[u8; 5]>),
    Words(Vec<Word>),
    /// The word `moves` without any move.
    Empty,
}

#[derive(Arbitrary, Clone, Debug)]
pub(super) enum Go {
    Depth(u8),
    Nodes(u16),
    Time(u8),
    Clock(u8, u8),
    Infinite,
    Ponder(u8),
    Limit(u8, Number),
    Two(u8, Number, u8, Number),
    SearchMoves(u8, u8),
}

#[derive(Arbitrary, Clone, Debug)]
pub(super) enum Malformed {
    Empty,
    Blanks(u8),
    Words(Vec<Word>),
    Long(Length),
    Noise(Vec<u8>),
}

/// A word with or without a meaning.
#[derive(Arbitrary, Clone, Copy, Debug)]
pub(super) struct Word(u8);

const WORDS: [&str; 18] = [
    "ucci",
    "quit?",
    "fen",
    "startpos",
    "moves",
    "name",
    "value",
    "depth",
    "infinite",
    "searchmoves",
    "e2e4",
    "e7e8q",
    "a0a10",
    "é",
    "\u{202e}",
    "%s%n",
    "..",
    "\"",
];

impl Line {
    /// Whether the state of the engine after it is certain, `thinking` or not.
    pub(super) fn is_tidy(&self, thinking: bool) -> bool {
        match self {
            Line::IsReady | Line::Stop | Line::PonderHit | Line::Debug(_) => true,
            Line::Malformed(Malformed::Empty) => true,
            Line::Uci | Line::Malformed(_) => false,
            Line::NewGame
            | Line::SetOption(..)
            | Line::Position(..)
            | Line::Valid(..)
            | Line::Go(_)
            | Line::GoToo(_) => !thinking,
        }
    }

    /// Whether it starts a search.
    pub(super) fn starts_search(&self) -> bool {
        matches!(self, Line::Go(_) | Line::GoToo(_))
    }

    pub(super) fn bytes(&self) -> Vec<u8> {
        let text = match self {
            Line::Uci => "uci".to_owned(),
            Line::IsReady => "isready".to_owned(),
            Line::Stop => "stop".to_owned(),
            Line::PonderHit => "ponderhit".to_owned(),
            Line::NewGame => "ucinewgame".to_owned(),
            Line::Debug(on) => format!("debug {}", if *on { "on" } else { "off" }),
            Line::SetOption(name, value) => {
                format!("setoption name {}{}", pick(&NAMES, *name), value.text())
            }
            Line::Valid(place, which, count) => valid(*place, *which, *count),
            Line::Position(place, steps) => format!("position {}{}", place.text(), steps.text()),
            Line::Go(go) | Line::GoToo(go) => format!("go {}", go.text()),
            Line::Malformed(it) => return it.bytes(),
        };
        // A newline would end the line.
        text.replace('\n', " ").into_bytes()
    }
}

/// A `position` that an engine must accept.
pub(super) fn position(source: &mut Unstructured<'_>) -> arbitrary::Result<Vec<u8>> {
    let (place, which) = (source.arbitrary()?, source.arbitrary()?);
    Ok(valid(place, which, source.int_in_range(0..=6)?).into_bytes())
}

fn valid(place: u8, which: u8, count: u8) -> String {
    let fen = pick(&FENS, place);
    let moves = Chess::parse_position(fen, Rules::Chess)
        .map(|it| PLAYED.first_moves(&it, which, usize::from(count) % SHORT_GAME_MOVES))
        .unwrap_or_default();
    match &moves[..] {
        [] => format!("position fen {fen}"),
        moves => format!("position fen {fen} moves {}", moves.join(" ")),
    }
}

impl Place {
    fn text(&self) -> String {
        match self {
            Place::Start => "startpos".to_owned(),
            Place::Known(index) => format!("fen {}", pick(&FENS, *index)),
            Place::Broken(index) => format!("fen {}", pick(&BROKEN, *index)),
            Place::Changed(index, at, byte) => {
                let mut fen = pick(&FENS, *index).as_bytes().to_vec();
                let at = usize::from(*at) % fen.len();
                fen[at] = b' ' + byte % 95;
                format!("fen {}", String::from_utf8_lossy(&fen))
            }
            Place::Nothing => String::new(),
        }
    }
}

impl Steps {
    fn text(&self) -> String {
        let words: Vec<String> = match self {
            Steps::None => return String::new(),
            Steps::Empty => Vec::new(),
            Steps::Many(count) => Chess::start_position(Rules::Chess)
                .map(|it| {
                    PLAYED.first_moves(
                        &it,
                        0,
                        SHORT_GAME_MOVES + 1 + count.0 % (LONG_GAME_MOVES - SHORT_GAME_MOVES),
                    )
                })
                .unwrap_or_default(),
            Steps::Coordinates(all) => all.iter().map(coordinates).collect(),
            Steps::Words(words) => words.iter().map(|it| it.text().to_owned()).collect(),
        };
        format!(" moves {}", words.join(" "))
    }
}

/// Two points, perhaps off the board, and perhaps a piece.
fn coordinates(it: &[u8; 5]) -> String {
    let file = |byte: u8| char::from(b'a' + byte % 9);
    let rank = |byte: u8| byte % 10;
    let piece = ["", "", "", "q", "n", "k"][usize::from(it[4] % 6)];
    format!(
        "{}{}{}{}{piece}",
        file(it[0]),
        rank(it[1]),
        file(it[2]),
        rank(it[3])
    )
}

impl Value {
    fn text(&self) -> String {
        match self {
            Value::None => String::new(),
            Value::Bool(it) => format!(" value {it}"),
            Value::Number(it) => format!(" value {}", it.text()),
            Value::Words(words) => format!(" value {}", join(words)),
            Value::Long(length) => format!(" value {}", "x".repeat(length.0)),
        }
    }
}

impl Go {
    fn text(&self) -> String {
        const LIMITS: [&str; 8] = [
            "depth",
            "nodes",
            "movetime",
            "mate",
            "wtime",
            "binc",
            "movestogo",
            "perft",
        ];
        match self {
            Go::Depth(it) => format!("depth {}", 1 + it % 3),
            Go::Nodes(it) => format!("nodes {}", 1 + it % 2000),
            Go::Time(it) => format!("movetime {}", 1 + it % 50),
            Go::Clock(one, other) => format!("wtime {one} btime {other} winc 1 binc 0"),
            Go::Infinite => "infinite".to_owned(),
            Go::Ponder(it) => format!("ponder wtime {it} btime {it}"),
            Go::Limit(word, number) => format!("{} {}", pick(&LIMITS, *word), number.text()),
            Go::Two(a, m, b, n) => format!(
                "{} {} {} {}",
                pick(&LIMITS, *a),
                m.text(),
                pick(&LIMITS, *b),
                n.text()
            ),
            Go::SearchMoves(depth, which) => {
                let moves = ["e2e4", "a2a3 h2h3", "e2e5", ""];
                format!(
                    "depth {} searchmoves {}",
                    1 + depth % 2,
                    pick(&moves, *which)
                )
            }
        }
    }
}

impl Malformed {
    fn bytes(&self) -> Vec<u8> {
        match self {
            Malformed::Empty => Vec::new(),
            Malformed::Blanks(count) => vec![b' '; usize::from(*count)],
            Malformed::Words(words) => join(words).into_bytes(),
            Malformed::Long(length) => vec![b'x'; length.0],
            Malformed::Noise(bytes) => {
                let line = |it: &&u8| **it != b'\n';
                let bytes: Vec<u8> = bytes.iter().filter(line).copied().collect();
                // It must not be `quit` by chance.
                match bytes.starts_with(b"quit") {
                    true => Vec::new(),
                    false => bytes,
                }
            }
        }
    }
}

impl Word {
    fn text(self) -> &'static str {
        pick(&WORDS, self.0)
    }
}

fn join(words: &[Word]) -> String {
    let words: Vec<&str> = words.iter().map(|it| it.text()).collect();
    words.join(" ")
}
