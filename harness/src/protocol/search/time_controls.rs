//! Time controls that begin at another move than `movestogo` says.
//!
//! A user may give a player time at any move, but hardly twice at the same number of moves to go.

use std::time::Duration;

use super::ClockPair;

/// If a clock gains more than this, besides the increment, it may have got the time for the next time control.
const MIN_TIME_CONTROL: Duration = Duration::from_secs(1);

/// From this number of time controls on that began at the same wrong move, it is no coincidence.
const MIN_WRONG_TIME_CONTROLS: usize = 2;

/// At which move a time control began, if `movestogo` said another one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::protocol) enum WrongBeginning {
    /// After a move with this `movestogo`, which is above 1. `movestogo` began anew, too.
    After(u64),
    /// One move after the move with `movestogo 1`. `movestogo` began anew one move before.
    OneMoveLate,
}

/// At which moves the time controls began up to a search.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct TimeControlHabits {
    /// Where the last time controls began, and their number. A right beginning removes it.
    wrong_beginnings: Option<(WrongBeginning, usize)>,
    /// Whether `movestogo` began anew with the last move, but the clock got no time.
    is_time_missing: bool,
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
        TimeControlHabits {
            wrong_beginnings,
            is_time_missing: had == 1 && begins_anew && !begins,
            has_begun: begins,
        }
    }

    /// Where the last time controls began, and their number, if the last one began with the last move and the number
    /// proves that `movestogo` is wrong.
    pub(super) fn proven(&self) -> Option<(WrongBeginning, usize)> {
        let proven = |it: &(WrongBeginning, usize)| it.1 >= MIN_WRONG_TIME_CONTROLS;
        self.wrong_beginnings
            .filter(|it| self.has_begun && proven(it))
    }
}

/// Whether the clock got so much time that the next time control may have begun.
fn gets_time(pair: &ClockPair) -> bool {
    let increment = pair.had.increment.max(pair.has.increment);
    let expected = (pair.had.time + increment.unwrap_or_default()).saturating_sub(pair.used);
    pair.has.time > expected + MIN_TIME_CONTROL
}
