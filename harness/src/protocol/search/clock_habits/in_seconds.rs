//! Clocks in seconds in a fast game: each move takes less than a second, so only many moves together show the unit.

use super::ClockLoss;

/// At least this number of successive moves must show the mistake.
const MIN_MOVES: usize = 5;

/// From this sum of times on, in milliseconds, it is no coincidence that a clock lost a thousandth of it.
const MIN_USED: i64 = 2500;

/// The moves take at least so many times the clock, if it is read as milliseconds.
const MIN_OVERSTEPPING: i64 = 10;

/// A longer increment is in milliseconds.
const MAX_INCREMENT: i64 = 100;

/// The error of a clock that counts whole seconds, in milliseconds. Each move may be rounded.
const MAX_ERROR: i64 = 1010;

/// The number of moves at the end of `losses` in which the clock lost a thousandth of what its side used, or 0 if they do
/// not prove the mistake.
pub(super) fn moves_in_seconds(losses: &[ClockLoss]) -> usize {
    let (mut used, mut lost, mut proven) = (0, 0, 0);
    for (index, loss) in losses.iter().rev().enumerate() {
        let charged = loss.charged();
        if loss.increment >= MAX_INCREMENT || charged < 0 || loss.has_moves_to_go {
            break;
        }
        used += loss.used;
        lost += charged;
        let is_thousandth = used >= MIN_USED && (1000 * lost - used).abs() <= MAX_ERROR;
        // In milliseconds the clock would be much too short for these moves.
        if index + 1 >= MIN_MOVES && is_thousandth && used > MIN_OVERSTEPPING * loss.had {
            proven = index + 1;
        }
    }
    proven
}
