//! What the engine used on its clock, and what this clock lost from one `go` to the next.

use std::time::Duration;

use super::{
    view::{Search, View},
    wire::GoMode,
};
use crate::protocol::search::GoClock;

/// The tolerance is for rounded clocks and for the latency between two machines.
const CLOCK_TOLERANCE: Duration = Duration::from_millis(1500);

/// The tolerance for the time before `ponderhit`. It can be short, because only several successive moves convict.
const PONDER_TOLERANCE: Duration = Duration::from_millis(80);

/// The tolerance for a clock that counts milliseconds although it should count seconds. It can be short, because only
/// several successive moves convict.
const MILLISECOND_TOLERANCE: Duration = Duration::from_millis(50);

/// The tolerance for the sum of both clocks of an hourglass.
const HOURGLASS_TOLERANCE: Duration = Duration::from_millis(10);

/// The time of a byo-yomi period is a multiple of this number of milliseconds.
const PERIOD_STEP: u128 = 1000;

/// The same on a clock that counts seconds, which always shows whole seconds.
const PERIOD_STEP_IN_SECONDS: u128 = 5000;

/// The clock of the engine in two successive searches of one game.
#[derive(Clone, Copy, Debug)]
pub(super) struct ClockStep {
    /// The clock of the earlier search, and the clock of the later one.
    pub(super) had: Duration,
    pub(super) has: Duration,
    /// The time that the engine used on its clock.
    pub(super) used: Duration,
    /// The increment.
    pub(super) added: Duration,
    /// The time from one `go` to the next.
    pub(super) passed: Duration,
    /// Whether the clock counts seconds, because the engine did not announce `usemillisec`.
    counts_seconds: bool,
    /// Whether the engine pondered on a move that was not played.
    pub(super) missed: bool,
    /// The time that the earlier search took if it was a ponder search.
    pub(super) pondered: Option<Duration>,
    /// Whether neither clock has an increment.
    is_without_increment: bool,
    /// Whether the opponent's clock gained what the engine's clock lost, or the other way round, as in an hourglass. It
    /// may have increments.
    is_hourglass: bool,
}

impl ClockStep {
    /// Returns `None` if `after` does not continue a game with one clock, or if its clock is not known.
    pub(super) fn since_previous_search(view: &View, after: &Search) -> Option<ClockStep> {
        // In batch mode the interface sends the next `go` before it knows how much time the search used.
        let earlier = view.certain_previous_search(after)?;
        let missed = earlier.was_ponder_move_wrong(after);
        if !missed && !earlier.is_continued_by(after) {
            return None;
        }
        let before = &earlier.search;
        let (GoMode::Time(had), GoMode::Time(has)) = (&before.go.mode, &after.go.mode) else {
            return None;
        };
        // The meaning of `time` without `increment` is not defined (`UCCI G10`).
        let one_clock = [had, has]
            .iter()
            .all(|it| it.has_increment && it.moves_to_go.is_none());
        if !one_clock || before.time_unit != after.time_unit {
            return None;
        }
        let unit = before.time_unit;
        let used = match earlier.clock_time_used() {
            Some(used) if !missed => used,
            None if missed => Duration::ZERO,
            _ => return None,
        };
        let pondered = earlier.result_time.saturating_sub(before.started);
        Some(ClockStep {
            had: had.remaining_time(unit),
            has: has.remaining_time(unit),
            used,
            added: unit.saturating_mul(u32::try_from(had.increment).unwrap_or(u32::MAX)),
            passed: after.started.saturating_sub(before.started),
            counts_seconds: unit == Duration::from_secs(1),
            missed,
            pondered: before.go.is_ponder.then_some(pondered),
            is_without_increment: had.increment == 0 && has.increment == 0,
            is_hourglass: go_clock(before)
                .zip(go_clock(after))
                .is_some_and(|(had, has)| is_hourglass(&had, &has)),
        })
    }
}

/// Whether both clocks together stayed the same, except for their increments, although each clock changed.
fn is_hourglass(had: &GoClock, has: &GoClock) -> bool {
    let (Some(other_had), Some(other_has)) = (had.other_time, has.other_time) else {
        return false;
    };
    let before = had.time.saturating_add(other_had);
    let after = has.time.saturating_add(other_has);
    let increments = had.increment.unwrap_or_default() + had.other_increment.unwrap_or_default();
    let is_same = |before: Duration| before.abs_diff(after) <= HOURGLASS_TOLERANCE;
    let has_changed = had.time.abs_diff(has.time) > HOURGLASS_TOLERANCE;
    has_changed && (is_same(before) || is_same(before.saturating_add(increments)))
}

impl ClockStep {
    /// True if the clock has more time than before the move, so the user changed it, or the next time control began.
    fn has_new_clock(&self) -> bool {
        let most = self.had.saturating_add(self.added);
        self.has > most.saturating_add(CLOCK_TOLERANCE)
    }

