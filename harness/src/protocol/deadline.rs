//! Deadlines of answers, for every protocol: whether an answer came in time, late or never, and whether the host may
//! have been too slow.
//!
//! **A late answer and a missing answer have two verdicts.** If the specification sets the time (a clock), a late
//! answer violates its rule. If ponderhit sets the limit, only a missing answer violates a `must`; a late answer
//! violates at most a `should`. A log that ends before the limit proves nothing.
//!
//! **Lateness of the host.** Every `= late 35ms` is the possible lateness of the host since the fact before it:
//! ponderhit's own oversleep, and the run-queue delay of the engine's most delayed thread. The lateness between two
//! times is at most the sum of the facts about that time. The fact `= late unknown` means that the lateness of the host
//! is not reported. After this fact, a limit is violated only if the answer takes longer than twice the limit plus two
//! seconds.

use std::{ops::Range, time::Duration};

use crate::transcript::LONGEST;

/// The latest time in a conversation. A sum of silences or a timestamp of a foreign log could be larger.
pub(super) const FOREVER: Duration = LONGEST;

/// The constant part of the extra time that is allowed if the host's lateness is unknown.
const WIDE: Duration = Duration::from_secs(2);

/// The extra time that is added to `limit` if the host's lateness is unknown.
pub fn with_unknown_lateness(limit: Duration) -> Duration {
    limit.saturating_add(WIDE)
}

/// The data that deadlines depend on: the scale of the run, and the recorded lateness of the host.
#[derive(Clone, Debug)]
pub(super) struct Timing {
    scale: f64,
    /// The lateness facts: the time of each fact, and the lateness that it recorded.
    notes: Vec<(Duration, Duration)>,
    /// The time from which the host's lateness is unknown.
    unknown_since: Option<Duration>,
}

impl Default for Timing {
    fn default() -> Timing {
        Timing {
            scale: 1.0,
            notes: Vec::new(),
            unknown_since: None,
        }
    }
}

/// The state of an answer with a deadline.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Due {
    Kept,
    /// The answer came too late, after this time.
    Late(Duration),
    /// The answer is missing, although the wait took this time.
    Never(Duration),
    /// The limit was exceeded, but the host may have been too slow. The value is the time that the wait took.
    HostLate(Duration),
    /// The transcript ends before the limit, and there is no answer yet.
    Open,
}

/// Whether a wait reached its limit.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Waited {
    No,
    /// The wait took this time, but the host may have been too slow.
    HostLate(Duration),
    Yes,
}

impl Timing {
    /// Takes the fact `= scale 2`: the factor for all limits that ponderhit sets.
    pub(super) fn set_scale(&mut self, scale: f64) {
        self.scale = scale;
    }

    /// Takes the fact `= late 35ms` of the time `now`. `late` is `None` if the lateness is unknown.
    pub(super) fn note_lateness(&mut self, now: Duration, late: Option<Duration>) {
        match late {
            Some(late) => self.notes.push((now, late.min(FOREVER))),
            None => {
                self.unknown_since.get_or_insert(now);
            }
        }
    }

    /// Returns the timing for a later segment whose open answers are owed since times in the range `since`. The
    /// lateness facts after the range `since` are merged into one fact.
    pub(super) fn carried(&self, since: Range<Duration>) -> Timing {
        let mut carried = self.clone();
        carried.forget_before(since.start);
        let after = carried.notes.partition_point(|(at, _)| *at <= since.end);
        let last = carried.notes.last().map(|it| it.0);
        let late = carried
            .notes
            .drain(after..)
            .fold(Duration::ZERO, |sum, it| sum.saturating_add(it.1));
        carried
            .notes
            .extend(last.filter(|_| !late.is_zero()).map(|it| (it, late)));
        carried
    }

    /// Drops the facts that are not later than `time`.
    pub(super) fn forget_before(&mut self, time: Duration) {
        self.notes.retain(|(at, _)| *at > time);
    }

