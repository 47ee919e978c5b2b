//! Single lines, as types that random bytes are turned into.

use std::sync::LazyLock;

use arbitrary::{Arbitrary, Unstructured};
use fastrand::Rng;
use ponderhit_engine::games::xiangqi::Position;

use crate::fuzz::{Say, Unit};

/// A list of legal moves is seldom longer than this: each costs a look at the whole board.
const LEGAL: usize = 8;

/// The longest game.
const MANY: usize = 600;

/// So many games are played from each position.
const GAMES: usize = 64;

/// Positions that stand: the start, a middle game, endings, a check, a mate, a stalemate.
pub(super) const FENS: [&str; 8] = [
    "rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR w - - 0 1",
    "1r2kab1r/2c1a4/n1c1b1n2/4p2N1/p1p6/1C4P2/P1P1P4/2N1B3C/4A4/1RBAK2R1 w - - 0 1",
    "3k5/9/9/9/p8/9/9/9/9/4K4 w - - 0 1",
    "4k4/9/9/9/9/9/9/9/9/3K5 w - - 0 1",
    "4k4/4R4/4R4/9/9/9/9/9/9/3K5 b - - 0 1",
    "3k5/4R4/9/9/9/9/9/9/9/4K4 b - - 0 1",
    "4k4/9/3N5/9/4C4/9/9/9/9/3K1R3 b - - 0 1",
    "3ak4/4a4/9/9/2b6/9/9/4B4/4A4/2BAK4 b - - 12 40",
];

/// FENs that are broken in one way each.
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

/// Numbers at every edge.
pub(super) const NUMBERS: [&str; 16] = [
    "0",
    "1",
    "-1",
    "-0",
    "+1",
    "007",
    "2147483647",
    "2147483648",
    "4294967296",
    "-2147483649",
    "9223372036854775807",
    "9223372036854775808",
    "18446744073709551616",
    "-9223372036854775809",
    "99999999999999999999999",
    "1e3",
];

/// Options, but not `batch`: with it an engine may leave everything unread until a search ends.
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

/// What an interface could say.
#[derive(Arbitrary, Clone, Debug)]
pub(super) enum Line {
    Ucci,
    IsReady,
    Stop,
    PonderHit(bool),
    SetOption(u8, Value),
    Position(Place, Steps),
    /// A position that stands, and legal moves.
    Standing(u8, Vec<u8>),
    /// The start, and legal moves.
    Game(Vec<u8>),
    BanMoves(Steps),
    Go(Go),
    Probe(Place, Steps),
    Odd(Odd),
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
pub(super) enum Number {
    Small(u8),
    Edge(u8),
    Any(i64),
}

#[derive(Arbitrary, Clone, Debug)]
pub(super) enum Place {
    Start,
    Known(u8),
    Broken(u8),
    /// A position that stands, with one byte of its FEN changed.
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
    /// The word before them, and nothing behind it.
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
pub(super) enum Odd {
    Empty,
    Blanks(u8),
    Words(Vec<Word>),
    Long(Length),
    Noise(Vec<u8>),
}

/// Mostly short, seldom long, up to 128 KiB: what is long costs time, and most of it says nothing new.
#[derive(Clone, Copy, Debug)]
pub(super) struct Length(usize);

impl<'a> Arbitrary<'a> for Length {
    fn arbitrary(source: &mut Unstructured<'a>) -> arbitrary::Result<Length> {
        let sizes: [u8; 3] = source.arbitrary()?;
        let size = sizes.into_iter().map(|it| it % 17).min().unwrap_or(0);
        let rest: u16 = source.arbitrary()?;
        Ok(Length((1 << size) + usize::from(rest) % (1 << size)))
    }
}

/// A word with or without a meaning.
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

/// How a line goes over the pipe.
#[derive(Arbitrary, Clone, Debug)]
pub(super) enum Delivery {
    Plain,
    PlainToo,
    PlainMostly,
    CrLf,
    Split(u8),
    Tabs,
    /// In one write with the line before it.
    Merged,
    Blanks,
}

fn pick<'a>(from: &[&'a str], index: u8) -> &'a str {
    from[usize::from(index) % from.len()]
}

impl Line {
    /// Whether nobody can be in doubt what it leaves the engine with, `thinking` or not.
    pub(super) fn is_tidy(&self, thinking: bool) -> bool {
        match self {
            Line::IsReady | Line::Stop | Line::PonderHit(_) | Line::Probe(..) => true,
            Line::Odd(Odd::Empty) => true,
            Line::Ucci | Line::Odd(_) => false,
            Line::SetOption(..)
            | Line::Position(..)
            | Line::Standing(..)
            | Line::Game(_)
            | Line::BanMoves(_)
            | Line::Go(_) => !thinking,
        }
    }

    /// Whether it sets the engine thinking.
    pub(super) fn starts_search(&self) -> bool {
        matches!(self, Line::Go(_))
    }

    pub(super) fn bytes(&self) -> Vec<u8> {
        match self {
            Line::Ucci => b"ucci".to_vec(),
            Line::IsReady => b"isready".to_vec(),
            Line::Stop => b"stop".to_vec(),
            Line::PonderHit(draw) => said("ponderhit", if *draw { "draw" } else { "" }),
            Line::SetOption(name, value) => {
                said(&format!("setoption {}", pick(&NAMES, *name)), &value.text())
            }
            Line::Position(place, steps) => said("position", &posspec(place, steps)),
            Line::Standing(place, steps) => {
                let steps = Steps::Legal(steps.clone());
                said("position", &posspec(&Place::Known(*place), &steps))
            }
            Line::Game(steps) => {
                let steps = Steps::Legal(steps.clone());
                said("position", &posspec(&Place::Start, &steps))
            }
            Line::Probe(place, steps) => said("probe", &posspec(place, steps)),
            Line::BanMoves(steps) => said("banmoves", &steps.text(&Position::start())),
            Line::Go(go) => said("go", &go.text()),
            Line::Odd(odd) => odd.bytes(),
        }
    }
}