    /// Whether the engine used so much time that a clock which is never reduced would not fit.
    pub(super) fn is_long(&self) -> bool {
        self.used > CLOCK_TOLERANCE || self.pondered.is_some_and(|it| it > 2 * CLOCK_TOLERANCE)
    }

    /// What a clock that counts seconds lost, if it lost as many seconds as milliseconds had passed.
    pub(super) fn lost_milliseconds(&self) -> Option<Duration> {
        let lost = self.had.saturating_add(self.added).checked_sub(self.has)?;
        (self.has_lost_milliseconds() == Some(true)).then_some(lost)
    }

    /// Whether the interface counts milliseconds on a clock that counts seconds: the clock lost many times more than the
    /// time that passed, but as milliseconds its loss is what the engine used. Returns `None` if the clock does not show
    /// it.
    fn has_lost_milliseconds(&self) -> Option<bool> {
        let lost = self.had.saturating_add(self.added).checked_sub(self.has)?;
        if !self.counts_seconds || self.missed {
            return None;
        }
        let most = self.passed.saturating_add(Duration::from_secs(1));
        let as_millis = Duration::from_millis(lost.as_secs());
        let least = self.used.saturating_sub(MILLISECOND_TOLERANCE);
        let fits_millis = (least..=self.passed).contains(&as_millis);
        match lost > most.saturating_mul(10) {
            true => fits_millis.then_some(true),
            false => Some(false),
        }
    }

    /// If `ponderhit` came so long after `go ponder` that the clock shows whether the interface also subtracted this
    /// time: the time, and whether the interface did.
    fn subtracted_pondering(&self) -> Option<(Duration, bool)> {
        let before_hit = self.pondered?.checked_sub(self.used)?;
        let shows = !self.missed && before_hit >= 2 * PONDER_TOLERANCE;
        let lost = self.had.saturating_add(self.added).checked_sub(self.has);
        let wrong = self.used.saturating_add(before_hit);
        let fits = lost.is_some_and(|it| it.abs_diff(wrong) <= PONDER_TOLERANCE);
        shows.then_some((before_hit, fits))
    }

    /// Whether the clock lost just what the engine used.
    fn fits_exactly(&self) -> bool {
        let lost = self.had.saturating_sub(self.has);
        self.used > 2 * PONDER_TOLERANCE && lost.abs_diff(self.used) <= PONDER_TOLERANCE
    }

    /// Whether the clock lost only what was used, or stayed higher, and may be the time of one byo-yomi period.
    fn may_be_period(&self) -> bool {
        let step = if self.counts_seconds {
            PERIOD_STEP_IN_SECONDS
        } else {
            PERIOD_STEP
        };
        self.has.as_millis().is_multiple_of(step) && self.has.saturating_add(self.used) >= self.had
    }

    /// Whether the clock lost the time of pondering: only this time and the time that passed are no coincidence. An arbiter
    /// may take some seconds.
    fn may_have_lost_pondering(&self, pondered: Duration) -> bool {
        let lost = self.had.saturating_add(self.added).saturating_sub(self.has);
        let is_near = |time: Duration| lost.abs_diff(time) <= PONDER_TOLERANCE;
        let is_penalty = lost.as_millis().is_multiple_of(PERIOD_STEP) && !self.counts_seconds;
        lost <= self.passed.saturating_add(CLOCK_TOLERANCE)
            && (!is_penalty || is_near(pondered) || is_near(self.passed))
    }

    /// Whether the clock lost about the time that the engine used.
    pub(super) fn fits(&self) -> bool {
        let ClockStep { had, has, used, .. } = *self;
        let most = had.saturating_sub(used).saturating_add(self.added);
        let too_much =
            has > most.saturating_add(CLOCK_TOLERANCE) && !self.missed && !self.has_new_clock();
        // With a physical board, the clock may run until the user has played the engine's move on the board. A clock
        // that is too low is therefore a violation only if its value shows that the interface also subtracted the time
        // of pondering.
        let too_little = self.pondered.is_some_and(|pondered| {
            pondered > used.saturating_add(2 * CLOCK_TOLERANCE)
                && has <= had.saturating_sub(pondered).saturating_add(CLOCK_TOLERANCE)
                && has.saturating_add(CLOCK_TOLERANCE) < had.saturating_sub(used)
                && self.may_have_lost_pondering(pondered)
        });
        !too_much && !too_little
    }
}

/// The times of the engine in one game.
#[derive(Clone, Copy, Debug, Default)]
struct GameTimes {
    /// The time in the last `go` with a time.
    last: Option<u64>,
    has_changed: bool,
}

impl GameTimes {
    /// The same up to the search `after`.
    fn with_next(self, after: &Search) -> GameTimes {
        let this = match after.previous_search {
            Some(_) => self,
            None => GameTimes::default(),
        };
        let GoMode::Time(clock) = &after.go.mode else {
            return this;
        };
        GameTimes {
            last: Some(clock.time),
            has_changed: this.has_changed || this.last.is_some_and(|it| it != clock.time),
        }
    }

