//! Checks deadlines of answers, for every protocol: whether an answer came in time, late or never,
//! and whether the host (the machine of the engine) may have been too slow.
//!
//! **A late answer and a missing answer are judged differently.** If the specification sets the limit (the time on a
//! clock), a late answer violates the rule about this limit. If ponderhit sets the limit, only a missing answer
//! violates a `must`; a late answer violates at most a `should`. If a log ends before the limit has passed, a missing
//! answer proves nothing.
//!
//! **Lateness of the host.** A line `= late 35ms` of a transcript records how late the host may have been since the
//! previous such line. The lateness includes ponderhit's own delay and the run-queue delay of the engine's most delayed
//! thread. The lateness of the host between two times is at most the sum of the values that were recorded between these
//! times. The line `= late unknown` means that the system does not report the lateness. After `= late unknown`, a limit
//! is violated only if the answer takes longer than twice the limit plus two seconds.

use std::{ops::Range, time::Duration};

use crate::transcript::MAX_DURATION;

/// The latest time that an event of a conversation can have. If a timestamp of a foreign log or a sum of silences is
/// later than this time, it is replaced by this time.
pub(super) const MAX_CONVERSATION_TIME: Duration = MAX_DURATION;

/// The constant part of the extra time that is allowed if the host's lateness is unknown.
const UNKNOWN_LATENESS_MARGIN: Duration = Duration::from_secs(2);

/// The extra time that is added to `limit` if the host's lateness is unknown.
pub fn extra_for_unknown_lateness(limit: Duration) -> Duration {
    limit.saturating_add(UNKNOWN_LATENESS_MARGIN)
}

/// The data that deadlines depend on: the scale of the run, and the recorded lateness of the host.
#[derive(Clone, Debug)]
pub(super) struct Timing {
    scale: f64,
    /// The recorded lateness of the host: for each record, its time and the lateness.
    lateness_records: Vec<(Duration, Duration)>,
    /// The time from which the host's lateness is unknown.
    lateness_unknown_since: Option<Duration>,
}

impl Default for Timing {
    fn default() -> Timing {
        Timing {
            scale: 1.0,
            lateness_records: Vec::new(),
            lateness_unknown_since: None,
        }
    }
}

/// The state of an answer with a deadline.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum AnswerTiming {
    InTime,
    /// The answer came too late. The value is the time from the command to the answer.
    Late(Duration),
    /// The answer is missing although its limit has passed. The value is the length of the wait.
    Missing(Duration),
    /// The limit was exceeded, but the host may have been too slow. The value is the length of the wait.
    HostLate(Duration),
    /// The transcript ends before the limit, and there is no answer yet.
    NotYetDue,
}

/// Whether a wait reached its limit.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum WaitResult {
    TooShort,
    /// The wait reached its limit, but the host may have been too slow. The value is the length of the wait.
    HostLate(Duration),
    LongEnough,
}

impl Timing {
    /// Stores the line `= scale 2` of a transcript: the factor for all limits that ponderhit sets.
    pub(super) fn set_scale(&mut self, scale: f64) {
        self.scale = scale;
    }

    /// Stores the line `= late 35ms` of a transcript. `late` is the lateness of the host, or `None`
    /// if it is unknown.
    pub(super) fn add_lateness(&mut self, now: Duration, late: Option<Duration>) {
        match late {
            Some(late) => self
                .lateness_records
                .push((now, late.min(MAX_CONVERSATION_TIME))),
            None => {
                self.lateness_unknown_since.get_or_insert(now);
            }
        }
    }

    /// Returns the timing (scale and lateness of the host) for the next segment of the conversation. All commands that
    /// are still unanswered were sent between `since.start` and `since.end`. Lateness values that were recorded after
    /// `since.end` are merged into one value.
    pub(super) fn timing_for_next_segment(&self, since: Range<Duration>) -> Timing {
        let mut carried = self.clone();
        carried.forget_lateness_before(since.start);
        let after = carried
            .lateness_records
            .partition_point(|(at, _)| *at <= since.end);
        let last = carried.lateness_records.last().map(|it| it.0);
        let late = carried
            .lateness_records
            .drain(after..)
            .fold(Duration::ZERO, |sum, it| sum.saturating_add(it.1));
        carried
            .lateness_records
            .extend(last.filter(|_| !late.is_zero()).map(|it| (it, late)));
        carried
    }

    /// Drops the lateness values that were recorded at `time` or earlier.
    pub(super) fn forget_lateness_before(&mut self, time: Duration) {
        self.lateness_records.retain(|(at, _)| *at > time);
    }

    /// A limit that ponderhit sets, multiplied by the scale of the run.
    pub(super) fn scale_limit(&self, limit: Duration) -> Duration {
        let seconds = limit.min(MAX_CONVERSATION_TIME).as_secs_f64() * self.scale;
        Duration::try_from_secs_f64(seconds)
            .map_or(MAX_CONVERSATION_TIME, |it| it.min(MAX_CONVERSATION_TIME))
    }

