//! What the judge needs of a game: positions, moves, and whether one is legal in the other.

use std::fmt::{Debug, Display};

use super::Word;
use crate::protocol::Row;

/// A position of a game.
pub(in crate::protocol) trait BoardGame:
    Clone + Debug + Eq + Send + 'static
{
    type Move: Copy + Debug + Display + Eq + Send;
    /// A point of the board.
    type Point: Copy + Debug + Eq;

    /// Where a game begins.
    fn start() -> Self;

    /// The position that a text describes: a FEN, or what the protocol has in place of it.
    fn read(text: &str) -> Option<Self>;

    /// Reads a move, exactly as the grammar has it.
    fn read_move(word: &[u8]) -> Option<Self::Move>;

    /// Whether a word names a move in another notation than the grammar's.
    fn is_like_move(word: &Word<'_>) -> bool;

    fn is_legal(&self, step: Self::Move) -> bool;

    /// Why a move is illegal, in words; `None` if it is legal.
    fn why_illegal(&self, step: Self::Move) -> Option<String>;

    /// Plays a move. Whether it is legal is not checked.
    fn play(&mut self, step: Self::Move);

    fn legal_moves(&self) -> Vec<Self::Move>;

    /// Whether a move takes something, so that an interface may send the next position anew.
    fn takes(&self, step: Self::Move) -> bool;

    /// A hash of the board and the side to move.
    fn key(&self) -> u64;

    /// The side to move, for a caption.
    fn side(&self) -> &'static str;

    /// Every move that can be written, the legal ones among them; first those of an own piece, if there are any.
    fn all_moves(&self) -> Box<dyn Iterator<Item = Self::Move> + '_>;

    /// The points that a word names which is to be a move, those off the board left out; `None` if it names none.
    fn points(word: &[u8]) -> Option<Vec<Self::Point>>;

    /// The board, row by row from above, with some points marked.
    fn draw(&self, marked: &[Self::Point]) -> Vec<Row>;
}

/// The position after a move, if it is legal.
pub(in crate::protocol) fn after<G: BoardGame>(position: &G, step: G::Move) -> Option<G> {
    position.is_legal(step).then(|| {
        let mut position = position.clone();
        position.play(step);
        position
    })
}

/// An illegal move, of an own piece if there is one.
pub(in crate::protocol) fn any_illegal<G: BoardGame>(position: &G) -> Option<G::Move> {
    position.all_moves().find(|it| !position.is_legal(*it))
}