    /// Whether the time may be for one move: the main time is over, and each move has the same byo-yomi period. A time
    /// with `increment 0` that has never changed is no time for each move: `increment 0` is sudden death (`UCCI G14`).
    fn may_be_for_each_move(self, step: &ClockStep) -> bool {
        let is_period = self.has_changed && step.may_be_period() && !step.fits_exactly();
        step.is_without_increment && !step.missed && is_period
    }
}

/// Sums over the successive moves of a game.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct ClockUse {
    /// The time that the engine used.
    pub(super) used: Duration,
    /// What the clock lost, if its increments are subtracted again.
    pub(super) lost: Duration,
    /// The successive moves for which the interface also subtracted the time before `ponderhit`, and the sum of these
    /// times.
    subtracted_count: usize,
    pub(super) subtracted: Duration,
    /// The successive moves for which a clock that counts seconds lost as many seconds as milliseconds had passed.
    millisecond_count: usize,
    times: GameTimes,
}

/// From this number of moves on, and from this time on, it is no coincidence that the interface subtracted the time
/// before `ponderhit`.
const MIN_SUBTRACTED_COUNT: usize = 3;
const MIN_SUBTRACTED: Duration = Duration::from_secs(2);

/// From this number of moves on, it is no coincidence that a clock that counts seconds lost milliseconds.
const MIN_MILLISECOND_COUNT: usize = 2;

/// From this time on, a clock that has lost nothing is certainly not reduced.
const MIN_TIME_USED: Duration = Duration::from_secs(3);

impl ClockUse {
    /// The sums up to the search `after`, from the sums up to the search before it, and the step of the clock to `after`.
    /// A time for each move is no clock.
    pub(super) fn with_search(
        mut self,
        view: &View,
        after: &Search,
    ) -> (ClockUse, Option<ClockStep>) {
        self.times = self.times.with_next(after);
        let step = ClockStep::since_previous_search(view, after);
        if step.is_some_and(|it| self.times.may_be_for_each_move(&it)) {
            return (self, None);
        }
        (self.with_next(step), step)
    }

    fn with_next(self, next: Option<ClockStep>) -> ClockUse {
        let (subtracted_count, subtracted) =
            match next.as_ref().map(ClockStep::subtracted_pondering) {
                Some(Some((time, true))) => (
                    self.subtracted_count + 1,
                    self.subtracted.saturating_add(time),
                ),
                Some(Some((_, false))) => (0, Duration::ZERO),
                _ => (self.subtracted_count, self.subtracted),
            };
        let millisecond_count = match next.and_then(|it| it.has_lost_milliseconds()) {
            Some(true) => self.millisecond_count + 1,
            Some(false) => 0,
            None => self.millisecond_count,
        };
        match next {
            // The clock has gained what the opponent used, so it shows nothing about what the engine used.
            Some(next) if next.is_hourglass => ClockUse {
                millisecond_count,
                subtracted_count,
                subtracted,
                ..self
            },
            Some(next) if next.fits() && !next.has_new_clock() => ClockUse {
                millisecond_count,
                subtracted_count,
                subtracted,
                times: self.times,
                used: self.used.saturating_add(next.used),
                lost: self
                    .lost
                    .saturating_add(next.had)
                    .saturating_add(next.added)
                    .saturating_sub(next.has),
            },
            _ => ClockUse {
                millisecond_count,
                times: self.times,
                ..ClockUse::default()
            },
        }
    }

    /// Whether the interface counts milliseconds although the engine did not announce `usemillisec` (`UCCI O3`).
    pub(super) fn counts_milliseconds(&self) -> bool {
        self.millisecond_count >= MIN_MILLISECOND_COUNT
    }

    /// Whether the interface subtracts the time before `ponderhit`, which runs on the opponent's clock (`UCCI G19`).
    pub(super) fn subtracts_pondering(&self) -> bool {
        self.subtracted_count >= MIN_SUBTRACTED_COUNT && self.subtracted >= MIN_SUBTRACTED
    }

    /// Whether the engine used so much time that a clock which is never reduced would show.
    pub(super) fn is_long(&self) -> bool {
        self.used >= MIN_TIME_USED
    }

    /// True if the clock lost hardly any of the time that the engine used, whatever the latency between two machines.
    pub(super) fn is_never_reduced(&self) -> bool {
        self.is_long() && self.lost.saturating_mul(10) < self.used
    }
}

/// The engine's clock in the `go` of a search.
pub(super) fn go_clock(search: &Search) -> Option<GoClock> {
    let GoMode::Time(clock) = &search.go.mode else {
        return None;
    };
    let unit = search.time_unit;
    let time = |units: u64| unit.saturating_mul(u32::try_from(units).unwrap_or(u32::MAX));
    Some(GoClock {
        time: clock.remaining_time(unit),
        increment: (clock.increment > 0).then(|| time(clock.increment)),
        other_time: clock.opponent_time.map(time),
        other_increment: (clock.opponent_increment > 0).then(|| time(clock.opponent_increment)),
        moves_to_go: clock.moves_to_go,
    })
}
