//! The types of generated lines, whose values are built from random bytes.

use arbitrary::{Arbitrary, Unstructured};

use super::{
    fuzzed_game::FuzzedGame,
    line_parts::{GeneratedNumber, RandomLength, pick_element},
};
use crate::protocol::search::{BoardGame, Dialect};

/// The words of a protocol that the fuzzer sends.
pub(in crate::protocol) struct FuzzVocabulary {
    pub(in crate::protocol) option_names: &'static [&'static str],
    /// Options whose generated values stay small, because an engine may use as much memory or as many threads as the
    /// value allows.
    pub(in crate::protocol) scarce_options: &'static [&'static str],
    /// Parameters of `go`, each with the greatest number that can replace its `{}`. `{moves}` stands for a list of
    /// moves.
    pub(in crate::protocol) go_forms: &'static [(&'static str, u16)],
    /// Words of `go` that a number must follow, such as `depth`.
    pub(in crate::protocol) limit_words: &'static [&'static str],
    /// Words of commands, and words without a meaning.
    pub(in crate::protocol) words: &'static [&'static str],
}

/// A generated command that only one protocol has.
pub(in crate::protocol) trait DialectLine<G>: for<'a> Arbitrary<'a> {
    /// True if the state of the engine is certain after this line. `thinking` is true if the line is sent during a
    /// search.
    fn keeps_state_certain(&self, thinking: bool) -> bool;

    /// The line without its newline.
    fn to_text(&self, game: &FuzzedGame<G>, words: &FuzzVocabulary) -> String;
}

/// A generated line of the interface. `L` is the type for commands that only one protocol has.
#[derive(Clone, Debug)]
pub(super) enum GeneratedLine<L> {
    Greeting,
    IsReady,
    Stop,
    PonderHit,
    SetOption(u8, GeneratedValue),
    Position(GeneratedPosition, GeneratedMoves),
    ValidPosition(ValidPosition),
    Go(GeneratedGo),
    Malformed(MalformedLine),
    DialectLine(L),
}

/// A valid position, and legal moves from this position.
#[derive(Arbitrary, Clone, Debug)]
pub(super) struct ValidPosition {
    /// The index of the FEN; `None` is `startpos`.
    fen_index: Option<u8>,
    game_index: u8,
    move_count: u8,
}

/// A value of an option.
#[derive(Arbitrary, Clone, Debug)]
pub(super) enum GeneratedValue {
    NoValue,
    Bool(bool),
    Number(GeneratedNumber),
    Words(Vec<GeneratedWord>),
    Long(RandomLength),
}

/// The position in a generated `position` command, without its moves.
#[derive(Arbitrary, Clone, Debug)]
pub(in crate::protocol) enum GeneratedPosition {
    Start,
    Known(u8),
    Broken(u8),
    /// A valid FEN with one byte changed.
    Changed(u8, u8, u8),
    NoPosition,
}

/// A list of moves.
#[derive(Arbitrary, Clone, Debug)]
pub(in crate::protocol) enum GeneratedMoves {
    NoMoves,
    Many(RandomLength),
    Coordinates(Vec<[u8; 5]>),
    Words(Vec<GeneratedWord>),
    /// The word `moves` without a move after it.
    Empty,
}

/// The parameters of a `go`.
#[derive(Arbitrary, Clone, Debug)]
pub(super) enum GeneratedGo {
    Form(u8, u16),
    SecondForm(u8, u16),
    Limit(u8, GeneratedNumber),
    TwoLimits(u8, GeneratedNumber, u8, GeneratedNumber),
    Bare,
}

/// A line that is not a command.
#[derive(Arbitrary, Clone, Debug)]
pub(super) enum MalformedLine {
    Empty,
    Blanks(u8),
    Words(Vec<GeneratedWord>),
    Long(RandomLength),
    RandomBytes(Vec<u8>),
}

/// The index of a word in [`FuzzVocabulary::words`].
#[derive(Arbitrary, Clone, Copy, Debug)]
pub(in crate::protocol) struct GeneratedWord(u8);

impl<'a, L: Arbitrary<'a>> Arbitrary<'a> for GeneratedLine<L> {
    /// Generates valid positions and searches twice as often as other commands, and commands that only one protocol has
    /// three times as often.
    fn arbitrary(source: &mut Unstructured<'a>) -> arbitrary::Result<GeneratedLine<L>> {
        Ok(match source.int_in_range(0..=13)? {
            0 => GeneratedLine::Greeting,
            1 => GeneratedLine::IsReady,
            2 => GeneratedLine::Stop,
            3 => GeneratedLine::PonderHit,
            4 => GeneratedLine::SetOption(source.arbitrary()?, source.arbitrary()?),
            5 => GeneratedLine::Position(source.arbitrary()?, source.arbitrary()?),
            6 => GeneratedLine::Malformed(source.arbitrary()?),
            7 | 8 => GeneratedLine::ValidPosition(source.arbitrary()?),
            9 | 10 => GeneratedLine::Go(source.arbitrary()?),
            _ => GeneratedLine::DialectLine(source.arbitrary()?),
        })
    }
}

