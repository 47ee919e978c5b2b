//! Deadlines of answers and of search results. The file `protocol/deadline.rs` computes whether an answer came in time,
//! late or never.

use std::time::Duration;

use super::{
    AskedQuestion, Command, Dialect, Response, Search, View, ViewEntry, clock_deadline::STOP_TIME,
};
use crate::{
    message::{Message, message},
    protocol::deadline::{AnswerTiming, WaitResult},
    readable::readable_text,
    rule::Findings,
};

/// A command, its answer, and the deadline of this answer.
#[derive(Clone, Copy, Debug)]
pub(in crate::protocol) struct Deadline<'a, D: Dialect> {
    /// The command that the answer belongs to.
    pub(in crate::protocol) command_entry: &'a ViewEntry<D>,
    /// The time at which the engine could begin to answer.
    pub(in crate::protocol) starts_at: Duration,
    /// The answer, or `None` if it is missing.
    pub(in crate::protocol) answer: Option<&'a ViewEntry<D>>,
    /// The time on the clock that the interface sent. The run's timeout scale (`--timeout-scale`) does not multiply the
    /// time on the clock.
    pub(in crate::protocol) clock_time: Duration,
    /// The limit or tolerance that ponderhit adds. The run's timeout scale (`--timeout-scale`) multiplies ponderhit's
    /// own limit.
    pub(in crate::protocol) limit: Duration,
}

/// If an answer is missing after a silence of this length, not counting the measured delay of the host, the host is not
/// the cause.
const SILENCE_BEYOND_HOST_DELAY: Duration = Duration::from_secs(5);

/// If an overdue result comes within this time after a command that asks for no result, the command seems to be the
/// cause of the result: it has woken an engine that did not read a `stop`, or that did not flush its output.
const WAKE_UP_TIME: Duration = Duration::from_millis(200);

/// A deadline for which only a missing answer is a violation. A late answer is accepted.
#[derive(Clone, Copy, Debug)]
pub(in crate::protocol) struct MissingAnswerDeadline<'a, D: Dialect> {
    deadline: Deadline<'a, D>,
    /// The time at which the wait for the answer ended.
    waited_until: Duration,
    /// True if a `bestmove` came after the wait, so the search was only slow.
    has_late_move: bool,
}

/// An answer that missed its deadline.
#[derive(Clone, Copy, Debug)]
pub(in crate::protocol) struct OverdueAnswer {
    /// The time until the answer came, or until the wait for it ended.
    pub(in crate::protocol) response_time: Duration,
    /// The longest time that was allowed: the sum of clock and limit.
    pub(in crate::protocol) limit: Duration,
    /// True if the answer came late, false if the answer never came.
    pub(in crate::protocol) arrived_late: bool,
}

impl OverdueAnswer {
    /// The message which says that the answer `answer` came late or never.
    pub(in crate::protocol) fn answer_message(self, answer: &str) -> Message {
        let OverdueAnswer {
            response_time: took,
            limit,
            arrived_late: came,
        } = self;
        match came {
            true => message!(
                "answer_late",
                "`{answer}` came after {took}; the limit is {limit}",
                answer,
                took,
                limit
            ),
            false => message!(
                "answer_missing",
                "`{answer}` was not received within {took}; the limit is {limit}",
                answer,
                took,
                limit
            ),
        }
    }

    /// The message which says that the result came after the end of a clock that had `left`, or never.
    pub(in crate::protocol) fn clock_message(self, left: Duration) -> Message {
        let took = self.response_time;
        match self.arrived_late {
            true => message!(
                "clock_overstepped",
                "the clock had {left}, but the result came after {took}",
                left,
                took
            ),
            false => message!(
                "clock_ran_out",
                "the clock had {left}, but the result was not received within {took}",
                left,
                took
            ),
        }
    }

    /// The message which says that the result of a search came late or never.
    pub(in crate::protocol) fn result_message(self) -> Message {
        let OverdueAnswer {
            response_time: took,
            limit,
            arrived_late: came,
        } = self;
        match came {
            true => message!(
                "result_late",
                "the result came after {took}; the limit is {limit}",
                took,
                limit
            ),
            false => message!(
                "result_missing",
                "the result was not received within {took}; the limit is {limit}",
                took,
                limit
            ),
        }
    }

    /// The message which says that the result of a stopped search came only after a later command.
    pub(in crate::protocol) fn message_of_result_after(self, later_command: &[u8]) -> Message {
        message!(
            "result_after_command",
            "the result was not received within {took}, and came only after a later command, `{command}`; the limit is {limit}",
            took = self.response_time,
            command = readable_text(later_command).trim().to_owned(),
            limit = self.limit
        )
    }
}

