//! Mistakes with the clocks that an interface sends, such as a clock that grows by the time that was used. Only several
//! successive moves prove such a mistake.
//!
//! An interface may measure the time in another way than ponderhit, and a delay, the next time control or the user may
//! change a clock. Therefore no single clock is judged. A mistake is proven if the clocks fit it in several successive
//! moves whose times differ so much that no correct clock fits it.

mod after_ponderhit;
mod fast_moves;
mod fitting;
mod given_time;
mod in_seconds;
mod lost_seconds;
mod mistakes;
mod precise_clocks;
mod small_increments;

use std::time::Duration;

pub(in crate::protocol) use self::mistakes::ClockMistake;

use self::{
    after_ponderhit::moves_wrong_after_ponderhit,
    fast_moves::fast_moves_with_swapped_clocks,
    given_time::may_be_given,
    in_seconds::moves_in_seconds,
    lost_seconds::moves_without_seconds,
    precise_clocks::{
        moves_in_precise_centiseconds, moves_with_small_gain, moves_without_small_increment,
    },
    small_increments::moves_without_increments,
};
use super::ClockPair;

/// From this number of successive moves on, a clock that fits a mistake is no coincidence.
const MIN_FITTING_MOVES: usize = 4;

/// From this number of successive moves on, clocks that stay the same are worth a remark.
const MIN_STANDING_MOVES: usize = 6;

/// The difference between two ways to measure one move, in milliseconds.
const MEASURING_ERROR: i64 = 40;

/// The difference between two ways to measure one move.
pub(super) const MEASURING_TOLERANCE: Duration = Duration::from_millis(MEASURING_ERROR as u64);

/// If two times differ by more than this many times the measuring error, they are certainly different.
const CERTAIN_DIFFERENCE: i64 = 3;

/// If the sides used times that differ by more than this, in milliseconds, no rounding makes their clocks equal.
const MIN_SIDES_DIFFERENCE: i64 = 1000;

/// If the first clocks of a game differ by more than this, in milliseconds, they did not begin equal.
const MAX_FIRST_MOVE: i64 = 20_000;

/// The longest time in milliseconds that an interface may give back to one side in each move, because of the lag of its
/// connection.
const MAX_LAG: i64 = 1000;

/// From this sum of times in milliseconds on, a clock that does not count them is not only rounded.
const MIN_UNCOUNTED: i64 = 2000;

/// The steps in milliseconds to which an interface may round its clocks.
const ROUNDING_STEPS: [i64; 3] = [1000, 100, 10];

/// The same for moves of less than a second: their number, and by how much they differ in milliseconds.
const MIN_SHORT_MOVES: usize = 6;
const MIN_SHORT_RANGE: i64 = 300;

/// The number of moves that are kept.
const MAX_MOVES: usize = 32;

/// The number of moves that are compared with most mistakes. Only a mistake that few moves can show, such as those after
/// a `ponderhit`, is compared with all moves that are kept.
const MAX_COMPARED_MOVES: usize = 12;

/// The longest clock, in milliseconds. Longer clocks are not judged, so that no sum overflows.
const MAX_CLOCK: i64 = 1 << 40;

/// The side whose clock shows a mistake.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::protocol) enum ClockOwner {
    Engine,
    Opponent,
}

/// What both sides used for one move each, and what the clocks lost in the same time, all in milliseconds.
#[derive(Clone, Copy, Debug)]
pub(in crate::protocol) struct ClockLoss {
    had: i64,
    /// The time that the engine used on its clock.
    used: i64,
    /// The time from the `go` to the next `go`.
    passed: i64,
    /// The opponent's clock, if the interface sends it.
    other_had: Option<i64>,
    /// The time from a `go ponder` to its `ponderhit`.
    pondered: i64,
    /// The time from a `go ponder` with a wrong guess to the `go` right after it.
    missed: i64,
    /// What the engine's clock lost. A clock that gained time has a negative loss.
    lost: i64,
    /// What the opponent's clock lost, if the interface sends it.
    other_lost: Option<i64>,
    increment: i64,
    /// The increments that both `go` sent.
    sent_increments: [i64; 2],
    other_increment: i64,
    has_moves_to_go: bool,
    /// Whether `movestogo` fell by one. Then the clock is not for one move.
    counts_moves_to_go: bool,
    /// Whether the clocks began equal, as far as the first moves of the game show.
    began_equal: bool,
    /// Whether the protocol's text defines the clocks ([`Dialect::DEFINES_CLOCKS`](super::Dialect::DEFINES_CLOCKS)).
    has_defined_clocks: bool,
    /// What the clock of the other side lost besides its increment, if the interface sends it.
    other_charged: Option<i64>,
    /// What the opponent used in the move before, if the move is known.
    other_used_before: Option<i64>,
    /// Whether the engine's search was a ponder search.
    has_pondered: bool,
    /// Whether the opponent thought for the whole rest of the time. The opponent has not moved yet between a `go` and
    /// the `go ponder` right after it.
    has_opponent_moved: bool,
    /// The step to which the clocks may be rounded.
    rounding: i64,
}

