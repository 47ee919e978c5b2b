//! Gomoku and renju on 15x15 points: stones, fives, and the forbidden moves of black.

mod forbidden;
mod game;
mod point;
mod position;
mod threats;

pub use forbidden::ForbiddenReason;
pub use point::Point;
pub use position::{Color, Position};
pub use threats::find_continuous_fours;

#[cfg(test)]
mod reference_judge;
#[cfg(test)]
mod tests;
