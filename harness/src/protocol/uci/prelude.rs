//! The imports of a rule file.

pub(super) use std::time::Duration;

pub(super) use super::{
    unspecified::UciUnspecified,
    view::{Deadline, Mode, Overdue, QuestionKind, Search, Unspecified, View},
    vocabulary,
    wire::{Check, Command, Item, OptionLine, Response, Score, UciItem, UciResponse, Words},
};
pub(super) use crate::{
    message::{Message, message},
    protocol::search::{BoardGame, checks},
    rule::{Findings, Level, Measurement, Rule},
    transcript::SessionEnd,
};
