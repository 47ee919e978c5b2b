//! The moves that show a mistake, and what they have in common.

use super::ClockLoss;

/// The moves of which each shows a mistake. Only together they can prove it.
#[derive(Debug)]
pub(super) struct ShowingMoves<'a> {
    /// The latest move first.
    pub(super) moves: Vec<&'a ClockLoss>,
    /// The last move of the game so far.
    pub(super) last: &'a ClockLoss,
    /// Whether the clocks began equal, as far as the first move that fits the mistake shows.
    pub(super) began_equal: bool,
}

impl ShowingMoves<'_> {
    /// The sum of an amount over the moves.
    pub(super) fn sum(&self, amount: fn(&ClockLoss) -> i64) -> i64 {
        self.moves.iter().map(|it| amount(it)).sum()
    }

    /// The longest time that the side of the clock used, in milliseconds.
    pub(super) fn longest(&self) -> i64 {
        self.moves.iter().map(|it| it.used).max().unwrap_or(0)
    }

    /// By how much the times differ that the side of the clock used, in milliseconds. If all moves are equally long, a
    /// clock that loses the same time for each move fits, too.
    pub(super) fn range_of_used(&self) -> i64 {
        range_of(self.moves.iter().map(|it| it.used))
    }

    /// The clock before the first of the moves, in milliseconds.
    pub(super) fn first_clock(&self) -> i64 {
        self.moves.last().map_or(0, |it| it.had)
    }

    pub(super) fn certain_difference(&self) -> i64 {
        self.last.certain_difference()
    }

    /// Whether a delay that both sides have explains that the clock hardly runs. A delay that covers the longest move of
    /// the clock's side covers each shorter move of the other side, too.
    pub(super) fn may_be_delay(&self) -> bool {
        let covered = |it: &&ClockLoss| it.used - it.charged().max(0) - it.tolerance();
        let delay = self.moves.iter().map(covered).max().unwrap_or(0);
        let certain_difference = self.moves.iter().map(|it| it.certain_difference()).max();
        let of_other_side = self.moves.iter().filter(|it| it.has_opponent_moved);
        let charged = of_other_side.filter_map(|it| {
            let charged = it.other_charged?;
            (it.passed - it.used < delay && charged > it.tolerance()).then_some(charged)
        });
        let charged: i64 = charged.sum();
        certain_difference.is_none_or(|it| charged <= it)
    }
}

/// The difference between the longest and the shortest time.
pub(super) fn range_of(times: impl Iterator<Item = i64> + Clone) -> i64 {
    times.clone().max().unwrap_or(0) - times.min().unwrap_or(0)
}

pub(super) fn are_different(times: impl Iterator<Item = i64>) -> bool {
    let mut times: Vec<i64> = times.collect();
    times.sort_unstable();
    times.windows(2).all(|it| it[0] != it[1])
}
