//! Deadlines of the results of searches with a clock.

use std::time::Duration;

use super::{
    Dialect, Search, View,
    answer_deadlines::{Deadline, OverdueAnswer, host_late_message},
};
use crate::{
    message::{Message, message},
    protocol::deadline::AnswerTiming,
    rule::Findings,
};

/// The deadline of the result of a search with a clock.
#[derive(Clone, Copy, Debug)]
pub(in crate::protocol) struct ClockDeadline<'a, D: Dialect> {
    deadline: Deadline<'a, D>,
    /// A `stop` before the clock had certainly run out.
    stop: Option<StopDuringClock>,
    /// The interface sent `quit` before the deadline.
    is_excused: bool,
}

/// When a `stop` came, and the time that the engine has for its search.
#[derive(Clone, Copy, Debug)]
enum StopDuringClock {
    BeforeEnd(Duration),
    /// The clock may have run out before the `stop`: the host was busy, or the times in the log are not exact.
    PerhapsAfterEnd(Duration),
    /// The log has the time that was left on the clock (`= clock 0ms`), and the time was up.
    TimeUp {
        searched: Duration,
        clock_left: Duration,
    },
}

/// The time that an engine may take for its result after a `stop`, if its clock runs out meanwhile.
pub(super) const STOP_TIME: Duration = Duration::from_secs(1);

/// The tolerance for the latency of the two pipes between ponderhit and the engine.
const LATENCY_TOLERANCE: Duration = Duration::from_millis(50);

/// No engine can answer in time if its clock is below this time.
pub(super) const MIN_KEPT_CLOCK: Duration = Duration::from_millis(10);

/// With a clock below `MIN_KEPT_CLOCK`, an engine still answers before this time has passed.
const TINY_CLOCK_TOLERANCE: Duration = Duration::from_secs(2);

/// How long after the end of its clock the result of a search may come.
pub(in crate::protocol) fn clock_tolerance(clock: Duration) -> Duration {
    if clock < MIN_KEPT_CLOCK {
        TINY_CLOCK_TOLERANCE
    } else {
        LATENCY_TOLERANCE
    }
}

impl<'a, D: Dialect> Deadline<'a, D> {
    /// The deadline of the result of a `search` with a clock. Returns `None` if the search is ambiguous, or if `quit`
    /// was sent before the deadline. A `stop` after the clock ran out does not excuse a late result, because the UCCI
    /// league's emulator sends `stop` at that time.
    pub(in crate::protocol) fn clock_deadline(
        self,
        view: &'a View<D>,
        search: &Search<D>,
    ) -> Option<ClockDeadline<'a, D>> {
        let ran_out = |stop: Duration| {
            view.timing.duration_without_lateness(self.starts_at, stop) > self.clock_time
        };
        let stopped = search.stop_entry.map(|it| view.entry(it).time);
        let stop = stopped.filter(|it| !ran_out(*it)).map(|stop| {
            let searched = stop.saturating_sub(self.starts_at);
            match search.clock_left_at_stop {
                Some(clock_left)
                    if clock_left <= self.limit && searched + self.limit >= self.clock_time =>
                {
                    StopDuringClock::TimeUp {
                        searched,
                        clock_left,
                    }
                }
                _ if searched < self.clock_time => StopDuringClock::BeforeEnd(self.clock_time),
                _ => StopDuringClock::PerhapsAfterEnd(searched),
            }
        });
        let deadline = match stop {
            None | Some(StopDuringClock::TimeUp { .. }) => self,
            Some(
                StopDuringClock::BeforeEnd(clock_time)
                | StopDuringClock::PerhapsAfterEnd(clock_time),
            ) => Deadline {
                clock_time,
                limit: self.limit.max(STOP_TIME),
                ..self
            },
        };
        let left = search.result_excused_since;
        let early = left.is_some_and(|it| !deadline.has_passed(view, it));
        let skipped = search.may_have_been_stopped || view.may_have_been_skipped(search);
        // If the result was overdue before the search became ambiguous, it is late in any case.
        let doubted = search.doubtful_since.map(|it| view.entry(it).time);
        let overdue = doubted.is_some_and(|it| deadline.has_passed(view, it));
        let deadline = Deadline {
            answer: view.result_entry(search).filter(|_| !search.is_doubtful),
            ..deadline
        };
        let is_uncertain_stop = matches!(
            stop,
            Some(StopDuringClock::PerhapsAfterEnd(_) | StopDuringClock::TimeUp { .. })
        );
        let judged = (!search.is_doubtful || overdue) && (!early || is_uncertain_stop) && !skipped;
        let has_unit = search.is_time_unit_known
            || (stop.is_none() && deadline.is_independent_of_time_unit(view));
        (judged && has_unit).then_some(ClockDeadline {
            stop,
            is_excused: early,
            deadline,
        })
    }

    /// Whether the verdict is the same for both units of time, seconds and milliseconds.
    fn is_independent_of_time_unit(&self, view: &View<D>) -> bool {
        let short = Deadline {
            clock_time: self.clock_time / 1000,
            ..*self
        };
        let looked = view.observation_end_time();
        let (long, short) = (
            self.answer_timing(view, looked),
            short.answer_timing(view, looked),
        );
        std::mem::discriminant(&long) == std::mem::discriminant(&short)
    }
}

