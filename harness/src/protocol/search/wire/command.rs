//! What an interface says.

use super::words::Words;
use crate::protocol::search::{BoardGame, Dialect, MoveOf};

/// A line from the interface.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(in crate::protocol) enum Command<D: Dialect> {
    /// The protocol's own name, which begins a conversation.
    Greet,
    IsReady,
    /// The name and the value of an option; bytes, because paths are in whatever encoding.
    SetOption {
        name: Vec<u8>,
        value: Vec<u8>,
    },
    Position(Posspec<D>),
    Go(D::Go),
    PonderHit {
        /// The other side offers a draw.
        draw: bool,
    },
    Stop,
    Quit,
    /// What only this protocol has.
    Own(D::Command),
    /// A line with no word in it.
    Blank,
    /// Anything else, and commands whose parameters cannot be understood.
    Other,
}

/// Moves as far as they could be read; `None` if a word among them is no move.
pub(in crate::protocol) type Moves<D> = Option<Vec<MoveOf<D>>>;

/// What `position` names.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(in crate::protocol) struct Posspec<D: Dialect> {
    pub(in crate::protocol) place: Place,
    pub(in crate::protocol) moves: Moves<D>,
}

/// Where the moves start from.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(in crate::protocol) enum Place {
    Start,
    /// The FEN as it was sent.
    Fen(String),
    /// Neither `fen` nor `startpos`.
    Unclear,
}

/// A command that a generous reader may find in a line that is none by the grammar.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::protocol) enum Hint {
    Greet,
    IsReady,
    /// A question that only this protocol has.
    Ask,
    SetOption,
    /// It changes the board, or what is noted about it.
    Board,
    Go,
    PonderHit,
    Stop,
    Quit,
}

impl<D: Dialect> Posspec<D> {
    /// `startpos` or `fen FEN`, and `moves`.
    pub(in crate::protocol) fn read(mut words: Words<'_>) -> Posspec<D> {
        let place = match words.next() {
            Some(it) if it.text == b"startpos" => Place::Start,
            Some(it) if it.text == b"fen" => Place::Fen(fen(&mut words)),
            _ => Place::Unclear,
        };
        let moves = match words.next() {
            None => Some(Vec::new()),
            Some(word) if word.text == b"moves" => moves::<D>(words),
            Some(_) => None,
        };
        Posspec { place, moves }
    }
}

/// The words up to `moves`.
fn fen(words: &mut Words<'_>) -> String {
    let mut fields = Vec::new();
    while words.peek().is_some_and(|it| it.text != b"moves") {
        fields.extend(words.next().map(|it| it.shown()));
    }
    fields.join(" ")
}

/// Moves up to the end of the line.
pub(in crate::protocol) fn moves<D: Dialect>(words: Words<'_>) -> Moves<D> {
    words.map(|word| D::Game::read_move(word.text)).collect()
}

impl<D: Dialect> Command<D> {
    /// A command that takes nothing more; with something more it is not that command for certain.
    pub(in crate::protocol) fn alone(self, words: &Words<'_>) -> Command<D> {
        match words.peek() {
            None => self,
            Some(_) => Command::Other,
        }
    }

    /// Whether the interface turns to another game, or to another engine: what it knew of clocks and
    /// guesses is of no use from there on. `line` is what was sent.
    pub(in crate::protocol) fn begins_game(&self, line: &[u8]) -> bool {
        D::begins_game(self, line)
    }

    /// Reads a line without its newline.
    pub(in crate::protocol) fn parse(line: &[u8]) -> Command<D> {
        D::command(line)
    }
}
