//! The imports of a rule file.

pub(super) use super::{
    view::{EndKind, ResponseEnd, TurnAnswer, View},
    wire::{FormError, Id},
};
pub(super) use crate::{
    message::message,
    protocol::process_end::{
        early_end_violation, external_signal_doubt, hang_violation, late_host_hang_doubt,
    },
    rule::{Findings, Level, Measurement, Rule},
    transcript::SessionEnd,
};