impl ClockLoss {
    /// Returns `None` if a clock or a time is too long.
    pub(super) fn of_pair(pair: ClockPair) -> Option<ClockLoss> {
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
        })
    }

    /// The same with the sides swapped. Returns `None` if the opponent's clock is not known.
    fn of_opponent(&self) -> Option<ClockLoss> {
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
    fn charged(&self) -> i64 {
        self.lost + self.increment
    }

    /// What the clock gained besides what was used.
    fn gained(&self) -> i64 {
        self.used - self.lost
    }

    /// Whether the move is so long that a clock which is not reduced would show.
    fn is_long(&self) -> bool {
        self.used > self.certain_difference()
    }

    /// Whether the clock of the other side certainly ran.
    fn is_other_charged(&self) -> bool {
        self.other_charged
            .is_some_and(|it| it > self.certain_difference())
    }

    fn tolerance(&self) -> i64 {
        MEASURING_ERROR + self.rounding
    }

    fn certain_difference(&self) -> i64 {
        CERTAIN_DIFFERENCE * self.tolerance()
    }

    /// Whether the clock is for the rest of the game or of a period of several moves, and not for one move.
    fn is_for_game_or_period(&self) -> bool {
        !self.has_moves_to_go || self.counts_moves_to_go
    }

    fn fits(&self, lost: i64, expected: i64) -> bool {
        (lost - expected).abs() <= self.tolerance()
    }

    fn differs(&self, one: i64, other: i64) -> bool {
        (one - other).abs() > self.certain_difference()
    }

    /// Whether the clocks together stayed the same, as in an hourglass, whose upper half gets what the lower half loses.
    /// An hourglass may have increments, too.
    fn is_hourglass(&self, tolerance: i64) -> bool {
        self.other_charged.is_some_and(|it| {
            let without_increments = self.lost + it - self.other_increment;
            let with_increments = self.charged() + it;
            without_increments.abs().min(with_increments.abs()) <= tolerance
        })
    }

    /// By how much both clocks together lost more than the time that passed.
    fn excess(&self) -> i64 {
        let together = self.other_lost.map_or(i64::MIN, |it| self.lost + it);
        together.saturating_sub(self.passed + 2 * self.rounding)
    }
}

/// What the clocks of an interface lost in the last moves of a game, the latest move last.
#[derive(Clone, Copy, Debug, Default)]
pub(in crate::protocol) struct ClockHabits {
    losses: [Option<ClockLoss>; MAX_MOVES],
}

impl ClockHabits {
    /// The losses up to a move, from the losses up to the move before it.
    pub(super) fn with_next(mut self, next: Option<ClockLoss>) -> ClockHabits {
        if next.is_none() {
            return ClockHabits::default();
        }
        let before = self.losses.last().copied().flatten();
        self.losses.rotate_left(1);
        if let Some(last) = self.losses.last_mut() {
            *last = next.map(|it| ClockLoss {
                other_used_before: before
                    .filter(|it| it.has_opponent_moved)
                    .map(|it| it.passed - it.used),
                ..it
            });
        }
        self
    }

    /// Whether enough successive moves are known to prove a mistake, and in a long last move the clock lost what the
    /// engine used. A clock that loses something else, as with a delay or in an hourglass, proves nothing.
    pub(in crate::protocol) fn are_right(&self) -> bool {
        let known = self.losses.iter().flatten();
        let last = self.losses.last().copied().flatten();
        known.count() >= MIN_FITTING_MOVES
            && last.is_some_and(|it| it.is_long() && it.fits(it.charged(), it.used))
    }

