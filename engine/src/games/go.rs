//! Go: points, boards from 2x2 to 25x25, legality under selectable rules, handicap stones, scores and the status of
//! stones at the end of a game.

mod board;
mod handicap;
mod neighbours;
mod point;
mod position;
mod random;
mod score;
mod status;

pub use board::Board;
pub use handicap::{fixed_handicap, free_handicap, max_fixed_handicap, valid_free_handicap};
pub use point::{Color, MAX_BOARD_SIZE, MIN_BOARD_SIZE, Point, Vertex};
pub use position::{IllegalReason, KoRule, PlayedMove, Position, Rules};
pub use random::Random;
pub use score::{area_owners, area_score};
pub(crate) use status::add_ownership;
pub use status::{FinalStatus, ownership_by_playouts, play_out, stone_statuses};

#[cfg(test)]
mod tests;
