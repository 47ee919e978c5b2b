//! The clock is in seconds, although the unit is the millisecond.

use super::{ClockLoss, ClockMistake, EachMove};
use crate::message::{Message, message};

/// At least this number of successive moves must show the mistake.
const MIN_MOVES: usize = 5;

/// From this sum of times on, in milliseconds, it is no coincidence that a clock lost a thousandth of it.
const MIN_USED: i64 = 2500;

/// The moves take at least so many times the clock, if it is read as milliseconds.
const MIN_OVERSTEPPING: i64 = 10;

/// A longer increment is in milliseconds.
const MAX_INCREMENT: i64 = 100;

/// The error of a clock that counts whole seconds, in milliseconds. Each move may be rounded.
pub(super) const MAX_SECONDS_ERROR: i64 = 1010;

/// A clock that lost a second shows its unit if more than this was used, in milliseconds.
pub(super) const MIN_SECONDS_USED: i64 = 900;

pub(super) const MISTAKE: ClockMistake = ClockMistake {
    message: Some(|count| {
        message!(
            "clock_in_seconds",
            "in each of the last {count} moves the clock lost a thousandth of what the engine used: is it in seconds?",
            count
        )
    }),
    opponent_message: Some(opponent_message),
    each_move: Some(EachMove {
        fits: |it, _| {
            // A small increment is in seconds, too.
            is_thousandth(it.charged(), it.used)
                && it
                    .other_charged
                    .is_none_or(|other| is_thousandth(other, it.passed - it.used))
                && it.increment < MAX_INCREMENT
        },
        shows: |it, _| {
            let shows = |lost: i64, used: i64| used > MIN_SECONDS_USED && lost > 0;
            shows(it.charged(), it.used)
                || it
                    .other_charged
                    .is_some_and(|other| shows(other, it.passed - it.used))
        },
        is_proven: |it| {
            // Otherwise the clock could have a delay that the moves hardly exceed.
            let other = it.moves.last().and_then(|it| it.other_had);
            it.sum(|it| it.used) > it.first_clock()
                || other.is_some_and(|other| it.sum(|it| it.passed - it.used) > other)
        },
    }),
    all_moves: Some(moves_in_seconds),
    ..ClockMistake::OTHER
};

/// In a fast game each move takes less than a second, so only many moves together show the unit.
///
/// The number of moves at the end of `losses` in which the clock lost a thousandth of what its side used, or 0 if they do
/// not prove the mistake.
fn moves_in_seconds(losses: &[ClockLoss]) -> usize {
    let (mut used, mut lost, mut proven) = (0, 0, 0);
    for (index, loss) in losses.iter().rev().enumerate() {
        let charged = loss.charged();
        if loss.increment >= MAX_INCREMENT || charged < 0 || loss.has_moves_to_go {
            break;
        }
        used += loss.used;
        lost += charged;
        let fits = used >= MIN_USED && is_thousandth(lost, used);
        // In milliseconds the clock would be much too short for these moves.
        if index + 1 >= MIN_MOVES && fits && used > MIN_OVERSTEPPING * loss.had {
            proven = index + 1;
        }
    }
    proven
}

/// Whether the clock lost a thousandth of what was used, as far as whole seconds show it.
fn is_thousandth(lost: i64, used: i64) -> bool {
    (1000 * lost - used).abs() <= MAX_SECONDS_ERROR
}

pub(super) fn opponent_message(count: usize) -> Message {
    message!(
        "opponent_clock_in_seconds",
        "in each of the last {count} moves the opponent's clock lost a thousandth of what the opponent used: is it in seconds?",
        count
    )
}
