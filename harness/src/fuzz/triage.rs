//! Triage: confirms a violation from a long session in fresh processes, and minimizes the lines that cause the
//! violation.

use std::{
    collections::HashMap,
    hash::{DefaultHasher, Hash as _, Hasher as _},
    sync::{Mutex, PoisonError},
    time::Duration,
};

use super::{
    campaign::{self, CampaignRequest},
    explore::{SessionExplorer, session_violations},
    minimize::minimize,
    perform::{perform_action, sent_lines},
    signature::{END_SURVIVED, ObservedViolation, Signature},
    starter::EngineStarter,
};
use crate::{
    link::{self, Link, clock::Stopwatch},
    message::{Message, message},
    protocol::{Action, TestCase},
    rule::Level,
    session::{Conversation, PlayedSession, SessionSettings},
};

/// The number of fresh processes in which a finding is confirmed.
const CONFIRM_TRIES: usize = 3;

/// The timeout of each answer while a hang is minimized.
const HANG_TIMEOUT: Duration = Duration::from_millis(300);

/// The time limit for minimizing one finding.
const MAX_MINIMIZE_TIME: Duration = Duration::from_secs(20);

/// The time that is needed to confirm a violation, without the waits for missing answers.
const CONFIRM_TIME: Duration = Duration::from_secs(2);

/// To confirm a missing answer takes additional time: the timeout of an answer multiplied by this factor.
const CONFIRM_TIMEOUT_FACTOR: f64 = 1.4;

/// Returns how long before the time limit of the campaign minimizing must stop, so that the violation can still be
/// confirmed.
pub(super) fn confirmation_time(signature: &Signature, settings: &SessionSettings) -> Duration {
    let fixed = CONFIRM_TIME.mul_f64(settings.timeout_scale);
    match signature.is_missing_answer() {
        true => fixed + settings.line_timeout.mul_f64(CONFIRM_TIMEOUT_FACTOR),
        false => fixed,
    }
}

/// The error if the engine does not complete its handshake.
pub(super) const HANDSHAKE_FAILED: Message = message!(
    "handshake_not_completed",
    "the engine did not complete its handshake"
);

/// A violation, and the few lines that reproduce it.
#[derive(Clone, Debug)]
pub struct Finding {
    pub rule: String,
    pub level: Level,
    pub message: String,
    /// The shape of the command before the violation, such as `position long`.
    pub command_shape: String,
    /// The way in which the session ended, for example `hang`, `signal`, `exit` or `lives`.
    pub session_end: &'static str,
    /// The actions that reproduce the violation. `script` contains the same actions as a text for `replay`.
    pub actions: Vec<Action>,
    pub script: Vec<u8>,
    /// The transcript of the session in which the violation was found.
    pub transcript: Vec<u8>,
    /// The number of fresh processes that reproduced the violation, and the number of all fresh processes that were
    /// tried.
    pub reproduced_count_and_tries: (usize, usize),
}

impl Finding {
    /// True if the finding was reproduced in more than half of the tries. A finding that was reproduced in at most half
    /// of the tries does not count as a violation.
    pub fn is_mostly_reproduced(&self) -> bool {
        2 * self.reproduced_count_and_tries.0 > self.reproduced_count_and_tries.1
    }

    /// Returns the number of actions of the finding that send bytes.
    pub fn line_count(&self) -> usize {
        let sends = |it: &&Action| !matches!(it, Action::WaitUntilIdle | Action::MeasureUsage);
        self.actions.iter().filter(sends).count()
    }

    /// True if the finding sends all lines of another finding, in the same order.
    pub(super) fn sends_lines_of(&self, other: &Finding) -> bool {
        let mut own = sent_lines(&self.actions).into_iter();
        let other = sent_lines(&other.actions);
        other.iter().all(|wanted| own.any(|it| it == *wanted))
    }

    /// True if the finding makes the engine crash or hang.
    pub(super) fn crashes_or_hangs(&self) -> bool {
        self.is_mostly_reproduced() && self.session_end != END_SURVIVED
    }

