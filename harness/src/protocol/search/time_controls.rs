//! Time controls that begin at another move than `movestogo` says.
//!
//! A user may give a player time at any move, but hardly twice at the same number of moves to go.

use std::time::Duration;

use super::{ClockPair, clock_habits};

/// If a clock gains more than this, besides the increment, it may have got the time for the next time control.
const MIN_TIME_CONTROL: Duration = Duration::from_secs(1);

/// A move that takes at least this many times the measuring error shows that the clock lost it.
const MIN_USED: u32 = 3;

/// From this number of time controls on that began at the same wrong move, it is no coincidence.
const MIN_WRONG_TIME_CONTROLS: usize = 2;

/// At which move a time control began, if `movestogo` said another one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::protocol) enum WrongBeginning {
    /// After a move with this `movestogo`, which is above 1. `movestogo` began anew, too.
    After(u64),
    /// One move after the move with `movestogo 1`. `movestogo` began anew one move before.
    OneMoveLate,
    /// Not after the move with `movestogo 1`. `movestogo` began anew, but the clock lost what the engine used.
    Missing,
}

/// At which moves the time controls began up to a search.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct TimeControlHabits {
    /// Where the last time controls began, and their number. A right beginning removes it.
    wrong_beginnings: Option<(WrongBeginning, usize)>,
    /// Whether `movestogo` began anew with the last move, but the clock got no time.
    is_time_missing: bool,
    /// The number of times that `movestogo` began anew without a time control. A right beginning resets it.
    missing_count: usize,
    /// Whether this happened with the last move.
    is_missing_again: bool,
    /// Whether a time control began with the last move.
    has_begun: bool,
}

impl TimeControlHabits {
    /// What is known after the next move, whose clocks are `pair`.
    pub(super) fn with_next(self, pair: Option<ClockPair>) -> TimeControlHabits {
        let numbers = pair.and_then(|it| Some((it, it.had.moves_to_go?, it.has.moves_to_go?)));
        let Some((pair, had, has)) = numbers else {
            return TimeControlHabits {
                wrong_beginnings: self.wrong_beginnings,
                missing_count: self.missing_count,
                ..TimeControlHabits::default()
            };
        };
        let (begins, begins_anew) = (gets_time(&pair), has > had);
        let wrong = match begins {
            true if had > 1 && begins_anew => Some(WrongBeginning::After(had)),
            true if self.is_time_missing && has + 1 == had => Some(WrongBeginning::OneMoveLate),
            _ => None,
        };
        let wrong_beginnings = match (wrong, self.wrong_beginnings) {
            (Some(wrong), Some((same, count))) if wrong == same => Some((wrong, count + 1)),
            (Some(wrong), _) => Some((wrong, 1)),
            (None, _) if begins => None,
            (None, before) => before,
        };
        let missing_count = match wrong {
            // The time was only late.
            Some(WrongBeginning::OneMoveLate) => 0,
            _ if had == 1 && begins => 0,
            _ if had == 1 && begins_anew && loses_used_time(&pair) => self.missing_count + 1,
            _ => self.missing_count,
        };
        TimeControlHabits {
            wrong_beginnings,
            is_time_missing: had == 1 && begins_anew && !begins,
            missing_count,
            is_missing_again: missing_count > self.missing_count,
            has_begun: begins,
        }
    }

    /// Where the last time controls began, and their number, if the last one began with the last move and the number
    /// proves that `movestogo` is wrong.
    pub(super) fn proven(&self) -> Option<(WrongBeginning, usize)> {
        let of_missing = (WrongBeginning::Missing, self.missing_count);
        let missing = Some(of_missing).filter(|_| self.is_missing_again);
        let begun = self.wrong_beginnings.filter(|_| self.has_begun);
        missing
            .or(begun)
            .filter(|it| it.1 >= MIN_WRONG_TIME_CONTROLS)
    }
}

/// Whether the clock got so much time that the next time control may have begun.
fn gets_time(pair: &ClockPair) -> bool {
    let increment = pair.had.increment.max(pair.has.increment);
    let expected = (pair.had.time + increment.unwrap_or_default()).saturating_sub(pair.used);
    pair.has.time > expected + MIN_TIME_CONTROL
}

/// Whether the clock certainly lost what the engine used. A clock that starts anew for each time control does not.
fn loses_used_time(pair: &ClockPair) -> bool {
    let rounding = clock_habits::rounding_of(&[pair.had.time, pair.has.time]);
    let tolerance = clock_habits::MEASURING_TOLERANCE + rounding;
    let increment = pair.had.increment.max(pair.has.increment);
    let expected = (pair.had.time + increment.unwrap_or_default()).saturating_sub(pair.used);
    pair.used > MIN_USED * tolerance && pair.has.time.abs_diff(expected) <= tolerance
}
