//! Reports waits whose answer is overdue, while the session continues to wait.
//!
//! An overdue wait usually lasts until its timeout. If the engine uses no processor time during this wait, other
//! sessions can run at the same time.

use std::{fmt::Debug, time::Duration};

use super::{WaitKind, recorder::Recorder};

/// How long a wait may last before its answer is overdue.
const MIN_OVERDUE_WAIT: Duration = Duration::from_secs(2);

/// The time over which the processor time of the engine is measured.
const PROCESSOR_SAMPLE_INTERVAL: Duration = Duration::from_millis(200);

/// An engine that uses less than this processor time in `PROCESSOR_SAMPLE_INTERVAL` is idle.
const MAX_IDLE_PROCESSOR_TIME: Duration = Duration::from_millis(20);

/// An observer that is notified when a wait of a session is overdue, and when this wait has ended.
pub trait OverdueWaitObserver: Debug + Send + Sync {
    /// Called once for each overdue wait. `uses_no_processor` is true if the engine certainly uses no processor time
    /// during the wait.
    fn on_overdue_wait(&self, kind: &WaitKind, uses_no_processor: bool);

    /// Called when an overdue wait has ended and the session continues.
    fn on_wait_ended(&self);
}

/// The state of a wait whose answer is overdue.
#[derive(Clone, Copy, Debug)]
pub(super) struct OverdueWait {
    wait_started_at: Duration,
    sampled_at: Duration,
    /// The processor time of the engine at `sampled_at`, if the system reports it.
    sampled_processor_time: Option<Duration>,
    is_reported: bool,
}

impl Recorder<'_> {
    /// Records the next event, if it arrives within `timeout` after `started`; an overdue wait is reported to the
    /// observer. If `kind` is `None`, an overdue wait is not reported.
    pub(super) fn record_awaited_event(
        &mut self,
        kind: Option<&WaitKind>,
        started: Duration,
        timeout: Duration,
    ) -> bool {
        if let Some(kind) = kind
            && self.record_event_or_report_wait(kind, started, timeout)
        {
            return true;
        }
        !self.has_ended() && self.record_next_event_within(started, timeout)
    }

    /// Reports a wait to the observer as soon as the answer is overdue. Returns true if an event was recorded before
    /// the wait was reported.
    fn record_event_or_report_wait(
        &mut self,
        kind: &WaitKind,
        started: Duration,
        timeout: Duration,
    ) -> bool {
        let Some(observer) = self.settings.overdue_wait_observer.clone() else {
            return false;
        };
        let overdue = MIN_OVERDUE_WAIT.mul_f64(self.settings.timeout_scale);
        if timeout <= overdue + 2 * PROCESSOR_SAMPLE_INTERVAL || self.has_large_output() {
            return false;
        }
        let known = self.overdue_wait.filter(|it| it.wait_started_at == started);
        let mut wait = match known {
            Some(wait) => wait,
            None if self.record_next_event(started + overdue) => return true,
            None => {
                self.report_wait_ended();
                OverdueWait {
                    wait_started_at: started,
                    sampled_at: self.link.now(),
                    sampled_processor_time: self.engine_processor_time(),
                    is_reported: false,
                }
            }
        };
        self.overdue_wait = Some(wait);
        let until = wait.sampled_at + PROCESSOR_SAMPLE_INTERVAL;
        if wait.is_reported || (self.link.now() < until && self.record_next_event(until)) {
            return !wait.is_reported;
        }
        if self.has_ended() {
            return false;
        }
        let used = self.engine_processor_time();
        let idle = used.zip(wait.sampled_processor_time);
        let idle =
            idle.is_some_and(|(now, before)| now.saturating_sub(before) < MAX_IDLE_PROCESSOR_TIME);
        wait.is_reported = true;
        self.overdue_wait = Some(wait);
        observer.on_overdue_wait(kind, idle);
        false
    }

    fn engine_processor_time(&mut self) -> Option<Duration> {
        self.link.resource_usage()?.cpu_time
    }

    /// If an overdue wait was reported, reports to the observer that the wait has ended.
    pub(super) fn report_wait_ended(&mut self) {
        let wait = self.overdue_wait.take();
        if let Some(observer) = &self.settings.overdue_wait_observer
            && wait.is_some_and(|it| it.is_reported)
        {
            observer.on_wait_ended();
        }
    }
}
