//! Mistakes of an interface that only several moves prove, such as a `movestogo` that does not count moves.

use std::time::Duration;

use super::{
    AnsweredReply, Dialect, GoCommand as _, PositionAfterPonderhit, PreviousSearch, Response,
    Search, View,
    checks::{has_other_reply_after_ponderhit, missed_guess},
    clock_habits::{self, ClockHabits, ClockLoss},
    missed_clocks::{MissedClockMistake, MissedClocks},
    position_habits::PositionHabits,
    time_controls::{TimeControlHabits, WrongBeginning},
};
use crate::message::Message;

/// From this number of successive moves on, a wrong `movestogo` is no coincidence.
const MIN_WRONG_MOVES_TO_GO: usize = 3;

/// From this number of wrong guesses on, it is no coincidence that the user played the move that the engine had found
/// for the guess.
const MIN_VOID_RESULTS: usize = 2;

/// From this number of successive `ponderhit` on, it is no coincidence that the interface then sent the position with
/// another reply of the opponent.
const MIN_WRONG_PONDERHITS: usize = 3;

/// The same if each of these positions came at once after a result, also if the `ponderhit` in between were right. A user
/// who takes back a move does so later.
const MIN_PROMPT_WRONG_PONDERHITS: usize = 4;

/// The time after the result of a search within which a position comes at once.
const PROMPT_POSITION: Duration = Duration::from_millis(100);

/// From this number of times on, it is no coincidence that the interface sent `ponderhit`, but played the engine's answer
/// to another reply. One time, the user may have taken back the moves and then played the engine's move, too.
const MIN_ANSWERED_WRONG_PONDERHITS: usize = 2;

/// From this number of successive wrong guesses on, a wrong clock after each is no coincidence.
const MIN_MISSED_CLOCKS: usize = 3;

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
    pub(super) had: GoClock,
    pub(super) has: GoClock,
    /// The time that the engine used on its clock.
    pub(super) used: Duration,
    /// The time from the `go` to the next `go`.
    pub(super) passed: Duration,
    /// The time from a `go ponder` to its `ponderhit`.
    pub(super) pondered: Duration,
    /// The time from a `go ponder` with a wrong guess to the earlier `go`, which came right after it.
    pub(super) missed: Duration,
    /// Whether both or neither of the two commands are `go ponder`.
    pub(super) are_of_one_kind: bool,
    /// Whether the earlier `go` is the first one of its game, and at most one move was played before it.
    pub(super) begins_game: bool,
    /// Whether the protocol's text defines the clocks ([`Dialect::DEFINES_CLOCKS`]).
    pub(super) has_defined_clocks: bool,
    /// Whether the unit of the clocks is certainly the millisecond.
    pub(super) is_in_millis: bool,
}

