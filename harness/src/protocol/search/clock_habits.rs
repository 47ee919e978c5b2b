//! Mistakes with the clocks that an interface sends, such as a clock that grows by the time that was used. Only several
//! successive moves prove such a mistake.
//!
//! An interface may measure the time in another way than ponderhit, and a delay, the next time control or the user may
//! change a clock. Therefore no single clock is judged. A mistake is proven if the clocks fit it in several successive
//! moves whose times differ so much that no correct clock fits it.

mod clock_loss;
mod clock_mistake;
mod mistakes;
mod showing_moves;

use std::time::Duration;

use self::{
    clock_loss::CERTAIN_DIFFERENCE,
    clock_mistake::{ClockMistake, MIN_FITTING_MOVES},
    showing_moves::ShowingMoves,
};
use crate::message::Message;

pub(super) use self::clock_loss::{ClockLoss, rounding_of};

/// From this number of successive moves on, clocks that stay the same are worth a remark.
const MIN_STANDING_MOVES: usize = 6;

/// The difference between two ways to measure one move, in milliseconds.
const MEASURING_ERROR: i64 = 40;

/// The same in milliseconds if the clocks are not rounded, and fit a mistake in `MIN_PRECISE_MOVES` moves or more.
const PRECISE_MEASURING_ERROR: i64 = 20;

/// From this number of successive moves on, a clock that fits a mistake precisely is no coincidence.
const MIN_PRECISE_MOVES: usize = 8;

/// The difference between two ways to measure one move.
pub(super) const MEASURING_TOLERANCE: Duration = Duration::from_millis(MEASURING_ERROR as u64);

/// If the sides used times that differ by more than this, in milliseconds, no rounding makes their clocks equal.
const MIN_SIDES_DIFFERENCE: i64 = 1000;

/// The longest time in milliseconds that an interface may give back to one side in each move, because of the lag of its
/// connection.
const MAX_LAG: i64 = 1000;

/// From this sum of times in milliseconds on, a clock that does not count them is not only rounded.
const MIN_UNCOUNTED: i64 = 2000;

/// The number of moves that are kept.
const MAX_MOVES: usize = 32;

/// The number of moves that are compared with most mistakes. Only a mistake that few moves can show, such as those after
/// a `ponderhit`, is compared with all moves that are kept.
const MAX_COMPARED_MOVES: usize = 12;

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

    /// The message about the mistake that the last moves prove.
    pub(in crate::protocol) fn proven_mistake(&self) -> Option<Message> {
        let losses = self.losses_rounded_alike()?;
        mistake_of_two_engines(&losses, MIN_FITTING_MOVES)
            .or_else(|| mistake_of_two_engines(&precise_losses(losses)?, MIN_PRECISE_MOVES))
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

    /// The message about the mistake that the last moves of one side prove if one engine plays both sides.
    pub(super) fn mistake_of_one_engine(&self) -> Option<Message> {
        let all = self.losses_rounded_alike()?;
        let recent = last_moves(&all, MAX_COMPARED_MOVES);
        find_mistake(recent, MIN_FITTING_MOVES, |it| {
            it.message.filter(|_| it.may_be_of_one_engine)
        })
    }

    /// The known losses, rounded to the same step. A rounded clock may look exact, and an exact clock rounded, but not in
    /// every move.
    fn losses_rounded_alike(&self) -> Option<Vec<ClockLoss>> {
        let known = || self.losses.iter().flatten();
        let rounding = known().map(|it| it.rounding).min()?;
        Some(known().map(|it| ClockLoss { rounding, ..*it }).collect())
    }
}

/// The message about the mistake that the moves of a game of two engines prove. `min_fitting` is the number of moves that
/// must fit the mistake.
fn mistake_of_two_engines(all: &[ClockLoss], min_fitting: usize) -> Option<Message> {
    let recent = last_moves(all, MAX_COMPARED_MOVES);
    let of_opponent: Vec<ClockLoss> = recent.iter().filter_map(ClockLoss::of_opponent).collect();
    let last_of_opponent = recent.iter().rev().map_while(ClockLoss::of_opponent);
    let mut without_gap: Vec<ClockLoss> = last_of_opponent.collect();
    without_gap.reverse();
    let of_engine = |losses: &[ClockLoss], is_compared: fn(&ClockMistake) -> bool| {
        find_mistake(losses, min_fitting, |it| {
            it.message.filter(|_| is_compared(it))
        })
    };
    let of_opponent_with = |losses: &[ClockLoss], needs_all_moves: bool| {
        find_mistake(losses, min_fitting, |it| {
            it.opponent_message
                .filter(|_| it.is_of_opponent_without_gap == needs_all_moves)
        })
    };
    of_engine(recent, |_| true)
        .or_else(|| of_engine(all, |it| it.is_rarely_shown))
        .or_else(|| of_opponent_with(&of_opponent, false))
        .or_else(|| of_opponent_with(&without_gap, true))
}

/// The same losses, to be compared precisely. Returns `None` if the clocks are rounded, or for a part of the game only, in
/// which some interfaces add no increment.
fn precise_losses(losses: Vec<ClockLoss>) -> Option<Vec<ClockLoss>> {
    let are_precise = losses
        .iter()
        .all(|it| it.rounding == 1 && !it.has_moves_to_go);
    let precise = |it: ClockLoss| ClockLoss {
        measuring_error: PRECISE_MEASURING_ERROR,
        ..it
    };
    are_precise.then(|| losses.into_iter().map(precise).collect())
}

fn last_moves(losses: &[ClockLoss], count: usize) -> &[ClockLoss] {
    &losses[losses.len().saturating_sub(count)..]
}

/// The message about the first mistake that the moves prove. `message_of` returns `None` for mistakes that are not
/// compared.
fn find_mistake(
    losses: &[ClockLoss],
    min_fitting: usize,
    message_of: impl Fn(&ClockMistake) -> Option<fn(usize) -> Message>,
) -> Option<Message> {
    mistakes::ALL.iter().find_map(|it| {
        let message = message_of(it)?;
        Some(message(it.proven_by(losses, min_fitting)?))
    })
}
