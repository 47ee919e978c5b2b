//! Plays one exploring session: sends test cases and returns the violations.

use std::time::Duration;

use super::{
    campaign::{self, CampaignRequest},
    perform::perform_action,
    scheduler::SessionPlan,
    signature::{self, END_BY_HANG, ObservedViolation, Signature},
    starter::EngineStarter,
};
use crate::{
    link::{self, Link, clock::Stopwatch},
    message::Message,
    protocol::RuleInfo,
    session::{Conversation, PlayedSession, SessionSettings},
    transcript::{EventIndex, EventKind, Speaker},
};

/// The maximum duration of an exploring session. With a shorter limit, violations are reported sooner, but a slow
/// engine is started more often.
const MAX_SESSION_TIME: Duration = Duration::from_secs(3);

/// How long an exploring session may continue after the time limit of the campaign.
const TIME_TO_END_SESSION: Duration = Duration::from_secs(1);

/// Plays exploring sessions (sessions that send new test cases) until the time is up.
#[derive(Clone, Copy)]
pub(super) struct SessionExplorer<'a> {
    pub(super) request: &'a CampaignRequest<'a>,
    /// The time since the start of the campaign.
    pub(super) campaign_stopwatch: Stopwatch,
}

/// An exploring session that has ended.
pub(super) struct ExploredSession {
    pub(super) played_session: PlayedSession,
    /// The index of the first event of each test case.
    pub(super) case_start_events: Vec<usize>,
    pub(super) violations: Vec<ObservedViolation>,
    /// The time from the start of the engine to the end of its handshake.
    pub(super) start_duration: Duration,
}

impl ExploredSession {
    /// Returns the index of the test case to which an event belongs.
    pub(super) fn case_index_at(&self, at: EventIndex) -> Option<usize> {
        self.case_start_events
            .partition_point(|it| *it <= at.0)
            .checked_sub(1)
    }
}

impl SessionExplorer<'_> {
    /// True if the time of the campaign is up or the user interrupted the run.
    pub(super) fn must_stop(&self) -> bool {
        let late = |it: Duration| self.campaign_stopwatch.elapsed() >= it;
        self.request.time_limit.is_some_and(late) || link::was_interrupted()
    }

    /// The time until the time limit of the campaign, if there is one.
    pub(super) fn time_left(&self) -> Option<Duration> {
        let limit = self.request.time_limit?;
        Some(limit.saturating_sub(self.campaign_stopwatch.elapsed()))
    }

    /// Sets the time limit of a session with this engine: the session may last until the time limit of the campaign
    /// plus `extra`.
    pub(super) fn limit_session(
        &self,
        settings: &mut SessionSettings,
        link: &dyn Link,
        extra: Duration,
    ) {
        // The clock of the link may run already, because engines are started ahead of time.
        settings.session_time_limit = self.time_left().map(|left| link.now() + left + extra);
    }

    /// Sends the test cases of the plan until all of them are sent, the time is up, or the maximum number of commands
    /// is reached. Makes the engine idle after each test case.
    ///
    /// # Errors
    /// Returns an error if the engine cannot be started.
    pub(super) fn explore_session(
        &self,
        starter: &mut EngineStarter<'_>,
        plan: &SessionPlan,
        most: Option<u64>,
    ) -> Result<ExploredSession, Message> {
        let request = self.request;
        let mut settings = campaign::with_short_timeout(&request.settings);
        let watch = Stopwatch::start();
        let mut link = starter.take_engine()?;
        self.limit_session(&mut settings, link.as_ref(), TIME_TO_END_SESSION);
        let mut conversation = Conversation::new(request.protocol, link.as_mut(), &settings);
        let (mut starts, mut sent, mut idle) = (Vec::new(), 0, true);
        let ready = conversation.run_handshake();
        let starting = watch.elapsed();
        // The time of the last event; for an engine in memory, this time does not depend on the speed of the host.
        let last_time = |conversation: &Conversation<'_>| {
            let last = conversation.transcript().events.last();
            last.and_then(|it| it.at).unwrap_or_default()
        };
        let began = last_time(&conversation);
        if ready {
            for case in &plan.cases {
                starts.push(conversation.transcript().events.len());
                idle = case
                    .actions
                    .iter()
                    .all(|it| perform_action(it, &mut conversation));
                sent += case.actions.len() as u64;
                let quitting = conversation.is_quitting();
                idle = idle && (quitting || conversation.make_engine_idle());
                let in_doubt = plan.has_edge_cases && !conversation.is_state_certain();
                let long = last_time(&conversation).saturating_sub(began) >= MAX_SESSION_TIME;
                let enough = most.is_some_and(|it| sent >= it);
                if quitting || !idle || in_doubt || long || enough || self.must_stop() {
                    break;
                }
            }
        }
        let played = match idle {
            true => conversation.end_session(),
            false => conversation.kill_engine(),
        };
        let mut observed = match played.was_interrupted {
            true => Vec::new(),
            false => session_violations(request, &played),
        };
        // After a timeout, or if the engine had to be killed, a hang is suspected.
        let waits = played
            .unmet_expectation
            .as_ref()
            .is_some_and(|it| it.timed_out);
        let hangs = (waits || played.has_hung) && !played.was_interrupted;
        if hangs
            && !observed
                .iter()
                .any(|it| it.signature.session_end_kind == END_BY_HANG)
        {
            observed.push(suspected_hang(request, &played));
        }
        Ok(ExploredSession {
            played_session: played,
            case_start_events: starts,
            violations: observed,
            start_duration: starting,
        })
    }
}

/// Returns the violations in a session.
pub(super) fn session_violations(
    request: &CampaignRequest<'_>,
    played: &PlayedSession,
) -> Vec<ObservedViolation> {
    let rules = request.protocol.rules().into_iter();
    let rules: Vec<RuleInfo> = rules
        .map(|it| it.with_level_at_version(request.rules_as_of))
        .collect();
    signature::observed_violations(request.grammar, played, &rules)
}

/// Returns a suspected hang: the engine did not answer in time, but no rule reports a hang yet.
fn suspected_hang(request: &CampaignRequest<'_>, played: &PlayedSession) -> ObservedViolation {
    let events = &played.transcript.events;
    let last_response = events
        .iter()
        .rposition(|it| matches!(it.kind, EventKind::Line(Speaker::Engine, _)));
    let at = last_response.map_or(0, |it| it + 2);
    let shape = signature::command_shape_before(request.grammar, played, at);
    ObservedViolation {
        signature: Signature::suspected_hang(shape),
        level: crate::rule::Level::Robust,
        event_index: EventIndex(at),
        message: String::new(),
    }
}
