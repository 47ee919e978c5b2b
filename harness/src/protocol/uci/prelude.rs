//! The imports of a rule file.

pub(super) use std::time::Duration;

pub(super) use super::{
    unspecified::UciUnspecifiedInput,
    view::{Deadline, OverdueAnswer, QuestionKind, Search, SearchMode, UnspecifiedInput, View},
    vocabulary,
    wire::{
        CheckKind, Command, Item, OptionLine, Response, Score, UciInfoItem, UciResponse, Words,
    },
};
pub(super) use crate::{
    message::{Message, message},
    protocol::search::{BoardGame, checks},
    rule::{Findings, Level, Measurement, Rule},
    transcript::SessionEnd,
};