    pub(super) fn signature(&self) -> Signature {
        Signature {
            rule: self.rule.clone(),
            command_shape: self.command_shape.clone(),
            session_end_kind: self.session_end,
        }
    }
}

/// Minimizes a conversation that violates `rule`, or the first violated rule if `rule` is `None`. Returns `None` if the
/// conversation does not violate the rule.
///
/// # Errors
/// Returns an error if the engine cannot be started.
pub fn minimize_violation(
    request: &CampaignRequest<'_>,
    actions: Vec<Action>,
    rule: Option<&str>,
) -> Result<Option<Finding>, Message> {
    let played = play_actions(request, &actions)?;
    if !played.judge_result.is_handshake_done {
        return Err(HANDSHAKE_FAILED);
    }
    let observed = session_violations(request, &played);
    let wanted = |it: &&ObservedViolation| rule.is_none_or(|rule| it.signature.rule == rule);
    let Some(observed) = observed.iter().find(wanted) else {
        return Ok(None);
    };
    let explorer = SessionExplorer {
        request,
        campaign_stopwatch: Stopwatch::start(),
    };
    let (tried, mut starter) = (
        TriedConversations::default(),
        EngineStarter::new(request.start_engine, request.starts_engines_ahead),
    );
    let triage = Triage::new(explorer, observed, &tried, &mut starter);
    match triage.triage_violation(&[TestCase { actions }], &[])? {
        TriageResult::Found(mut finding, _) => {
            finding.transcript = played.transcript.to_bytes();
            Ok(Some(*finding))
        }
        TriageResult::SlowWithoutViolation | TriageResult::Interrupted => Ok(None),
    }
}

/// The conversations that were already tried, each with its result: true if it reproduced the violation.
#[derive(Default)]
pub(super) struct TriedConversations(Mutex<HashMap<u64, bool>>);

impl TriedConversations {
    /// Returns the stored result of an earlier try of the same actions; if there is none, calls `play`.
    fn try_or_reuse_result(
        &self,
        signature: &Signature,
        actions: &[Action],
        play: impl FnOnce() -> Result<bool, Message>,
    ) -> Result<bool, Message> {
        let mut hash = DefaultHasher::new();
        (&signature.rule, signature.session_end_kind, actions).hash(&mut hash);
        let key = hash.finish();
        let known = || self.0.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(shown) = known().get(&key).copied() {
            return Ok(shown);
        }
        let shown = play()?;
        known().insert(key, shown);
        Ok(shown)
    }
}

/// The result of a triage.
pub(super) enum TriageResult {
    /// The finding, and the signatures of all violations that its lines show.
    Found(Box<Finding>, Vec<Signature>),
    /// The engine was not idle in time, but with the full timeout it shows no new violation.
    SlowWithoutViolation,
    /// The run was interrupted before the violation was confirmed.
    Interrupted,
}

/// Confirms and minimizes one violation.
pub(super) struct Triage<'a, 's> {
    explorer: SessionExplorer<'a>,
    observed_violation: &'a ObservedViolation,
    tried_conversations: &'a TriedConversations,
    starter: &'a mut EngineStarter<'s>,
    stopwatch: Stopwatch,
    /// The error if an engine could not be started.
    start_error: Option<Message>,
}

impl<'a, 's> Triage<'a, 's> {
    pub(super) fn new(
        explorer: SessionExplorer<'a>,
        observed: &'a ObservedViolation,
        tried: &'a TriedConversations,
        starter: &'a mut EngineStarter<'s>,
    ) -> Triage<'a, 's> {
        Triage {
            explorer,
            observed_violation: observed,
            tried_conversations: tried,
            starter,
            stopwatch: Stopwatch::start(),
            start_error: None,
        }
    }

