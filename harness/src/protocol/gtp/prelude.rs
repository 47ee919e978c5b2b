//! The imports of a rule file.

pub(super) use super::{
    view::{EndKind, ResponseEnd, TurnAnswer, View},
    wire::{FormError, Id},
};
pub(super) use crate::{
    message::message,
    rule::{Findings, Level, Measurement, Rule},
    transcript::SessionEnd,
};
