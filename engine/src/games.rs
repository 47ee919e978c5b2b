//! The rules of the games.

pub mod chess;
pub mod xiangqi;
