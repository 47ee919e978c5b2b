//! Whether the clocks of one move fit a mistake of an interface, and whether such clocks fit no correct clock.

use super::{ClockLoss, ClockMistake, MEASURING_ERROR, MIN_SIDES_DIFFERENCE};

/// If a move took only this much longer than the increment, in milliseconds, an interface that measures slightly less
/// may send the same clock again.
const MIN_EXCESS: i64 = 100;

/// A shorter time, in milliseconds, may be the time of the pipe only.
const MIN_USED: i64 = 10;

/// The tenth of a shorter move, in milliseconds, is too small to show.
const MIN_SHORT_MOVE: i64 = 300;

/// If a clock counts centiseconds, ten times its loss differs from what was used by at most this, in milliseconds.
const MAX_CENTISECOND_ERROR: i64 = 100;

impl ClockLoss {
    /// Whether the clocks fit the mistake. `before` is the move before, if it is known, and `last` the last move.
    pub(super) fn fits_mistake(
        &self,
        mistake: ClockMistake,
        before: Option<&ClockLoss>,
        last: &ClockLoss,
    ) -> bool {
        let increment = self.increment;
        match mistake {
            ClockMistake::BothRun => self.excess() > MEASURING_ERROR,
            ClockMistake::Swapped => {
                let other = self.other_lost.map(|it| it + self.other_increment);
                self.fits(self.lost + increment, self.passed - self.used)
                    && other.is_some_and(|it| self.fits(it, self.used))
            }
            ClockMistake::Grows => self.fits(self.lost, -self.used),
            ClockMistake::InSeconds => {
                // A small increment is in seconds, too.
                let is_thousandth = |lost: i64, used: i64| (1000 * lost - used).abs() <= 1010;
                is_thousandth(self.charged(), self.used)
                    && self
                        .other_charged
                        .is_none_or(|it| is_thousandth(it, self.passed - self.used))
                    && increment < 100
            }
            ClockMistake::PonderingCounted => {
                self.fits(self.lost + increment, self.used + self.pondered)
            }
            ClockMistake::MissedPonderingCounted => {
                self.fits(self.charged(), self.used + self.missed)
            }
            ClockMistake::HardlyRuns => {
                increment > 0 && 10 * (self.lost + increment).abs() <= self.used
            }
            ClockMistake::OnlyIncrements => {
                increment > self.tolerance() && self.charged().abs() <= self.tolerance()
            }
            // A clock without an increment may have a delay.
            ClockMistake::Stays => {
                let is_counted = self.has_defined_clocks && self.counts_moves_to_go;
                self.lost == 0 && self.is_for_game_or_period() && (increment > 0 || is_counted)
            }
            ClockMistake::OneMoveLate => {
                before.is_some_and(|before| self.fits(self.lost + increment, before.used))
            }
            ClockMistake::OnlyOtherRuns => self.lost == 0 && self.is_for_game_or_period(),
            ClockMistake::SameForBoth => {
                self.other_had == Some(self.had) && self.other_lost == Some(self.lost)
            }
            ClockMistake::InCentiseconds => self.fits_centiseconds(),
            ClockMistake::ChargedTwice => self.fits(self.charged(), 2 * self.used),
            ClockMistake::RunsAlways => {
                !self.has_pondered
                    && self.has_opponent_moved
                    && self.fits(self.charged(), self.passed)
            }
            ClockMistake::AlsoOtherLate => {
                let before = self.other_used_before;
                !self.has_pondered
                    && self.has_opponent_moved
                    && before.is_some_and(|it| self.fits(self.charged(), self.used + it))
            }
            _ => self.fits_increment_mistake(mistake, last),
        }
    }

    /// The same for the mistakes with an increment.
    fn fits_increment_mistake(&self, mistake: ClockMistake, last: &ClockLoss) -> bool {
        let increment = self.increment;
        match mistake {
            ClockMistake::IncrementIsClock => {
                self.sent_increments == [self.had, self.had - self.lost] && self.lost != 0
            }
            ClockMistake::IncrementIsSwapped => {
                let [had, has] = self.sent_increments;
                self.lost == 0 && had != has && self.fits(had - has + self.had, self.used)
            }
            ClockMistake::GainsUntold => {
                let is_constant = (self.gained() - last.gained()).abs() <= 2 * self.tolerance();
                is_constant && self.gained() - increment > self.certain_difference()
            }
            // The clock of a side that needs more time than it has left, and an increment in milliseconds.
            ClockMistake::InSecondsWithIncrement => {
                increment >= 100 && (1000 * self.lost - self.used + increment).abs() <= 1010
            }
            ClockMistake::IncrementMissing => self.fits(self.lost, self.used),
            ClockMistake::IncrementTwice => self.fits(self.lost, self.used - 2 * increment),
            ClockMistake::IncrementInSeconds => self.fits(self.lost, self.used - 1000 * increment),
            // `count_moves` judges all moves together.
            _ => true,
        }
    }

