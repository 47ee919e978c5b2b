//! Stops a run that only waits for an engine that does not answer.

use std::{
    sync::{Mutex, PoisonError},
    time::Duration,
};

use super::sessions::NotPlayed;
use crate::{link::clock::Stopwatch, session::Played};

/// So many sessions may end with an engine that hangs although it has nothing to do.
const HUNG: usize = 3;

/// So many may, although they have, while they search: such an engine may be well otherwise.
const HUNG_BUSY: usize = 12;

/// So long may be waited in vain, sessions that hang included to their ends; what sessions wait side by side counts once.
const IN_VAIN: Duration = Duration::from_secs(35);

/// So much more, where it is about believing what was seen already: a session that hung, and one that only lacked an
/// answer, as that of a healthy engine may.
const TO_BELIEVE: Duration = Duration::from_secs(10);
const TO_BELIEVE_ABSENCE: Duration = Duration::from_secs(50);

/// What a session is played for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Purpose {
    First,
    /// To see again what a session showed that hung, or that did not.
    Again {
        hung: bool,
    },
}

/// Counts what was waited for in vain.
pub(super) struct Breaker {
    scale: f64,
    seen: Mutex<Seen>,
}

#[derive(Default)]
struct Seen {
    hung: usize,
    hung_busy: usize,
    /// The same among the sessions that were played again, so that what was seen can be believed.
    hung_again: usize,
    in_vain: Duration,
    /// Runs since the waits so far were counted.
    counted: Option<Stopwatch>,
}

impl Breaker {
    pub(super) fn new(scale: f64) -> Breaker {
        Breaker {
            scale: scale.max(1.0),
            seen: Mutex::default(),
        }
    }

    /// Takes a session into account.
    pub(super) fn note(&self, played: &Played, again: bool) {
        let mut seen = self.seen.lock().unwrap_or_else(PoisonError::into_inner);
        // An engine that answers nothing while it is busy may be well otherwise.
        match (again, played.busy) {
            _ if !played.hung => (),
            (true, _) => seen.hung_again += 1,
            (false, true) => seen.hung_busy += 1,
            (false, false) => seen.hung += 1,
        }
        let since = seen.counted.map_or(Duration::MAX, |it| it.elapsed());
        let last = played.transcript.events.last().and_then(|it| it.at);
        let whole = last.filter(|_| played.hung).unwrap_or_default();
        seen.in_vain += played.timeout_time.max(whole).min(since);
        seen.counted = Some(Stopwatch::start());
    }

    /// Why nothing more is to be played for the first time, or once more, if so.
    pub(super) fn tripped(&self, purpose: Purpose) -> Option<NotPlayed> {
        let seen = self.seen.lock().unwrap_or_else(PoisonError::into_inner);
        let more = match purpose {
            Purpose::First => Duration::ZERO,
            Purpose::Again { hung: true } => TO_BELIEVE,
            Purpose::Again { hung: false } => TO_BELIEVE_ABSENCE,
        };
        let limit = (IN_VAIN + more).mul_f64(self.scale);
        let (hung, busy) = match purpose {
            Purpose::First => (seen.hung, seen.hung_busy),
            Purpose::Again { .. } => (seen.hung_again, 0),
        };
        if hung >= HUNG || busy >= HUNG_BUSY {
            let count = hung + busy;
            Some(NotPlayed::Hangs(format!(
                "{count} sessions ended with an engine that hangs, floods us or eats memory"
            )))
        } else if seen.in_vain >= limit {
            let seconds = seen.in_vain.as_secs();
            Some(NotPlayed::Hangs(format!(
                "{seconds} s were spent on waiting for answers that never came"
            )))
        } else {
            None
        }
    }
}
