//! What a rule file needs.

pub(super) use std::time::Duration;

pub(super) use super::{
    view::{Asked, Deadline, Entry, Manner, Phase, Search, View},
    wire::{Item, Mode, Response},
};
pub(super) use crate::{
    rule::{Culprit, Findings, Level, Rule},
    transcript::End,
};
