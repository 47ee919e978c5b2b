//! What a rule file needs.

pub(super) use std::time::Duration;

pub(super) use ponderhit_engine::games::xiangqi::{Move, Position};

pub(super) use super::{
    view::{
        Ask, Asked, Deadline, Ending, Entry, Excess, Expected, Manner, Oddity, Phase, Sample,
        Search, View, set_up,
    },
    vocabulary,
    wire::{Command, Item, Mode, Place, Response, Words},
};
pub(super) use crate::{
    readable::readable,
    rule::{Findings, Level, Measures, Rule},
    transcript::End,
};
