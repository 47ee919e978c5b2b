//! The trait of a board game for the judge: positions, moves and legality.

use std::fmt::{Debug, Display};

use super::Word;
use crate::{message::Message, protocol::DiagramRow};

/// A position of a game.
pub(in crate::protocol) trait BoardGame:
    Clone + Debug + Eq + Send + Sync + 'static
{
    type Move: Copy + Debug + Display + Eq + Send;
    /// A point of the board.
    type Point: Copy + Debug + Eq;
    /// The variant of the game. An option of the engine may set the variant.
    type Variant: Copy + Debug + Default + Eq + Send;

    /// The initial position; `None` if the variant is not known.
    fn start_position(rules: Self::Variant) -> Option<Self>;

    /// Parses a position: a FEN, or the protocol's own notation.
    fn parse_position(text: &str, rules: Self::Variant) -> Option<Self>;

    /// Whether the side to move is the side that makes the first move of a game.
    fn is_first_player_to_move(&self) -> bool;

    /// Parses a move that is written exactly as the grammar demands.
    fn parse_move(word: &[u8]) -> Option<Self::Move>;

    /// Whether a word is a move in another notation than the notation of the grammar.
    fn looks_like_move(word: &Word<'_>) -> bool;

    fn is_legal(&self, step: Self::Move) -> bool;

    /// The reason why a move is illegal. Returns `None` if the move is legal.
    fn why_illegal(&self, step: Self::Move) -> Option<Message>;

    /// Plays a move without a check of its legality.
    fn play(&mut self, step: Self::Move);

    /// Plays a move if it is legal. Returns whether the move is legal.
    fn play_if_legal(&mut self, step: Self::Move) -> bool {
        let is_legal = self.is_legal(step);
        if is_legal {
            self.play(step);
        }
        is_legal
    }

    fn legal_moves(&self) -> Vec<Self::Move>;

    /// A hash of the board and the side to move.
    fn hash_key(&self) -> u64;

    /// Whether the pieces and the side to move are the same. Interfaces differ in the other fields of a FEN.
    fn has_same_board(&self, other: &Self) -> bool {
        self.hash_key() == other.hash_key()
    }

    /// The side to move, for the caption of a diagram. The caption also names the moves in `after`, which led to the
    /// position, if there are at most [`MAX_CAPTION_MOVES`] such moves.
    fn side_to_move_caption(&self, after: &[Self::Move]) -> Message;

    /// All moves that the game's notation can express, legal or not. The moves of the side to move come before those of
    /// its opponent.
    fn legal_and_illegal_moves(&self) -> Box<dyn Iterator<Item = Self::Move> + '_>;

    /// The points on the board that a word such as `h2e2` names. Returns `None` if the word cannot
    /// be a move.
    fn points_of_word(word: &[u8]) -> Option<Vec<Self::Point>>;

    /// The rows of the board from top to bottom, with the points in `marked` highlighted.
    fn draw_rows(&self, marked: &[Self::Point]) -> Vec<DiagramRow>;
}

/// The greatest number of moves that a caption names.
pub(in crate::protocol) const MAX_CAPTION_MOVES: usize = 4;

/// Joins moves with blanks.
pub(in crate::protocol) fn join_moves(moves: &[impl ToString]) -> String {
    let words: Vec<String> = moves.iter().map(ToString::to_string).collect();
    words.join(" ")
}

/// The position after a move. Returns `None` if the move is illegal.
pub(in crate::protocol) fn position_after<G: BoardGame>(position: &G, step: G::Move) -> Option<G> {
    position.is_legal(step).then(|| {
        let mut position = position.clone();
        position.play(step);
        position
    })
}

/// Returns an illegal move, if possible with a piece of the side to move.
pub(in crate::protocol) fn any_illegal_move<G: BoardGame>(position: &G) -> Option<G::Move> {
    position
        .legal_and_illegal_moves()
        .find(|it| !position.is_legal(*it))
}
