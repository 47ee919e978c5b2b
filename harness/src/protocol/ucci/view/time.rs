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
        let limit = self.clock.saturating_add(self.limit.mul_f64(view.scale));
        let took = until.saturating_sub(self.since);
        if took <= limit {
            return match self.answer {
                Some(_) => Due::Kept,
                None => Due::Open,
            };
        }
        if took.saturating_sub(view.lateness(self.since, until)) <= limit {
            return Due::HostLate(took);
        }
        Due::Passed(took)
    }
}

impl View {
    /// How late the host may have been between two times. It is noted a little after it happened,
    /// so the first note after `until` counts too.
    fn lateness(&self, since: Duration, until: Duration) -> Duration {
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

impl View {
    /// Judges every search that is `limited` to little work: it ends by itself within `limit`.
    pub(in super::super) fn ends_by_itself(
        &self,
        limit: Duration,
        out: &mut Findings,
        limited: impl Fn(&Go) -> bool,
    ) {
        let own = |it: &&Search| !it.doubtful && !it.abandoned && it.ponderhit.is_none();
        for search in self.searches.iter().filter(own) {
            let stopped = search.stop.map(|it| self.entry(it).time);
            let early = stopped.is_some_and(|it| it <= search.started + limit.mul_f64(self.scale));
            if early || !limited(&search.go) {
                continue;
            }
            let deadline = Deadline {
                asked: self.entry(search.entry),
                since: search.started,
                answer: self.result(search),
                clock: Duration::ZERO,
                limit,
            };
            deadline.judge(self, out, |fate| format!("the result {fate}"));
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
