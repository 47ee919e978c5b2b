//! What both clocks lost in one move, and what both sides used.

use std::time::Duration;

use super::MEASURING_ERROR;
use crate::protocol::search::ClockPair;

/// If two times differ by more than this many times the measuring error, they are certainly different.
pub(super) const CERTAIN_DIFFERENCE: i64 = 3;

/// If the first clocks of a game differ by more than this, in milliseconds, they did not begin equal.
const MAX_FIRST_MOVE: i64 = 20_000;

/// The steps in milliseconds to which an interface may round its clocks.
const ROUNDING_STEPS: [i64; 3] = [1000, 100, 10];

/// The longest clock, in milliseconds. Longer clocks are not judged, so that no sum overflows.
const MAX_CLOCK: i64 = 1 << 40;

/// What both sides used for one move each, and what the clocks lost in the same time, all in milliseconds.
#[derive(Clone, Copy, Debug)]
pub(in crate::protocol) struct ClockLoss {
    pub(super) had: i64,
    /// The time that the engine used on its clock.
    pub(super) used: i64,
    /// The time from the `go` to the next `go`.
    pub(super) passed: i64,
    /// The opponent's clock, if the interface sends it.
    pub(super) other_had: Option<i64>,
    /// The time from a `go ponder` to its `ponderhit`.
    pub(super) pondered: i64,
    /// The time from a `go ponder` with a wrong guess to the `go` right after it.
    pub(super) missed: i64,
    /// What the engine's clock lost. A clock that gained time has a negative loss.
    pub(super) lost: i64,
    /// What the opponent's clock lost, if the interface sends it.
    pub(super) other_lost: Option<i64>,
    pub(super) increment: i64,
    /// The increments that both `go` sent.
    pub(super) sent_increments: [i64; 2],
    pub(super) other_increment: i64,
    pub(super) has_moves_to_go: bool,
    /// Whether `movestogo` fell by one. Then the clock is not for one move.
    pub(super) counts_moves_to_go: bool,
    /// Whether the clocks began equal, as far as the first moves of the game show.
    pub(super) began_equal: bool,
    /// Whether the protocol's text defines the clocks ([`Dialect::DEFINES_CLOCKS`](super::Dialect::DEFINES_CLOCKS)).
    pub(super) has_defined_clocks: bool,
    /// What the clock of the other side lost besides its increment, if the interface sends it.
    pub(super) other_charged: Option<i64>,
    /// What the opponent used in the move before, if the move is known.
    pub(super) other_used_before: Option<i64>,
    /// Whether the engine's search was a ponder search.
    pub(super) has_pondered: bool,
    /// Whether the opponent thought for the whole rest of the time. The opponent has not moved yet between a `go` and
    /// the `go ponder` right after it.
    pub(super) has_opponent_moved: bool,
    /// The step to which the clocks may be rounded.
    pub(super) rounding: i64,
    /// The largest difference between a clock and the mistake that it fits.
    pub(super) measuring_error: i64,
}

impl ClockLoss {
    /// Returns `None` if a clock or a time is too long.
    pub(in crate::protocol::search) fn of_pair(pair: ClockPair) -> Option<ClockLoss> {
        let ClockPair { had, has, .. } = pair;
        let other_had = had.other_time.and_then(millis);
        let other_has = has.other_time.and_then(millis);
        let own = [millis(had.time)?, millis(has.time)?];
        let clocks = [had.time, has.time].into_iter();
        let clocks: Vec<Duration> = clocks.chain(had.other_time).chain(has.other_time).collect();
        let other_lost = other_had.zip(other_has).map(|(had, has)| had - has);
        let other_increment = (had.other_increment)
            .max(has.other_increment)
            .map_or(Some(0), millis)?;
        Some(ClockLoss {
            had: own[0],
            other_had,
            pondered: millis(pair.pondered)?,
            missed: millis(pair.missed)?,
            used: millis(pair.used)?,
            passed: millis(pair.passed)?,
            lost: own[0] - own[1],
            other_lost,
            other_charged: other_lost.map(|it| it + other_increment),
            other_used_before: None,
            // Some interfaces send no increment with `go ponder`.
            increment: had.increment.max(has.increment).map_or(Some(0), millis)?,
            sent_increments: [
                had.increment.map_or(Some(0), millis)?,
                has.increment.map_or(Some(0), millis)?,
            ],
            other_increment,
            has_moves_to_go: had.moves_to_go.or(has.moves_to_go).is_some(),
            counts_moves_to_go: had.moves_to_go.is_some()
                && had.moves_to_go == has.moves_to_go.map(|it| it + 1),
            began_equal: other_had.is_some_and(|it| {
                let is_near = pair.begins_game && may_have_begun_equal(own[0], it, other_increment);
                it == own[0] || is_near
            }),
            has_defined_clocks: pair.has_defined_clocks,
            has_pondered: !pair.pondered.is_zero(),
            has_opponent_moved: pair.are_of_one_kind,
            rounding: millis(rounding_of(&clocks))?,
            measuring_error: MEASURING_ERROR,
        })
    }

