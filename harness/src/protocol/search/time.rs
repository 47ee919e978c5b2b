//! Deadlines of answers and results: `protocol/deadline.rs`, applied to entries and searches.

use std::time::Duration;

use super::{Ask, Command, Dialect, Entry, Response, Search, View};
use crate::{
    message::{Message, message},
    protocol::deadline::{Due, Waited},
    rule::Findings,
};

/// An answer with a deadline.
#[derive(Clone, Copy, Debug)]
pub(in crate::protocol) struct Deadline<'a, D: Dialect> {
    /// The command that it answers.
    pub(in crate::protocol) asked: &'a Entry<D>,
    /// When the engine could begin to answer.
    pub(in crate::protocol) since: Duration,
    /// The answer, if it came.
    pub(in crate::protocol) answer: Option<&'a Entry<D>>,
    /// The time that the interface promised: a clock. It is not scaled.
    pub(in crate::protocol) clock: Duration,
    /// The limit or tolerance of ponderhit's own, multiplied by the run's scale.
    pub(in crate::protocol) limit: Duration,
}

/// The same for an answer that may be late: only a missing one violates the rule.
#[derive(Clone, Copy, Debug)]
pub(in crate::protocol) struct Absence<'a, D: Dialect> {
    deadline: Deadline<'a, D>,
    /// Until when it was waited for.
    looked: Duration,
}

/// An answer that missed its deadline.
#[derive(Clone, Copy, Debug)]
pub(in crate::protocol) struct Overdue {
    /// The time up to the answer, or up to the end of the wait for it.
    pub(in crate::protocol) took: Duration,
    /// The longest time that was allowed: the clock and the limit.
    pub(in crate::protocol) limit: Duration,
    /// The answer came, but late.
    pub(in crate::protocol) came: bool,
}

impl Overdue {
    /// The answer of this name came late, or never.
    pub(in crate::protocol) fn answer(self, answer: &str) -> Message {
        let Overdue { took, limit, came } = self;
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

    /// The result of a search came late, or never.
    pub(in crate::protocol) fn result(self) -> Message {
        let Overdue { took, limit, came } = self;
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
}

/// The host may have been too slow for a verdict.
fn host_late(took: Duration) -> Message {
    message!(
        "host_late",
        "the answer took {took}, but the host was too slow for a verdict",
        took
    )
}

impl<'a, D: Dialect> Deadline<'a, D> {
    /// Judges the answer: a late or missing one is a violation.
    pub(in crate::protocol) fn judge(
        &self,
        view: &View<D>,
        out: &mut Findings,
        message: impl FnOnce(Overdue) -> Message,
    ) {
        self.judge_until(view.observed_until(), view, out, message);
    }

    /// The same, but a late answer is accepted.
    pub(in crate::protocol) fn absence(self, view: &View<D>) -> Absence<'a, D> {
        Absence {
            looked: view.observed_until(),
            deadline: self,
        }
    }

    fn judge_until(
        &self,
        looked: Duration,
        view: &View<D>,
        out: &mut Findings,
        message: impl FnOnce(Overdue) -> Message,
    ) {
        let limit = self.clock.saturating_add(view.timing.scaled(self.limit));
        // A crash or hang is reported by its own rule.
        if self.answer.is_none() && view.excused() {
            return;
        }
        match self.due(view, looked) {
            Due::Kept => out.conforms(self.answer.unwrap_or(self.asked).at),
            Due::Late(took) => {
                let culprit = self.answer.unwrap_or(self.asked).culprit();
                let came = true;
                out.violates_by_measure(culprit, message(Overdue { took, limit, came }));
            }
            Due::Never(took) => {
                let came = false;
                let overdue = Overdue { took, limit, came };
                out.violates_by_measure(self.asked.culprit(), message(overdue));
            }
            Due::HostLate(took) => out.host_was_late(self.asked.at, host_late(took)),
            Due::Open => (),
        }
    }

    fn due(&self, view: &View<D>, looked: Duration) -> Due {
        let answered = self.answer.map(|it| it.time);
        let bounds = (self.clock, self.limit);
        view.timing.due(self.since, answered, looked, bounds)
    }

    /// Whether the deadline had certainly passed by then.
    pub(in crate::protocol) fn has_passed(&self, view: &View<D>, looked: Duration) -> bool {
        let unanswered = Deadline {
            answer: None,
            ..*self
        };
        matches!(unanswered.due(view, looked), Due::Never(_))
    }

    /// The absence of the result of `search`. `None` if it is uncertain, or if `stop` or `quit` was sent before the
    /// limit had passed: a result after a `stop` does not show that the search ends by itself.
    pub(in crate::protocol) fn of(
        self,
        view: &'a View<D>,
        search: &Search<D>,
    ) -> Option<Absence<'a, D>> {
        let result = view.result(search);
        let stop = search.stop.or_else(|| {
            // In batch mode a `stop` waits; but a result after it may be the answer to it.
            let overdue = |it: &Entry<D>| self.has_passed(view, it.time);
            let late = result.is_none_or(overdue);
            let mut stops = view
                .commands()
                .filter(|(_, it)| late && **it == Command::Stop);
            let stop =
                stops.find(|(index, _)| *index > search.entry && overdue(view.entry(*index)));
            stop.map(|it| it.0)
        });
        self.until(view, search, stop)
    }

