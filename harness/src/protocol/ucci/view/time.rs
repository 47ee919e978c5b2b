//! Deadlines: whether an answer was late, is missing, or cannot be told because the host was late.

use std::time::Duration;

use super::{Entry, Search, View};
use crate::{protocol::ucci::wire::Go, rule::Findings};

/// An answer that is owed in time.
#[derive(Clone, Copy, Debug)]
pub(in super::super) struct Deadline<'a> {
    /// The command that it answers.
    pub(in super::super) asked: &'a Entry,
    /// When the engine could begin to answer.
    pub(in super::super) since: Duration,
    /// What came, if it came.
    pub(in super::super) answer: Option<&'a Entry>,
    /// A part that the interface promised: a clock. It is not stretched.
    pub(in super::super) clock: Duration,
    /// Our own bound or tolerance, stretched by the run's scale.
    pub(in super::super) limit: Duration,
}

/// What the transcript shows of a deadline.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Due {
    Kept,
    /// It passed; the answer took so long, or had not come after so long.
    Passed(Duration),
    /// It passed, but the host may have missed it itself.
    HostLate(Duration),
    /// The transcript ends before it.
    Open,
}

impl Deadline<'_> {
    /// Writes down what the transcript shows. `message` gets what became of the answer, in words:
    /// `took 2.500 s`, or `had not come after 10.100 s`.
    pub(in super::super) fn judge(
        &self,
        view: &View,
        out: &mut Findings,
        message: impl FnOnce(&str) -> String,
    ) {
        // The death of an engine is convicted by its own rule.
        if self.answer.is_none() && view.excused() {
            return;
        }
        match self.due(view) {
            Due::Kept => out.conforms(self.answer.unwrap_or(self.asked).at),
            Due::Passed(time) => {
                let culprit = self.answer.unwrap_or(self.asked).culprit();
                let fate = match self.answer {
                    Some(_) => format!("took {}", said(time)),
                    None => format!("had not come after {}", said(time)),
                };
                out.violates(culprit, message(&fate));
            }
            Due::HostLate(time) => {
                let why = format!("it took {}, but the host itself was late", said(time));
                out.host_was_late(self.asked.at, why);
            }
            Due::Open => (),
        }
    }

    fn due(&self, view: &View) -> Due {
        let until = self.answer.map_or(view.last, |it| it.time);
        let took = until.saturating_sub(self.since);
        if took <= self.allowed(view) {
            return match self.answer {
                Some(_) => Due::Kept,
                None => Due::Open,
            };
        }
        if self.elapsed(view, until) <= self.allowed(view) {
            return Due::HostLate(took);
        }
        Due::Passed(took)
    }

    fn allowed(&self, view: &View) -> Duration {
        self.clock.saturating_add(self.limit.mul_f64(view.scale))
    }

    /// How long the engine had until then for certain, whatever the host missed.
    fn elapsed(&self, view: &View, until: Duration) -> Duration {
        let late = view.lateness(self.since, until);
        until.saturating_sub(self.since).saturating_sub(late)
    }
}

impl View {
    /// How late the host may have been between two times. It is noted a little after it happened,
    /// so the first note after `until` counts too.
    pub(super) fn lateness(&self, since: Duration, until: Duration) -> Duration {
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

impl<'a> Deadline<'a> {
    /// The same deadline, for the result of `search`: none, if that is uncertain, or if `stop` or
    /// `quit` came before it had passed.
    pub(in super::super) fn of(self, view: &'a View, search: &Search) -> Option<Deadline<'a>> {
        let stopped = search.stop.map(|it| view.entry(it).time);
        let left = stopped.into_iter().chain(search.abandoned).min();
        let early = left.is_some_and(|left| self.elapsed(view, left) <= self.allowed(view));
        let skipped = search.tampered || (search.optional && search.result.is_none());
        (!search.doubtful && !early && !skipped).then(|| Deadline {
            answer: view.result(search),
            ..self
        })
    }
}

impl View {
    /// Judges every search that is `limited` to little work: it ends by itself within `limit`.
    pub(in super::super) fn ends_by_itself(
        &self,
        limit: Duration,
        out: &mut Findings,
        limited: impl Fn(&Go) -> bool,
    ) {
        let own = |it: &&Search| it.ponderhit.is_none() && limited(&it.go);
        for search in self.searches.iter().filter(own) {
            let deadline = Deadline {
                asked: self.entry(search.entry),
                since: search.started,
                answer: None,
                clock: Duration::ZERO,
                limit,
            };
            if let Some(deadline) = deadline.of(self, search) {
                deadline.judge(self, out, |fate| format!("the result {fate}"));
            }
        }
    }
}

/// A duration as people say it: `1.204 s`, `35 ms`.
fn said(time: Duration) -> String {
    if time < Duration::from_secs(1) {
        format!("{} ms", time.as_millis())
    } else {
        format!("{:.3} s", time.as_secs_f64())
    }
}
