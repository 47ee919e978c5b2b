//! The commands of the interface.

use super::{played_moves::PlayedMoves, words::Words};
use crate::protocol::search::{BoardGame, Dialect, MoveOf, VariantOf};

/// A line from the interface.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(in crate::protocol) enum Command<D: Dialect> {
    /// The protocol's name, which is the first command of a conversation.
    Greet,
    IsReady,
    /// Sets an option. The name and the value are bytes, because the encoding of paths is unknown.
    SetOption {
        name: Vec<u8>,
        value: Vec<u8>,
    },
    Position(PositionSpec<D>),
    Go(D::Go),
    PonderHit {
        /// The opponent offers a draw.
        offers_draw: bool,
    },
    Stop,
    Quit,
    /// A command that only this protocol has.
    Dialect(D::Command),
    /// A line without words.
    Blank,
    /// A line that is not a command, or a command with malformed parameters.
    Other,
}

/// A list of moves, or `None` if a word in the list is not a move.
pub(in crate::protocol) type Moves<D> = Option<Vec<MoveOf<D>>>;

/// The parameters of a `position` command: a position, and moves from it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(in crate::protocol) struct PositionSpec<D: Dialect> {
    pub(in crate::protocol) base_position: BasePosition,
    pub(in crate::protocol) moves: Moves<D>,
    /// The game variant that the current values of the options select.
    pub(super) variant: VariantOf<D>,
    pub(super) played_moves: PlayedMoves<D>,
}

/// The position in a `position` command, before its moves.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(in crate::protocol) enum BasePosition {
    Start,
    /// The FEN as it was sent.
    Fen(String),
    /// The line has neither `fen` nor `startpos`.
    UnclearPosition,
}

/// A command that a lenient parser may accept in a line outside the grammar.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::protocol) enum LenientCommand {
    Greet,
    IsReady,
    /// A command that asks for an answer and that only this protocol has.
    DialectQuestion,
    SetOption,
    /// A command that changes the board or the bans.
    BoardCommand,
    Go,
    PonderHit,
    Stop,
    Quit,
}

impl<D: Dialect> PositionSpec<D> {
    /// Creates a `PositionSpec` from a position and the moves from it.
    pub(in crate::protocol) fn new(
        base_position: BasePosition,
        moves: Moves<D>,
    ) -> PositionSpec<D> {
        PositionSpec {
            base_position,
            moves,
            variant: <_>::default(),
            played_moves: PlayedMoves::default(),
        }
    }

    /// Parses the words after `position`: `startpos` or `fen FEN`, optionally followed by the word `moves` and a list
    /// of moves.
    pub(in crate::protocol) fn parse_words(mut words: Words<'_>) -> PositionSpec<D> {
        let place = match words.next() {
            Some(it) if it.text == b"startpos" => BasePosition::Start,
            Some(it) if it.text == b"fen" => BasePosition::Fen(parse_fen(&mut words)),
            _ => BasePosition::UnclearPosition,
        };
        let moves = match words.next() {
            None => Some(Vec::new()),
            Some(word) if word.text == b"moves" => parse_moves::<D>(words),
            Some(_) => None,
        };
        PositionSpec {
            base_position: place,
            moves,
            variant: <_>::default(),
            played_moves: PlayedMoves::default(),
        }
    }
}

/// Takes the words up to `moves` as a FEN.
fn parse_fen(words: &mut Words<'_>) -> String {
    let mut fields = Vec::new();
    while words.peek().is_some_and(|it| it.text != b"moves") {
        fields.extend(words.next().map(|it| it.to_text()));
    }
    fields.join(" ")
}

/// Parses the rest of the line as moves.
pub(in crate::protocol) fn parse_moves<D: Dialect>(words: Words<'_>) -> Moves<D> {
    words.map(|word| D::Game::parse_move(word.text)).collect()
}

impl<D: Dialect> Command<D> {
    /// Returns the command if it is the only word of the line. If the line has more words, returns [`Command::Other`],
    /// because an engine may or may not accept the line.
    pub(in crate::protocol) fn accept_if_only_word(self, words: &Words<'_>) -> Command<D> {
        match words.peek() {
            None => self,
            Some(_) => Command::Other,
        }
    }

    /// Whether the command begins a new game. A greeting or a `quit` also counts as the beginning of a new game,
    /// because another engine may follow. The clocks and ponder moves of an earlier game do not apply to a new game.
    /// `line` contains the command's bytes as they were sent.
    pub(in crate::protocol) fn begins_new_game(&self, line: &[u8]) -> bool {
        D::begins_new_game(self, line)
    }

    /// Parses a line of the interface, without its newline.
    pub(in crate::protocol) fn parse(line: &[u8]) -> Command<D> {
        D::parse_command(line)
    }
}
