//! The types of generated lines, whose values are built from random bytes.

use arbitrary::{Arbitrary, Unstructured};

use super::FuzzedGame;
use crate::protocol::{
    search::{
        BoardGame as _,
        fuzz::{GeneratedNumber, LONG_GAME_MOVES, RandomLength, SHORT_GAME_MOVES, pick_element},
    },
    uci::game::UciPosition,
};

/// Names of options that many engines have.
const OPTION_NAMES: [&str; 9] = [
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
pub(super) enum GeneratedLine {
    Uci,
    IsReady,
    Stop,
    PonderHit,
    NewGame,
    Debug(bool),
    SetOption(u8, GeneratedValue),
    /// A valid position and legal moves.
    Valid(u8, u8, u8),
    Position(GeneratedPosition, GeneratedMoves),
    Go(GeneratedGo),
    GoToo(GeneratedGo),
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
    Many(RandomLength),
    Coordinates(Vec<[u8; 5]>),
    Words(Vec<GeneratedWord>),
    /// A `position` that ends with the word `moves`.
    Empty,
}

#[derive(Arbitrary, Clone, Debug)]
pub(super) enum GeneratedGo {
    Depth(u8),
    Nodes(u16),
    Time(u8),
    Clock(u8, u8),
    Infinite,
    Ponder(u8),
    Limit(u8, GeneratedNumber),
    Two(u8, GeneratedNumber, u8, GeneratedNumber),
    SearchMoves(u8, u8),
}

#[derive(Arbitrary, Clone, Debug)]
pub(super) enum MalformedLine {
    Empty,
    Blanks(u8),
    Words(Vec<GeneratedWord>),
    Long(RandomLength),
    Noise(Vec<u8>),
}

/// A word that may or may not be a word of UCI.
#[derive(Arbitrary, Clone, Copy, Debug)]
pub(super) struct GeneratedWord(u8);

const GENERATED_WORDS: [&str; 18] = [
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

impl GeneratedLine {
    /// True if the state of the engine is certain after this line. `thinking` is true if the line is sent during a
    /// search.
    pub(super) fn keeps_state_certain(&self, thinking: bool) -> bool {
        match self {
            GeneratedLine::IsReady
            | GeneratedLine::Stop
            | GeneratedLine::PonderHit
            | GeneratedLine::Debug(_) => true,
            GeneratedLine::Malformed(MalformedLine::Empty) => true,
            GeneratedLine::Uci | GeneratedLine::Malformed(_) => false,
            GeneratedLine::NewGame
            | GeneratedLine::SetOption(..)
            | GeneratedLine::Position(..)
            | GeneratedLine::Valid(..)
            | GeneratedLine::Go(_)
            | GeneratedLine::GoToo(_) => !thinking,
        }
    }

    /// True if this line starts a search.
    pub(super) fn starts_search(&self) -> bool {
        matches!(self, GeneratedLine::Go(_) | GeneratedLine::GoToo(_))
    }

    pub(super) fn to_bytes(&self, game: &FuzzedGame) -> Vec<u8> {
        let text = match self {
            GeneratedLine::Uci => "uci".to_owned(),
            GeneratedLine::IsReady => "isready".to_owned(),
            GeneratedLine::Stop => "stop".to_owned(),
            GeneratedLine::PonderHit => "ponderhit".to_owned(),
            GeneratedLine::NewGame => "ucinewgame".to_owned(),
            GeneratedLine::Debug(on) => format!("debug {}", if *on { "on" } else { "off" }),
            GeneratedLine::SetOption(name, value) => {
                format!(
                    "setoption name {}{}",
                    pick_element(&OPTION_NAMES, *name),
                    value.to_text()
                )
            }
            GeneratedLine::Valid(place, which, count) => {
                valid_position_text(game, *place, *which, *count)
            }
            GeneratedLine::Position(place, steps) => {
                format!("position {}{}", place.to_text(game), steps.to_text(game))
            }
            GeneratedLine::Go(go) | GeneratedLine::GoToo(go) => format!("go {}", go.to_text(game)),
            GeneratedLine::Malformed(it) => return it.to_bytes(),
        };
        // A newline would end the line.
        text.replace('\n', " ").into_bytes()
    }
}

/// A `position` line that every engine must accept.
pub(super) fn valid_position_line(
    source: &mut Unstructured<'_>,
    game: &FuzzedGame,
) -> arbitrary::Result<Vec<u8>> {
    let (place, which) = (source.arbitrary()?, source.arbitrary()?);
    Ok(valid_position_text(game, place, which, source.int_in_range(0..=6)?).into_bytes())
}

fn valid_position_text(game: &FuzzedGame, place: u8, which: u8, count: u8) -> String {
    let fen = pick_element(game.valid_fens, place);
    let count = usize::from(count) % SHORT_GAME_MOVES;
    let position = game.position(fen).filter(|_| game.has_known_notation());
    let moves = position
        .map(|it| game.generated_games.first_moves(&it, which, count))
        .unwrap_or_default();
    match &moves[..] {
        [] => format!("position fen {fen}"),
        moves => format!("position fen {fen} moves {}", moves.join(" ")),
    }
}

impl GeneratedPosition {
    fn to_text(&self, game: &FuzzedGame) -> String {
        match self {
            GeneratedPosition::Start => "startpos".to_owned(),
            GeneratedPosition::Known(index) => {
                format!("fen {}", pick_element(game.valid_fens, *index))
            }
            GeneratedPosition::Broken(index) => {
                format!("fen {}", pick_element(game.broken_fens, *index))
            }
            GeneratedPosition::Changed(index, at, byte) => {
                let mut fen = pick_element(game.valid_fens, *index).as_bytes().to_vec();
                let at = usize::from(*at) % fen.len();
                fen[at] = b' ' + byte % 95;
                format!("fen {}", String::from_utf8_lossy(&fen))
            }
            GeneratedPosition::Nothing => String::new(),
        }
    }
}

impl GeneratedMoves {
    fn to_text(&self, game: &FuzzedGame) -> String {
        let mut before = game.before_random_moves;
        let words: Vec<String> = match self {
            GeneratedMoves::None => return String::new(),
            GeneratedMoves::Empty => Vec::new(),
            GeneratedMoves::Many(count) => {
                let length = SHORT_GAME_MOVES + 1 + count.0 % (LONG_GAME_MOVES - SHORT_GAME_MOVES);
                let games = &game.generated_games;
                UciPosition::start_position(game.variant)
                    .map(|it| games.first_moves(&it, 0, length))
                    .unwrap_or_default()
            }
            GeneratedMoves::Coordinates(all) => all.iter().map(coordinates_text).collect(),
            GeneratedMoves::Words(words) => {
                before = "";
                words.iter().map(|it| it.to_text().to_owned()).collect()
            }
        };
        if words.is_empty() {
            before = "";
        }
        format!(" moves {before}{}", words.join(" "))
    }
}

/// Two points, which may be outside of the board, and an optional promotion piece.
fn coordinates_text(it: &[u8; 5]) -> String {
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

impl GeneratedValue {
    fn to_text(&self) -> String {
        match self {
            GeneratedValue::None => String::new(),
            GeneratedValue::Bool(it) => format!(" value {it}"),
            GeneratedValue::Number(it) => format!(" value {}", it.to_text()),
            GeneratedValue::Words(words) => format!(" value {}", join_generated_words(words)),
            GeneratedValue::Long(length) => format!(" value {}", "x".repeat(length.0)),
        }
    }
}

impl GeneratedGo {
    fn to_text(&self, game: &FuzzedGame) -> String {
        const LIMIT_WORDS: [&str; 8] = [
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
            GeneratedGo::Depth(it) => format!("depth {}", 1 + it % 3),
            GeneratedGo::Nodes(it) => format!("nodes {}", 1 + it % 2000),
            GeneratedGo::Time(it) => format!("movetime {}", 1 + it % 50),
            GeneratedGo::Clock(one, other) => format!("wtime {one} btime {other} winc 1 binc 0"),
            GeneratedGo::Infinite => "infinite".to_owned(),
            GeneratedGo::Ponder(it) => format!("ponder wtime {it} btime {it}"),
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
            GeneratedGo::SearchMoves(depth, which) => {
                format!(
                    "depth {} searchmoves {}",
                    1 + depth % 2,
                    pick_element(&game.searchmoves, *which)
                )
            }
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
                // Random bytes must not begin with `quit`.
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
