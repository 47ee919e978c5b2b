//! Deadlines, for every protocol: whether an answer came in time, came late or never came, and whether the host
//! itself may have been late.
//!
//! **Late and never are two verdicts.** Where the text sets the time (a clock), an answer that came later breaks
//! its rule. Where the bound is ours, only an answer that had not come when the transcript shows the bound
//! passed breaks a `must`; one that came later is at most a `should`. A log that ends before the bound shows
//! nothing.
//!
//! **Lateness.** Every `= late 35ms` notes how late the host may have been since the note before: its own
//! oversleep, and the run-queue delay of the engine's most delayed thread. Between two times the host was late
//! by no more than the sum of the notes about the time between. `= late unknown` says that the system tells
//! nothing; from there on a bound convicts only when it was missed by as much again and two seconds.

use std::{ops::Range, time::Duration};

use crate::transcript::LONGEST;

/// No time in a conversation is later: silences may be added up, and the clock of a foreign log may say anything.
pub(super) const FOREVER: Duration = LONGEST;

/// What is added to twice the limit where the host's lateness is unknown.
const WIDE: Duration = Duration::from_secs(2);

/// How much longer than `limit` is waited where the host's lateness is unknown.
pub fn with_unknown_lateness(limit: Duration) -> Duration {
    limit.saturating_add(WIDE)
}

/// What a deadline goes by: the scale of the run, and how late the host was when.
#[derive(Clone, Debug)]
pub(super) struct Timing {
    scale: f64,
    /// The notes about the host's lateness, and when they were made.
    notes: Vec<(Duration, Duration)>,
    /// From when on the system told nothing.
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

/// What the transcript shows of an answer that is owed in time.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Due {
    Kept,
    /// The answer came, but only after so long.
    Late(Duration),
    /// No answer had come after so long, which is too long.
    Never(Duration),
    /// The bound passed, but the host may have missed it itself.
    HostLate(Duration),
    /// The transcript ends before the bound.
    Open,
}

/// Whether something had its time.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Waited {
    No,
    /// So long; but it may have been the host that was late.
    HostLate(Duration),
    Yes,
}

impl Timing {
    /// Takes `= scale 2`: it stretches every bound of our own.
    pub(super) fn set_scale(&mut self, scale: f64) {
        self.scale = scale;
    }

    /// Takes `= late 35ms`, noted at `now`; `None` says that nothing is known.
    pub(super) fn note_lateness(&mut self, now: Duration, late: Option<Duration>) {
        match late {
            Some(late) => self.notes.push((now, late.min(FOREVER))),
            None => {
                self.unknown_since.get_or_insert(now);
            }
        }
    }

    /// What a later segment keeps, if all that is still owed in it is owed since a time in `since`. What was noted after
    /// all of these is put together.
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

    /// Lets go of the notes that no wait since `time` needs.
    pub(super) fn forget_before(&mut self, time: Duration) {
        self.notes.retain(|(at, _)| *at > time);
    }

    /// A bound of our own, stretched by the scale of the run.
    pub(super) fn scaled(&self, limit: Duration) -> Duration {
        let seconds = limit.min(FOREVER).as_secs_f64() * self.scale;
        Duration::try_from_secs_f64(seconds).map_or(FOREVER, |it| it.min(FOREVER))
    }

    /// How late the host may have been between two times. It is noted a little after it happened, so the first
    /// note after `until` counts too.
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

    /// How long something had from `since` to `until` for certain, whatever the host missed.
    pub(super) fn certain(&self, since: Duration, until: Duration) -> Duration {
        let passed = until.saturating_sub(since);
        passed.saturating_sub(self.lateness(since, until))
    }

    /// Whether something had its time, from `since` to `looked`: a wait of our own that is over.
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

    /// What is added to a bound where the host's lateness is unknown.
    fn wide(&self, until: Duration, limit: Duration) -> Duration {
        match self.unknown_since.is_some_and(|it| it <= until) {
            true => with_unknown_lateness(limit),
            false => Duration::ZERO,
        }
    }

    /// What the transcript shows of an answer owed since `since` that came at `answered`, or had not come when it
    /// was looked for last, at `looked`. `clock` is what the interface promised, and is not stretched; `limit` is
    /// our own bound or tolerance.
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
    fn the_scale_stretches_our_bounds_and_no_clock() {
        let mut timing = Timing::default();
        timing.set_scale(2.0);
        assert_eq!(due(&timing, Some(2000), 2000), Due::Kept);
        let clock = |answered| timing.due(at(0), Some(at(answered)), at(0), (SECOND, at(50)));
        assert_eq!(clock(1100), Due::Kept);
        assert_eq!(clock(1101), Due::Late(at(1101)));
    }

    /// A note is about the time since the note before, so those between count, and the first one afterwards.
    #[test]
    fn the_notes_about_the_time_between_count() {
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
    fn where_nothing_is_known_only_a_wide_miss_convicts() {
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
    fn what_is_carried_is_as_late_as_before() {
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
