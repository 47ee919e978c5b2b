//! How much of its time the engine takes for a move.

use std::time::Duration;

/// The clock of `go time`, in real units.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Clock {
    pub(super) left: Duration,
    pub(super) increment: Duration,
    /// Moves left in the period (`UCCI G8`).
    pub(super) moves: Option<u64>,
}

/// Kept back for pipes, schedulers and slow interfaces.
const RESERVE: Duration = Duration::from_millis(60);

impl Clock {
    /// The time to take for this move: a share of what is left, and never so much that a delay
    /// could lose the game.
    pub(super) fn share(self, ponder: bool) -> Duration {
        let moves = self.moves.unwrap_or(30).clamp(1, 30);
        let parts = u32::try_from(moves).unwrap_or(30);
        let mut share = self.left / parts + self.increment.mul_f64(0.7);
        if ponder {
            share += share / 4;
        }
        let most = self.left.mul_f64(if parts == 1 { 0.8 } else { 0.4 });
        share.min(most.saturating_sub(RESERVE))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_clock_is_never_used_up() {
        for left in [0, 1, 50, 100, 1000, 60_000, u64::from(u32::MAX)] {
            for moves in [None, Some(0), Some(1), Some(40), Some(u64::MAX)] {
                for increment in [0, 5000] {
                    let left = Duration::from_millis(left);
                    let clock = Clock {
                        left,
                        increment: Duration::from_millis(increment),
                        moves,
                    };
                    let share = clock.share(true);
                    assert!(
                        share.is_zero() || share + RESERVE <= left,
                        "{clock:?}: {share:?}"
                    );
                }
            }
        }
    }
}