    /// The mistake that the last moves prove, whose clock shows it, and the number of moves that show it.
    pub(in crate::protocol) fn proven_mistake(&self) -> Option<(ClockMistake, ClockOwner, usize)> {
        let all = self.losses_rounded_alike()?;
        let losses = last_moves(&all, MAX_COMPARED_MOVES);
        let of_opponent: Vec<ClockLoss> =
            losses.iter().filter_map(ClockLoss::of_opponent).collect();
        let last_of_opponent = losses.iter().rev().map_while(ClockLoss::of_opponent);
        let mut without_gap: Vec<ClockLoss> = last_of_opponent.collect();
        without_gap.reverse();
        let opponent = ClockOwner::Opponent;
        find_mistake(&ClockMistake::ALL, ClockOwner::Engine, losses)
            .or_else(|| find_mistake(&ClockMistake::OF_RARE_MOVES, ClockOwner::Engine, &all))
            .or_else(|| find_mistake(&ClockMistake::OF_ONE_CLOCK, opponent, &of_opponent))
            .or_else(|| {
                let mistakes = &ClockMistake::OF_OPPONENT_WITHOUT_GAP;
                find_mistake(mistakes, opponent, &without_gap)
            })
    }

    /// Whether a clock fell in the last move, in which the engine certainly used time.
    pub(in crate::protocol) fn is_clock_running(&self) -> bool {
        let last = self.losses.last().copied().flatten();
        last.is_some_and(|it| it.is_long() && (it.lost > 0 || it.other_lost > Some(0)))
    }

    /// The number of successive moves in which both clocks stayed the same, if it is so large that the moves were hardly
    /// all within a delay. An increment or the next time control may explain such clocks.
    pub(in crate::protocol) fn moves_with_standing_clocks(&self) -> Option<usize> {
        // Until the opponent has moved, the opponent's clock stands anyway.
        let stands = |it: &&ClockLoss| {
            it.used > CERTAIN_DIFFERENCE * MEASURING_ERROR
                && it.lost == 0
                && it.other_lost == Some(0)
                && (it.increment, it.has_moves_to_go) == (0, false)
        };
        let recent = self.losses.iter().rev().map_while(Option::as_ref);
        let count = recent.take_while(stands);
        let count = count.filter(|it| it.has_opponent_moved).count();
        (count >= MIN_STANDING_MOVES).then_some(count)
    }

    /// The mistake that the last moves of one side prove if one engine plays both sides.
    pub(super) fn mistake_of_one_engine(&self) -> Option<(ClockMistake, ClockOwner, usize)> {
        let all = self.losses_rounded_alike()?;
        let losses = last_moves(&all, MAX_COMPARED_MOVES);
        let mistakes = &ClockMistake::OF_ONE_ENGINE_FOR_BOTH;
        find_mistake(mistakes, ClockOwner::Engine, losses)
    }

    /// The known losses, rounded to the same step. A rounded clock may look exact, and an exact clock rounded, but not in
    /// every move.
    fn losses_rounded_alike(&self) -> Option<Vec<ClockLoss>> {
        let known = || self.losses.iter().flatten();
        let rounding = known().map(|it| it.rounding).min()?;
        Some(known().map(|it| ClockLoss { rounding, ..*it }).collect())
    }
}

fn last_moves(losses: &[ClockLoss], count: usize) -> &[ClockLoss] {
    &losses[losses.len().saturating_sub(count)..]
}

/// The first of the mistakes that the moves prove, and the number of moves that show it.
fn find_mistake(
    mistakes: &[ClockMistake],
    owner: ClockOwner,
    losses: &[ClockLoss],
) -> Option<(ClockMistake, ClockOwner, usize)> {
    let mut counts = mistakes
        .iter()
        .map(|it| (*it, owner, count_moves(*it, losses)));
    counts.find(|it| it.2 >= MIN_FITTING_MOVES)
}

