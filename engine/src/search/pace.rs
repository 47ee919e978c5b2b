//! Who says when a search goes on.

use std::{
    sync::mpsc::Receiver,
    time::{Duration, Instant},
};

use crate::game::Amount;

/// Permissions to search so many nodes more, one after the other.
pub type Grants = Receiver<u64>;

/// How a search is paced.
#[derive(Debug)]
pub(super) enum Pace {
    /// As fast as the processor goes, with pauses if others are to have their share (`UCCI O25`).
    Free {
        idle: Amount,
        since: Option<Instant>,
    },
    /// So many nodes, then it waits for more: time is somebody else's affair.
    Granted { grants: Grants, left: u64 },
}

impl Pace {
    pub(super) fn free(idle: Amount) -> Pace {
        Pace::Free { idle, since: None }
    }

    pub(super) fn granted(grants: Grants) -> Pace {
        Pace::Granted { grants, left: 0 }
    }

    /// At most so many nodes until the next look.
    pub(super) fn nodes(&self) -> u64 {
        match self {
            Pace::Free { .. } => u64::MAX,
            Pace::Granted { left, .. } => *left,
        }
    }

    /// Takes `nodes` off. Whether there is nothing left and somebody must be told and asked.
    pub(super) fn spend(&mut self, nodes: u64) -> bool {
        match self {
            Pace::Free { idle, since } => {
                rest(*idle, since);
                false
            }
            Pace::Granted { left, .. } => {
                *left = left.saturating_sub(nodes);
                *left == 0
            }
        }
    }

    /// Waits for more; false if there will never be any.
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

/// Rests for a share of the time since the last rest.
#[expect(
    clippy::disallowed_methods,
    reason = "to leave the processor to others is to sleep"
)]
fn rest(idle: Amount, since: &mut Option<Instant>) {
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

/// How long to rest after so much work: a quarter, half or three quarters of the time in all.
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
    fn the_larger_the_more_is_left_to_others() {
        let worked = Duration::from_millis(30);
        let amounts = [Amount::None, Amount::Small, Amount::Medium, Amount::Large];
        let pauses = amounts.map(|it| pause(it, worked).as_millis());
        assert_eq!(pauses, [0, 10, 30, 90]);
    }

    #[test]
    fn what_is_granted_is_used_up_and_asked_for_again() {
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
