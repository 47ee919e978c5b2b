//! The types of generated lines, whose values are built from random bytes.

use arbitrary::{Arbitrary, Unstructured};
use ponderhit_engine::games::xiangqi::Position;

use super::{FENS, some_game};
use crate::protocol::search::fuzz::{LEGAL, Length, MANY, Number, pick};

/// Malformed or invalid FENs, most with one mistake.
pub(super) const BROKEN: [&str; 14] = [
    "",
    "9",
    "9/9/9/9/9/9/9/9/9/9 w - - 0 1",
    "rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9 w - - 0 1",
    "rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR/9 w - - 0 1",
    "rnbaaabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR w - - 0 1",
    "rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAAABNR w - - 0 1",
    "rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR x - - 0 1",
    "rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR",
    "rnbakabnr/45/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNRR w - - 0 1",
    "rnbakabnr/0/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR w - - 0 1",
    "rnbxkabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR w - - -1 -1",
    "kkkkkkkkk/9/9/9/9/9/9/9/9/KKKKKKKKK w - - 0 1",
    "4k4/9/9/9/9/9/9/9/9/4K4 w - - 99999999999999999999 0",
];

/// The names of options. `batch` is left out, because in batch mode an engine may read its next command only after a
/// search.
const NAMES: [&str; 17] = [
    "usemillisec",
    "debug",
    "ponder",
    "usebook",
    "useegtb",
    "bookfiles",
    "egtbpaths",
    "hashsize",
    "threads",
    "drawmoves",
    "repetition",
    "pruning",
    "knowledge",
    "randomness",
    "style",
    "newgame",
    "nosuchoption",
];

/// Options that use scarce resources. The values of these options stay small, because an engine may use as much as it
/// is allowed.
const SCARCE: [&str; 2] = ["hashsize", "threads"];

/// A command of the interface.
#[derive(Arbitrary, Clone, Debug)]
pub(super) enum Line {
    Ucci,
    IsReady,
    Stop,
    PonderHit(bool),
    SetOption(u8, Value),
    Position(Place, Steps),
    /// A valid position and legal moves.
    Valid(u8, Vec<u8>),
    /// The initial position and legal moves.
    Game(Vec<u8>),
    BanMoves(Steps),
    Go(Go),
    Probe(Place, Steps),
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
    /// Legal moves, each chosen by a byte.
    Legal(Vec<u8>),
    Many(Length),
    Coordinates(Vec<[u8; 4]>),
    Words(Vec<Word>),
    /// The word `moves` without a move after it.
    Empty,
}

#[derive(Arbitrary, Clone, Debug)]
pub(super) enum Go {
    Depth(u8),
    Nodes(u16),
    Time(u8),
    Infinite,
    Ponder(u8),
    Limit(u8, Number),
    Two(u8, Number, u8, Number),
    Bare,
}

#[derive(Arbitrary, Clone, Debug)]
pub(super) enum Malformed {
    Empty,
    Blanks(u8),
    Words(Vec<Word>),
    Long(Length),
    Noise(Vec<u8>),
}

/// A word of a command, or a word without a meaning.
#[derive(Arbitrary, Clone, Copy, Debug)]
pub(super) struct Word(u8);

const WORDS: [&str; 20] = [
    "uci",
    "quit?",
    "uccinewgame",
    "fen",
    "startpos",
    "moves",
    "depth",
    "infinite",
    "draw",
    "a0a0",
    "h2e2",
    "i9j9",
    "é",
    "将",
    "\u{202e}",
    "%s%n",
    "..",
    "{best}",
    "\"",
    "\\",
];

impl Line {
    /// Whether the engine's state is certain after this line. `thinking` is the state before the line.
    pub(super) fn is_tidy(&self, thinking: bool) -> bool {
        match self {
            Line::IsReady | Line::Stop | Line::PonderHit(_) | Line::Probe(..) => true,
            Line::Malformed(Malformed::Empty) => true,
            Line::Ucci | Line::Malformed(_) => false,
            Line::SetOption(..)
            | Line::Position(..)
            | Line::Valid(..)
            | Line::Game(_)
            | Line::BanMoves(_)
            | Line::Go(_) => !thinking,
        }
    }

    /// Whether this line starts a search.
    pub(super) fn starts_search(&self) -> bool {
        matches!(self, Line::Go(_))
    }

