//! The speed of a search: full speed, full speed with pauses, or as many nodes as the caller
//! grants.

use std::{
    sync::mpsc::Receiver,
    time::{Duration, Instant},
};

use crate::game::OptionLevel;

/// The receiver of grants; each grant is a number of nodes that the search may search.
pub type NodeGrantReceiver = Receiver<u64>;

/// The speed control of a search.
#[derive(Debug)]
pub(crate) enum Pace {
    /// The search runs at full speed, with pauses if the option `idle` is set (`UCCI O25`).
    FullSpeed {
        idle_time_share: OptionLevel,
        last_sleep: Option<Instant>,
    },
    /// The search waits after each granted number of nodes, so the caller controls the speed.
    GrantedNodes {
        grants: NodeGrantReceiver,
        nodes_left: u64,
    },
}

impl Pace {
    pub(crate) fn full_speed(idle: OptionLevel) -> Pace {
        Pace::FullSpeed {
            idle_time_share: idle,
            last_sleep: None,
        }
    }

    pub(crate) fn with_node_grants(grants: NodeGrantReceiver) -> Pace {
        Pace::GrantedNodes {
            grants,
            nodes_left: 0,
        }
    }

    /// The largest number of nodes that the search may search before the next check of its limits.
    pub(crate) fn nodes_left(&self) -> u64 {
        match self {
            Pace::FullSpeed { .. } => u64::MAX,
            Pace::GrantedNodes {
                nodes_left: left, ..
            } => *left,
        }
    }

    /// Subtracts `nodes` from the granted nodes. Returns true if no granted nodes are left and the
    /// search must wait.
    pub(crate) fn spend_nodes(&mut self, nodes: u64) -> bool {
        match self {
            Pace::FullSpeed {
                idle_time_share: idle,
                last_sleep: since,
            } => {
                sleep_if_due(*idle, since);
                false
            }
            Pace::GrantedNodes {
                nodes_left: left, ..
            } => {
                *left = left.saturating_sub(nodes);
                *left == 0
            }
        }
    }

    /// Waits until the caller grants more nodes. Returns false if the channel is closed.
    pub(crate) fn wait_for_node_grant(&mut self) -> bool {
        match self {
            Pace::FullSpeed { .. } => true,
            Pace::GrantedNodes {
                grants,
                nodes_left: left,
            } => match grants.recv() {
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
fn sleep_if_due(idle: OptionLevel, since: &mut Option<Instant>) {
    if idle == OptionLevel::None {
        return;
    }
    let began = *since.get_or_insert_with(Instant::now);
    let worked = began.elapsed();
    if worked >= Duration::from_millis(2) {
        std::thread::sleep(sleep_time(idle, worked));
        *since = Some(Instant::now());
    }
}

/// How long to sleep after working for the time `worked`: the sleep is a quarter, half or three
/// quarters of the time for work and sleep together.
fn sleep_time(idle: OptionLevel, worked: Duration) -> Duration {
    match idle {
        OptionLevel::None => Duration::ZERO,
        OptionLevel::Small => worked / 3,
        OptionLevel::Medium => worked,
        OptionLevel::Large => worked * 3,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_higher_idle_level_sleeps_longer() {
        let worked = Duration::from_millis(30);
        let amounts = [
            OptionLevel::None,
            OptionLevel::Small,
            OptionLevel::Medium,
            OptionLevel::Large,
        ];
        let pauses = amounts.map(|it| sleep_time(it, worked).as_millis());
        assert_eq!(pauses, [0, 10, 30, 90]);
    }

    #[test]
    fn after_the_granted_nodes_the_search_waits_for_more() {
        let (grant, grants) = std::sync::mpsc::channel();
        let mut pace = Pace::with_node_grants(grants);
        assert!(pace.spend_nodes(0), "the search has no grant yet");
        grant.send(5).unwrap();
        assert!(pace.wait_for_node_grant());
        assert_eq!(pace.nodes_left(), 5);
        assert!(!pace.spend_nodes(4));
        assert!(pace.spend_nodes(1));
        drop(grant);
        assert!(
            !pace.wait_for_node_grant(),
            "the channel of grants is closed"
        );
    }
}
