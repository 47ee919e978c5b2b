//! Clocks that jump to a number which only a mistake of an interface explains. One such clock proves the mistake.

use std::time::Duration;

use super::{ClockPair, clock_habits::MEASURING_TOLERANCE};

/// Only from a clock up to this a jump to a wrapped negative number is judged, and a negative clock is at most so small.
const MAX_WRAPPED_CLOCK: Duration = Duration::from_secs(60);

/// A shorter clock may become the same number when the next time control begins.
const MIN_CLOCK_BEFORE_INCREMENT: u128 = 1000;

/// An increment with at least this number of digits makes the clock so long that nothing else explains it.
const MIN_CERTAIN_DIGITS: usize = 3;

/// If the last three digits of a clock are 0, the user may have set it.
const ROUND_CLOCK: u128 = 1000;

impl ClockPair {
    /// Whether the clock jumped to a number that a negative clock becomes in an unsigned number of 32 bits.
    pub(in crate::protocol) fn has_wrapped(&self) -> bool {
        let negated = (1_u128 << 32).checked_sub(self.has.time.as_millis());
        self.had.time <= MAX_WRAPPED_CLOCK
            && negated.is_some_and(|it| (1..=MAX_WRAPPED_CLOCK.as_millis()).contains(&it))
    }

    /// Whether the digits of the increment follow the digits of the clock that is left: 58000 and 2000 make 580002000.
    pub(in crate::protocol) fn has_appended_increment(&self) -> bool {
        if self.had.moves_to_go.is_some() || self.has.moves_to_go.is_some() || !self.is_in_millis {
            return false;
        }
        let increment = self
            .had
            .increment
            .unwrap_or_default()
            .as_millis()
            .to_string();
        let clock = self.has.time.as_millis().to_string();
        let before = clock.strip_suffix(&increment);
        let Some(before) = before.and_then(|it| it.parse::<u128>().ok()) else {
            return false;
        };
        let (had, used) = (self.had.time.as_millis(), self.used.as_millis());
        let tolerance = MEASURING_TOLERANCE.as_millis();
        // The user may set a clock of ten times the time that the clock had, but not of ten times the time that is left.
        let is_certain = increment.len() >= MIN_CERTAIN_DIGITS
            || used > 3 * tolerance && before % ROUND_CLOCK != 0;
        let left = had.saturating_sub(used);
        left > MIN_CLOCK_BEFORE_INCREMENT && before.abs_diff(left) <= tolerance && is_certain
    }
}