    /// Triages a violation that was observed in a session with these test cases. A suspected hang is not a new finding
    /// if it turns out to be a violation in `known`.
    ///
    /// # Errors
    /// Returns an error if the engine cannot be started.
    pub(super) fn triage_violation(
        mut self,
        cases: &[TestCase],
        known: &[Signature],
    ) -> Result<TriageResult, Message> {
        let (request, signature) = (self.explorer.request, &self.observed_violation.signature);
        let large = self.narrow_to_last_cases(cases);
        let candidates = match large {
            None => Vec::new(),
            Some(large) => {
                let small = minimize(large.clone(), &mut |actions| {
                    self.shows_violation_in_time(actions)
                });
                // The actions were minimized with a short timeout. If the minimized conversation is slow but violates
                // no rule with the full timeout, the original conversation is confirmed instead.
                match small == large {
                    true => vec![large],
                    false => vec![small, large],
                }
            }
        };
        if let Some(problem) = self.start_error {
            return Err(problem);
        }
        if self.explorer.must_stop() {
            return Ok(TriageResult::Interrupted);
        }
        let is_general = |rule: &str| request.protocol.reports_hang_or_crash(rule);
        let mut found: Option<(Finding, Vec<Signature>)> = None;
        for actions in candidates {
            let explorer = self.explorer;
            let sessions = play_in_parallel(|| play_until_time_limit(explorer, &actions))?;
            if self.explorer.must_stop() {
                return Ok(TriageResult::Interrupted);
            }
            let sessions: Vec<Vec<ObservedViolation>> = (sessions.iter())
                .map(|it| session_violations(request, it))
                .collect();
            let like = |it: &&ObservedViolation| {
                let is_known = signature.is_suspected_hang() && known.contains(&it.signature);
                signature.is_same_violation(&it.signature) && !is_known
            };
            // If a hang violates both a rule about one kind of input and the rule about all hangs, the finding names
            // the rule about the kind of input.
            let again: Vec<&ObservedViolation> = (sessions.iter())
                .filter_map(|session| {
                    let mut all = session.iter().filter(like);
                    let special = all.clone().find(|it| !is_general(&it.signature.rule));
                    special.or_else(|| all.next())
                })
                .collect();
            let Some(first) = again.first() else {
                continue;
            };
            let finding = make_finding(request, first, actions, again.len());
            let special = !signature.is_suspected_hang() || !is_general(&finding.rule);
            if found.is_none() || special {
                let shown = sessions.into_iter().flatten().map(|it| it.signature);
                found = Some((finding, shown.collect()));
            }
            if special {
                break;
            }
        }
        if let Some((finding, shown)) = found {
            return Ok(TriageResult::Found(Box::new(finding), shown));
        }
        if signature.is_suspected_hang() {
            return Ok(TriageResult::SlowWithoutViolation);
        }
        let finding = make_finding(request, self.observed_violation, join_cases(cases), 0);
        Ok(TriageResult::Found(Box::new(finding), Vec::new()))
    }

    /// True if these actions show the violation again, and the time for minimizing is not up.
    fn shows_violation_in_time(&mut self, actions: &[Action]) -> bool {
        let settings = &self.explorer.request.settings;
        let reserve = confirmation_time(&self.observed_violation.signature, settings);
        let in_time = self.stopwatch.elapsed() < MAX_MINIMIZE_TIME
            && self.explorer.time_left().is_none_or(|it| it > reserve)
            && !link::was_interrupted();
        in_time && self.shows_violation(actions)
    }

    /// True if these actions show the violation again in a fresh process.
    fn shows_violation(&mut self, actions: &[Action]) -> bool {
        let (request, signature) = (self.explorer.request, &self.observed_violation.signature);
        let (starter, explorer) = (&mut *self.starter, self.explorer);
        let shown = self
            .tried_conversations
            .try_or_reuse_result(signature, actions, || {
                let link = starter.take_engine()?;
                let mut settings = campaign::with_short_timeout(&request.settings);
                explorer.limit_session(&mut settings, link.as_ref(), Duration::ZERO);
                if signature.is_missing_answer() {
                    return Ok(engine_hangs(request, link, actions, settings));
                }
                let played = play_with_short_timeout(request, link, actions, &settings);
                let observed = session_violations(request, &played);
                Ok(observed
                    .iter()
                    .any(|it| signature.is_same_violation(&it.signature)))
            });
        shown.unwrap_or_else(|problem| {
            self.start_error = Some(problem);
            false
        })
    }

