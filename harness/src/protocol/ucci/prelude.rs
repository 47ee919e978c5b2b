//! What a rule file needs.

pub(super) use std::time::Duration;

pub(super) use super::{
    view::{Asked, Deadline, Entry, Excess, Manner, Phase, View},
    vocabulary,
    wire::{Item, Mode, Response},
};
pub(super) use crate::{
    rule::{Findings, Level, Rule},
    transcript::End,
};