impl<L> GeneratedLine<L> {
    /// True if the state of the engine is certain after this line. `thinking` is true if the line is sent during a
    /// search.
    pub(super) fn keeps_state_certain<G>(&self, thinking: bool) -> bool
    where
        L: DialectLine<G>,
    {
        match self {
            GeneratedLine::IsReady | GeneratedLine::Stop | GeneratedLine::PonderHit => true,
            GeneratedLine::Malformed(MalformedLine::Empty) => true,
            GeneratedLine::Greeting | GeneratedLine::Malformed(_) => false,
            GeneratedLine::SetOption(..)
            | GeneratedLine::Position(..)
            | GeneratedLine::ValidPosition(_)
            | GeneratedLine::Go(_) => !thinking,
            GeneratedLine::DialectLine(it) => it.keeps_state_certain(thinking),
        }
    }

    pub(super) fn starts_search(&self) -> bool {
        matches!(self, GeneratedLine::Go(_))
    }

    /// The bytes of the line without its newline.
    pub(super) fn to_bytes<D: Dialect>(
        &self,
        game: &FuzzedGame<D::Game>,
        words: &FuzzVocabulary,
    ) -> Vec<u8>
    where
        L: DialectLine<D::Game>,
    {
        let text = match self {
            GeneratedLine::Greeting => D::PROTOCOL_WORDS.greeting.to_owned(),
            GeneratedLine::IsReady => D::PROTOCOL_WORDS.is_ready.to_owned(),
            GeneratedLine::Stop => D::PROTOCOL_WORDS.stop.to_owned(),
            GeneratedLine::PonderHit => "ponderhit".to_owned(),
            GeneratedLine::SetOption(name, value) => {
                let name = pick_element(words.option_names, *name);
                let is_scarce = words.scarce_options.contains(&name);
                return D::setoption_line(name, &value.to_text(is_scarce, words));
            }
            GeneratedLine::Position(position, moves) => {
                format!(
                    "position {}",
                    position_with_moves(position, moves, game, words)
                )
            }
            GeneratedLine::ValidPosition(it) => it.to_text(game),
            GeneratedLine::Go(it) => match it.to_text(game, words) {
                bare if bare.is_empty() => "go".to_owned(),
                parameters => format!("go {parameters}"),
            },
            GeneratedLine::Malformed(it) => return it.to_bytes(words),
            GeneratedLine::DialectLine(it) => it.to_text(game, words),
        };
        // A newline in the text would end the line, so a blank replaces it.
        text.replace('\n', " ").into_bytes()
    }
}

impl ValidPosition {
    /// A `position` line that every engine must accept.
    pub(super) fn to_text<G: BoardGame>(&self, game: &FuzzedGame<G>) -> String {
        let (text, fen) = match self.fen_index {
            None => ("startpos".to_owned(), game.valid_fens[0]),
            Some(index) => {
                let fen = game.valid_fen(index);
                (format!("fen {fen}"), fen)
            }
        };
        match &game.short_game(fen, self.game_index, self.move_count)[..] {
            [] => format!("position {text}"),
            moves => format!("position {text} moves {}", moves.join(" ")),
        }
    }
}

/// The parameters of a `position` command.
pub(in crate::protocol) fn position_with_moves<G: BoardGame>(
    position: &GeneratedPosition,
    moves: &GeneratedMoves,
    game: &FuzzedGame<G>,
    words: &FuzzVocabulary,
) -> String {
    let text = position.to_text(game);
    match moves {
        GeneratedMoves::NoMoves => text,
        it => format!("{text} moves {}", it.to_text(position, game, words)),
    }
}

impl GeneratedPosition {
    fn to_text<G: BoardGame>(&self, game: &FuzzedGame<G>) -> String {
        match self {
            GeneratedPosition::Start => "startpos".to_owned(),
            GeneratedPosition::Known(index) => format!("fen {}", game.valid_fen(*index)),
            GeneratedPosition::Broken(index) => format!("fen {}", game.broken_fen(*index)),
            GeneratedPosition::Changed(index, at, byte) => {
                let mut fen = game.valid_fen(*index).as_bytes().to_vec();
                let at = usize::from(*at) % fen.len();
                fen[at] = b' ' + byte % 95;
                format!("fen {}", String::from_utf8_lossy(&fen))
            }
            GeneratedPosition::NoPosition => String::new(),
        }
    }