    /// Returns the actions of the last test cases. The first try plays only the last test case, and each further try
    /// plays four times as many test cases, until they show the violation.
    fn narrow_to_last_cases(&mut self, cases: &[TestCase]) -> Option<Vec<Action>> {
        let mut last = 1;
        loop {
            let from = cases.len().saturating_sub(last);
            let actions = join_cases(&cases[from..]);
            if self.shows_violation(&actions) {
                return Some(actions);
            }
            if from == 0 || self.start_error.is_some() || self.explorer.must_stop() {
                return None;
            }
            last *= 4;
        }
    }
}

/// Makes a finding from a violation and the actions that reproduce it.
pub(super) fn make_finding(
    request: &CampaignRequest<'_>,
    observed: &ObservedViolation,
    actions: Vec<Action>,
    again: usize,
) -> Finding {
    Finding {
        rule: observed.signature.rule.clone(),
        level: observed.level,
        message: observed.message.clone(),
        command_shape: observed.signature.command_shape.clone(),
        session_end: observed.signature.session_end_kind,
        script: write_script(request.protocol.name(), &actions),
        actions,
        transcript: Vec::new(),
        reproduced_count_and_tries: (again, CONFIRM_TRIES),
    }
}

/// Plays the actions in several fresh processes with the full timeout, and returns the violations in each process.
///
/// # Errors
/// Returns an error if the engine cannot be started.
pub(super) fn play_in_fresh_processes(
    request: &CampaignRequest<'_>,
    actions: &[Action],
) -> Result<Vec<Vec<ObservedViolation>>, Message> {
    let sessions = sessions_in_fresh_processes(request, actions)?;
    let violations = |it: &PlayedSession| session_violations(request, it);
    Ok(sessions.iter().map(violations).collect())
}

/// Plays the actions in several fresh processes with the full timeout.
///
/// # Errors
/// Returns an error if the engine cannot be started.
pub(super) fn sessions_in_fresh_processes(
    request: &CampaignRequest<'_>,
    actions: &[Action],
) -> Result<Vec<PlayedSession>, Message> {
    play_in_parallel(|| play_actions(request, actions))
}

/// Plays a session with only a handshake, and once again if the engine does not answer.
///
/// # Errors
/// Returns an error if the engine cannot be started, does not complete its handshake, or answers no command after it.
pub(super) fn require_responsive_engine(request: &CampaignRequest<'_>) -> Result<(), Message> {
    let mut problem = HANDSHAKE_FAILED;
    for _ in 0..2 {
        let played = play_actions(request, &[])?;
        match (
            played.judge_result.is_handshake_done,
            &played.unmet_expectation,
        ) {
            (true, None) => return Ok(()),
            (true, Some(_)) => problem = campaign::UNRESPONSIVE_ENGINE_MESSAGE,
            (false, _) => problem = HANDSHAKE_FAILED,
        }
    }
    Err(problem)
}

/// Plays the same session several times in parallel, because each session with a hang waits for the full timeout.
///
/// # Errors
/// Returns an error if the engine cannot be started.
fn play_in_parallel(
    play: impl Fn() -> Result<PlayedSession, Message> + Sync,
) -> Result<Vec<PlayedSession>, Message> {
    let sessions = link::pool::run_in_parallel(CONFIRM_TRIES, vec![(); CONFIRM_TRIES], |()| play());
    sessions.into_iter().collect()
}

