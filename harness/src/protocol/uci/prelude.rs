//! The names that every rule file of UCI imports.

pub(super) use std::time::Duration;

pub(super) use super::{
    game::UciPosition,
    idle_states::IdleStates,
    unspecified::UciUnspecifiedInput,
    variant::GameVariant,
    view::{
        Deadline, EnginePhase, Entry, OverdueAnswer, QuestionKind, Search, SearchMode,
        UnspecifiedInput, View, position_before_moves,
    },
    vocabulary,
    wire::{
        BasePosition, Command, Item, LicenceCheckKind, OptionLine, Response, Score, UciCommand,
        UciInfoItem, UciResponse, Words,
    },
};
pub(super) use crate::{
    message::{Message, message},
    protocol::search::{BoardGame, PonderhitState, checks},
    rule::{Findings, Level, Measurement, Rule},
    transcript::SessionEnd,
};
