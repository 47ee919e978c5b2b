//! Building blocks of fuzzer input for protocols with searches.

mod atoms;
mod delivery;
mod games;

pub(in crate::protocol) use self::{
    atoms::{Length, NUMBERS, Number, pick},
    delivery::Delivery,
    games::{Games, LEGAL, MANY, game},
};
