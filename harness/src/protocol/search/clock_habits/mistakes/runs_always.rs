//! The clock also runs while the other side thinks.

use super::{ClockMistake, EachMove, range_of};
use crate::message::message;

pub(super) const MISTAKE: ClockMistake = ClockMistake {
    message: Some(|count| {
        message!(
            "clock_runs_always",
            "in each of the last {count} moves the engine's clock also lost what the opponent used",
            count
        )
    }),
    opponent_message: Some(|count| {
        message!(
            "opponent_clock_runs_always",
            "in each of the last {count} moves the opponent's clock also lost what the engine used",
            count
        )
    }),
    each_move: Some(EachMove {
        fits: |it, _| !it.has_pondered && it.has_opponent_moved && it.fits(it.charged(), it.passed),
        shows: |it, _| {
            // A server that sends the opponent's moves late charges the engine for the delay, but not the opponent.
            it.differs(it.passed, it.used) && it.is_other_charged()
        },
        is_proven: |it| {
            // If the other side always uses the same time, the clock may lose something else.
            range_of(it.moves.iter().map(|it| it.passed - it.used)) > it.certain_difference()
        },
    }),
    is_of_opponent_without_gap: true,
    ..ClockMistake::OTHER
};
