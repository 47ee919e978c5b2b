//! The parts of fuzzer input that all protocols with searches share.

mod line_parts;
mod delivery;
mod games;

pub(in crate::protocol) use self::{
    line_parts::{Length, NUMBERS, Number, pick},
    delivery::Delivery,
    games::{Games, SHORT_GAME_MOVES, LONG_GAME_MOVES, random_game},
};
