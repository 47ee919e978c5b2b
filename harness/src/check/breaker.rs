//! The circuit breaker: stops a run that spends its time on waits for an engine that does not answer.

use std::{
    sync::{Mutex, PoisonError},
    time::Duration,
};

use super::sessions::NotPlayed;
use crate::{link::clock::Stopwatch, message::message, session::Played};

/// The breaker trips after this number of sessions in which the engine hung while it was idle.
const HUNG: usize = 3;

/// The breaker trips after this number of sessions in which the engine hung during a search. The limit is higher than
/// `HUNG`, because an engine that hangs during searches may answer all other commands.
const HUNG_BUSY: usize = 12;

/// The maximum total time of waits that time out, including sessions that hang to their ends. Waits of parallel
/// sessions count once.
const IN_VAIN: Duration = Duration::from_secs(35);

/// The time that replays may spend on waits in addition to `IN_VAIN`, to confirm a hang or a missing answer. A missing
/// answer gets more time, because a healthy engine on a busy host may seem not to answer.
const TO_CONFIRM_HANG: Duration = Duration::from_secs(10);
const TO_CONFIRM_ABSENCE: Duration = Duration::from_secs(50);

/// The purpose of a session: the first play of a scenario, or a replay.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Purpose {
    First,
    /// A replay that confirms a violation; `hung` is true if the engine hung in the first session.
    Again {
        hung: bool,
    },
}

/// Counts hangs and the time of waits that timed out.
pub(super) struct Breaker {
    scale: f64,
    counts: Mutex<Counts>,
}

#[derive(Default)]
struct Counts {
    hung: usize,
    hung_busy: usize,
    /// The number of hangs in replays. Replays have their own count, because hangs in first sessions must not stop the
    /// replays that confirm them.
    hung_again: usize,
    in_vain: Duration,
    /// A stopwatch, restarted whenever waits are added to `in_vain`.
    counted: Option<Stopwatch>,
}

impl Breaker {
    pub(super) fn new(scale: f64) -> Breaker {
        Breaker {
            scale: scale.max(1.0),
            counts: Mutex::default(),
        }
    }

    /// Counts the hang and the timeouts of a session.
    pub(super) fn note(&self, played: &Played, again: bool) {
        let mut counts = self.counts.lock().unwrap_or_else(PoisonError::into_inner);
        // A hang during a search has a higher limit, so it is counted separately.
        match (again, played.busy) {
            _ if !played.hung => (),
            (true, _) => counts.hung_again += 1,
            (false, true) => counts.hung_busy += 1,
            (false, false) => counts.hung += 1,
        }
        let since = counts.counted.map_or(Duration::MAX, |it| it.elapsed());
        let last = played.transcript.events.last().and_then(|it| it.at);
        let whole = last.filter(|_| played.hung).unwrap_or_default();
        counts.in_vain += played.timeout_time.max(whole).min(since);
        counts.counted = Some(Stopwatch::start());
    }

    /// Whether the engine hung or exceeded a limit in any session so far.
    pub(super) fn has_seen_hang(&self) -> bool {
        let counts = self.counts.lock().unwrap_or_else(PoisonError::into_inner);
        counts.hung + counts.hung_busy + counts.hung_again > 0
    }

    /// Returns the reason why no more sessions with this purpose may start, or `None` if they may.
    pub(super) fn tripped(&self, purpose: Purpose) -> Option<NotPlayed> {
        let counts = self.counts.lock().unwrap_or_else(PoisonError::into_inner);
        let more = match purpose {
            Purpose::First => Duration::ZERO,
            Purpose::Again { hung: true } => TO_CONFIRM_HANG,
            Purpose::Again { hung: false } => TO_CONFIRM_ABSENCE,
        };
        let limit = (IN_VAIN + more).mul_f64(self.scale);
        let (hung, busy) = match purpose {
            Purpose::First => (counts.hung, counts.hung_busy),
            Purpose::Again { .. } => (counts.hung_again, 0),
        };
        if hung >= HUNG || busy >= HUNG_BUSY {
            Some(NotPlayed::Hangs(message!(
                "breaker_hangs",
                "in {count} sessions the engine hung, flooded its output or used too much memory",
                count = hung + busy,
            )))
        } else if counts.in_vain >= limit {
            Some(NotPlayed::Hangs(message!(
                "breaker_timeouts",
                "waits for missing answers took {seconds} s",
                seconds = counts.in_vain.as_secs(),
            )))
        } else {
            None
        }
    }
}
