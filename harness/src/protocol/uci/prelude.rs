//! The imports of a rule file.

pub(super) use std::time::Duration;

pub(super) use super::{
    chess::{Chess, Rules},
    step::Step,
    unspecified::UciUnspecified,
    view::{Asked, Deadline, Entry, Mode, Overdue, Phase, Search, Unspecified, View},
    vocabulary,
    wire::{
        Bound, Check, CheckResult, Command, Item, OptionLine, Response, UciCommand, UciItem,
        UciResponse, Words,
    },
};
pub(super) use crate::{
    message::{Message, message},
    protocol::search::{BoardGame, checks},
    readable::readable,
    rule::{Findings, Level, Measures, Rule},
    transcript::End,
};