    /// The FEN of this position if the FEN is valid, and otherwise the FEN of the initial position.
    fn valid_fen<G: BoardGame>(&self, game: &FuzzedGame<G>) -> &'static str {
        match self {
            GeneratedPosition::Known(index) => game.valid_fen(*index),
            _ => game.valid_fens[0],
        }
    }
}

impl GeneratedMoves {
    /// The moves without the word `moves`.
    pub(in crate::protocol) fn to_text<G: BoardGame>(
        &self,
        from: &GeneratedPosition,
        game: &FuzzedGame<G>,
        words: &FuzzVocabulary,
    ) -> String {
        match self {
            GeneratedMoves::NoMoves | GeneratedMoves::Empty => String::new(),
            GeneratedMoves::Many(count) => game.long_game(from.valid_fen(game), count.0).join(" "),
            GeneratedMoves::Coordinates(all) if all.is_empty() => String::new(),
            GeneratedMoves::Coordinates(all) => {
                let moves = all.iter().map(|it| random_move_text(it, game));
                let moves: Vec<String> = moves.collect();
                format!("{}{}", game.before_random_moves, moves.join(" "))
            }
            GeneratedMoves::Words(indices) => join_words(indices, words),
        }
    }
}

/// A random move as text: two points, which may be off the board, and perhaps letters after them.
fn random_move_text<G>(bytes: &[u8; 5], game: &FuzzedGame<G>) -> String {
    let point = |file: u8, rank: u8| format!("{}{}", char::from(b'a' + file % 10), rank % 11);
    let suffix = pick_element(game.move_suffixes, bytes[4]);
    let [from, to] = [point(bytes[0], bytes[1]), point(bytes[2], bytes[3])];
    format!("{from}{to}{suffix}")
}

impl GeneratedValue {
    fn to_text(&self, is_scarce: bool, words: &FuzzVocabulary) -> String {
        match self {
            GeneratedValue::NoValue => String::new(),
            GeneratedValue::Bool(it) => it.to_string(),
            GeneratedValue::Number(GeneratedNumber::Small(it)) if is_scarce => (it % 8).to_string(),
            GeneratedValue::Number(it) => it.to_text(),
            GeneratedValue::Words(indices) => join_words(indices, words),
            GeneratedValue::Long(length) => "x".repeat(length.0),
        }
    }
}

impl GeneratedGo {
    fn to_text<G>(&self, game: &FuzzedGame<G>, words: &FuzzVocabulary) -> String {
        let limit = |word: u8, number: &GeneratedNumber| {
            let word = pick_element(words.limit_words, word);
            format!("{word} {}", number.to_text())
        };
        match self {
            GeneratedGo::Form(index, number) | GeneratedGo::SecondForm(index, number) => {
                let (form, most) = words.go_forms[usize::from(*index) % words.go_forms.len()];
                let moves = pick_element(game.searched_moves, number.to_le_bytes()[0]);
                let number = 1 + number % most;
                form.replace("{}", &number.to_string())
                    .replace("{moves}", moves)
            }
            GeneratedGo::Limit(word, number) => limit(*word, number),
            GeneratedGo::TwoLimits(word, number, other_word, other_number) => {
                format!(
                    "{} {}",
                    limit(*word, number),
                    limit(*other_word, other_number)
                )
            }
            GeneratedGo::Bare => String::new(),
        }
    }
}

impl MalformedLine {
    fn to_bytes(&self, words: &FuzzVocabulary) -> Vec<u8> {
        match self {
            MalformedLine::Empty => Vec::new(),
            MalformedLine::Blanks(count) => vec![b' '; usize::from(*count)],
            MalformedLine::Words(indices) => join_words(indices, words).into_bytes(),
            MalformedLine::Long(length) => vec![b'x'; length.0],
            MalformedLine::RandomBytes(bytes) => {
                let in_line = |it: &&u8| **it != b'\n';
                let bytes: Vec<u8> = bytes.iter().filter(in_line).copied().collect();
                // Random bytes must not begin with `quit`, because `quit` would end the engine.
                match bytes.starts_with(b"quit") {
                    true => Vec::new(),
                    false => bytes,
                }
            }
        }
    }
}

fn join_words(indices: &[GeneratedWord], words: &FuzzVocabulary) -> String {
    let words = indices.iter().map(|it| pick_element(words.words, it.0));
    words.collect::<Vec<_>>().join(" ")
}
