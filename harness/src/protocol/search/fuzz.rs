//! The parts of fuzzer input that all protocols with searches share.

mod delivery;
mod games;
mod line_parts;

pub(in crate::protocol) use self::{
    delivery::Delivery,
    games::{GeneratedGames, LONG_GAME_MOVES, SHORT_GAME_MOVES, random_game},
    line_parts::{EDGE_NUMBERS, GeneratedNumber, RandomLength, pick_element},
};
