//! Mistakes of an interface that only several moves of a conversation prove, such as a `movestogo` that does not count moves.

use std::time::Duration;

use super::{
    Dialect, Response, Search, View,
    checks::missed_guess,
    clock_habits::{ClockHabits, ClockLoss},
};

/// From this number of successive moves on, a wrong `movestogo` is no coincidence.
const MIN_WRONG_MOVES_TO_GO: usize = 3;

/// From this number of moves on, and from this time on, a clock that stays is no coincidence, and its values are not
/// only rounded.
const MIN_CONSTANT_CLOCKS: usize = 4;
const MIN_EXCESS_ON_CONSTANT_CLOCK: Duration = Duration::from_secs(2);

/// If a move took only this much longer than the increment, an interface that measures slightly less may send the same
/// clock again.
const EXCESS_TOLERANCE: Duration = Duration::from_millis(100);

/// From this number of wrong guesses on, it is no coincidence that the user played the move that the engine had found
/// for the guess.
const MIN_VOID_RESULTS: usize = 2;

/// The engine's clock as a `go` sends it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::protocol) struct GoClock {
    pub(in crate::protocol) time: Duration,
    /// The increment, or `None` if the `go` has none or the increment is 0.
    pub(in crate::protocol) increment: Option<Duration>,
    pub(in crate::protocol) moves_to_go: Option<u64>,
    /// The opponent's time, if the `go` has it.
    pub(in crate::protocol) other_time: Option<Duration>,
    pub(in crate::protocol) other_increment: Option<Duration>,
}

/// The clocks of two successive `go` of one game.
#[derive(Clone, Copy, Debug)]
pub(in crate::protocol) struct ClockPair {
    had: GoClock,
    has: GoClock,
    /// The time that the engine used on its clock.
    used: Duration,
}

/// What the interface did again and again up to a search.
#[derive(Clone, Copy, Debug, Default)]
pub(in crate::protocol) struct InterfaceHabits {
    /// The number of successive moves after which the clock fell, but `movestogo` did not fall by one.
    wrong_moves_to_go_count: usize,
    /// The number of successive moves that took longer than the increment, after which the clock stayed.
    constant_clock_count: usize,
    /// How much longer than the increments these moves took.
    constant_clock_excess: Duration,
    /// The number of wrong guesses after which the interface played the move for the guess.
    void_result_count: usize,
    /// Whether the engine sent a result without a `go` or an idle `stop`, and no `readyok` after it.
    has_other_result: bool,
    pub(in crate::protocol) clocks: ClockHabits,
}

impl ClockPair {
    /// Returns `None` if `after` does not continue the game of the search before it, or if a clock is not known.
    pub(in crate::protocol) fn since_previous_search<D: Dialect>(
        view: &View<D>,
        after: &Search<D>,
    ) -> Option<ClockPair> {
        let earlier = view.certain_previous_search(after)?;
        if !earlier.is_continued_by(after) {
            return None;
        }
        Some(ClockPair {
            had: D::go_clock(&earlier.search)?,
            has: D::go_clock(after)?,
            used: earlier.clock_time_used()?,
        })
    }

    /// Whether `movestogo` did not fall by one although the clock fell. Returns `None` if `movestogo` is missing.
    pub(in crate::protocol) fn miscounts_moves_to_go(&self) -> Option<bool> {
        let (had, has) = (self.had.moves_to_go?, self.has.moves_to_go?);
        Some(had > 1 && has + 1 != had && self.has.time < self.had.time)
    }

    /// Whether the clock stayed, and how much longer than the increment the move took. Returns `None` if the move was
    /// too short to show it, or if the clock has no increment: then a clock with a delay may stay.
    pub(in crate::protocol) fn repeats_clock(&self) -> Option<(bool, Duration)> {
        let one_clock = [self.had, self.has].map(|it| it.moves_to_go.is_none());
        let excess = self.used.checked_sub(self.had.increment?)?;
        let shows = one_clock == [true, true] && excess > EXCESS_TOLERANCE;
        let own = |it: GoClock| (it.time, it.increment);
        shows.then_some((own(self.had) == own(self.has), excess))
    }
}

