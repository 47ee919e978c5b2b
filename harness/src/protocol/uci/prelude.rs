//! The imports of a rule file.

pub(super) use std::time::Duration;

pub(super) use super::{
    chess::{Chess, Rules},
    unspecified::UciUnspecified,
    view::{
        Deadline, Entry, Mode, Overdue, Phase, QuestionKind, Search, Unspecified, View, set_up,
    },
    vocabulary,
    wire::{
        BasePosition, Check, Command, Item, OptionLine, Response, Score, UciCommand, UciItem,
        UciResponse, Words,
    },
};
pub(super) use crate::{
    message::{Message, message},
    protocol::search::{BoardGame, checks},
    rule::{Findings, Level, Measurement, Rule},
    transcript::SessionEnd,
};
