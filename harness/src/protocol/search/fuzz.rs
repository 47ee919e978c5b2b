//! The parts of fuzzer input that all protocols with searches share.

mod atoms;
mod delivery;
mod games;

pub(in crate::protocol) use self::{
    atoms::{Length, NUMBERS, Number, pick},
    delivery::Delivery,
    games::{Games, LEGAL, MANY, game},
};