/// The message which says that the host may have been too slow for a verdict.
pub(super) fn host_late_message(took: Duration) -> Message {
    message!(
        "host_late",
        "{took} passed, but the host was too slow for a verdict",
        took
    )
}

impl<'a, D: Dialect> Deadline<'a, D> {
    /// Judges the answer to the command. A late answer and a missing answer are violations.
    pub(in crate::protocol) fn judge(
        &self,
        view: &View<D>,
        out: &mut Findings,
        message: impl FnOnce(OverdueAnswer) -> Message,
    ) {
        let deadline = self.accept_late_answer(view);
        deadline.judge_timing(view, out, message);
    }

    /// Changes the deadline so that a late answer is accepted.
    pub(in crate::protocol) fn accept_late_answer(
        self,
        view: &View<D>,
    ) -> MissingAnswerDeadline<'a, D> {
        MissingAnswerDeadline {
            waited_until: view.observation_end_time(),
            has_late_move: false,
            deadline: self,
        }
    }

    pub(super) fn answer_timing(&self, view: &View<D>, looked: Duration) -> AnswerTiming {
        let answered = self.answer.map(|it| it.time);
        let bounds = (self.clock_time, self.limit);
        view.timing
            .check_answer(self.starts_at, answered, looked, bounds)
    }

    /// Whether it is certain that the deadline had not yet passed at the time `looked`.
    pub(in crate::protocol) fn is_not_yet_due(&self, view: &View<D>, looked: Duration) -> bool {
        let unanswered = Deadline {
            answer: None,
            ..*self
        };
        matches!(
            unanswered.answer_timing(view, looked),
            AnswerTiming::NotYetDue
        )
    }

    /// Whether the deadline had certainly passed at the time `looked`.
    pub(in crate::protocol) fn has_passed(&self, view: &View<D>, looked: Duration) -> bool {
        let unanswered = Deadline {
            answer: None,
            ..*self
        };
        matches!(
            unanswered.answer_timing(view, looked),
            AnswerTiming::Missing(_)
        )
    }

    /// The deadline by which `search` must end by itself. Returns `None` if the search is
    /// ambiguous, or if `stop` or `quit` was sent before the limit. After a `stop`, a result does
    /// not show that the search ends by itself.
    pub(in crate::protocol) fn natural_end_deadline(
        self,
        view: &'a View<D>,
        search: &Search<D>,
    ) -> Option<MissingAnswerDeadline<'a, D>> {
        let result = view.result_entry(search);
        let stop = search.stop_entry.or_else(|| {
            // In batch mode an engine should read a `stop` only after its search. But even in batch mode, a `stop`
            // during a search may be the cause of the result that follows this `stop`.
            let overdue = |it: &ViewEntry<D>| self.has_passed(view, it.time);
            let late = result.is_none_or(overdue);
            let mut stops = view
                .commands()
                .filter(|(_, it)| late && **it == Command::Stop);
            let stop =
                stops.find(|(index, _)| *index > search.entry && overdue(view.entry(*index)));
            stop.map(|it| it.0)
        });
        self.missing_result_deadline(view, search, stop)
    }

    /// The deadline by which `search` must have a result after its `stop`. Returns `None` if the search is ambiguous, or
    /// if `quit` was sent before the limit. If the engine sent the overdue result only because of a later command,
    /// `later_command`, the `stop` has no result.
    pub(in crate::protocol) fn deadline_after_stop(
        self,
        view: &'a View<D>,
        search: &Search<D>,
        later_command: Option<&ViewEntry<D>>,
    ) -> Option<MissingAnswerDeadline<'a, D>> {
        let absence = self.missing_result_deadline(view, search, None)?;
        Some(match later_command {
            Some(later) => MissingAnswerDeadline {
                waited_until: later.time,
                has_late_move: absence.has_late_move,
                deadline: Deadline {
                    answer: None,
                    ..absence.deadline
                },
            },
            None => absence,
        })
    }

    /// The command that seems to be the cause of the result of a stopped `search`: the last one before the result, if the
    /// result came directly after the first command that was sent when it was overdue. Such a result does not answer the
    /// `stop`, because an interface sends nothing while it waits for the result. The result of an engine that is only slow
    /// does not depend on later commands: if more commands come, it does not come directly after the first of them.
    pub(in crate::protocol) fn command_before_overdue_result(
        &self,
        view: &'a View<D>,
        search: &Search<D>,
    ) -> Option<&'a ViewEntry<D>> {
        let (stop, result) = (search.stop_entry?, search.result_entry?);
        let later = view
            .commands()
            .filter(|(index, _)| *index > stop && *index < result)
            .map(|(index, command)| (view.entry(index), command));
        let mut overdue = later.filter(|(it, _)| !self.is_not_yet_due(view, it.time));
        let (first, command) = overdue.next()?;
        let limit = match command {
            Command::Stop => STOP_TIME,
            _ => WAKE_UP_TIME,
        };
        let came_after = view.entry(result).time.saturating_sub(first.time);
        let last = overdue.last().map_or(first, |it| it.0);
        (came_after <= view.timing.scale_limit(limit)).then_some(last)
    }

    fn missing_result_deadline(
        self,
        view: &'a View<D>,
        search: &Search<D>,
        stop: Option<usize>,
    ) -> Option<MissingAnswerDeadline<'a, D>> {
        let stopped = stop.map(|it| view.entry(it).time);
        let doubted = search.doubtful_since.map(|it| view.entry(it).time);
        let left = stopped
            .into_iter()
            .chain(search.result_excused_since)
            .chain(doubted);
        let left = left.min();
        // If the host was busy, it may be uncertain whether the deadline has passed; the rule is then inconclusive.
        let early = left.is_some_and(|left| self.is_not_yet_due(view, left));
        let skipped = search.may_have_been_stopped || view.may_have_been_skipped(search);
        // A result in an ambiguous range may be the late result of this search.
        let doubtful = search.is_doubtful && (doubted.is_none() || search.result_entry.is_some());
        // In batch mode an engine reads a `quit` only after the result.
        let quit = view.quit.as_ref().map(|it| it.entry);
        let quit = quit.filter(|it| !view.entry(*it).is_deferred);
        let ends = [stop, quit, view.input_closed_entry].into_iter().flatten();
        let end = ends.filter(|it| *it > search.entry).min();
        let by_itself = |it: &usize| end.is_none_or(|end| *it < end);
        let result = search.result_entry;
        (!doubtful && !early && !skipped).then(|| MissingAnswerDeadline {
            waited_until: left.unwrap_or(view.observation_end_time()),
            // A `nobestmove` may answer the `stop` of an engine that has lost its result.
            has_late_move: result
                .is_some_and(|it| view.entry(it).response() != Some(&Response::NoBestMove)),
            deadline: Deadline {
                answer: result.filter(by_itself).map(|it| view.entry(it)),
                ..self
            },
        })
    }
}

