//! Searches of a position that is not on the board of the real game, as several moves of a game prove them.

use std::time::Duration;

use super::{ClockPair, Dialect, GoCommand as _, Search, View, checks::missed_guess, clock_habits};

/// From this number of successive wrong guesses on, it is no coincidence that the interface let the engine search the
/// guess, and then played the result after another reply.
const MIN_SEARCHED_GUESSES: usize = 3;

/// From this number of successive `go` without a `position` on, it is no coincidence that both clocks ran: the game
/// goes on, and no user takes back each move of the engine.
const MIN_UNSENT_POSITIONS: usize = 6;

/// What the interface did again and again with positions up to a search.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct PositionHabits {
    /// The number of successive wrong guesses after which the engine searched the guess, and its result was played.
    searched_guess_count: usize,
    /// The number of successive `go` that have new clocks, but no `position` since the last result.
    unsent_position_count: usize,
}

impl PositionHabits {
    /// The same after the search `after` has begun.
    pub(super) fn with_next<D: Dialect>(
        mut self,
        view: &View<D>,
        after: &Search<D>,
    ) -> PositionHabits {
        // A new game has other positions.
        if after.previous_search.is_none() {
            self = PositionHabits::default();
        }
        let is_searched_anew =
            missed_guess(view, after).is_some_and(|it| !it.is_void_result_played);
        if is_guess_searched_and_played(view, after) {
            self.searched_guess_count += 1;
        } else if is_searched_anew {
            self.searched_guess_count = 0;
        }
        match is_go_without_position(view, after) {
            true => self.unsent_position_count += 1,
            false => self.unsent_position_count = 0,
        }
        self
    }

    /// The number of successive wrong guesses that the engine searched, if their number proves that the interface does
    /// not send the position on the board, and the result of the last of them was played before `after`.
    pub(super) fn searched_guesses<D: Dialect>(
        &self,
        view: &View<D>,
        after: &Search<D>,
    ) -> Option<usize> {
        let count = self.searched_guess_count;
        (count >= MIN_SEARCHED_GUESSES && is_guess_searched_and_played(view, after))
            .then_some(count)
    }

    /// The number of successive `go` without a `position`, if their number proves that the interface sends none.
    pub(super) fn unsent_positions(&self) -> Option<usize> {
        let count = self.unsent_position_count;
        (count >= MIN_UNSENT_POSITIONS).then_some(count)
    }
}

/// Whether the interface ended a ponder search with `stop`, let the engine search the guess again on its clock, and then
/// played the result after another reply of the opponent.
fn is_guess_searched_and_played<D: Dialect>(view: &View<D>, after: &Search<D>) -> bool {
    played_answer_to_guess(view, after).unwrap_or(false)
}

fn played_answer_to_guess<D: Dialect>(view: &View<D>, after: &Search<D>) -> Option<bool> {
    let searched = view.certain_previous_search(after)?;
    let pondered = searched.search.previous_search.as_deref()?;
    let is_hit = pondered.ponderhit_time.is_some() || !pondered.search.go.is_ponder();
    if is_hit || pondered.search.is_doubtful || searched.search.go.is_ponder() {
        return None;
    }
    // A search without a clock may be an analysis of the guess.
    D::go_clock(&searched.search)?;
    let guessed = pondered.search.last_position.as_ref()?;
    let was = searched.search.last_position.as_ref()?;
    let is = after.last_position.as_ref()?;
    let has_same_base =
        guessed.base_position == was.base_position && was.base_position == is.base_position;
    if !has_same_base || guessed.moves != was.moves {
        return None;
    }
    let (guess, before) = guessed.moves.as_ref()?.split_last()?;
    let (reply, later) = is.moves.as_ref()?.strip_prefix(before)?.split_first()?;
    Some(reply != guess && later.first() == Some(&searched.best_move?))
}

/// Whether the interface sent `after` without a `position` after the last result, although the engine's clock lost what
/// the engine used, and the opponent's clock ran. After a takeback, the opponent's clock may run, too.
fn is_go_without_position<D: Dialect>(view: &View<D>, after: &Search<D>) -> bool {
    let Some(earlier) = view.certain_previous_search(after) else {
        return false;
    };
    let was = &earlier.search;
    let is_sent =
        was.board_command_count != after.board_command_count || was.last_position.is_none();
    if is_sent || was.go.is_ponder() || after.go.is_ponder() {
        return false;
    }
    ClockPair::between(earlier, after).is_some_and(|it| it.runs_for_both_sides())
}

impl<D: Dialect> View<D> {
    /// Whether the interface sent a `position` between the last result and the search `after`.
    pub(super) fn is_new_position_sent(&self, after: &Search<D>) -> bool {
        self.certain_previous_search(after).is_some_and(|it| {
            it.search.board_command_count != after.board_command_count
                && after.last_position.is_some()
        })
    }
}

impl ClockPair {
    /// Whether the engine's clock lost the time that the engine used, and the opponent's clock has another time.
    fn runs_for_both_sides(&self) -> bool {
        let increment = self.had.increment.unwrap_or(Duration::ZERO);
        let expected = (self.had.time + increment).saturating_sub(self.used);
        let tolerance =
            clock_habits::MEASURING_TOLERANCE + clock_habits::rounding_of(&[self.had.time]);
        let other_runs =
            self.had.other_time.is_some() && self.had.other_time != self.has.other_time;
        self.had.time != self.has.time
            && self.has.time.abs_diff(expected) <= tolerance
            && other_runs
    }
}