/// Returns the rules that are violated in more than half of the sessions, in the order of their first violations.
pub(super) fn rules_violated_in_majority(sessions: &[Vec<ObservedViolation>]) -> Vec<String> {
    let violates = |session: &[ObservedViolation], rule: &str| {
        session.iter().any(|it| it.signature.rule == rule)
    };
    let mut rules = Vec::new();
    for rule in sessions.iter().flatten().map(|it| &it.signature.rule) {
        let times = sessions.iter().filter(|it| violates(it, rule)).count();
        if 2 * times > sessions.len() && !rules.contains(rule) {
            rules.push(rule.clone());
        }
    }
    rules
}

/// Returns the actions of all test cases. Between two test cases, an [`Action::WaitUntilIdle`] waits for an idle
/// engine.
fn join_cases(cases: &[TestCase]) -> Vec<Action> {
    let mut actions = Vec::new();
    for case in cases {
        if !actions.is_empty() {
            actions.push(Action::WaitUntilIdle);
        }
        actions.extend(case.actions.iter().cloned());
    }
    actions
}

/// Plays these actions in a new session, with a short timeout.
fn play_with_short_timeout(
    request: &CampaignRequest<'_>,
    mut link: Box<dyn Link>,
    actions: &[Action],
    settings: &SessionSettings,
) -> PlayedSession {
    let mut conversation = Conversation::new(request.protocol, link.as_mut(), settings);
    let idle = conversation.run_handshake()
        && perform_all_actions(&mut conversation, actions)
        && conversation.make_engine_idle();
    match idle {
        true => conversation.end_session(),
        false => conversation.kill_engine(),
    }
}

/// Plays these actions in a new session, with the full timeout.
///
/// # Errors
/// Returns an error if the engine cannot be started.
pub(super) fn play_actions(
    request: &CampaignRequest<'_>,
    actions: &[Action],
) -> Result<PlayedSession, Message> {
    let link = (request.start_engine)()?;
    let settings = &request.settings;
    Ok(play_actions_over_link(request, link, actions, settings))
}

/// Plays these actions with the full timeout; the time limit of the campaign may end the session earlier.
fn play_until_time_limit(
    explorer: SessionExplorer<'_>,
    actions: &[Action],
) -> Result<PlayedSession, Message> {
    let request = explorer.request;
    let link = (request.start_engine)()?;
    let mut settings = request.settings.clone();
    explorer.limit_session(&mut settings, link.as_ref(), Duration::ZERO);
    Ok(play_actions_over_link(request, link, actions, &settings))
}

fn play_actions_over_link(
    request: &CampaignRequest<'_>,
    mut link: Box<dyn Link>,
    actions: &[Action],
    settings: &SessionSettings,
) -> PlayedSession {
    let mut conversation = Conversation::new(request.protocol, link.as_mut(), settings);
    let _ = conversation.run_handshake()
        && perform_all_actions(&mut conversation, actions)
        && conversation.make_engine_idle();
    conversation.end_session()
}

/// True if the engine stops answering in a session with these actions, or exceeds a resource limit
/// of the session.
fn engine_hangs(
    request: &CampaignRequest<'_>,
    mut link: Box<dyn Link>,
    actions: &[Action],
    mut settings: SessionSettings,
) -> bool {
    let timeout = HANG_TIMEOUT.mul_f64(settings.timeout_scale);
    settings.line_timeout = settings.line_timeout.min(timeout);
    let mut conversation = Conversation::new(request.protocol, link.as_mut(), &settings);
    if !conversation.run_handshake() {
        return false;
    }
    let idle = perform_all_actions(&mut conversation, actions) && conversation.make_engine_idle();
    !idle && (!conversation.has_ended() || conversation.has_exceeded_cap())
}

fn perform_all_actions(conversation: &mut Conversation<'_>, actions: &[Action]) -> bool {
    actions.iter().all(|it| perform_action(it, conversation))
}

/// Writes actions as a script.
fn write_script(protocol: &str, actions: &[Action]) -> Vec<u8> {
    let mut text = format!("@protocol {protocol}\n@ready\n").into_bytes();
    for action in actions {
        action.write_to(&mut text);
    }
    if actions.last() != Some(&Action::WaitUntilIdle) {
        text.extend(b"@idle\n");
    }
    text
}
