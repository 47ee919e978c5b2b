//! The types and functions that every file of a GTP rule imports.

pub(super) use super::{
    board::{Legality, fixed_handicap_points, fixed_handicap_with_corner_line},
    checks::{self, UnusualCommand},
    view::{BoardMistake, CommandAnswer, CommandExchange, EndKind, Response, ResponseEnd, View},
    wire::{
        ArgumentKind, Color, FormError, Id, Point, REQUIRED_COMMANDS, Spelling, Vertex, is_decimal,
        parse_int,
    },
};
pub(super) use crate::{
    message::message,
    protocol::{
        deadline::{AnswerTiming, WaitResult},
        process_end::{
            early_end_message, external_signal_doubt_message, hang_message,
            late_host_hang_doubt_message,
        },
    },
    readable::readable_text,
    rule::{Findings, Level, Measurement, Rule},
    transcript::SessionEnd,
};