/// What the interface did again and again up to a search.
#[derive(Clone, Copy, Debug, Default)]
pub(in crate::protocol) struct InterfaceHabits {
    /// The number of successive moves within one time control after which `movestogo` did not fall by one.
    wrong_moves_to_go_count: usize,
    /// The number of wrong guesses after which the interface played the move for the guess.
    void_result_count: usize,
    /// The number of successive `ponderhit` after which the interface sent the position with another reply.
    wrong_ponderhit_count: usize,
    /// The number of `ponderhit` after which the interface sent the position with another reply at once after the result.
    prompt_wrong_ponderhit_count: usize,
    /// The number of `ponderhit` after which the interface played the answer to another reply.
    answered_wrong_ponderhit_count: usize,
    /// The number of successive wrong guesses over which the clock gained time, or lost more than passed.
    impossible_clock_count: usize,
    /// The number of successive wrong guesses over which the clock lost the time of the ponder search.
    lost_pondering_count: usize,
    /// The number of successive wrong guesses over which the clock lost what the engine had used before.
    lost_late_count: usize,
    /// Whether the interface has sent a `ponderhit`. Without one, the clock of a `go ponder` counts for nothing.
    has_sent_ponderhit: bool,
    /// The number of successive wrong guesses over which the clock gained the increment again.
    increment_again_count: usize,
    /// The number of successive wrong guesses over which `movestogo` fell.
    missed_moves_to_go_count: usize,
    /// Whether the engine sent a result without a `go` or an idle `stop`, and no `readyok` after it.
    has_other_result: bool,
    positions: PositionHabits,
    /// The time controls of all games.
    time_controls: TimeControlHabits,
    pub(in crate::protocol) clocks: ClockHabits,
    /// The same for each side, if one engine plays both sides: first of the side of the last `go`, then of the other.
    clocks_of_sides: [ClockHabits; 2],
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
        ClockPair::between(earlier, after)
    }

    /// The clocks of two successive `go` for one side, if one engine plays both sides. Returns `None` if `after` does not
    /// continue the game of the two searches before it, or if a clock is not known.
    pub(in crate::protocol) fn since_own_search<D: Dialect>(
        view: &View<D>,
        after: &Search<D>,
    ) -> Option<ClockPair> {
        let between = view.certain_previous_search(after)?;
        let earlier = between.search.previous_search.as_deref()?;
        let pondered = [&earlier.search, &between.search, after].map(|it| it.go.is_ponder());
        let follows = earlier.is_answered_by(&between.search) && between.is_answered_by(after);
        if earlier.search.is_doubtful || !follows || pondered.contains(&true) {
            return None;
        }
        ClockPair::between(earlier, after)
    }

    pub(super) fn between<D: Dialect>(
        earlier: &PreviousSearch<D>,
        after: &Search<D>,
    ) -> Option<ClockPair> {
        Some(ClockPair {
            had: D::go_clock(&earlier.search)?,
            has: D::go_clock(after)?,
            used: earlier.clock_time_used()?,
            passed: after.started.saturating_sub(earlier.search.started),
            pondered: earlier.ponderhit_time.map_or(Duration::ZERO, |it| {
                it.saturating_sub(earlier.search.started)
            }),
            missed: missed_before(earlier),
            are_of_one_kind: earlier.search.go.is_ponder() == after.go.is_ponder(),
            begins_game: begins_game(&earlier.search),
            has_defined_clocks: D::DEFINES_CLOCKS,
            is_in_millis: is_in_millis(&earlier.search) && is_in_millis(after),
        })
    }

    /// Whether `movestogo` did not fall by one. Returns `None` if it is missing, or if the next time control may have
    /// begun: then it proves nothing.
    pub(in crate::protocol) fn miscounts_moves_to_go(&self) -> Option<bool> {
        let (had, has) = (self.had.moves_to_go?, self.has.moves_to_go?);
        (had > 1 && self.is_within_time_control()).then(|| had - 1 != has)
    }

    /// Whether the clock got no time for the next time control: it fell, or it lost what the engine used.
    fn is_within_time_control(&self) -> bool {
        let increment = self.had.increment.unwrap_or_default();
        let without_refill = (self.had.time + increment).saturating_sub(self.used);
        self.has.time < self.had.time
            || self.has.time.abs_diff(without_refill) <= clock_habits::MEASURING_TOLERANCE
    }
}

/// The time from the `go ponder` with a wrong guess right before the search to the search, or 0 if there is none.
fn missed_before<D: Dialect>(search: &PreviousSearch<D>) -> Duration {
    let before = search.search.previous_search.as_deref();
    let missed =
        before.filter(|it| !it.search.is_doubtful && it.was_ponder_move_wrong(&search.search));
    missed.map_or(Duration::ZERO, |it| {
        search.search.started.saturating_sub(it.search.started)
    })
}

/// Whether the search is the first one of its game, and at most one move was played before it.
fn begins_game<D: Dialect>(search: &Search<D>) -> bool {
    let moves = search
        .last_position
        .as_ref()
        .and_then(|it| it.moves.as_ref());
    search.previous_search.is_none() && moves.is_none_or(|it| it.len() <= 1)
}

/// Whether the unit of the times in the `go` is certainly the millisecond.
fn is_in_millis<D: Dialect>(search: &Search<D>) -> bool {
    search.is_time_unit_known && search.time_unit == Duration::from_millis(1)
}

/// Whether the search began at once after the result of the search before it, which the interface did not stop.
fn is_prompt<D: Dialect>(view: &View<D>, after: &Search<D>) -> bool {
    view.certain_previous_search(after).is_some_and(|it| {
        let waited = after.started.saturating_sub(it.result_time);
        // In a log without times, or with whole seconds, the times of two lines are often equal.
        it.search.stop_entry.is_none() && !waited.is_zero() && waited <= PROMPT_POSITION
    })
}

