//! The engine's clock stays the same, although the opponent's clock, which began with the same time, loses shorter times.

use super::{ClockMistake, EachMove, MAX_LAG};
use crate::message::message;

pub(super) const MISTAKE: ClockMistake = ClockMistake {
    message: Some(|count| {
        message!(
            "clock_stands_still",
            "in each of the last {count} moves the engine's clock stayed the same, although the opponent's clock lost shorter times",
            count
        )
    }),
    each_move: Some(EachMove {
        fits: |it, _| it.lost == 0 && it.is_for_game_or_period(),
        shows: |it, _| it.is_long() && it.has_opponent_moved,
        is_proven: |it| {
            // A delay that covers the engine's longest move covers each shorter move of the opponent, too. Only a delay on the
            // engine's clock alone does not, such as a compensation for lag; it is short. Byo-yomi periods begin after the main
            // time, so they do not explain clocks that were the same.
            let longest = it.longest();
            let charged = it.moves.iter().filter(|it| it.passed - it.used < longest);
            let charged: i64 = charged.filter_map(|it| it.other_lost).sum();
            // No connection gives back a third of the clock.
            let is_short = longest <= MAX_LAG && it.sum(|it| it.used) <= it.first_clock() / 3;
            let may_be_lag = !it.last.has_defined_clocks && is_short;
            it.began_equal && !may_be_lag && charged > it.certain_difference()
        },
    }),
    ..ClockMistake::OTHER
};