    /// A limit that ponderhit sets, multiplied by the scale of the run.
    pub(super) fn scaled(&self, limit: Duration) -> Duration {
        let seconds = limit.min(FOREVER).as_secs_f64() * self.scale;
        Duration::try_from_secs_f64(seconds).map_or(FOREVER, |it| it.min(FOREVER))
    }

    /// The longest possible lateness of the host between two times. A fact is recorded a little later than the lateness
    /// it measures, so the first fact after `until` counts too.
    fn lateness(&self, since: Duration, until: Duration) -> Duration {
        let first = self.notes.partition_point(|(at, _)| *at <= since);
        let mut sum = Duration::ZERO;
        for (at, late) in &self.notes[first..] {
            sum = sum.saturating_add(*late);
            if *at > until {
                break;
            }
        }
        sum
    }

    /// The time from `since` to `until`, minus the lateness of the host.
    pub(super) fn certain(&self, since: Duration, until: Duration) -> Duration {
        let passed = until.saturating_sub(since);
        passed.saturating_sub(self.lateness(since, until))
    }

    /// Whether the wait from `since` to `looked` reached `limit`.
    pub(super) fn waited(&self, since: Duration, looked: Duration, limit: Duration) -> Waited {
        let took = looked.saturating_sub(since);
        let limit = self.scaled(limit);
        if took < limit {
            return Waited::No;
        }
        match self.certain(since, looked) < limit.saturating_add(self.wide(looked, limit)) {
            true => Waited::HostLate(took),
            false => Waited::Yes,
        }
    }

    /// The extra time that is allowed if the host's lateness is unknown.
    fn wide(&self, until: Duration, limit: Duration) -> Duration {
        match self.unknown_since.is_some_and(|it| it <= until) {
            true => with_unknown_lateness(limit),
            false => Duration::ZERO,
        }
    }