impl<D: Dialect> MissingAnswerDeadline<'_, D> {
    /// Judges whether the answer came. A late answer is accepted. A missing answer is a violation if the limit has
    /// passed.
    pub(in crate::protocol) fn judge(
        &self,
        view: &View<D>,
        out: &mut Findings,
        message: impl FnOnce(OverdueAnswer) -> Message,
    ) {
        match self.deadline.answer {
            Some(answer) => out.conforms(answer.at),
            None => self.judge_timing(view, out, message),
        }
    }

    /// Judges whether the answer came in time. A late answer and a missing answer are violations.
    fn judge_timing(
        &self,
        view: &View<D>,
        out: &mut Findings,
        message: impl FnOnce(OverdueAnswer) -> Message,
    ) {
        let (deadline, looked) = (&self.deadline, self.waited_until);
        let limit = deadline
            .clock_time
            .saturating_add(view.timing.scale_limit(deadline.limit));
        // The rules `no_crash` and `no_hang` report a missing answer after a crash or hang.
        if deadline.answer.is_none() && view.are_missing_answers_excused() {
            return;
        }
        let timing = deadline.answer_timing(view, looked);
        if !matches!(timing, AnswerTiming::NotYetDue) {
            out.add_deadline(deadline.starts_at, deadline.starts_at.saturating_add(limit));
        }
        match timing {
            AnswerTiming::InTime => {
                out.conforms(deadline.answer.unwrap_or(deadline.command_entry).at)
            }
            AnswerTiming::Late(took) => {
                let culprit = deadline.answer.unwrap_or(deadline.command_entry).culprit();
                let came = true;
                out.record_measured_violation(
                    culprit,
                    message(OverdueAnswer {
                        response_time: took,
                        limit,
                        arrived_late: came,
                    }),
                );
            }
            AnswerTiming::Missing(took) => {
                let came = false;
                let overdue = OverdueAnswer {
                    response_time: took,
                    limit,
                    arrived_late: came,
                };
                let culprit = deadline.command_entry.culprit();
                match self.is_beyond_host_delay(view) {
                    true => out.record_violation_beyond_host_delay(culprit, message(overdue)),
                    false => out.record_measured_violation(culprit, message(overdue)),
                }
            }
            AnswerTiming::HostLate(took) => {
                out.add_late_host_doubt(deadline.command_entry.at, host_late_message(took))
            }
            AnswerTiming::NotYetDue => (),
        }
    }

    /// Whether the missing answer cannot be explained by the delay of the host, or by a slow search.
    fn is_beyond_host_delay(&self, view: &View<D>) -> bool {
        let (since, looked) = (self.deadline.starts_at, self.waited_until);
        let waited = (view.timing).check_wait(since, looked, SILENCE_BEYOND_HOST_DELAY);
        waited == WaitResult::LongEnough && !self.has_late_move
    }
}

