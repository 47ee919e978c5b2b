//! The imports of a rule file.

pub(super) use std::time::Duration;

pub(super) use ponderhit_engine::games::xiangqi::{Move, Position};

pub(super) use super::{
    unspecified::UcciUnspecifiedInput,
    view::{
        AskedQuestion, Deadline, EnginePhase, Entry, InfiniteEndReason, OverdueAnswer,
        QuestionKind, Search, UnspecifiedInput, View, position_before_moves,
    },
    vocabulary,
    wire::{BasePosition, Command, GoMode, Item, Response, UcciCommand, UcciResponse, Words},
};
pub(super) use crate::{
    message::{Message, message},
    protocol::search::{checks, xiangqi::illegal_reason_message},
    readable::readable_text,
    rule::{Findings, Level, Measurement, Rule},
    transcript::SessionEnd,
};