    /// The state of an answer that is owed since `since`. `answered` is the time of the answer; `looked` is the end of
    /// the wait for a missing answer. `clock` is the time that the interface promised, which is not scaled. `limit` is
    /// ponderhit's own limit or tolerance.
    pub(super) fn due(
        &self,
        since: Duration,
        answered: Option<Duration>,
        looked: Duration,
        (clock, limit): (Duration, Duration),
    ) -> Due {
        let until = answered.unwrap_or(looked);
        let took = until.saturating_sub(since);
        let limit = self.scaled(limit);
        let allowed = clock.saturating_add(limit);
        if took <= allowed {
            return match answered {
                Some(_) => Due::Kept,
                None => Due::Open,
            };
        }
        if self.certain(since, until) <= allowed.saturating_add(self.wide(until, limit)) {
            return Due::HostLate(took);
        }
        match answered {
            Some(_) => Due::Late(took),
            None => Due::Never(took),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::transcript::parse_duration;

    const SECOND: Duration = Duration::from_secs(1);
    const NO_CLOCK: Duration = Duration::ZERO;

    fn at(millis: u64) -> Duration {
        Duration::from_millis(millis)
    }

    fn due(timing: &Timing, answered: Option<u64>, looked: u64) -> Due {
        timing.due(at(0), answered.map(at), at(looked), (NO_CLOCK, SECOND))
    }

    #[test]
    fn late_and_never_are_two_things() {
        let timing = Timing::default();
        assert_eq!(due(&timing, Some(1000), 5000), Due::Kept);
        assert_eq!(due(&timing, Some(1001), 5000), Due::Late(at(1001)));
        assert_eq!(due(&timing, None, 1000), Due::Open);
        assert_eq!(due(&timing, None, 1001), Due::Never(at(1001)));
    }

    #[test]
    fn the_scale_applies_to_limits_and_not_to_clocks() {
        let mut timing = Timing::default();
        timing.set_scale(2.0);
        assert_eq!(due(&timing, Some(2000), 2000), Due::Kept);
        let clock = |answered| timing.due(at(0), Some(at(answered)), at(0), (SECOND, at(50)));
        assert_eq!(clock(1100), Due::Kept);
        assert_eq!(clock(1101), Due::Late(at(1101)));
    }

    /// A lateness fact is about the time since the fact before it. Therefore the lateness between two times includes
    /// the first fact after the second time.
    #[test]
    fn the_facts_about_the_time_between_count() {
        let mut timing = Timing::default();
        timing.note_lateness(at(0), parse_duration("9s"));
        timing.note_lateness(at(500), parse_duration("200ms"));
        timing.note_lateness(at(1400), parse_duration("100ms"));
        timing.note_lateness(at(1600), parse_duration("9s"));
        assert_eq!(due(&timing, Some(1300), 0), Due::HostLate(at(1300)));
        assert_eq!(due(&timing, Some(1350), 0), Due::Late(at(1350)));
        assert_eq!(timing.certain(at(0), at(1300)), at(1000));
        assert_eq!(timing.certain(at(1700), at(1800)), at(100));
    }

    #[test]
    fn with_unknown_lateness_only_a_wide_miss_is_late() {
        let mut timing = Timing::default();
        timing.note_lateness(at(0), None);
        assert_eq!(due(&timing, Some(1000), 0), Due::Kept);
        assert_eq!(due(&timing, Some(4000), 0), Due::HostLate(at(4000)));
        assert_eq!(due(&timing, Some(4001), 0), Due::Late(at(4001)));
        assert_eq!(
            due(&timing.carried(at(0)..at(0)), None, 4000),
            Due::HostLate(at(4000))
        );
        assert_eq!(
            due(&timing.carried(at(0)..at(0)), None, 4001),
            Due::Never(at(4001))
        );
    }

    #[test]
    fn carried_timing_has_the_same_lateness() {
        let mut timing = Timing::default();
        for n in 1..=100 {
            timing.note_lateness(at(10 * n), parse_duration("5ms"));
        }
        let carried = timing.carried(at(15)..at(45));
        assert_eq!(carried.notes.len(), 4);
        for since in [15, 20, 35, 45] {
            let certain = |it: &Timing| it.certain(at(since), at(2000));
            assert_eq!(certain(&carried), certain(&timing), "{since}");
        }
    }

    #[test]
    fn a_wait_that_is_over_is_as_long_as_the_bound() {
        let mut timing = Timing::default();
        let waited = |timing: &Timing, looked| timing.waited(at(0), at(looked), SECOND);
        assert_eq!(waited(&timing, 999), Waited::No);
        assert_eq!(waited(&timing, 1000), Waited::Yes);
        timing.note_lateness(at(500), parse_duration("100ms"));
        assert_eq!(waited(&timing, 1099), Waited::HostLate(at(1099)));
        assert_eq!(waited(&timing, 1100), Waited::Yes);
        timing.note_lateness(at(500), None);
        assert_eq!(waited(&timing, 4000), Waited::HostLate(at(4000)));
    }

    #[test]
    fn nothing_overflows() {
        let mut timing = Timing::default();
        timing.set_scale(1e6);
        for huge in [
            "99999999999999999999s",
            "18446744073709551615s",
            "1e308s",
            "0.999999999min",
        ] {
            timing.note_lateness(at(1), parse_duration(huge));
            timing.note_lateness(Duration::MAX, parse_duration(huge));
        }
        timing.note_lateness(at(2), parse_duration("1000000000s"));
        timing.note_lateness(at(3), parse_duration("1000000000s"));
        assert_eq!(timing.scaled(Duration::MAX), FOREVER);
        let bounds = (Duration::MAX, Duration::MAX);
        assert_eq!(timing.due(at(0), None, Duration::MAX, bounds), Due::Open);
        let bounds = (NO_CLOCK, Duration::MAX);
        let due = timing.due(at(0), Some(Duration::MAX), at(0), bounds);
        assert_eq!(due, Due::Late(Duration::MAX));
    }
}