    /// Whether clocks that fit the mistake fit no correct clock.
    pub(super) fn distinguishes(&self, mistake: ClockMistake, before: Option<&ClockLoss>) -> bool {
        let has_increment = self.differs(self.increment, 0);
        match mistake {
            // Until the opponent has moved, the delay of a server may be missing in the time that passed.
            ClockMistake::BothRun => {
                self.has_opponent_moved || self.excess() > 10 * self.passed + MIN_SIDES_DIFFERENCE
            }
            ClockMistake::InSeconds => {
                let shows = |lost: i64, used: i64| used > 900 && lost > 0;
                let other = self.other_charged;
                shows(self.charged(), self.used)
                    || other.is_some_and(|it| shows(it, self.passed - self.used))
            }
            ClockMistake::PonderingCounted => self.differs(self.pondered, 0),
            ClockMistake::MissedPonderingCounted => self.differs(self.missed, 0),
            ClockMistake::HardlyRuns => self.used > MIN_USED,
            ClockMistake::OnlyIncrements => self.is_long(),
            ClockMistake::Stays => self.used - self.increment > MIN_EXCESS,
            ClockMistake::Swapped => self.differs(self.used, self.passed - self.used),
            // The clock of an hourglass gains what the opponent used, and an increment may be twice the used time.
            ClockMistake::Grows => {
                self.is_long()
                    && self.differs(2 * self.used, self.passed - self.used)
                    && self.differs(2 * self.used, self.increment)
            }
            ClockMistake::OneMoveLate => {
                before.is_some_and(|before| self.differs(self.used, before.used))
            }
            ClockMistake::SameForBoth => {
                let difference = (2 * self.used - self.passed).abs();
                self.has_opponent_moved && self.lost > 0 && difference > MIN_SIDES_DIFFERENCE
            }
            ClockMistake::OnlyOtherRuns => self.is_long() && self.has_opponent_moved,
            ClockMistake::GainsUntold
            | ClockMistake::SecondsNotCounted
            | ClockMistake::FreeAfterPonderhit
            | ClockMistake::NoIncrementAfterPonderhit
            | ClockMistake::SmallIncrementsMissing
            | ClockMistake::IncrementIsClock => true,
            ClockMistake::InCentiseconds => self.used > MIN_SHORT_MOVE && self.charged() > 0,
            ClockMistake::ChargedTwice => {
                let before = self.other_used_before.unwrap_or(0);
                let others = [self.passed, self.used + self.pondered, self.used + before];
                self.is_long() && others.iter().all(|it| self.differs(2 * self.used, *it))
            }
            ClockMistake::InSecondsWithIncrement => {
                self.lost != 0 && (self.used - self.increment).abs() > 900
            }
            ClockMistake::IncrementIsSwapped => self.had > 0,
            // A server that sends the opponent's moves late charges the engine for the delay, but not the opponent.
            ClockMistake::RunsAlways => {
                self.differs(self.passed, self.used) && self.is_other_charged()
            }
            ClockMistake::AlsoOtherLate => {
                let before = self.other_used_before;
                before.is_some_and(|it| self.differs(it, 0)) && self.is_other_charged()
            }
            ClockMistake::IncrementMissing | ClockMistake::IncrementTwice => has_increment,
            ClockMistake::IncrementInSeconds => (1..100).contains(&self.increment),
        }
    }

    /// Whether the clocks lost a tenth of what their sides used.
    fn fits_centiseconds(&self) -> bool {
        let is_tenth = |lost: i64, used: i64| (10 * lost - used).abs() <= MAX_CENTISECOND_ERROR;
        let other = self.other_charged.filter(|_| self.has_opponent_moved);
        is_tenth(self.charged(), self.used)
            && other.is_none_or(|it| is_tenth(it, self.passed - self.used))
    }
}
