//! The clock loses only the milliseconds of each time, and not its whole seconds: 356 ms of 2.356 s. Functions such as
//! `TimeSpan.Milliseconds` of .NET return only the part of a time that is less than a second.

use super::{ClockLoss, ClockMistake, range_of};
use crate::message::message;

const SECOND: i64 = 1000;

/// From this number of successive moves on, a clock that differs by whole seconds is no coincidence.
const MIN_FITTING_MOVES: usize = 5;

/// At least this number of moves must lack seconds.
const MIN_LACKING_MOVES: usize = 3;

/// From this number of other moves on that the clock lost completely, no delay explains the moves that lack seconds.
const MIN_COUNTED_MOVES: usize = 2;

/// These two kinds of moves must alternate: a run of the one, a run of the other, and a run of the first again.
const MIN_RUNS: usize = 3;

pub(super) const MISTAKE: ClockMistake = ClockMistake {
    message: Some(|count| {
        message!(
            "clock_loses_milliseconds",
            "in the last {count} moves the clock lost only the milliseconds of what the engine used, without its whole seconds",
            count
        )
    }),
    opponent_message: Some(|count| {
        message!(
            "opponent_clock_loses_milliseconds",
            "in the last {count} moves the opponent's clock lost only the milliseconds of what the opponent used, without its whole seconds",
            count
        )
    }),
    all_moves: Some(moves_without_seconds),
    is_of_opponent_without_gap: true,
    ..ClockMistake::OTHER
};

/// The number of moves at the end of `losses` for which the clock lost what was used except for whole seconds, or 0 if
/// these moves do not prove together that the clock loses only milliseconds.
fn moves_without_seconds(losses: &[ClockLoss]) -> usize {
    let fits = |it: &&ClockLoss| it.fits(it.used - it.charged(), SECOND * lacking_seconds(it));
    let fitting: Vec<&ClockLoss> = losses.iter().rev().take_while(fits).collect();
    let lacking = || fitting.iter().filter(|it| certainly_lacks_seconds(it));
    let is_lacking = fitting.iter().filter_map(|it| {
        let is_counted = lacking_seconds(it) == 0 && it.is_long();
        (is_counted || certainly_lacks_seconds(it)).then_some(!is_counted)
    });
    // A delay may begin with a time control, and then end with it, but it does not come and go.
    let mut runs: Vec<bool> = is_lacking.collect();
    let counted_count = runs.iter().filter(|it| !**it).count();
    runs.dedup();
    let are_mixed = counted_count >= MIN_COUNTED_MOVES && runs.len() >= MIN_RUNS;
    // A delay always lacks the same number of seconds.
    let seconds = || lacking().map(|it| lacking_seconds(it));
    let have_different_seconds = seconds().min() != seconds().max();
    let parts = || lacking().map(|it| it.used % SECOND);
    let range = range_of(parts());
    let certain_difference = fitting.first().map_or(0, |it| it.certain_difference());
    let is_no_delay = are_mixed || have_different_seconds && range > certain_difference;
    let are_enough = fitting.len() >= MIN_FITTING_MOVES && lacking().count() >= MIN_LACKING_MOVES;
    if are_enough && is_no_delay {
        fitting.len()
    } else {
        0
    }
}

/// The number of seconds, rounded, that the clock did not lose.
fn lacking_seconds(loss: &ClockLoss) -> i64 {
    (loss.used - loss.charged() + SECOND / 2).div_euclid(SECOND)
}

/// Whether the clock lost less than a second of a longer time, and not nothing, as it would within a delay.
fn certainly_lacks_seconds(loss: &ClockLoss) -> bool {
    let part = loss.used % SECOND;
    lacking_seconds(loss) != 0
        && (loss.tolerance() + 1..SECOND).contains(&loss.charged().abs())
        && loss.lost.abs() > loss.tolerance()
        && loss.differs(part, 0)
        && loss.differs(part, SECOND)
}
