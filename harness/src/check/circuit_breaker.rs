//! The circuit breaker: stops a run if the engine hangs too often, or if waits for missing answers
//! take too long.

use std::{
    sync::{Mutex, PoisonError},
    time::Duration,
};

use super::sessions::NotPlayedReason;
use crate::{link::clock::Stopwatch, message::message, session::PlayedSession};

/// The breaker stops the run after this number of sessions in which the engine hung outside of a
/// search.
const MAX_HANGS_OUTSIDE_SEARCH: usize = 3;

/// The breaker stops the run after this number of sessions in which the engine hung during a search. The limit is
/// higher than `MAX_HANGS_OUTSIDE_SEARCH`, because an engine that hangs during searches may still answer all other
/// commands.
const MAX_SEARCH_HANGS: usize = 12;

/// The maximum total time of timed-out waits in a run. A session in which the engine hangs counts with its whole
/// duration. If several sessions wait at the same time, this time counts only once.
const MAX_TIMED_OUT_WAIT_TIME: Duration = Duration::from_secs(35);

/// The time that replays may use in addition to `MAX_TIMED_OUT_WAIT_TIME` to confirm a hang or a missing answer.
/// Confirming a missing answer may take longer than confirming a hang, because a healthy engine on a busy host may seem
/// not to answer.
const EXTRA_TIME_TO_CONFIRM_HANG: Duration = Duration::from_secs(10);
const EXTRA_TIME_TO_CONFIRM_MISSING_ANSWER: Duration = Duration::from_secs(50);

/// The purpose of a session: the first play of a scenario, or a replay.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum SessionPurpose {
    FirstPlay,
    /// A replay that starts while the first session still waits for an overdue answer.
    EarlyReplay,
    /// A replay that confirms a violation. `has_hung` is true if the engine hung in the first
    /// session.
    Replay {
        has_hung: bool,
        /// True if no other session runs at the same time.
        runs_alone: bool,
    },
}

/// Counts hangs and the time of waits that timed out.
pub(super) struct HangBreaker {
    timeout_scale: f64,
    counts: Mutex<HangCounts>,
}

#[derive(Default)]
struct HangCounts {
    hangs_outside_search: usize,
    search_hangs: usize,
    /// The number of hangs in replays. Hangs in replays are counted separately, because hangs in first sessions must
    /// not stop the replays that confirm these hangs.
    replay_hangs: usize,
    timed_out_wait_time: Duration,
    /// The time since waits were last added to `timed_out_wait_time`.
    since_last_timeout: Option<Stopwatch>,
    /// The total time of timed-out waits in early replays. The time in early replays can stop replays but no first
    /// plays, because the first sessions wait for the same answers at the same time.
    early_replay_time: Duration,
    since_last_early_replay: Option<Stopwatch>,
}

impl HangBreaker {
    pub(super) fn new(scale: f64) -> HangBreaker {
        HangBreaker {
            timeout_scale: scale.max(1.0),
            counts: Mutex::default(),
        }
    }

    /// Counts the timeouts of a session, and its hang if there was one.
    pub(super) fn count_session(&self, played: &PlayedSession, purpose: SessionPurpose) {
        let mut counts = self.counts.lock().unwrap_or_else(PoisonError::into_inner);
        let counts = &mut *counts;
        // Hangs during a search are counted separately, because their limit is higher.
        match (purpose, played.was_searching) {
            _ if !played.has_hung => (),
            (SessionPurpose::EarlyReplay | SessionPurpose::Replay { .. }, _) => {
                counts.replay_hangs += 1;
            }
            (SessionPurpose::FirstPlay, true) => counts.search_hangs += 1,
            (SessionPurpose::FirstPlay, false) => counts.hangs_outside_search += 1,
        }
        let (total, last_count) = match purpose {
            SessionPurpose::EarlyReplay => (
                &mut counts.early_replay_time,
                &mut counts.since_last_early_replay,
            ),
            SessionPurpose::FirstPlay | SessionPurpose::Replay { .. } => (
                &mut counts.timed_out_wait_time,
                &mut counts.since_last_timeout,
            ),
        };
        let since = last_count.map_or(Duration::MAX, |it| it.elapsed());
        let last = played.transcript.events.last().and_then(|it| it.at);
        let whole = last.filter(|_| played.has_hung).unwrap_or_default();
        *total += played.timed_out_wait_time.max(whole).min(since);
        *last_count = Some(Stopwatch::start());
    }

    /// True if the engine hung or exceeded a resource limit in any session so far.
    pub(super) fn has_seen_hang(&self) -> bool {
        let counts = self.counts.lock().unwrap_or_else(PoisonError::into_inner);
        counts.hangs_outside_search + counts.search_hangs + counts.replay_hangs > 0
    }

    /// Returns the reason why no more sessions with this purpose may start, or `None` if they may start.
    pub(super) fn trip_reason(&self, purpose: SessionPurpose) -> Option<NotPlayedReason> {
        let counts = self.counts.lock().unwrap_or_else(PoisonError::into_inner);
        let more = match purpose {
            SessionPurpose::FirstPlay => Duration::ZERO,
            SessionPurpose::Replay { has_hung: true, .. } => EXTRA_TIME_TO_CONFIRM_HANG,
            SessionPurpose::EarlyReplay
            | SessionPurpose::Replay {
                has_hung: false, ..
            } => EXTRA_TIME_TO_CONFIRM_MISSING_ANSWER,
        };
        let waited = match purpose {
            SessionPurpose::FirstPlay => counts.timed_out_wait_time,
            SessionPurpose::EarlyReplay | SessionPurpose::Replay { .. } => {
                counts.timed_out_wait_time.max(counts.early_replay_time)
            }
        };
        let limit = (MAX_TIMED_OUT_WAIT_TIME + more).mul_f64(self.timeout_scale);
        let (hung, busy) = match purpose {
            SessionPurpose::FirstPlay => (counts.hangs_outside_search, counts.search_hangs),
            // The first session did not hang, so hangs in other sessions must not stop its confirmation.
            SessionPurpose::Replay {
                has_hung: false, ..
            } => (0, 0),
            SessionPurpose::EarlyReplay | SessionPurpose::Replay { .. } => (counts.replay_hangs, 0),
        };
        if hung >= MAX_HANGS_OUTSIDE_SEARCH || busy >= MAX_SEARCH_HANGS {
            Some(NotPlayedReason::BreakerTripped(message!(
                "breaker_hangs",
                "in {count} sessions the engine hung, flooded its output or used too much memory",
                count = hung + busy,
            )))
        } else if waited >= limit {
            Some(NotPlayedReason::BreakerTripped(message!(
                "breaker_timeouts",
                "waits for missing answers took {seconds} s",
                seconds = waited.as_secs(),
            )))
        } else {
            None
        }
    }
}
