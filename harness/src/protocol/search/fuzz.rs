//! What conversations are made up of to fuzz an engine that is set searching.

mod atoms;
mod delivery;
mod games;

pub(in crate::protocol) use self::{
    atoms::{Length, NUMBERS, Number, pick},
    delivery::Delivery,
    games::{Games, LEGAL, MANY, game},
};
