//! The imports of a rule file.

pub(super) use std::time::Duration;

pub(super) use ponderhit_engine::games::xiangqi::{Move, Position};

pub(super) use super::{
    unspecified::UcciUnspecified,
    view::{
        Ask, Asked, Deadline, Entry, InfiniteEnd, Overdue, Phase, Search, Unspecified, View, set_up,
    },
    vocabulary,
    why_illegal::why_illegal,
    wire::{Command, Item, Mode, Place, Response, UcciCommand, UcciResponse, Words},
};
pub(super) use crate::{
    message::{Message, message},
    protocol::search::checks,
    readable::readable,
    rule::{Findings, Level, Measures, Rule},
    transcript::End,
};
