//! What a rule file needs.

pub(super) use super::{
    view::{Answer, Close, EndKind, View, seconds},
    wire::{Flaw, Id},
};
pub(super) use crate::{
    rule::{Findings, Level, Measures, Rule},
    transcript::End,
};
