//! The rules of the games.

pub mod chess;
pub mod gomoku;
pub mod xiangqi;