impl<D: Dialect> ClockDeadline<'_, D> {
    /// Judges the result. A late result and a missing result are violations. After a `stop`, a result in time does not
    /// show that the engine keeps to its clock.
    pub(in crate::protocol) fn judge(
        &self,
        view: &View<D>,
        out: &mut Findings,
        message: impl FnOnce(OverdueAnswer) -> Message,
    ) {
        let looked = view.observation_end_time();
        let timing = self.deadline.answer_timing(view, looked);
        let is_in_time =
            self.is_excused || matches!(timing, AnswerTiming::InTime | AnswerTiming::NotYetDue);
        match self.stop {
            Some(StopDuringClock::BeforeEnd(_)) if is_in_time => (),
            Some(StopDuringClock::PerhapsAfterEnd(searched)) if is_in_time => {
                let command = self.deadline.command_entry;
                out.add_late_host_doubt(command.at, host_late_message(searched));
            }
            Some(StopDuringClock::TimeUp {
                searched,
                clock_left,
            }) => self.judge_at_end_of_clock((searched, clock_left), view, out, message),
            _ => self.deadline.judge(view, out, message),
        }
    }

    /// Judges the result of a search whose `stop` came when `clock_left` was left on the clock. The times after the end
    /// of the clock are unknown, so only a result that never came is a violation.
    fn judge_at_end_of_clock(
        &self,
        (searched, clock_left): (Duration, Duration),
        view: &View<D>,
        out: &mut Findings,
        message: impl FnOnce(OverdueAnswer) -> Message,
    ) {
        let command = self.deadline.command_entry;
        let doubt = match (self.deadline.answer, self.is_excused) {
            (None, _) if view.are_missing_answers_excused() => return,
            (Some(_), _) if !clock_left.is_zero() => return,
            (Some(_), _) => message!(
                "result_after_clock_ran_out",
                "the result came after the clock had run out, but the log does not show how late it came"
            ),
            (None, false) => message!(
                "log_ends_at_end_of_clock",
                "the clock ran out, and the log ends before a result or a `quit`"
            ),
            (None, true) if !clock_left.is_zero() => message!(
                "quit_at_end_of_clock",
                "the interface sent `stop` {left} before the end of the clock, and then `quit`, and no result came; the log does not show how long the interface waited",
                left = clock_left
            ),
            (None, true) => {
                let overdue = OverdueAnswer {
                    response_time: searched,
                    limit: self.deadline.clock_time,
                    arrived_late: false,
                };
                out.record_measured_violation(command.culprit(), message(overdue));
                return;
            }
        };
        out.add_doubt(command.at, doubt);
    }
}
