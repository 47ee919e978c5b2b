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
    let (busy, rest) = match idle {
        Amount::None => return,
        Amount::Small => (3, 1),
        Amount::Medium => (1, 1),
        Amount::Large => (1, 3),
    };
    let began = *since.get_or_insert_with(Instant::now);
    let worked = began.elapsed();
    if worked >= Duration::from_millis(2) {
        std::thread::sleep(worked * rest / busy);
        *since = Some(Instant::now());
    }
}
