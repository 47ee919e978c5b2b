//! What a rule file needs.

pub(super) use std::time::Duration;

pub(super) use super::{
    view::{Asked, Due, Entry, Manner, Phase, Said, View, said},
    wire::{Command, Flag, Item, Mode, Response},
};
pub(super) use crate::{
    rule::{Findings, Level, Rule},
    transcript::End,
};