impl InterfaceHabits {
    /// Each search of the segment, with what the interface did up to it. `self` is what it did before the segment.
    pub(in crate::protocol) fn at_each_search<D: Dialect>(
        self,
        view: &View<D>,
    ) -> impl Iterator<Item = (&Search<D>, InterfaceHabits)> {
        view.searches.iter().scan(self, move |habits, after| {
            *habits = habits.with_next(view, after);
            Some((after, *habits))
        })
    }

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
                answered_wrong_ponderhit_count: self.answered_wrong_ponderhit_count,
                prompt_wrong_ponderhit_count: self.prompt_wrong_ponderhit_count,
                has_sent_ponderhit: self.has_sent_ponderhit,
                time_controls: self.time_controls,
                ..InterfaceHabits::default()
            };
        }
        let before = after.previous_search.as_deref();
        self.has_sent_ponderhit |= before.is_some_and(|it| it.ponderhit_time.is_some());
        let pair = ClockPair::since_previous_search(view, after);
        self.time_controls = self.time_controls.with_next(pair);
        let missed = MissedClocks::before(view, after);
        // While the engine pondered on a wrong guess, its clock stood still. Moves before and after it are successive.
        if missed.is_none_or(|it| it.has_gained()) {
            self.clocks = self.clocks.with_next(pair.and_then(ClockLoss::of_pair));
        }
        let own = ClockPair::since_own_search(view, after);
        let [last, other] = self.clocks_of_sides;
        self.clocks_of_sides = [other.with_next(own.and_then(ClockLoss::of_pair)), last];
        match pair.and_then(|it| it.miscounts_moves_to_go()) {
            Some(true) => self.wrong_moves_to_go_count += 1,
            Some(false) => self.wrong_moves_to_go_count = 0,
            None => (),
        }
        if let Some(missed) = missed {
            let next = |count: usize, is_wrong| if is_wrong { count + 1 } else { 0 };
            // Some interfaces stop each ponder search, and send the clock from before the engine's move with it.
            let has_clock_of_own =
                D::DEFINES_CLOCKS || self.has_sent_ponderhit || !missed.repeats_clock;
            if let Some(is_impossible) = missed.is_impossible(has_clock_of_own) {
                self.impossible_clock_count = next(self.impossible_clock_count, is_impossible);
            }
            self.lost_pondering_count = next(self.lost_pondering_count, missed.lost_pondering());
            if let Some(is_late) = missed.lost_late().filter(|_| has_clock_of_own) {
                self.lost_late_count = next(self.lost_late_count, is_late);
            }
            if let Some(again) = missed.gained_increment_again() {
                self.increment_again_count = next(self.increment_again_count, again);
            }
            if let Some(fell) = missed.moves_to_go_fell() {
                self.missed_moves_to_go_count = next(self.missed_moves_to_go_count, fell);
            }
        }
        match has_other_reply_after_ponderhit(view, after) {
            Some(true) => {
                self.wrong_ponderhit_count += 1;
                self.prompt_wrong_ponderhit_count += usize::from(is_prompt(view, after));
            }
            Some(false) => self.wrong_ponderhit_count = 0,
            None => (),
        }
        let missed = missed_guess(view, after);
        self.void_result_count += usize::from(missed.is_some_and(|it| it.is_void_result_played));
        self.positions = self.positions.with_next(view, after);
        self
    }

    /// The same after the reply that a `ponderhit` confirmed.
    pub(in crate::protocol) fn with_reply<M: PartialEq>(
        mut self,
        answered: &AnsweredReply<M>,
    ) -> InterfaceHabits {
        self.answered_wrong_ponderhit_count += usize::from(answered.guess != answered.reply);
        self
    }

    /// Whether the interface answered other replies than the confirmed ones so often that it is no takeback.
    pub(in crate::protocol) fn are_wrong_ponderhits_proven(&self) -> bool {
        self.answered_wrong_ponderhit_count >= MIN_ANSWERED_WRONG_PONDERHITS
    }

    /// What the interface did again and again up to the end of a segment, from the same up to its beginning.
    pub(in crate::protocol) fn after_segment<D: Dialect>(self, view: &View<D>) -> InterfaceHabits {
        let has_other_result = self.may_have_other_result(view, view.entries.len());
        let replies = view.positions_after_ponderhit.iter();
        let replies = replies.filter_map(PositionAfterPonderhit::answered_reply);
        let after_replies = replies.fold(self, |habits, it| habits.with_reply(&it));
        let searches = view.searches.iter();
        InterfaceHabits {
            has_other_result,
            ..searches.fold(after_replies, |habits, it| habits.with_next(view, it))
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

    /// The message about the mistake with the clocks that the last moves prove.
    pub(in crate::protocol) fn clock_mistake(&self) -> Option<Message> {
        let of_both_sides = || self.clocks_of_sides[0].mistake_of_one_engine();
        self.clocks.proven_mistake().or_else(of_both_sides)
    }

    /// The number of successive moves after which `movestogo` was wrong, if their number proves that it does not count
    /// moves.
    pub(in crate::protocol) fn moves_with_wrong_moves_to_go(&self) -> Option<usize> {
        let count = self.wrong_moves_to_go_count;
        (count >= MIN_WRONG_MOVES_TO_GO).then_some(count)
    }

    /// At which wrong move the last time controls began, and their number, if the last one began with the last move and
    /// their number proves that `movestogo` is wrong.
    pub(in crate::protocol) fn wrong_time_controls(&self) -> Option<(WrongBeginning, usize)> {
        self.time_controls.proven()
    }

    /// The number of wrong guesses after which the interface played the move for the guess, if their number proves
    /// that it always does.
    pub(in crate::protocol) fn void_results_played(&self) -> Option<usize> {
        let count = self.void_result_count;
        (count >= MIN_VOID_RESULTS).then_some(count)
    }

    /// The number of successive wrong guesses that the engine searched and whose results were played, if their number
    /// proves that the interface does not send the position on the board.
    pub(in crate::protocol) fn searched_guesses<D: Dialect>(
        &self,
        view: &View<D>,
        after: &Search<D>,
    ) -> Option<usize> {
        self.positions.searched_guesses(view, after)
    }

    /// The number of successive `go` without a `position`, if their number proves that the interface sends none.
    pub(in crate::protocol) fn unsent_positions(&self) -> Option<usize> {
        self.positions.unsent_positions()
    }

    /// The number of successive `ponderhit` after which the interface sent the position with another reply, if their
    /// number proves that it always sends `ponderhit`.
    pub(in crate::protocol) fn ponderhits_before_other_replies(&self) -> Option<usize> {
        let count = self.wrong_ponderhit_count;
        (count >= MIN_WRONG_PONDERHITS).then_some(count)
    }

    /// The number of `ponderhit` after which the interface at once sent the position with another reply, if their number
    /// proves that it does not compare the reply with the guess. `after` is the search of such a position.
    pub(in crate::protocol) fn ponderhits_before_prompt_replies<D: Dialect>(
        &self,
        view: &View<D>,
        after: &Search<D>,
    ) -> Option<usize> {
        let count = self.prompt_wrong_ponderhit_count;
        (count >= MIN_PROMPT_WRONG_PONDERHITS && is_prompt(view, after)).then_some(count)
    }

    /// What the clock did wrong over each of the last wrong guesses, and their number, if `after` follows a wrong guess.
    pub(in crate::protocol) fn missed_clock_mistake<D: Dialect>(
        &self,
        view: &View<D>,
        after: &Search<D>,
    ) -> Option<(MissedClockMistake, usize)> {
        MissedClocks::before(view, after)?;
        let counts = [
            (MissedClockMistake::LostLate, self.lost_late_count),
            (
                MissedClockMistake::IncrementAgain,
                self.increment_again_count,
            ),
            (MissedClockMistake::Impossible, self.impossible_clock_count),
            (MissedClockMistake::PonderingLost, self.lost_pondering_count),
        ];
        counts.into_iter().find(|it| it.1 >= MIN_MISSED_CLOCKS)
    }

    /// The number of successive wrong guesses over which `movestogo` fell, if their number proves that it counts `go`
    /// commands, and `after` follows a wrong guess.
    pub(in crate::protocol) fn guesses_with_wrong_moves_to_go<D: Dialect>(
        &self,
        view: &View<D>,
        after: &Search<D>,
    ) -> Option<usize> {
        MissedClocks::before(view, after)?.moves_to_go_fell()?;
        let count = self.missed_moves_to_go_count;
        (count >= MIN_MISSED_CLOCKS).then_some(count)
    }
}