    /// The longest possible lateness of the host between two times. A lateness of the host is recorded a little after
    /// it occurred, so the first value that was recorded after `until` counts, too.
    fn max_lateness(&self, since: Duration, until: Duration) -> Duration {
        let first = self
            .lateness_records
            .partition_point(|(at, _)| *at <= since);
        let mut sum = Duration::ZERO;
        for (at, late) in &self.lateness_records[first..] {
            sum = sum.saturating_add(*late);
            if *at > until {
                break;
            }
        }
        sum
    }

    /// The time from `since` to `until`, minus the lateness of the host.
    pub(super) fn duration_without_lateness(&self, since: Duration, until: Duration) -> Duration {
        let passed = until.saturating_sub(since);
        passed.saturating_sub(self.max_lateness(since, until))
    }

    /// Whether more than `limit` certainly passed from `since` to `until`: the lateness of the host is known, and does not
    /// explain it. The scale of the run does not apply.
    pub(super) fn has_certainly_passed(
        &self,
        since: Duration,
        until: Duration,
        limit: Duration,
    ) -> bool {
        let is_known = self.lateness_unknown_since.is_none_or(|it| it > until);
        is_known && self.duration_without_lateness(since, until) > limit
    }

    /// Whether the wait from `since` to `looked` reached `limit`.
    pub(super) fn check_wait(
        &self,
        since: Duration,
        looked: Duration,
        limit: Duration,
    ) -> WaitResult {
        let took = looked.saturating_sub(since);
        let limit = self.scale_limit(limit);
        if took < limit {
            return WaitResult::TooShort;
        }
        match self.duration_without_lateness(since, looked)
            < limit.saturating_add(self.extra_time(looked, limit))
        {
            true => WaitResult::HostLate(took),
            false => WaitResult::LongEnough,
        }
    }

    /// The extra time that is allowed if the host's lateness is unknown.
    fn extra_time(&self, until: Duration, limit: Duration) -> Duration {
        match self.lateness_unknown_since.is_some_and(|it| it <= until) {
            true => extra_for_unknown_lateness(limit),
            false => Duration::ZERO,
        }
    }

