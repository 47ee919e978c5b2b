//! Time management: how much time the engine uses for a move.

use std::time::Duration;

/// The clock times of a `go` command, converted to durations.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Clock {
    pub(super) remaining: Duration,
    pub(super) increment: Duration,
    /// The number of moves until the next time control (`UCCI G8`).
    pub(super) moves_to_go: Option<u64>,
    /// The opponent's remaining time (`UCCI G15`).
    pub(super) opponent_remaining: Option<Duration>,
}

/// The time budget of a move.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct TimeBudget {
    /// After this time the engine starts no further iteration.
    pub(super) soft_limit: Duration,
    /// After this time the engine sends its move, even during an iteration.
    pub(super) hard_limit: Duration,
}

/// The time in reserve for delays of pipes, schedulers and interfaces.
const TIME_RESERVE: Duration = Duration::from_millis(50);

/// The assumed number of moves left, if the clock must last to the end of the game.
const DEFAULT_MOVES_TO_GO: u64 = 32;

impl Clock {
    /// The time to use for this move: a share of the time left, with a reserve so that a delay does
    /// not lose the game.
    pub(super) fn time_budget(self, ponder: bool) -> TimeBudget {
        let safe = self.remaining.saturating_sub(
            TIME_RESERVE
                .max(self.remaining / 20)
                .min(self.remaining / 2),
        );
        let moves = self
            .moves_to_go
            .unwrap_or(DEFAULT_MOVES_TO_GO)
            .clamp(1, DEFAULT_MOVES_TO_GO);
        let parts = u32::try_from(moves).unwrap_or(u32::MAX);
        let mut share = self.remaining / parts + self.increment * 3 / 4;
        if ponder {
            share += share / 4;
        }
        // If the engine has much more time than its opponent, it uses more time.
        if self
            .opponent_remaining
            .is_some_and(|it| it < self.remaining * 2 / 3)
        {
            share += share / 4;
        }
        let most = match parts {
            1 => safe,
            2 => safe * 3 / 5,
            _ => (share * 3).min(safe * 2 / 5),
        };
        let usual = if parts == 1 { most } else { share * 2 / 3 };
        TimeBudget {
            soft_limit: usual.min(most),
            hard_limit: most,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_time_budget_never_exceeds_the_clock() {
        for left in [0, 1, 50, 100, 1000, 60_000, u64::from(u32::MAX)] {
            for moves in [None, Some(0), Some(1), Some(2), Some(40), Some(u64::MAX)] {
                for increment in [0, 5000] {
                    let left = Duration::from_millis(left);
                    let clock = Clock {
                        remaining: left,
                        increment: Duration::from_millis(increment),
                        moves_to_go: moves,
                        opponent_remaining: Some(Duration::ZERO),
                    };
                    let budget = clock.time_budget(true);
                    assert!(
                        budget.soft_limit <= budget.hard_limit,
                        "{clock:?}: {budget:?}"
                    );
                    let kept = TIME_RESERVE.min(left / 2);
                    assert!(budget.hard_limit + kept <= left, "{clock:?}: {budget:?}");
                }
            }
        }
    }

    #[test]
    fn fewer_moves_to_go_give_a_larger_budget() {
        let budget = |moves: Option<u64>| {
            let left = Duration::from_secs(60);
            Clock {
                remaining: left,
                moves_to_go: moves,
                ..Clock::default()
            }
            .time_budget(false)
        };
        assert!(budget(Some(1)).soft_limit > Duration::from_secs(50));
        assert!(budget(Some(10)).soft_limit > budget(None).soft_limit);
        assert!(budget(None).soft_limit > Duration::from_millis(800));
    }
}
