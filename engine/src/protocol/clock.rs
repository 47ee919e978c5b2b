//! Time management: how much time the engine uses for a move.

use std::time::Duration;

/// The clock from `go time`, converted to durations.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Clock {
    pub(super) left: Duration,
    pub(super) increment: Duration,
    /// Moves left in the period (`UCCI G8`).
    pub(super) moves: Option<u64>,
    /// The opponent's remaining time (`UCCI G15`).
    pub(super) opponent: Option<Duration>,
}

/// The time budget of a move.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Budget {
    /// After this time no further iteration starts.
    pub(super) usual: Duration,
    /// After this time the engine moves in any case.
    pub(super) most: Duration,
}

/// The time in reserve for delays of pipes, schedulers and interfaces.
const RESERVE: Duration = Duration::from_millis(50);

/// The assumed number of moves left, if the clock must last to the end of the game.
const MOVES: u64 = 32;

impl Clock {
    /// The time to use for this move: a share of the time left, with a reserve so that a delay does
    /// not lose the game.
    pub(super) fn budget(self, ponder: bool) -> Budget {
        let safe = self
            .left
            .saturating_sub(RESERVE.max(self.left / 20).min(self.left / 2));
        let moves = self.moves.unwrap_or(MOVES).clamp(1, MOVES);
        let parts = u32::try_from(moves).unwrap_or(u32::MAX);
        let mut share = self.left / parts + self.increment * 3 / 4;
        if ponder {
            share += share / 4;
        }
        // An engine with much more time than its opponent uses more time.
        if self.opponent.is_some_and(|it| it < self.left * 2 / 3) {
            share += share / 4;
        }
        let most = match parts {
            1 => safe,
            2 => safe * 3 / 5,
            _ => (share * 3).min(safe * 2 / 5),
        };
        let usual = if parts == 1 { most } else { share * 2 / 3 };
        Budget {
            usual: usual.min(most),
            most,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_clock_is_never_used_up() {
        for left in [0, 1, 50, 100, 1000, 60_000, u64::from(u32::MAX)] {
            for moves in [None, Some(0), Some(1), Some(2), Some(40), Some(u64::MAX)] {
                for increment in [0, 5000] {
                    let left = Duration::from_millis(left);
                    let clock = Clock {
                        left,
                        increment: Duration::from_millis(increment),
                        moves,
                        opponent: Some(Duration::ZERO),
                    };
                    let budget = clock.budget(true);
                    assert!(budget.usual <= budget.most, "{clock:?}: {budget:?}");
                    let kept = RESERVE.min(left / 2);
                    assert!(budget.most + kept <= left, "{clock:?}: {budget:?}");
                }
            }
        }
    }

    #[test]
    fn time_that_need_not_last_is_used() {
        let budget = |moves: Option<u64>| {
            let left = Duration::from_secs(60);
            Clock {
                left,
                moves,
                ..Clock::default()
            }
            .budget(false)
        };
        assert!(budget(Some(1)).usual > Duration::from_secs(50));
        assert!(budget(Some(10)).usual > budget(None).usual);
        assert!(budget(None).usual > Duration::from_millis(800));
    }
}
