//! The opponent's clock stays the same, although the opponent uses more than its increment.

use super::{ClockMistake, stays::precise_moves_with_standing_clock};
use crate::message::message;

pub(super) const MISTAKE: ClockMistake = ClockMistake {
    // An opponent without a clock may have the same clock in each move, but such an opponent has no increment.
    opponent_message: Some(|count| {
        message!(
            "opponent_clock_stays",
            "in each of the last {count} moves the opponent's clock stayed the same, although the opponent used more than the increment",
            count
        )
    }),
    all_moves: Some(precise_moves_with_standing_clock),
    ..ClockMistake::OTHER
};