/// The number of moves at the end of `losses` that show the mistake, or 0 if they do not prove it together.
fn count_moves(mistake: ClockMistake, losses: &[ClockLoss]) -> usize {
    match mistake {
        ClockMistake::SecondsNotCounted => moves_without_seconds(losses),
        ClockMistake::FreeAfterPonderhit | ClockMistake::NoIncrementAfterPonderhit => {
            moves_wrong_after_ponderhit(mistake, losses)
        }
        ClockMistake::SmallIncrementsMissing => moves_without_increments(losses),
        ClockMistake::IncrementMissing => {
            moves_without_small_increment(losses).max(count_moves_with(mistake, losses))
        }
        ClockMistake::GainsUntold => {
            moves_with_small_gain(losses).max(count_moves_with(mistake, losses))
        }
        ClockMistake::InCentiseconds => {
            moves_in_precise_centiseconds(losses).max(count_moves_with(mistake, losses))
        }
        ClockMistake::InSeconds => moves_in_seconds(losses).max(count_moves_with(mistake, losses)),
        ClockMistake::Swapped => {
            fast_moves_with_swapped_clocks(losses).max(count_moves_with(mistake, losses))
        }
        _ => count_moves_with(mistake, losses),
    }
}

/// The number of moves at the end of `losses` of which each shows the mistake, or 0 if they do not prove it together.
fn count_moves_with(mistake: ClockMistake, losses: &[ClockLoss]) -> usize {
    let Some(last) = losses.last() else {
        return 0;
    };
    let before = |index: usize| index.checked_sub(1).and_then(|it| losses.get(it));
    let fitting = losses.iter().enumerate().rev();
    let fitting = fitting.take_while(|(index, it)| it.fits_mistake(mistake, before(*index), last));
    let fitting: Vec<(usize, &ClockLoss)> = fitting.collect();
    let began_equal = fitting.last().is_some_and(|it| it.1.began_equal);
    let showing = fitting
        .into_iter()
        .filter(|(index, it)| it.distinguishes(mistake, before(*index)));
    let showing: Vec<&ClockLoss> = showing.map(|it| it.1).collect();
    if are_proof(mistake, &showing, last, began_equal) {
        showing.len()
    } else {
        0
    }
}

