//! The imports of a rule file.

pub(super) use std::time::Duration;

pub(super) use super::{
    chess::{Chess, Rules},
    unspecified::UciUnspecified,
    view::{Asked, Deadline, Entry, Mode, Overdue, Phase, Search, Unspecified, View, set_up},
    vocabulary,
    wire::{
        Check, Command, Item, OptionLine, Place, Response, Score, UciCommand, UciItem, UciResponse,
        Words,
    },
};
pub(super) use crate::{
    message::{Message, message},
    protocol::search::{BoardGame, checks},
    rule::{Findings, Level, Measures, Rule},
    transcript::End,
};
