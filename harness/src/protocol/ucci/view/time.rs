//! Deadlines: whether an answer was late, is missing, or cannot be told because the host was late.

use std::time::Duration;

use super::View;

/// What the transcript shows of a deadline.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in super::super) enum Due {
    /// It was kept.
    Kept,
    /// It passed, by so much.
    Passed(Duration),
    /// It passed, but the host may have missed it itself.
    HostLate(Duration),
    /// The transcript ends before it.
    Open,
}

impl View {
    /// Whether the answer at `answered`, or its absence up to the end of the transcript, is within
    /// `limit` (stretched by the run's scale) of `since`.
    pub(in super::super) fn due(
        &self,
        since: Duration,
        answered: Option<Duration>,
        limit: Duration,
    ) -> Due {
        let until = answered.unwrap_or(self.last);
        let limit = limit.mul_f64(self.scale);
        let took = until.saturating_sub(since);
        if took <= limit {
            return match answered {
                Some(_) => Due::Kept,
                None => Due::Open,
            };
        }
        if took.saturating_sub(self.lateness(since, until)) <= limit {
            return Due::HostLate(took);
        }
        Due::Passed(took)
    }

    /// How late the host may have been between two times. It is noted a little after it happened,
    /// so the first note after `until` counts too.
    pub(in super::super) fn lateness(&self, since: Duration, until: Duration) -> Duration {
        let mut sum = Duration::ZERO;
        for (at, late) in self.late.iter().filter(|(at, _)| *at > since) {
            sum += *late;
            if *at > until {
                break;
            }
        }
        sum
    }
}

/// A duration as people say it: `1.204 s`, `35 ms`.
pub(in super::super) fn said(time: Duration) -> String {
    if time < Duration::from_secs(1) {
        format!("{} ms", time.as_millis())
    } else {
        format!("{:.3} s", time.as_secs_f64())
    }
}
