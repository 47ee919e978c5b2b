//! How fast a search runs: free, with pauses, or a granted number of nodes at a time.

use std::{
    sync::mpsc::Receiver,
    time::{Duration, Instant},
};

use crate::game::Amount;

/// The receiver of grants; each grant is a number of nodes that the search may search.
pub type Grants = Receiver<u64>;

/// The speed control of a search.
#[derive(Debug)]
pub(super) enum Pace {
    /// The search runs at full speed, with pauses if the option `idle` is set (`UCCI O25`).
    Free {
        idle: Amount,
        since: Option<Instant>,
    },
    /// The search waits for a grant after each granted number of nodes, so the caller controls time.
    Granted { grants: Grants, left: u64 },
}

impl Pace {
    pub(super) fn free(idle: Amount) -> Pace {
        Pace::Free { idle, since: None }
    }

    pub(super) fn granted(grants: Grants) -> Pace {
        Pace::Granted { grants, left: 0 }
    }

    /// The largest number of nodes until the next check of the limits.
    pub(super) fn nodes(&self) -> u64 {
        match self {
            Pace::Free { .. } => u64::MAX,
            Pace::Granted { left, .. } => *left,
        }
    }

    /// Subtracts `nodes` from the grant; returns true if the grant is used up and the search must wait.
    pub(super) fn spend(&mut self, nodes: u64) -> bool {
        match self {
            Pace::Free { idle, since } => {
                leave_idle(*idle, since);
                false
            }
            Pace::Granted { left, .. } => {
                *left = left.saturating_sub(nodes);
                *left == 0
            }
        }
    }

    /// Waits for the next grant; returns false if the channel is closed.
    pub(super) fn wait(&mut self) -> bool {
        match self {
            Pace::Free { .. } => true,
            Pace::Granted { grants, left } => match grants.recv() {
                Ok(more) => {
                    *left = more;
                    true
                }
                Err(_) => false,
            },
        }
    }
}

/// Sleeps in proportion to the time since the last sleep.
#[expect(
    clippy::disallowed_methods,
    reason = "the option `idle` leaves processor time free by sleeping"
)]
fn leave_idle(idle: Amount, since: &mut Option<Instant>) {
    if idle == Amount::None {
        return;
    }
    let began = *since.get_or_insert_with(Instant::now);
    let worked = began.elapsed();
    if worked >= Duration::from_millis(2) {
        std::thread::sleep(pause(idle, worked));
        *since = Some(Instant::now());
    }
}

/// The time to sleep after the time `worked`: a quarter, half or three quarters of the sum of both.
fn pause(idle: Amount, worked: Duration) -> Duration {
    match idle {
        Amount::None => Duration::ZERO,
        Amount::Small => worked / 3,
        Amount::Medium => worked,
        Amount::Large => worked * 3,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_larger_amount_sleeps_longer() {
        let worked = Duration::from_millis(30);
        let amounts = [Amount::None, Amount::Small, Amount::Medium, Amount::Large];
        let pauses = amounts.map(|it| pause(it, worked).as_millis());
        assert_eq!(pauses, [0, 10, 30, 90]);
    }

    #[test]
    fn a_grant_is_used_up_and_the_next_is_awaited() {
        let (grant, grants) = std::sync::mpsc::channel();
        let mut pace = Pace::granted(grants);
        assert!(pace.spend(0), "nothing was granted yet");
        grant.send(5).unwrap();
        assert!(pace.wait());
        assert_eq!(pace.nodes(), 5);
        assert!(!pace.spend(4));
        assert!(pace.spend(1));
        drop(grant);
        assert!(!pace.wait(), "there will be no more");
    }
}
