//! The imports of a rule file.

pub(super) use std::time::Duration;

pub(super) use ponderhit_engine::games::xiangqi::{Move, Position};

pub(super) use super::{
    unspecified::UcciUnspecified,
    view::{
        Ask, Deadline, Entry, InfiniteEnd, Overdue, Phase, QuestionKind, Search, Unspecified, View,
        position_before_moves,
    },
    vocabulary,
    why_illegal::why_illegal,
    wire::{BasePosition, Command, Item, Mode, Response, UcciCommand, UcciResponse, Words},
};
pub(super) use crate::{
    message::{Message, message},
    protocol::search::checks,
    readable::readable_text,
    rule::{Findings, Level, Measurement, Rule},
    transcript::SessionEnd,
};
