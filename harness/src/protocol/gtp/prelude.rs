//! The imports of a rule file.

pub(super) use super::{
    view::{Answer, EndKind, ResponseEnd, View},
    wire::{FormError, Id},
};
pub(super) use crate::{
    message::message,
    rule::{Findings, Level, Measurement, Rule},
    transcript::SessionEnd,
};