    /// The absence of the result that the `stop` of `search` asks for. `None` if it is uncertain, or if `quit` was sent
    /// before the limit had passed.
    pub(in crate::protocol) fn of_stop(
        self,
        view: &'a View<D>,
        search: &Search<D>,
    ) -> Option<Absence<'a, D>> {
        self.until(view, search, None)
    }

    fn until(
        self,
        view: &'a View<D>,
        search: &Search<D>,
        stop: Option<usize>,
    ) -> Option<Absence<'a, D>> {
        let stopped = stop.map(|it| view.entry(it).time);
        let doubted = search.doubtful_from.map(|it| view.entry(it).time);
        let left = stopped.into_iter().chain(search.abandoned).chain(doubted);
        let left = left.min();
        let early = left.is_some_and(|left| !self.has_passed(view, left));
        let skipped = search.maybe_stopped || view.may_have_been_skipped(search);
        // A result during a doubt may be a late one of this search.
        let doubtful = search.doubtful && (doubted.is_none() || search.result.is_some());
        // In batch mode `quit` waits for the result.
        let quit = view.quit.as_ref().map(|it| it.entry);
        let quit = quit.filter(|it| !view.entry(*it).waited);
        let ends = [stop, quit, view.input_closed].into_iter().flatten();
        let end = ends.filter(|it| *it > search.entry).min();
        let by_itself = |it: &usize| end.is_none_or(|end| *it < end);
        (!doubtful && !early && !skipped).then(|| Absence {
            looked: left.unwrap_or(view.observed_until()),
            deadline: Deadline {
                answer: search.result.filter(by_itself).map(|it| view.entry(it)),
                ..self
            },
        })
    }

    /// The same deadline for the result of `search` by its clock. `None` if it is uncertain, or if `stop` was sent
    /// before the clock ran out, or `quit` before the deadline had passed. A `stop` when time is up excuses nothing:
    /// the league's emulator sends it at that very moment.
    pub(in crate::protocol) fn of_clock(
        self,
        view: &'a View<D>,
        search: &Search<D>,
    ) -> Option<Deadline<'a, D>> {
        let ran_out = |stop: Duration| view.timing.certain(self.since, stop) > self.clock;
        let stopped = search.stop.map(|it| view.entry(it).time);
        let early = stopped.is_some_and(|stop| !ran_out(stop))
            || search
                .abandoned
                .is_some_and(|it| !self.has_passed(view, it));
        let skipped = search.maybe_stopped || view.may_have_been_skipped(search);
        // A result that was overdue when the doubt began is late, whichever search it belongs to.
        let doubted = search.doubtful_from.map(|it| view.entry(it).time);
        let overdue = doubted.is_some_and(|it| self.has_passed(view, it));
        let deadline = Deadline {
            answer: view.result(search).filter(|_| !search.doubtful),
            ..self
        };
        let judged = (!search.doubtful || overdue) && !early && !skipped;
        (judged && (search.unit_known || deadline.is_clear(view))).then_some(deadline)
    }

    /// Whether the verdict is the same in both units of time, seconds and milliseconds.
    fn is_clear(&self, view: &View<D>) -> bool {
        let short = Deadline {
            clock: self.clock / 1000,
            ..*self
        };
        let looked = view.observed_until();
        let (long, short) = (self.due(view, looked), short.due(view, looked));
        std::mem::discriminant(&long) == std::mem::discriminant(&short)
    }
}