    /// Whether the answer to a command that the engine could read at `since` came in time. `answered` is the time of
    /// the answer; `looked` is the end of the wait for a missing answer. `clock` is the time on the clock that the
    /// interface sent; the scale of the run does not apply to it. `limit` is ponderhit's own limit or tolerance.
    pub(super) fn check_answer(
        &self,
        since: Duration,
        answered: Option<Duration>,
        looked: Duration,
        (clock, limit): (Duration, Duration),
    ) -> AnswerTiming {
        let until = answered.unwrap_or(looked);
        let took = until.saturating_sub(since);
        let limit = self.scale_limit(limit);
        let allowed = clock.saturating_add(limit);
        if took <= allowed {
            return match answered {
                Some(_) => AnswerTiming::InTime,
                None => AnswerTiming::NotYetDue,
            };
        }
        if self.duration_without_lateness(since, until)
            <= allowed.saturating_add(self.extra_time(until, limit))
        {
            return AnswerTiming::HostLate(took);
        }
        match answered {
            Some(_) => AnswerTiming::Late(took),
            None => AnswerTiming::Missing(took),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::transcript::parse_duration;

    const ONE_SECOND: Duration = Duration::from_secs(1);
    const ZERO_CLOCK: Duration = Duration::ZERO;

    fn millis(millis: u64) -> Duration {
        Duration::from_millis(millis)
    }

    fn check_one_second_limit(timing: &Timing, answered: Option<u64>, looked: u64) -> AnswerTiming {
        timing.check_answer(
            millis(0),
            answered.map(millis),
            millis(looked),
            (ZERO_CLOCK, ONE_SECOND),
        )
    }

    #[test]
    fn late_and_missing_answers_are_distinguished() {
        let timing = Timing::default();
        assert_eq!(
            check_one_second_limit(&timing, Some(1000), 5000),
            AnswerTiming::InTime
        );
        assert_eq!(
            check_one_second_limit(&timing, Some(1001), 5000),
            AnswerTiming::Late(millis(1001))
        );
        assert_eq!(
            check_one_second_limit(&timing, None, 1000),
            AnswerTiming::NotYetDue
        );
        assert_eq!(
            check_one_second_limit(&timing, None, 1001),
            AnswerTiming::Missing(millis(1001))
        );
    }

    #[test]
    fn the_scale_applies_to_limits_and_not_to_clocks() {
        let mut timing = Timing::default();
        timing.set_scale(2.0);
        assert_eq!(
            check_one_second_limit(&timing, Some(2000), 2000),
            AnswerTiming::InTime
        );
        let clock = |answered| {
            timing.check_answer(
                millis(0),
                Some(millis(answered)),
                millis(0),
                (ONE_SECOND, millis(50)),
            )
        };
        assert_eq!(clock(1100), AnswerTiming::InTime);
        assert_eq!(clock(1101), AnswerTiming::Late(millis(1101)));
    }

    /// A recorded lateness is the lateness of the host since the previous record. Therefore the lateness of the host
    /// between two times includes the first record after the second time.
    #[test]
    fn lateness_between_two_times_is_added_up() {
        let mut timing = Timing::default();
        timing.add_lateness(millis(0), parse_duration("9s"));
        timing.add_lateness(millis(500), parse_duration("200ms"));
        timing.add_lateness(millis(1400), parse_duration("100ms"));
        timing.add_lateness(millis(1600), parse_duration("9s"));
        assert_eq!(
            check_one_second_limit(&timing, Some(1300), 0),
            AnswerTiming::HostLate(millis(1300))
        );
        assert_eq!(
            check_one_second_limit(&timing, Some(1350), 0),
            AnswerTiming::Late(millis(1350))
        );
        assert_eq!(
            timing.duration_without_lateness(millis(0), millis(1300)),
            millis(1000)
        );
        assert_eq!(
            timing.duration_without_lateness(millis(1700), millis(1800)),
            millis(100)
        );
    }

    #[test]
    fn with_unknown_host_lateness_only_a_very_late_answer_is_late() {
        let mut timing = Timing::default();
        timing.add_lateness(millis(0), None);
        assert_eq!(
            check_one_second_limit(&timing, Some(1000), 0),
            AnswerTiming::InTime
        );
        assert_eq!(
            check_one_second_limit(&timing, Some(4000), 0),
            AnswerTiming::HostLate(millis(4000))
        );
        assert_eq!(
            check_one_second_limit(&timing, Some(4001), 0),
            AnswerTiming::Late(millis(4001))
        );
        assert_eq!(
            check_one_second_limit(
                &timing.timing_for_next_segment(millis(0)..millis(0)),
                None,
                4000
            ),
            AnswerTiming::HostLate(millis(4000))
        );
        assert_eq!(
            check_one_second_limit(
                &timing.timing_for_next_segment(millis(0)..millis(0)),
                None,
                4001
            ),
            AnswerTiming::Missing(millis(4001))
        );
    }

    #[test]
    fn timing_of_the_next_segment_has_the_same_lateness() {
        let mut timing = Timing::default();
        for n in 1..=100 {
            timing.add_lateness(millis(10 * n), parse_duration("5ms"));
        }
        let carried = timing.timing_for_next_segment(millis(15)..millis(45));
        assert_eq!(carried.lateness_records.len(), 4);
        for since in [15, 20, 35, 45] {
            let certain = |it: &Timing| it.duration_without_lateness(millis(since), millis(2000));
            assert_eq!(certain(&carried), certain(&timing), "{since}");
        }
    }

    #[test]
    fn a_wait_that_reached_its_limit_is_long_enough() {
        let mut timing = Timing::default();
        let waited =
            |timing: &Timing, looked| timing.check_wait(millis(0), millis(looked), ONE_SECOND);
        assert_eq!(waited(&timing, 999), WaitResult::TooShort);
        assert_eq!(waited(&timing, 1000), WaitResult::LongEnough);
        timing.add_lateness(millis(500), parse_duration("100ms"));
        assert_eq!(waited(&timing, 1099), WaitResult::HostLate(millis(1099)));
        assert_eq!(waited(&timing, 1100), WaitResult::LongEnough);
        timing.add_lateness(millis(500), None);
        assert_eq!(waited(&timing, 4000), WaitResult::HostLate(millis(4000)));
    }

    #[test]
    fn the_largest_durations_do_not_overflow() {
        let mut timing = Timing::default();
        timing.set_scale(1e6);
        for huge in [
            "99999999999999999999s",
            "18446744073709551615s",
            "1e308s",
            "0.999999999min",
        ] {
            timing.add_lateness(millis(1), parse_duration(huge));
            timing.add_lateness(Duration::MAX, parse_duration(huge));
        }
        timing.add_lateness(millis(2), parse_duration("1000000000s"));
        timing.add_lateness(millis(3), parse_duration("1000000000s"));
        assert_eq!(timing.scale_limit(Duration::MAX), MAX_CONVERSATION_TIME);
        let bounds = (Duration::MAX, Duration::MAX);
        assert_eq!(
            timing.check_answer(millis(0), None, Duration::MAX, bounds),
            AnswerTiming::NotYetDue
        );
        let bounds = (ZERO_CLOCK, Duration::MAX);
        let due = timing.check_answer(millis(0), Some(Duration::MAX), millis(0), bounds);
        assert_eq!(due, AnswerTiming::Late(Duration::MAX));
    }
}