impl<D: Dialect> View<D> {
    /// The time at which the wait for the answer to `ask` (such as an `isready`) begins. An engine
    /// may answer commands one after the other, so the wait begins no earlier than the engine's
    /// previous answer.
    pub(in crate::protocol) fn answer_due_since(
        &self,
        ask: &AskedQuestion<D>,
        answer: usize,
    ) -> Duration {
        let between = self.entries[ask.entry..answer].iter().rev();
        let mut answers = between.filter(|it| {
            let talk = [Response::Other, Response::Blank];
            let answer = |it: &Response<D>| !matches!(it, Response::Info(_)) && !talk.contains(it);
            it.response().is_some_and(answer)
        });
        answers
            .next()
            .map_or(ask.readable_since, |it| it.time.max(ask.readable_since))
    }

    /// The searches whose `go` satisfies `limited`, each with the deadline of its result.
    pub(in crate::protocol) fn small_searches<'a>(
        &'a self,
        limit: Duration,
        limited: impl Fn(&D::Go) -> bool + 'a,
    ) -> impl Iterator<Item = (&'a Search<D>, Deadline<'a, D>)> {
        let own = move |it: &&Search<D>| it.ponderhit_entry.is_none() && limited(&it.go);
        self.searches.iter().filter(own).map(move |search| {
            let deadline = Deadline {
                command_entry: self.entry(search.entry),
                starts_at: search.started,
                answer: None,
                clock_time: Duration::ZERO,
                limit,
            };
            (search, deadline)
        })
    }

    /// Checks that every search whose `go` satisfies `limited` ends by itself.
    pub(in crate::protocol) fn judge_small_searches(
        &self,
        limit: Duration,
        out: &mut Findings,
        limited: impl Fn(&D::Go) -> bool,
    ) {
        for (search, deadline) in self.small_searches(limit, limited) {
            if let Some(absence) = deadline.natural_end_deadline(self, search) {
                absence.judge(self, out, OverdueAnswer::result_message);
            }
        }
    }

    /// Whether the engine may have skipped the `go`. The `go` of a search may have been skipped if the search has no
    /// result, an ambiguous result, or a `nobestmove` that may answer a `stop` in idle state (`UCCI X3`).
    pub(in crate::protocol) fn may_have_been_skipped(&self, search: &Search<D>) -> bool {
        let result = self.result_entry(search).and_then(ViewEntry::response);
        let none = result == Some(&Response::NoBestMove) && search.stop_entry.is_some();
        search.may_be_skipped && (search.is_doubtful || none || result.is_none())
    }

    /// The time at which the engine could read a command that was sent during `search`. If a `go` has to wait for the
    /// end of the handshake, a later command may come before the search of this `go` begins.
    pub(in crate::protocol) fn command_readable_since(
        &self,
        command: usize,
        search: &Search<D>,
    ) -> Duration {
        self.entry(command).time.max(search.started)
    }

    /// Whether at least `limit` passed between two lines of the conversation. If the host may have
    /// been too slow for a verdict, the function adds a doubt to `out` and returns false.
    pub(in crate::protocol) fn has_waited_between(
        &self,
        since: &ViewEntry<D>,
        until: &ViewEntry<D>,
        limit: Duration,
        out: &mut Findings,
    ) -> bool {
        self.has_waited_since(since.time, since, until, limit, out)
    }

    /// Whether at least `limit` passed between `taken` and the entry `until`. `taken` is the time at which the engine
    /// could read the command `since`.
    pub(in crate::protocol) fn has_waited_since(
        &self,
        taken: Duration,
        since: &ViewEntry<D>,
        until: &ViewEntry<D>,
        limit: Duration,
        out: &mut Findings,
    ) -> bool {
        match self.timing.check_wait(taken, until.time, limit) {
            WaitResult::LongEnough => true,
            WaitResult::TooShort => false,
            WaitResult::HostLate(took) => {
                out.add_late_host_doubt(since.at, host_late_message(took));
                false
            }
        }
    }
}
