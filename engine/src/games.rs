//! The rules of the games.

pub mod xiangqi;
