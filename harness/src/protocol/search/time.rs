//! Deadlines: `protocol/deadline.rs` on entries and searches.

use std::time::Duration;

use super::{Ask, Command, Dialect, Entry, Response, Search, View};
use crate::{
    protocol::deadline::{Due, Waited},
    rule::Findings,
};

/// An answer that is owed in time.
#[derive(Clone, Copy, Debug)]
pub(in crate::protocol) struct Deadline<'a, D: Dialect> {
    /// The command that it answers.
    pub(in crate::protocol) asked: &'a Entry<D>,
    /// When the engine could begin to answer.
    pub(in crate::protocol) since: Duration,
    /// What came, if it came.
    pub(in crate::protocol) answer: Option<&'a Entry<D>>,
    /// A part that the interface promised: a clock. It is not stretched.
    pub(in crate::protocol) clock: Duration,
    /// Our own bound or tolerance, stretched by the run's scale.
    pub(in crate::protocol) limit: Duration,
}

/// The same of an answer that need only come: where the bound is our own, a late answer is an answer.
#[derive(Clone, Copy, Debug)]
pub(in crate::protocol) struct Absence<'a, D: Dialect> {
    deadline: Deadline<'a, D>,
    /// When it was looked for last.
    looked: Duration,
}

impl<'a, D: Dialect> Deadline<'a, D> {
    /// Judges the answer: a late one violates, and so does one that never came. `message` gets what became of it,
    /// in words: `took 2.500 s`, or `had not come after 10.100 s`.
    pub(in crate::protocol) fn judge(
        &self,
        view: &View<D>,
        out: &mut Findings,
        message: impl FnOnce(&str) -> String,
    ) {
        self.judge_until(view.observed_until(), view, out, message);
    }

    /// The same, as an obligation to answer at all.
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
        message: impl FnOnce(&str) -> String,
    ) {
        // The death of an engine is convicted by its own rule.
        if self.answer.is_none() && view.excused() {
            return;
        }
        match self.due(view, looked) {
            Due::Kept => out.conforms(self.answer.unwrap_or(self.asked).at),
            Due::Late(time) => {
                let culprit = self.answer.unwrap_or(self.asked).culprit();
                out.violates_by_measure(culprit, message(&format!("took {}", said(time))));
            }
            Due::Never(time) => {
                let fate = format!("had not come after {}", said(time));
                out.violates_by_measure(self.asked.culprit(), message(&fate));
            }
            Due::HostLate(time) => {
                let why = format!("it took {}, but the host itself was late", said(time));
                out.host_was_late(self.asked.at, why);
            }
            Due::Open => (),
        }
    }

    fn due(&self, view: &View<D>, looked: Duration) -> Due {
        let answered = self.answer.map(|it| it.time);
        let bounds = (self.clock, self.limit);
        view.timing.due(self.since, answered, looked, bounds)
    }

    /// Whether it had passed by then for certain, or may have.
    pub(in crate::protocol) fn has_passed(&self, view: &View<D>, looked: Duration) -> bool {
        let unanswered = Deadline {
            answer: None,
            ..*self
        };
        matches!(unanswered.due(view, looked), Due::Never(_))
    }

    /// The absence of the result of `search`: none, if that is uncertain, or if `stop` or `quit` came before the bound
    /// had passed. What comes after a `stop` does not come by itself.
    pub(in crate::protocol) fn of(
        self,
        view: &'a View<D>,
        search: &Search<D>,
    ) -> Option<Absence<'a, D>> {
        let result = view.result(search);
        let stop = search.stop.or_else(|| {
            // In batch mode it waits; but what comes after it may be the answer to it.
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

    /// The absence of the result of `search` that its `stop` asks for: none, if that is uncertain, or if `quit` came
    /// before the bound had passed.
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
        // A result that came in doubt may be a late one of this search.
        let doubtful = search.doubtful && (doubted.is_none() || search.result.is_some());
        // In batch mode `quit` waits for the results.
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

    /// The same deadline, for the result of `search` by its clock: none, if that is uncertain, or if `stop` came
    /// before the clock ran out, or `quit` before the deadline had passed. A `stop` when time is up excuses
    /// nothing: the league's emulator sends it at that very moment.
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
        // What had not come before it is not certain which search the result belongs to, came too late in any case.
        let doubted = search.doubtful_from.map(|it| view.entry(it).time);
        let overdue = doubted.is_some_and(|it| self.has_passed(view, it));
        let deadline = Deadline {
            answer: view.result(search).filter(|_| !search.doubtful),
            ..self
        };
        let judged = (!search.doubtful || overdue) && !early && !skipped;
        (judged && (search.unit_known || deadline.is_clear(view))).then_some(deadline)
    }

    /// Whether the answer was in time or too late in both units of time, seconds and milliseconds.
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
    /// Judges whether the answer came at all: an answer keeps the rule however late it is, and its absence breaks it
    /// once the transcript shows that the bound has passed.
    pub(in crate::protocol) fn judge(
        &self,
        view: &View<D>,
        out: &mut Findings,
        message: impl FnOnce(&str) -> String,
    ) {
        match self.deadline.answer {
            Some(answer) => out.conforms(answer.at),
            None => self.deadline.judge_until(self.looked, view, out, message),
        }
    }
}

impl<D: Dialect> View<D> {
    /// Since when the answer to `ask` is due, of an engine that answers one question after the other: it begins with
    /// this one when the one before is answered.
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

    /// The searches that are `limited` to little work, each with the deadline of a result that comes by itself.
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

    /// Judges every search that is `limited` to little work: it ends by itself.
    pub(in crate::protocol) fn ends_by_itself(
        &self,
        limit: Duration,
        out: &mut Findings,
        limited: impl Fn(&D::Go) -> bool,
    ) {
        for (search, deadline) in self.small_searches(limit, limited) {
            if let Some(absence) = deadline.of(self, search) {
                absence.judge(self, out, |fate| format!("the result {fate}"));
            }
        }
    }

    /// Whether the engine may have skipped its `go`: no result came, or one of another `go`, or a `nobestmove` that may
    /// be an idle engine's answer to the `stop` (`UCCI X3`).
    pub(in crate::protocol) fn may_have_been_skipped(&self, search: &Search<D>) -> bool {
        let result = self.result(search).and_then(Entry::response);
        let none = result == Some(&Response::NoBestMove) && search.stop.is_some();
        search.optional && (search.doubtful || none || result.is_none())
    }

    /// When the engine could take a command sent in `search`: not before the search began, which waits for the handshake.
    pub(in crate::protocol) fn taken(&self, command: usize, search: &Search<D>) -> Duration {
        self.entry(command).time.max(search.started)
    }

    /// Whether an entry came so long after another that what was to come between them had its time. Where the host may
    /// have been late, `out` gets to know, and it had not.
    pub(in crate::protocol) fn waited(
        &self,
        since: &Entry<D>,
        until: &Entry<D>,
        limit: Duration,
        out: &mut Findings,
    ) -> bool {
        self.waited_since(since.time, since, until, limit, out)
    }

    /// The same, of what the engine could take at a later time than it was sent.
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
            Waited::HostLate(time) => {
                let why = format!("it took {}, but the host itself was late", said(time));
                out.host_was_late(since.at, why);
                false
            }
        }
    }
}

/// A duration as people say it: `1.204 s`, `35 ms`.
pub(in crate::protocol) fn said(time: Duration) -> String {
    if time < Duration::from_secs(1) {
        format!("{} ms", time.as_millis())
    } else {
        format!("{:.3} s", time.as_secs_f64())
    }
}
