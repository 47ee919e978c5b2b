//! The imports that the rule files of AGI share.

pub(super) use std::time::Duration;

pub(super) use super::{
    dialect::AgiUnspecifiedInput,
    game::parse_points,
    view::{
        Deadline, EnginePhase, Entry, Expectation, OverdueAnswer, QuestionKind, ThinkingState,
        UnspecifiedInput, View, mark_inapplicable_if_color_swap_unused,
        mark_inapplicable_without_info,
    },
    wire::{
        AgiCommand, AgiGo, AgiInfoItem, BasePosition, Command, Item, Response, Words,
        has_superfluous_words, is_keyword,
    },
};
pub(super) use crate::{
    message::message,
    protocol::search::checks,
    rule::{Findings, Level, Measurement, Rule},
    transcript::SessionEnd,
};