    pub(super) fn bytes(&self) -> Vec<u8> {
        match self {
            Line::Ucci => b"ucci".to_vec(),
            Line::IsReady => b"isready".to_vec(),
            Line::Stop => b"stop".to_vec(),
            Line::PonderHit(draw) => join_words("ponderhit", if *draw { "draw" } else { "" }),
            Line::SetOption(name, value) => {
                let name = pick(&NAMES, *name);
                let value = match value {
                    Value::Number(Number::Small(it)) if SCARCE.contains(&name) => {
                        (it % 8).to_string()
                    }
                    it => it.text(),
                };
                join_words(&format!("setoption {name}"), &value)
            }
            Line::Position(place, steps) => join_words("position", &posspec(place, steps)),
            Line::Valid(place, steps) => {
                let steps = Steps::Legal(steps.clone());
                join_words("position", &posspec(&Place::Known(*place), &steps))
            }
            Line::Game(steps) => {
                let steps = Steps::Legal(steps.clone());
                join_words("position", &posspec(&Place::Start, &steps))
            }
            Line::Probe(place, steps) => join_words("probe", &posspec(place, steps)),
            Line::BanMoves(steps) => join_words("banmoves", &steps.text(&Position::start())),
            Line::Go(go) => join_words("go", &go.text()),
            Line::Malformed(it) => it.bytes(),
        }
    }
}

/// Generates a `position` that every engine must accept.
pub(super) fn position(source: &mut Unstructured<'_>) -> arbitrary::Result<Vec<u8>> {
    let place = match source.ratio(1, 2)? {
        true => Place::Start,
        false => Place::Known(source.arbitrary()?),
    };
    let count = source.int_in_range(0..=6)?;
    let steps = (0..count)
        .map(|_| source.arbitrary())
        .collect::<arbitrary::Result<_>>()?;
    Ok(join_words(
        "position",
        &posspec(&place, &Steps::Legal(steps)),
    ))
}

fn join_words(word: &str, rest: &str) -> Vec<u8> {
    let line = match rest {
        "" => word.to_owned(),
        rest => format!("{word} {rest}"),
    };
    // A newline would end the line.
    line.replace('\n', " ").into_bytes()
}

fn posspec(place: &Place, steps: &Steps) -> String {
    let (text, position) = match place {
        Place::Start => ("startpos".to_owned(), Position::start()),
        Place::Known(index) => {
            let fen = pick(&FENS, *index);
            let position = Position::from_fen(fen).unwrap_or_else(|_| Position::start());
            (format!("fen {fen}"), position)
        }
        Place::Broken(index) => (format!("fen {}", pick(&BROKEN, *index)), Position::start()),
        Place::Changed(index, at, byte) => {
            let mut fen = pick(&FENS, *index).as_bytes().to_vec();
            let at = usize::from(*at) % fen.len();
            fen[at] = b' ' + byte % 95;
            let fen = String::from_utf8_lossy(&fen).into_owned();
            (format!("fen {fen}"), Position::start())
        }
        Place::Nothing => (String::new(), Position::start()),
    };
    let steps = match steps {
        Steps::None => String::new(),
        Steps::Empty => " moves".to_owned(),
        it => match it.text(&position) {
            none if none.is_empty() => String::new(),
            some => format!(" moves {some}"),
        },
    };
    format!("{text}{steps}")
}

impl Steps {
    fn text(&self, from: &Position) -> String {
        let words: Vec<String> = match self {
            Steps::None | Steps::Empty => Vec::new(),
            Steps::Legal(picks) => match picks.first() {
                Some(first) => some_game(from, *first, picks.len().min(LEGAL)),
                None => Vec::new(),
            },
            Steps::Many(count) => some_game(from, 0, LEGAL + 1 + count.0 % (MANY - LEGAL)),
            Steps::Coordinates(all) => all
                .iter()
                .map(|it| {
                    let file = |byte: u8| char::from(b'a' + byte % 10);
                    let rank = |byte: u8| byte % 11;
                    format!(
                        "{}{}{}{}",
                        file(it[0]),
                        rank(it[1]),
                        file(it[2]),
                        rank(it[3])
                    )
                })
                .collect(),
            Steps::Words(words) => words.iter().map(|it| it.text().to_owned()).collect(),
        };
        words.join(" ")
    }
}

impl Value {
    fn text(&self) -> String {
        match self {
            Value::None => String::new(),
            Value::Bool(it) => it.to_string(),
            Value::Number(it) => it.text(),
            Value::Words(words) => join(words),
            Value::Long(length) => "x".repeat(length.0),
        }
    }
}

impl Go {
    fn text(&self) -> String {
        const LIMITS: [&str; 6] = [
            "depth",
            "nodes",
            "time",
            "movestogo",
            "increment",
            "opptime",
        ];
        match self {
            Go::Depth(it) => format!("depth {}", it % 3),
            Go::Nodes(it) => format!("nodes {}", it % 2000),
            Go::Time(it) => format!("time {it} increment 0"),
            Go::Infinite => "infinite".to_owned(),
            Go::Ponder(it) => format!("ponder time {it} increment 0"),
            Go::Limit(word, number) => format!("{} {}", pick(&LIMITS, *word), number.text()),
            Go::Two(a, m, b, n) => format!(
                "{} {} {} {}",
                pick(&LIMITS, *a),
                m.text(),
                pick(&LIMITS, *b),
                n.text()
            ),
            Go::Bare => String::new(),
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
                // Random bytes must not begin with `quit`, because `quit` would end the engine.
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