impl InterfaceHabits {
    /// What the interface did again and again up to a search, from the same up to the search before it.
    pub(in crate::protocol) fn with_next<D: Dialect>(
        mut self,
        view: &View<D>,
        after: &Search<D>,
    ) -> InterfaceHabits {
        // A new game has new clocks.
        if after.previous_search.is_none() {
            self = InterfaceHabits {
                void_result_count: self.void_result_count,
                ..InterfaceHabits::default()
            };
        }
        self.clocks = self
            .clocks
            .with_next(ClockLoss::since_previous_search(view, after));
        let pair = ClockPair::since_previous_search(view, after);
        match pair.and_then(|it| it.miscounts_moves_to_go()) {
            Some(true) => self.wrong_moves_to_go_count += 1,
            Some(false) => self.wrong_moves_to_go_count = 0,
            None => (),
        }
        match pair.and_then(|it| it.repeats_clock()) {
            Some((true, excess)) => {
                self.constant_clock_count += 1;
                self.constant_clock_excess = self.constant_clock_excess.saturating_add(excess);
            }
            Some((false, _)) => {
                self.constant_clock_count = 0;
                self.constant_clock_excess = Duration::ZERO;
            }
            None => (),
        }
        let missed = missed_guess(view, after);
        self.void_result_count += usize::from(missed.is_some_and(|it| it.is_void_result_played));
        self
    }

    /// What the interface did again and again up to the end of a segment, from the same up to its beginning.
    pub(in crate::protocol) fn after_segment<D: Dialect>(self, view: &View<D>) -> InterfaceHabits {
        let searches = view.searches.iter();
        InterfaceHabits {
            has_other_result: self.may_have_other_result(view, view.entries.len()),
            ..searches.fold(self, |habits, it| habits.with_next(view, it))
        }
    }

    /// Whether the interface may take a result that came without a `go` for the result of a `go` at the entry `until`.
    /// `self` is from the beginning of the segment.
    pub(in crate::protocol) fn may_have_other_result<D: Dialect>(
        &self,
        view: &View<D>,
        until: usize,
    ) -> bool {
        let entries = view.entries.iter().enumerate().take(until);
        let responses = entries.filter_map(|(index, it)| Some((index, it.at, it.response()?)));
        responses.fold(self.has_other_result, |seen, (index, at, response)| {
            let ends_search = |it: &Search<D>| it.result_entry == Some(index);
            match response {
                // After an answered `isready`, the interface knows that all earlier results are old.
                Response::ReadyOk => false,
                Response::BestMove(_) | Response::NoBestMove => {
                    let is_owed = view.searches.iter().any(ends_search)
                        || view.idle_stops.iter().any(|it| it.answer == Some(at));
                    seen || !is_owed
                }
                _ => seen,
            }
        })
    }

    /// The number of successive moves after which `movestogo` was wrong, if their number proves that it does not count
    /// moves.
    pub(in crate::protocol) fn moves_with_wrong_moves_to_go(&self) -> Option<usize> {
        let count = self.wrong_moves_to_go_count;
        (count >= MIN_WRONG_MOVES_TO_GO).then_some(count)
    }

    /// The number of successive moves after which the clock stayed, and how much longer than the increments they took,
    /// if this proves that the interface does not send what is left of the clock.
    pub(in crate::protocol) fn moves_with_constant_clock(&self) -> Option<(usize, Duration)> {
        let (count, excess) = (self.constant_clock_count, self.constant_clock_excess);
        let proves = count >= MIN_CONSTANT_CLOCKS && excess >= MIN_EXCESS_ON_CONSTANT_CLOCK;
        proves.then_some((count, excess))
    }

    /// The number of wrong guesses after which the interface played the move for the guess, if their number proves
    /// that it always does.
    pub(in crate::protocol) fn void_results_played(&self) -> Option<usize> {
        let count = self.void_result_count;
        (count >= MIN_VOID_RESULTS).then_some(count)
    }
}
