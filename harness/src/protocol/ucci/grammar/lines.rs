//! The types of generated lines, whose values are built from random bytes.

use arbitrary::{Arbitrary, Unstructured};
use ponderhit_engine::games::xiangqi::Position;

use super::{VALID_FENS, first_moves_of_generated_game};
use crate::protocol::search::fuzz::{
    GeneratedNumber, LONG_GAME_MOVES, RandomLength, SHORT_GAME_MOVES, pick_element,
};

/// Malformed or invalid FENs, most with one mistake.
pub(super) const BROKEN_FENS: [&str; 14] = [
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
const OPTION_NAMES: [&str; 17] = [
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

/// Options that use scarce resources. The generated values of `hashsize` and `threads` stay small,
/// because an engine may use as much as it is allowed.
const SCARCE_OPTIONS: [&str; 2] = ["hashsize", "threads"];

/// A command of the interface.
#[derive(Arbitrary, Clone, Debug)]
pub(super) enum GeneratedLine {
    Ucci,
    IsReady,
    Stop,
    PonderHit(bool),
    SetOption(u8, GeneratedValue),
    Position(GeneratedPosition, GeneratedMoves),
    /// A valid position and legal moves.
    Valid(u8, Vec<u8>),
    /// The initial position and legal moves.
    Game(Vec<u8>),
    BanMoves(GeneratedMoves),
    Go(GeneratedGo),
    Probe(GeneratedPosition, GeneratedMoves),
    Malformed(MalformedLine),
}

#[derive(Arbitrary, Clone, Debug)]
pub(super) enum GeneratedValue {
    None,
    Bool(bool),
    Number(GeneratedNumber),
    Words(Vec<GeneratedWord>),
    Long(RandomLength),
}

#[derive(Arbitrary, Clone, Debug)]
pub(super) enum GeneratedPosition {
    Start,
    Known(u8),
    Broken(u8),
    /// A valid FEN with one byte changed.
    Changed(u8, u8, u8),
    Nothing,
}

#[derive(Arbitrary, Clone, Debug)]
pub(super) enum GeneratedMoves {
    None,
    /// Legal moves, each chosen by a byte.
    Legal(Vec<u8>),
    Many(RandomLength),
    Coordinates(Vec<[u8; 4]>),
    Words(Vec<GeneratedWord>),
    /// The word `moves` without a move after it.
    Empty,
}

#[derive(Arbitrary, Clone, Debug)]
pub(super) enum GeneratedGo {
    Depth(u8),
    Nodes(u16),
    Time(u8),
    Infinite,
    Ponder(u8),
    Limit(u8, GeneratedNumber),
    Two(u8, GeneratedNumber, u8, GeneratedNumber),
    Bare,
}

#[derive(Arbitrary, Clone, Debug)]
pub(super) enum MalformedLine {
    Empty,
    Blanks(u8),
    Words(Vec<GeneratedWord>),
    Long(RandomLength),
    Noise(Vec<u8>),
}

/// A word of a command, or a word without a meaning.
#[derive(Arbitrary, Clone, Copy, Debug)]
pub(super) struct GeneratedWord(u8);

const GENERATED_WORDS: [&str; 20] = [
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

impl GeneratedLine {
    /// Whether the engine's state is certain after this line. `thinking` is true if the line is
    /// sent during a search.
    pub(super) fn keeps_state_certain(&self, thinking: bool) -> bool {
        match self {
            GeneratedLine::IsReady
            | GeneratedLine::Stop
            | GeneratedLine::PonderHit(_)
            | GeneratedLine::Probe(..) => true,
            GeneratedLine::Malformed(MalformedLine::Empty) => true,
            GeneratedLine::Ucci | GeneratedLine::Malformed(_) => false,
            GeneratedLine::SetOption(..)
            | GeneratedLine::Position(..)
            | GeneratedLine::Valid(..)
            | GeneratedLine::Game(_)
            | GeneratedLine::BanMoves(_)
            | GeneratedLine::Go(_) => !thinking,
        }
    }

    /// Whether this line starts a search.
    pub(super) fn starts_search(&self) -> bool {
        matches!(self, GeneratedLine::Go(_))
    }

    pub(super) fn to_bytes(&self) -> Vec<u8> {
        match self {
            GeneratedLine::Ucci => b"ucci".to_vec(),
            GeneratedLine::IsReady => b"isready".to_vec(),
            GeneratedLine::Stop => b"stop".to_vec(),
            GeneratedLine::PonderHit(draw) => {
                join_with_space("ponderhit", if *draw { "draw" } else { "" })
            }
            GeneratedLine::SetOption(name, value) => {
                let name = pick_element(&OPTION_NAMES, *name);
                let value = match value {
                    GeneratedValue::Number(GeneratedNumber::Small(it))
                        if SCARCE_OPTIONS.contains(&name) =>
                    {
                        (it % 8).to_string()
                    }
                    it => it.to_text(),
                };
                join_with_space(&format!("setoption {name}"), &value)
            }
            GeneratedLine::Position(place, steps) => {
                join_with_space("position", &position_text(place, steps))
            }
            GeneratedLine::Valid(place, steps) => {
                let steps = GeneratedMoves::Legal(steps.clone());
                join_with_space(
                    "position",
                    &position_text(&GeneratedPosition::Known(*place), &steps),
                )
            }
            GeneratedLine::Game(steps) => {
                let steps = GeneratedMoves::Legal(steps.clone());
                join_with_space(
                    "position",
                    &position_text(&GeneratedPosition::Start, &steps),
                )
            }
            GeneratedLine::Probe(place, steps) => {
                join_with_space("probe", &position_text(place, steps))
            }
            GeneratedLine::BanMoves(steps) => {
                join_with_space("banmoves", &steps.to_text(&Position::start()))
            }
            GeneratedLine::Go(go) => join_with_space("go", &go.to_text()),
            GeneratedLine::Malformed(it) => it.to_bytes(),
        }
    }
}

/// Generates a `position` that every engine must accept.
pub(super) fn valid_position_line(source: &mut Unstructured<'_>) -> arbitrary::Result<Vec<u8>> {
    let place = match source.ratio(1, 2)? {
        true => GeneratedPosition::Start,
        false => GeneratedPosition::Known(source.arbitrary()?),
    };
    let count = source.int_in_range(0..=6)?;
    let steps = (0..count)
        .map(|_| source.arbitrary())
        .collect::<arbitrary::Result<_>>()?;
    Ok(join_with_space(
        "position",
        &position_text(&place, &GeneratedMoves::Legal(steps)),
    ))
}

fn join_with_space(word: &str, rest: &str) -> Vec<u8> {
    let line = match rest {
        "" => word.to_owned(),
        rest => format!("{word} {rest}"),
    };
    // A newline would end the line.
    line.replace('\n', " ").into_bytes()
}

fn position_text(place: &GeneratedPosition, steps: &GeneratedMoves) -> String {
    let (text, position) = match place {
        GeneratedPosition::Start => ("startpos".to_owned(), Position::start()),
        GeneratedPosition::Known(index) => {
            let fen = pick_element(&VALID_FENS, *index);
            let position = Position::from_fen(fen).unwrap_or_else(|_| Position::start());
            (format!("fen {fen}"), position)
        }
        GeneratedPosition::Broken(index) => (
            format!("fen {}", pick_element(&BROKEN_FENS, *index)),
            Position::start(),
        ),
        GeneratedPosition::Changed(index, at, byte) => {
            let mut fen = pick_element(&VALID_FENS, *index).as_bytes().to_vec();
            let at = usize::from(*at) % fen.len();
            fen[at] = b' ' + byte % 95;
            let fen = String::from_utf8_lossy(&fen).into_owned();
            (format!("fen {fen}"), Position::start())
        }
        GeneratedPosition::Nothing => (String::new(), Position::start()),
    };
    let steps = match steps {
        GeneratedMoves::None => String::new(),
        GeneratedMoves::Empty => " moves".to_owned(),
        it => match it.to_text(&position) {
            none if none.is_empty() => String::new(),
            some => format!(" moves {some}"),
        },
    };
    format!("{text}{steps}")
}

impl GeneratedMoves {
    fn to_text(&self, from: &Position) -> String {
        let words: Vec<String> = match self {
            GeneratedMoves::None | GeneratedMoves::Empty => Vec::new(),
            GeneratedMoves::Legal(picks) => match picks.first() {
                Some(first) => {
                    first_moves_of_generated_game(from, *first, picks.len().min(SHORT_GAME_MOVES))
                }
                None => Vec::new(),
            },
            GeneratedMoves::Many(count) => first_moves_of_generated_game(
                from,
                0,
                SHORT_GAME_MOVES + 1 + count.0 % (LONG_GAME_MOVES - SHORT_GAME_MOVES),
            ),
            GeneratedMoves::Coordinates(all) => all
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
            GeneratedMoves::Words(words) => {
                words.iter().map(|it| it.to_text().to_owned()).collect()
            }
        };
        words.join(" ")
    }
}

impl GeneratedValue {
    fn to_text(&self) -> String {
        match self {
            GeneratedValue::None => String::new(),
            GeneratedValue::Bool(it) => it.to_string(),
            GeneratedValue::Number(it) => it.to_text(),
            GeneratedValue::Words(words) => join_generated_words(words),
            GeneratedValue::Long(length) => "x".repeat(length.0),
        }
    }
}

impl GeneratedGo {
    fn to_text(&self) -> String {
        const LIMIT_WORDS: [&str; 6] = [
            "depth",
            "nodes",
            "time",
            "movestogo",
            "increment",
            "opptime",
        ];
        match self {
            GeneratedGo::Depth(it) => format!("depth {}", it % 3),
            GeneratedGo::Nodes(it) => format!("nodes {}", it % 2000),
            GeneratedGo::Time(it) => format!("time {it} increment 0"),
            GeneratedGo::Infinite => "infinite".to_owned(),
            GeneratedGo::Ponder(it) => format!("ponder time {it} increment 0"),
            GeneratedGo::Limit(word, number) => {
                format!("{} {}", pick_element(&LIMIT_WORDS, *word), number.to_text())
            }
            GeneratedGo::Two(a, m, b, n) => format!(
                "{} {} {} {}",
                pick_element(&LIMIT_WORDS, *a),
                m.to_text(),
                pick_element(&LIMIT_WORDS, *b),
                n.to_text()
            ),
            GeneratedGo::Bare => String::new(),
        }
    }
}

impl MalformedLine {
    fn to_bytes(&self) -> Vec<u8> {
        match self {
            MalformedLine::Empty => Vec::new(),
            MalformedLine::Blanks(count) => vec![b' '; usize::from(*count)],
            MalformedLine::Words(words) => join_generated_words(words).into_bytes(),
            MalformedLine::Long(length) => vec![b'x'; length.0],
            MalformedLine::Noise(bytes) => {
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

impl GeneratedWord {
    fn to_text(self) -> &'static str {
        pick_element(&GENERATED_WORDS, self.0)
    }
}

fn join_generated_words(words: &[GeneratedWord]) -> String {
    let words: Vec<&str> = words.iter().map(|it| it.to_text()).collect();
    words.join(" ")
}
