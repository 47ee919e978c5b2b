//! The imports of a rule file.

pub(super) use super::{
    view::{Answer, Close, EndKind, View},
    wire::{Flaw, Id},
};
pub(super) use crate::{
    message::message,
    rule::{Findings, Level, Measures, Rule},
    transcript::End,
};
