//! The rules of the games.

pub mod chess;
pub mod go;
pub mod gomoku;
pub mod xiangqi;
