//! The parts of fuzzer input that all protocols with searches share.

mod line_delivery;
mod line_parts;
mod random_games;

pub(in crate::protocol) use self::{
    line_delivery::Delivery,
    line_parts::{EDGE_NUMBERS, GeneratedNumber, RandomLength, pick_element},
    random_games::{GeneratedGames, LONG_GAME_MOVES, SHORT_GAME_MOVES, random_game},
};
