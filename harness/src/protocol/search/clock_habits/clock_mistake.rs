//! A mistake with the clocks as a hypothesis: which clocks fit it, which fit no correct clock, and how many moves prove it.

use super::{ClockLoss, ShowingMoves};
use crate::message::Message;

/// From this number of successive moves on, a clock that fits a mistake is no coincidence.
pub(super) const MIN_FITTING_MOVES: usize = 4;

/// The message about a number of moves that show a mistake.
type MovesMessage = fn(usize) -> Message;

/// A mistake of an interface with its clocks. Each file in `mistakes` contains one.
#[derive(Debug)]
pub(super) struct ClockMistake {
    /// The message if the engine's clock shows the mistake, or `None` if the engine's clock alone cannot.
    pub(super) message: Option<MovesMessage>,
    /// The same for the opponent's clock.
    pub(super) opponent_message: Option<MovesMessage>,
    /// What each move shows.
    pub(super) each_move: Option<EachMove>,
    /// The number of moves at the end of the list that show the mistake only together, or 0 if they do not prove it.
    pub(super) all_moves: Option<fn(&[ClockLoss]) -> usize>,
    /// Whether the opponent's clock shows the mistake only in moves without a gap.
    pub(super) is_of_opponent_without_gap: bool,
    /// Whether only few moves can show the mistake, such as long moves, or those after a `ponderhit` or a wrong guess.
    pub(super) is_rarely_shown: bool,
    /// Whether an interface can make the mistake whose one engine plays both sides. It may send the same clocks for each
    /// search, so a clock that hardly runs is no mistake.
    pub(super) may_be_of_one_engine: bool,
}

/// What each move must show.
#[derive(Debug)]
pub(super) struct EachMove {
    /// Whether the clocks of a move fit the mistake.
    pub(super) fits: fn(&ClockLoss, &OtherMoves<'_>) -> bool,
    /// Whether clocks that fit the mistake fit no correct clock.
    pub(super) shows: fn(&ClockLoss, &OtherMoves<'_>) -> bool,
    /// Whether the moves that show the mistake prove it together.
    pub(super) is_proven: fn(&ShowingMoves<'_>) -> bool,
}

/// The moves with which a move is compared.
#[derive(Debug)]
pub(super) struct OtherMoves<'a> {
    /// The move before, if it is known.
    pub(super) before: Option<&'a ClockLoss>,
    /// The last move of the game so far.
    pub(super) last: &'a ClockLoss,
}

impl ClockMistake {
    /// What a mistake does not say about itself.
    pub(super) const OTHER: ClockMistake = ClockMistake {
        message: None,
        opponent_message: None,
        each_move: None,
        all_moves: None,
        is_of_opponent_without_gap: false,
        is_rarely_shown: false,
        may_be_of_one_engine: false,
    };

    /// The number of moves at the end of `losses` that show the mistake, or `None` if they do not prove it together. At
    /// least `min_fitting` moves must fit the mistake.
    pub(super) fn proven_by(&self, losses: &[ClockLoss], min_fitting: usize) -> Option<usize> {
        let each_move = self.each_move.as_ref();
        let of_each_move = each_move.map_or(0, |it| it.count(losses, min_fitting));
        let of_all_moves = self.all_moves.map_or(0, |count| count(losses));
        let of_all_moves = Some(of_all_moves)
            .filter(|it| *it >= min_fitting)
            .unwrap_or(0);
        let count = of_each_move.max(of_all_moves);
        (count >= MIN_FITTING_MOVES).then_some(count)
    }
}

impl EachMove {
    /// A mistake that each move shows that fits it, and that any number of moves proves.
    pub(super) const FITTING: EachMove = EachMove {
        fits: |_, _| false,
        shows: |_, _| true,
        is_proven: |_| true,
    };

    /// The number of moves at the end of `losses` of which each shows the mistake, or 0 if they do not prove it together,
    /// or if less than `min_fitting` moves fit it.
    fn count(&self, losses: &[ClockLoss], min_fitting: usize) -> usize {
        let Some(last) = losses.last() else {
            return 0;
        };
        let others = |index: usize| OtherMoves {
            before: index.checked_sub(1).and_then(|it| losses.get(it)),
            last,
        };
        let moves = losses.iter().enumerate().rev();
        let moves = moves.map(|(index, it)| (it, others(index)));
        let fitting = moves.take_while(|(it, others)| (self.fits)(it, others));
        let fitting: Vec<(&ClockLoss, OtherMoves<'_>)> = fitting.collect();
        let showing = fitting
            .iter()
            .filter(|(it, others)| (self.shows)(it, others));
        let showing = ShowingMoves {
            moves: showing.map(|it| it.0).collect(),
            last,
            began_equal: fitting.last().is_some_and(|it| it.0.began_equal),
        };
        if fitting.len() >= min_fitting && (self.is_proven)(&showing) {
            showing.moves.len()
        } else {
            0
        }
    }
}
