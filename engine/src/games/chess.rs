//! Chess and Chess960: positions, moves and legality. The moves come from the crate `cozy-chess`.

mod evaluate;
mod exchange;
mod fen;
mod game;
mod moves;
mod pawns;
mod perft;
mod position;
mod weights;

pub use fen::FenError;
pub use moves::Move;
pub use perft::{perft, perft_per_move};
pub use position::Position;

/// The initial position.
pub const START_FEN: &str = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";

/// The variant of chess, which decides how castling is written and where it may start.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Variant {
    /// Standard chess: castling is written as a move of the king by two squares, from the e-file.
    Standard,
    /// Chess960: castling is written as the king's capture of its own rook.
    Chess960,
}

#[cfg(test)]
mod tests;
