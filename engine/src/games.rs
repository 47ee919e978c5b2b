//! The rules of the games.

pub mod chess;
pub mod go;
pub mod xiangqi;
