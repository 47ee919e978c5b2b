//! The circuit breaker: stops a run that does little but wait for an engine that does not answer.

use std::{
    sync::{Mutex, PoisonError},
    time::Duration,
};

use super::sessions::NotPlayed;
use crate::{link::clock::Stopwatch, message::message, session::Played};

/// The most sessions in which the engine may hang while it is idle.
const HUNG: usize = 3;

/// The most sessions in which the engine may hang during a search: such an engine may be fine otherwise.
const HUNG_BUSY: usize = 12;

/// The longest time that may be spent on waits that time out, including sessions that hang to their ends. Waits of
/// parallel sessions count once.
const IN_VAIN: Duration = Duration::from_secs(35);

/// The additional time for replays that confirm a hang, and for those that confirm a missing answer (which a healthy
/// engine on a loaded host may seem to lack).
const TO_CONFIRM_HANG: Duration = Duration::from_secs(10);
const TO_CONFIRM_ABSENCE: Duration = Duration::from_secs(50);

/// Why a session is played.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Purpose {
    First,
    /// To confirm what a session showed; `hung` if the engine hung in it.
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
    /// The hangs of replays, counted apart so that replays can confirm what the first sessions showed.
    hung_again: usize,
    in_vain: Duration,
    /// Started when the waits were last counted.
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
        // An engine that answers nothing during a search may be fine otherwise.
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

    /// Whether the engine hung in a session, or exceeded a limit.
    pub(super) fn has_seen_hang(&self) -> bool {
        let counts = self.counts.lock().unwrap_or_else(PoisonError::into_inner);
        counts.hung + counts.hung_busy + counts.hung_again > 0
    }

    /// Why no more sessions of this purpose are played; `None` if they are.
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