    /// The same with the sides swapped. Returns `None` if the opponent's clock is not known.
    pub(super) fn of_opponent(&self) -> Option<ClockLoss> {
        Some(ClockLoss {
            had: self.other_had?,
            used: self.passed - self.used,
            pondered: 0,
            missed: 0,
            sent_increments: [0; 2],
            lost: self.other_lost?,
            other_had: None,
            other_lost: None,
            other_charged: Some(self.charged()),
            other_used_before: None,
            increment: self.other_increment,
            other_increment: self.increment,
            ..*self
        })
        .filter(|_| self.has_opponent_moved)
    }

    /// What the clock lost besides the increment.
    pub(super) fn charged(&self) -> i64 {
        self.lost + self.increment
    }

    /// What the clock gained besides what was used.
    pub(super) fn gained(&self) -> i64 {
        self.used - self.lost
    }

    /// Whether the move is so long that a clock which is not reduced would show.
    pub(super) fn is_long(&self) -> bool {
        self.used > self.certain_difference()
    }

    /// Whether the clock of the other side certainly ran.
    pub(super) fn is_other_charged(&self) -> bool {
        self.other_charged
            .is_some_and(|it| it > self.certain_difference())
    }

    /// How much two ways to measure one move may differ. What may excuse a clock is compared with this tolerance.
    pub(super) fn tolerance(&self) -> i64 {
        MEASURING_ERROR + self.rounding
    }

    pub(super) fn certain_difference(&self) -> i64 {
        CERTAIN_DIFFERENCE * self.tolerance()
    }

    /// Whether the clock is for the rest of the game or of a period of several moves, and not for one move.
    pub(super) fn is_for_game_or_period(&self) -> bool {
        !self.has_moves_to_go || self.counts_moves_to_go
    }

    pub(super) fn fits(&self, lost: i64, expected: i64) -> bool {
        (lost - expected).abs() <= self.fit_tolerance()
    }

    pub(super) fn differs(&self, one: i64, other: i64) -> bool {
        (one - other).abs() > CERTAIN_DIFFERENCE * self.fit_tolerance()
    }

    fn fit_tolerance(&self) -> i64 {
        self.measuring_error + self.rounding
    }

    /// Whether the clocks together stayed the same, as in an hourglass, whose upper half gets what the lower half loses.
    /// An hourglass may have increments, too.
    pub(super) fn is_hourglass(&self, tolerance: i64) -> bool {
        self.other_charged.is_some_and(|it| {
            let without_increments = self.lost + it - self.other_increment;
            let with_increments = self.charged() + it;
            without_increments.abs().min(with_increments.abs()) <= tolerance
        })
    }

    /// By how much both clocks together lost more than the time that passed.
    pub(super) fn excess(&self) -> i64 {
        let together = self.other_lost.map_or(i64::MIN, |it| self.lost + it);
        together.saturating_sub(self.passed + 2 * self.rounding)
    }
}

/// Whether the clocks began equal, if the opponent made at most one move before the engine's first move.
fn may_have_begun_equal(had: i64, other_had: i64, other_increment: i64) -> bool {
    let used = had + other_increment - other_had;
    had % 1000 == 0 && (0..=MAX_FIRST_MOVE.min(had / 4)).contains(&used)
}

/// The step to which clocks may be rounded.
pub(in crate::protocol::search) fn rounding_of(clocks: &[Duration]) -> Duration {
    let is_step = |step: &Duration| {
        clocks
            .iter()
            .all(|it| it.as_millis() % step.as_millis() == 0)
    };
    let steps = ROUNDING_STEPS.map(|it| Duration::from_millis(it.unsigned_abs()));
    let step = steps.into_iter().find(is_step);
    step.unwrap_or(Duration::from_millis(1))
}

fn millis(time: Duration) -> Option<i64> {
    i64::try_from(time.as_millis())
        .ok()
        .filter(|it| *it < MAX_CLOCK)
}