/// A `position` that an engine must take.
pub(super) fn position(source: &mut Unstructured<'_>) -> arbitrary::Result<Vec<u8>> {
    let place = match source.ratio(1, 2)? {
        true => Place::Start,
        false => Place::Known(source.arbitrary()?),
    };
    let count = source.int_in_range(0..=6)?;
    let steps = (0..count)
        .map(|_| source.arbitrary())
        .collect::<arbitrary::Result<_>>()?;
    Ok(said("position", &posspec(&place, &Steps::Legal(steps))))
}

fn said(word: &str, rest: &str) -> Vec<u8> {
    let line = match rest {
        "" => word.to_owned(),
        rest => format!("{word} {rest}"),
    };
    // A line is a line, whatever is in it.
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

/// A place, some short games from it, and a long one.
struct Played {
    place: Position,
    short: Vec<Vec<String>>,
    long: Vec<String>,
}

/// Games that are played once and for all: to find legal moves costs more than everything else
/// about a line.
static PLAYED: LazyLock<Vec<Played>> = LazyLock::new(|| {
    let places = FENS.iter().filter_map(|it| Position::from_fen(it).ok());
    let played = places.map(|place| {
        let mut random = Rng::with_seed(place.key());
        let mut one = |length| {
            let picks: Vec<usize> = (0..length).map(|_| random.usize(..)).collect();
            game(&place, picks.into_iter())
        };
        Played {
            short: (0..GAMES).map(|_| one(LEGAL)).collect(),
            long: one(MANY),
            place,
        }
    });
    played.collect()
});

/// The first moves of one of the games from this position.
fn some_game(from: &Position, which: u8, length: usize) -> Vec<String> {
    let Some(played) = PLAYED.iter().find(|it| it.place == *from) else {
        return Vec::new();
    };
    let game = match length > LEGAL {
        true => &played.long,
        false => &played.short[usize::from(which) % GAMES],
    };
    game[..length.min(game.len())].to_vec()
}

/// A game of legal moves, chosen by numbers, as long as there are any.
pub(super) fn game(from: &Position, picks: impl Iterator<Item = usize>) -> Vec<String> {
    let mut position = from.clone();
    let mut played = Vec::new();
    for pick in picks {
        let moves = position.legal_moves();
        if moves.is_empty() {
            break;
        }
        let step = moves[pick % moves.len()];
        position.play(step);
        played.push(step.to_string());
    }
    played
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

impl Number {
    fn text(&self) -> String {
        match self {
            Number::Small(it) => it.to_string(),
            Number::Edge(it) => pick(&NUMBERS, *it).to_owned(),
            Number::Any(it) => it.to_string(),
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

impl Odd {
    fn bytes(&self) -> Vec<u8> {
        match self {
            Odd::Empty => Vec::new(),
            Odd::Blanks(count) => vec![b' '; usize::from(*count)],
            Odd::Words(words) => join(words).into_bytes(),
            Odd::Long(length) => vec![b'x'; length.0],
            Odd::Noise(bytes) => {
                let line = |it: &&u8| **it != b'\n';
                let bytes: Vec<u8> = bytes.iter().filter(line).copied().collect();
                // By chance it might say farewell.
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

impl Delivery {
    pub(super) fn say(&self, line: Vec<u8>, unit: &mut Unit) {
        let whole = |line: Vec<u8>| Say::Bytes([line, b"\n".to_vec()].concat());
        // Nobody could tell whether the engine has begun to think.
        let delivery = match self {
            Delivery::CrLf | Delivery::Tabs | Delivery::Blanks if line.starts_with(b"go") => {
                &Delivery::Plain
            }
            it => it,
        };
        match delivery {
            Delivery::Plain | Delivery::PlainToo | Delivery::PlainMostly => {
                unit.says.push(match line.iter().any(u8::is_ascii_control) {
                    true => whole(line),
                    false => Say::Line(line),
                });
            }
            Delivery::CrLf => unit.says.push(whole([line, b"\r".to_vec()].concat())),
            Delivery::Tabs => {
                let tab = |it: &u8| if *it == b' ' { b'\t' } else { *it };
                unit.says.push(whole(line.iter().map(tab).collect()));
            }
            Delivery::Blanks => {
                let text = [b"  ".to_vec(), line, b" ".to_vec()].concat();
                unit.says.push(whole(text));
            }
            Delivery::Split(at) => {
                let mut bytes = [line, b"\n".to_vec()].concat();
                let rest = bytes.split_off(usize::from(*at) % bytes.len());
                unit.says
                    .extend((!bytes.is_empty()).then_some(Say::Bytes(bytes)));
                unit.says.push(Say::Bytes(rest));
            }
            Delivery::Merged => match unit.says.pop() {
                Some(before) => {
                    let both = [before.bytes(), b"\n", &line, b"\n"].concat();
                    unit.says.push(Say::Bytes(both));
                }
                None => unit.says.push(whole(line)),
            },
        }
    }
}