/// Whether the moves `showing`, the latest move first, together prove the mistake. `last` is the last move.
fn are_proof(
    mistake: ClockMistake,
    showing: &[&ClockLoss],
    last: &ClockLoss,
    began_equal: bool,
) -> bool {
    let sum = |amount: fn(&ClockLoss) -> i64| showing.iter().map(|it| amount(it)).sum::<i64>();
    let first_clock = showing.last().map_or(0, |it| it.had);
    // If all moves are equally long, a clock that loses the same time for each move fits, too.
    let used = || showing.iter().map(|it| it.used);
    let range = range_of(used());
    // Where the opponent has no clock, an interface may send the engine's clock for both.
    let is_clock_of_engine = |it: &&ClockLoss| !it.fits(it.charged(), it.passed - it.used);
    match mistake {
        ClockMistake::SameForBoth => {
            last.has_defined_clocks || !showing.iter().any(is_clock_of_engine)
        }
        ClockMistake::IncrementMissing
        | ClockMistake::IncrementTwice
        | ClockMistake::IncrementInSeconds => range > last.certain_difference(),
        // A delay that covers the engine's longest move covers each shorter move of the opponent, too. Only a delay on the
        // engine's clock alone does not, such as a compensation for lag; it is short. Byo-yomi periods begin after the main
        // time, so they do not explain clocks that were the same.
        ClockMistake::OnlyOtherRuns => {
            let longest = used().max().unwrap_or(0);
            let is_shorter = |it: &&&ClockLoss| it.passed - it.used < longest;
            let charged = showing.iter().filter(is_shorter);
            let charged: i64 = charged.filter_map(|it| it.other_lost).sum();
            let may_be_lag = !last.has_defined_clocks && longest <= MAX_LAG;
            began_equal && !may_be_lag && charged > last.certain_difference()
        }
        // Only an increment lets a clock gain time, or an hourglass.
        ClockMistake::GainsUntold => {
            let gains = |it: &&&ClockLoss| it.lost + it.increment < -it.tolerance();
            range > last.certain_difference()
                && showing.iter().filter(gains).count() >= 2
                && !showing.iter().all(|it| it.is_hourglass(it.tolerance()))
                && !may_be_given(showing)
        }
        ClockMistake::BothRun => sum(ClockLoss::excess) > 400 + sum(|it| it.passed) / 10,
        // Otherwise the clock could have a delay that the moves hardly exceed.
        ClockMistake::InSeconds => {
            let other = showing.last().and_then(|it| it.other_had);
            sum(|it| it.used) > first_clock
                || other.is_some_and(|it| sum(|it| it.passed - it.used) > it)
        }
        ClockMistake::HardlyRuns => {
            let long = || showing.iter().filter(|it| it.is_long()).map(|it| it.used);
            // A clock of a few seconds that is counted in seconds looks nearly empty, and never ends.
            let had = first_clock + sum(|it| it.increment);
            let is_uncounted = long().count() >= MIN_FITTING_MOVES
                && long().sum::<i64>() >= MIN_UNCOUNTED
                || sum(|it| it.used) > 2 * had;
            is_uncounted && (last.has_defined_clocks || began_equal && !may_be_delay(showing))
        }
        // A connection may give time back for its lag, and an opponent without a clock has always the same clock.
        ClockMistake::OnlyIncrements => {
            used().max().is_some_and(|it| it > MAX_LAG)
                && sum(|it| it.used) >= MIN_UNCOUNTED
                && began_equal
                && !may_be_delay(showing)
        }
        // All clocks must differ.
        ClockMistake::IncrementIsClock => are_different(showing.iter().map(|it| it.had)),
        ClockMistake::IncrementIsSwapped => {
            are_different(showing.iter().map(|it| it.sent_increments[0]))
        }
        // If the other side always uses the same time, the clock may lose something else.
        ClockMistake::RunsAlways => {
            range_of(showing.iter().map(|it| it.passed - it.used)) > last.certain_difference()
        }
        ClockMistake::AlsoOtherLate => {
            range_of(showing.iter().filter_map(|it| it.other_used_before))
                > last.certain_difference()
        }
        ClockMistake::Stays => sum(|it| it.used - it.increment) >= MIN_UNCOUNTED,
        // A delay shortens each move by the same time.
        ClockMistake::InCentiseconds => {
            range > MIN_SIDES_DIFFERENCE
                || showing.len() >= MIN_SHORT_MOVES && range > MIN_SHORT_RANGE
        }
        ClockMistake::ChargedTwice => range > last.certain_difference(),
        ClockMistake::InSecondsWithIncrement => sum(|it| it.used - it.increment) > first_clock,
        _ => true,
    }
}

/// The difference between the longest and the shortest time.
fn range_of(times: impl Iterator<Item = i64> + Clone) -> i64 {
    times.clone().max().unwrap_or(0) - times.min().unwrap_or(0)
}

fn are_different(times: impl Iterator<Item = i64>) -> bool {
    let mut times: Vec<i64> = times.collect();
    times.sort_unstable();
    times.windows(2).all(|it| it[0] != it[1])
}

/// Whether a delay that both sides have explains that the clock hardly runs. A delay that covers the engine's longest
/// move covers each shorter move of the opponent, too.
fn may_be_delay(showing: &[&ClockLoss]) -> bool {
    let covered = |it: &&ClockLoss| it.used - it.charged().max(0) - it.tolerance();
    let delay = showing.iter().map(covered).max().unwrap_or(0);
    let certain_difference = showing.iter().map(|it| it.certain_difference()).max();
    let of_other_side = showing.iter().filter(|it| it.has_opponent_moved);
    let charged = of_other_side.filter_map(|it| {
        let charged = it.other_charged?;
        (it.passed - it.used < delay && charged > it.tolerance()).then_some(charged)
    });
    let charged: i64 = charged.sum();
    certain_difference.is_none_or(|it| charged <= it)
}

/// Whether the clocks began equal, if the opponent made at most one move before the engine's first move.
fn may_have_begun_equal(had: i64, other_had: i64, other_increment: i64) -> bool {
    let used = had + other_increment - other_had;
    had % 1000 == 0 && (0..=MAX_FIRST_MOVE.min(had / 4)).contains(&used)
}

/// The step to which clocks may be rounded.
pub(super) fn rounding_of(clocks: &[Duration]) -> Duration {
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
