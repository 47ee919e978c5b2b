//! Plays one exploring session: sends test cases and returns the violations.

use std::time::Duration;

use super::{
    campaign::{self, Request},
    perform::perform,
    scheduler::Plan,
    signature::{self, HANG, Observed, Signature},
    starter::Starter,
};
use crate::{
    link::{self, clock::Stopwatch},
    protocol::RuleInfo,
    session::{Conversation, Played},
    transcript::{At, EventKind, Speaker},
};

/// The longest time of an exploring session. In a shorter session violations are reported sooner, but a slow engine is
/// started more often.
const SESSION_TIME: Duration = Duration::from_secs(3);

/// Plays exploring sessions until the time is up.
#[derive(Clone, Copy)]
pub(super) struct Explorer<'a> {
    pub(super) request: &'a Request<'a>,
    /// The time since the start of the campaign.
    pub(super) watch: Stopwatch,
}

/// An exploring session that has ended.
pub(super) struct Explored {
    pub(super) played: Played,
    /// The index of the first event of each test case.
    pub(super) starts: Vec<usize>,
    pub(super) observed: Vec<Observed>,
    /// The time from the start of the engine to the end of its handshake.
    pub(super) starting: Duration,
}

impl Explored {
    /// Returns the index of the test case to which an event belongs.
    pub(super) fn case_at(&self, at: At) -> Option<usize> {
        self.starts.partition_point(|it| *it <= at.0).checked_sub(1)
    }
}

impl Explorer<'_> {
    /// True if the time is up or the run was interrupted.
    pub(super) fn is_over(&self) -> bool {
        let late = |it: Duration| self.watch.elapsed() >= it;
        self.request.time.is_some_and(late) || link::interrupted()
    }

    /// Sends test cases until the plan, the time or the number of commands is used up. Makes the engine idle after each
    /// test case.
    ///
    /// # Errors
    /// Returns an error if the engine cannot be started.
    pub(super) fn explore(
        &self,
        starter: &mut Starter<'_>,
        plan: &Plan,
        most: Option<u64>,
    ) -> Result<Explored, String> {
        let request = self.request;
        let settings = campaign::short_timeouts(&request.settings);
        let watch = Stopwatch::start();
        let mut link = starter.take()?;
        let mut conversation = Conversation::new(request.protocol, link.as_mut(), &settings);
        let (mut starts, mut sent, mut idle) = (Vec::new(), 0, true);
        let ready = conversation.ready();
        let starting = watch.elapsed();
        if ready {
            for case in &plan.cases {
                starts.push(conversation.transcript().events.len());
                idle = case.actions.iter().all(|it| perform(it, &mut conversation));
                sent += case.actions.len() as u64;
                let quitting = conversation.is_quitting();
                idle = idle && (quitting || conversation.make_idle());
                let in_doubt = plan.edges && !conversation.is_certain();
                let long = watch.elapsed() >= SESSION_TIME;
                let enough = most.is_some_and(|it| sent >= it);
                if quitting || !idle || in_doubt || long || enough || self.is_over() {
                    break;
                }
            }
        }
        let played = match idle {
            true => conversation.end(),
            false => conversation.kill(),
        };
        let mut observed = match played.interrupted {
            true => Vec::new(),
            false => observe(request, &played),
        };
        // A timeout, or an engine that had to be killed, is a suspicion of a hang.
        let waits = played.unmet.as_ref().is_some_and(|it| it.timed_out);
        let hangs = (waits || played.hung) && !played.interrupted;
        if hangs && !observed.iter().any(|it| it.signature.end == HANG) {
            observed.push(suspected(request, &played));
        }
        Ok(Explored {
            played,
            starts,
            observed,
            starting,
        })
    }
}

/// Returns the violations in a session.
pub(super) fn observe(request: &Request<'_>, played: &Played) -> Vec<Observed> {
    let rules = request.protocol.rules().into_iter();
    let rules: Vec<RuleInfo> = rules.map(|it| it.as_of(request.rules_as_of)).collect();
    signature::all(request.grammar, played, &rules)
}

/// Returns the suspicion that an engine hangs: the engine did not answer in time, but no rule reports a hang yet.
fn suspected(request: &Request<'_>, played: &Played) -> Observed {
    let events = &played.transcript.events;
    let last_response = events
        .iter()
        .rposition(|it| matches!(it.kind, EventKind::Line(Speaker::Engine, _)));
    let at = last_response.map_or(0, |it| it + 2);
    let shape = signature::shape_before(request.grammar, played, at);
    Observed {
        signature: Signature::suspected(shape),
        level: crate::rule::Level::Robust,
        at: At(at),
        message: String::new(),
    }
}