impl<D: Dialect> Absence<'_, D> {
    /// Judges whether the answer came: a late one is accepted, and a missing one is a violation once the limit has
    /// passed.
    pub(in crate::protocol) fn judge(
        &self,
        view: &View<D>,
        out: &mut Findings,
        message: impl FnOnce(Overdue) -> Message,
    ) {
        match self.deadline.answer {
            Some(answer) => out.conforms(answer.at),
            None => self.deadline.judge_until(self.looked, view, out, message),
        }
    }
}

impl<D: Dialect> View<D> {
    /// Since when the answer to `ask` is due if the engine answers questions one after the other: not before its last
    /// other answer.
    pub(in crate::protocol) fn due_since(&self, ask: &Ask<D>, answer: usize) -> Duration {
        let between = self.entries[ask.entry..answer].iter().rev();
        let mut answers = between.filter(|it| {
            let talk = [Response::Other, Response::Blank];
            let answer = |it: &Response<D>| !matches!(it, Response::Info(_)) && !talk.contains(it);
            it.response().is_some_and(answer)
        });
        answers
            .next()
            .map_or(ask.since, |it| it.time.max(ask.since))
    }

    /// The searches that are `limited` to little work, each with the deadline of its result.
    pub(in crate::protocol) fn small_searches<'a>(
        &'a self,
        limit: Duration,
        limited: impl Fn(&D::Go) -> bool + 'a,
    ) -> impl Iterator<Item = (&'a Search<D>, Deadline<'a, D>)> {
        let own = move |it: &&Search<D>| it.ponderhit.is_none() && limited(&it.go);
        self.searches.iter().filter(own).map(move |search| {
            let deadline = Deadline {
                asked: self.entry(search.entry),
                since: search.started,
                answer: None,
                clock: Duration::ZERO,
                limit,
            };
            (search, deadline)
        })
    }

    /// Judges every search that is `limited` to little work: it must end by itself.
    pub(in crate::protocol) fn ends_by_itself(
        &self,
        limit: Duration,
        out: &mut Findings,
        limited: impl Fn(&D::Go) -> bool,
    ) {
        for (search, deadline) in self.small_searches(limit, limited) {
            if let Some(absence) = deadline.of(self, search) {
                absence.judge(self, out, Overdue::result);
            }
        }
    }

    /// Whether the engine may have skipped the `go`: no result came, or one of another `go`, or a `nobestmove` that may
    /// be the answer to a `stop` in idle state (`UCCI X3`).
    pub(in crate::protocol) fn may_have_been_skipped(&self, search: &Search<D>) -> bool {
        let result = self.result(search).and_then(Entry::response);
        let none = result == Some(&Response::NoBestMove) && search.stop.is_some();
        search.optional && (search.doubtful || none || result.is_none())
    }

    /// When the engine could read a command that was sent during `search`: not before the search began, which waits for
    /// the end of the handshake.
    pub(in crate::protocol) fn taken(&self, command: usize, search: &Search<D>) -> Duration {
        self.entry(command).time.max(search.started)
    }

    /// Whether at least `limit` passed between two entries. If the host may have been too slow, it notes that in `out`
    /// and returns false.
    pub(in crate::protocol) fn waited(
        &self,
        since: &Entry<D>,
        until: &Entry<D>,
        limit: Duration,
        out: &mut Findings,
    ) -> bool {
        self.waited_since(since.time, since, until, limit, out)
    }

    /// The same, for a command that the engine could read only at `taken`.
    pub(in crate::protocol) fn waited_since(
        &self,
        taken: Duration,
        since: &Entry<D>,
        until: &Entry<D>,
        limit: Duration,
        out: &mut Findings,
    ) -> bool {
        match self.timing.waited(taken, until.time, limit) {
            Waited::Yes => true,
            Waited::No => false,
            Waited::HostLate(took) => {
                out.host_was_late(since.at, host_late(took));
                false
            }
        }
    }
}
