//! Xiangqi: positions, moves and legality.

mod attack;
mod bitboard;
mod evaluate;
mod exchange;
mod fen;
mod game;
mod illegal_reason;
mod move_generation;
mod moves;
mod perft;
mod piece;
mod piece_square_tables;
mod position;
mod promotion;
mod repetition;
mod square;

pub use fen::FenError;
pub use illegal_reason::IllegalReason;
pub use move_generation::CheckInfo;
pub use moves::Move;
pub use perft::{perft, perft_per_move, perft_playing_all_moves};
pub use piece::{Piece, PieceKind, Side};
pub use position::Position;
pub use repetition::{CycleResult, chased_pieces, judge_cycle};
pub use square::Square;

/// The initial position (`UCCI P3`).
pub const START_FEN: &str = "rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR w - - 0 1";

#[cfg(test)]
mod tests;
