//! Triage: confirms a violation of a long session in fresh processes, and minimizes the lines that cause the violation.

use std::{
    collections::HashMap,
    hash::{DefaultHasher, Hash as _, Hasher as _},
    sync::{Mutex, PoisonError},
    time::Duration,
};

use super::{
    campaign::{self, Request},
    explore::{Explorer, observe},
    minimize::minimize,
    perform::{lines, perform},
    signature::{LIVES, Observed, Signature},
    starter::Starter,
};
use crate::{
    link::{self, Link, clock::Stopwatch},
    protocol::{Action, TestCase},
    rule::Level,
    session::{Conversation, Played},
};

/// The number of fresh processes in which a finding is confirmed.
const CONFIRM: usize = 3;

/// The timeout of a session while a hang is minimized.
const HANG_TIMEOUT: Duration = Duration::from_millis(300);

/// The time limit for minimizing one finding.
const MINIMIZE_TIME: Duration = Duration::from_secs(20);

/// The error if the engine does not complete its handshake.
pub(super) const HANDSHAKE_FAILED: &str = "the engine did not complete its handshake";

/// A violation, and the few lines that reproduce it.
#[derive(Clone, Debug)]
pub struct Finding {
    pub rule: String,
    pub level: Level,
    pub message: String,
    /// The shape of the command before the violation, such as `position long`.
    pub shape: String,
    /// The way in which the session ended, for example `hang`, `signal`, `exit` or `lives`.
    pub end: &'static str,
    /// The actions that reproduce the violation. `script` has the same actions for `replay`.
    pub actions: Vec<Action>,
    pub script: Vec<u8>,
    /// The transcript of the session in which the violation was found.
    pub transcript: Vec<u8>,
    /// The number of fresh processes that reproduced the violation, and the number of all fresh processes that were
    /// tried.
    pub seen: (usize, usize),
}

impl Finding {
    /// True if the finding was reproduced in more than half of the tries. Other findings do not count as violations.
    pub fn is_certain(&self) -> bool {
        2 * self.seen.0 > self.seen.1
    }

    /// Returns the number of lines and writes that the finding sends.
    pub fn lines(&self) -> usize {
        let sends = |it: &&Action| !matches!(it, Action::Rest | Action::Measure);
        self.actions.iter().filter(sends).count()
    }

    /// True if the finding sends all lines of another finding, in the same order.
    pub(super) fn holds(&self, other: &Finding) -> bool {
        let mut own = lines(&self.actions).into_iter();
        let other = lines(&other.actions);
        other.iter().all(|wanted| own.any(|it| it == *wanted))
    }

    /// True if the finding makes the engine crash or hang.
    pub(super) fn ends_engine(&self) -> bool {
        self.is_certain() && self.end != LIVES
    }

    pub(super) fn signature(&self) -> Signature {
        Signature {
            rule: self.rule.clone(),
            shape: self.shape.clone(),
            end: self.end,
        }
    }
}

/// Minimizes a conversation that violates `rule`, or the first violated rule if `rule` is `None`. Returns `None` if the
/// conversation shows no such violation.
///
/// # Errors
/// Returns an error if the engine cannot be started.
pub fn smallest(
    request: &Request<'_>,
    actions: Vec<Action>,
    rule: Option<&str>,
) -> Result<Option<Finding>, String> {
    let played = play(request, &actions)?;
    if !played.judged.handshake_done {
        return Err(HANDSHAKE_FAILED.to_owned());
    }
    let observed = observe(request, &played);
    let wanted = |it: &&Observed| rule.is_none_or(|rule| it.signature.rule == rule);
    let Some(observed) = observed.iter().find(wanted) else {
        return Ok(None);
    };
    let explorer = Explorer {
        request,
        watch: Stopwatch::start(),
    };
    let (tried, mut starter) = (
        Tried::default(),
        Starter::new(request.start, request.start_ahead),
    );
    let triage = Triage::new(explorer, observed, &tried, &mut starter);
    match triage.run(&[TestCase { actions }], &[])? {
        Triaged::Found(mut finding, _) => {
            finding.transcript = played.transcript.to_bytes();
            Ok(Some(*finding))
        }
        Triaged::OnlySlow | Triaged::Interrupted => Ok(None),
    }
}

/// The conversations that were tried already, and whether each of them reproduced its violation.
#[derive(Default)]
pub(super) struct Tried(Mutex<HashMap<u64, bool>>);

impl Tried {
    /// Returns the result of an earlier try of the same actions, or calls `play`.
    fn once(
        &self,
        signature: &Signature,
        actions: &[Action],
        play: impl FnOnce() -> Result<bool, String>,
    ) -> Result<bool, String> {
        let mut hash = DefaultHasher::new();
        (&signature.rule, signature.end, actions).hash(&mut hash);
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
pub(super) enum Triaged {
    /// The finding, and the signatures of all violations that its lines show.
    Found(Box<Finding>, Vec<Signature>),
    /// The engine was not idle in time, but with the full timeout it shows no new violation.
    OnlySlow,
    /// The run was interrupted before the violation was confirmed.
    Interrupted,
}

/// Confirms and minimizes one violation.
pub(super) struct Triage<'a, 's> {
    explorer: Explorer<'a>,
    observed: &'a Observed,
    tried: &'a Tried,
    starter: &'a mut Starter<'s>,
    watch: Stopwatch,
    /// The error of an engine that could not be started.
    problem: Option<String>,
}

impl<'a, 's> Triage<'a, 's> {
    pub(super) fn new(
        explorer: Explorer<'a>,
        observed: &'a Observed,
        tried: &'a Tried,
        starter: &'a mut Starter<'s>,
    ) -> Triage<'a, 's> {
        Triage {
            explorer,
            observed,
            tried,
            starter,
            watch: Stopwatch::start(),
            problem: None,
        }
    }

    /// Triages the violation in a session of these test cases. A suspicion that turns out to be a violation in `known`
    /// is not a new finding.
    ///
    /// # Errors
    /// Returns an error if the engine cannot be started.
    pub(super) fn run(
        mut self,
        cases: &[TestCase],
        known: &[Signature],
    ) -> Result<Triaged, String> {
        let (request, signature) = (self.explorer.request, &self.observed.signature);
        let large = self.narrow(cases);
        let candidates = match large {
            None => Vec::new(),
            Some(large) => {
                let small = minimize(large.clone(), &mut |actions| self.tries(actions));
                // The actions were minimized with a short timeout. If the small conversation is only slow, the large
                // one is confirmed instead.
                match small == large {
                    true => vec![large],
                    false => vec![small, large],
                }
            }
        };
        if let Some(problem) = self.problem {
            return Err(problem);
        }
        if link::interrupted() {
            return Ok(Triaged::Interrupted);
        }
        let is_general = |rule: &str| request.protocol.hides(rule);
        let mut found: Option<(Finding, Vec<Signature>)> = None;
        for actions in candidates {
            let sessions = confirm(request, &actions)?;
            let like = |it: &&Observed| {
                let is_known = signature.is_suspicion() && known.contains(&it.signature);
                signature.is_like(&it.signature) && !is_known
            };
            // If a hang violates a rule about one kind of input and the rule about all hangs, the finding names the
            // first of these rules.
            let again: Vec<&Observed> = (sessions.iter())
                .filter_map(|session| {
                    let mut all = session.iter().filter(like);
                    let special = all.clone().find(|it| !is_general(&it.signature.rule));
                    special.or_else(|| all.next())
                })
                .collect();
            let Some(first) = again.first() else {
                continue;
            };
            let finding = finding_of(request, first, actions, again.len());
            let special = !signature.is_suspicion() || !is_general(&finding.rule);
            if found.is_none() || special {
                let shown = sessions.into_iter().flatten().map(|it| it.signature);
                found = Some((finding, shown.collect()));
            }
            if special {
                break;
            }
        }
        if let Some((finding, shown)) = found {
            return Ok(Triaged::Found(Box::new(finding), shown));
        }
        if signature.is_suspicion() {
            return Ok(Triaged::OnlySlow);
        }
        let finding = finding_of(request, self.observed, joined(cases), 0);
        Ok(Triaged::Found(Box::new(finding), Vec::new()))
    }

    /// True if these actions show the same violation, and the time for minimizing is not up.
    fn tries(&mut self, actions: &[Action]) -> bool {
        let in_time = self.watch.elapsed() < MINIMIZE_TIME && !self.explorer.is_over();
        in_time && self.shows(actions)
    }

    /// True if these actions show the same violation in a fresh process.
    fn shows(&mut self, actions: &[Action]) -> bool {
        let (request, signature) = (self.explorer.request, &self.observed.signature);
        let starter = &mut *self.starter;
        let shown = self.tried.once(signature, actions, || {
            let link = starter.take()?;
            if signature.is_about_waiting() {
                return Ok(hangs(request, link, actions));
            }
            let played = play_briefly(request, link, actions);
            let observed = observe(request, &played);
            Ok(observed.iter().any(|it| signature.is_like(&it.signature)))
        });
        shown.unwrap_or_else(|problem| {
            self.problem = Some(problem);
            false
        })
    }

    /// Returns the actions of the last test cases, with as few test cases as still show the violation.
    fn narrow(&mut self, cases: &[TestCase]) -> Option<Vec<Action>> {
        let mut last = 1;
        loop {
            let from = cases.len().saturating_sub(last);
            let actions = joined(&cases[from..]);
            if self.shows(&actions) {
                return Some(actions);
            }
            if from == 0 || self.problem.is_some() || link::interrupted() {
                return None;
            }
            last *= 4;
        }
    }
}

/// Makes a finding from a violation and the actions that reproduce it.
pub(super) fn finding_of(
    request: &Request<'_>,
    observed: &Observed,
    actions: Vec<Action>,
    again: usize,
) -> Finding {
    Finding {
        rule: observed.signature.rule.clone(),
        level: observed.level,
        message: observed.message.clone(),
        shape: observed.signature.shape.clone(),
        end: observed.signature.end,
        script: script(request.protocol.name(), &actions),
        actions,
        transcript: Vec::new(),
        seen: (again, CONFIRM),
    }
}

/// Plays the actions in several fresh processes with the full timeout, and returns the violations in each process.
///
/// # Errors
/// Returns an error if the engine cannot be started.
pub(super) fn confirm(
    request: &Request<'_>,
    actions: &[Action],
) -> Result<Vec<Vec<Observed>>, String> {
    let once = |()| Ok(observe(request, &play(request, actions)?));
    // The processes run in parallel, because each hang waits for the full timeout.
    let sessions: Vec<Result<_, String>> = link::pool::run(CONFIRM, vec![(); CONFIRM], once);
    sessions.into_iter().collect()
}

/// Returns the rules that are violated in more than half of the sessions, in the order of their first violations.
pub(super) fn in_majority(sessions: &[Vec<Observed>]) -> Vec<String> {
    let violates =
        |session: &[Observed], rule: &str| session.iter().any(|it| it.signature.rule == rule);
    let mut rules = Vec::new();
    for rule in sessions.iter().flatten().map(|it| &it.signature.rule) {
        let times = sessions.iter().filter(|it| violates(it, rule)).count();
        if 2 * times > sessions.len() && !rules.contains(rule) {
            rules.push(rule.clone());
        }
    }
    rules
}

/// Returns the actions of all test cases. Between two test cases, an [`Action::Rest`] waits for an idle engine.
fn joined(cases: &[TestCase]) -> Vec<Action> {
    let mut actions = Vec::new();
    for case in cases {
        if !actions.is_empty() {
            actions.push(Action::Rest);
        }
        actions.extend(case.actions.iter().cloned());
    }
    actions
}

/// Plays actions in a session of their own, with a short timeout.
fn play_briefly(request: &Request<'_>, mut link: Box<dyn Link>, actions: &[Action]) -> Played {
    let settings = campaign::short_timeouts(&request.settings);
    let mut conversation = Conversation::new(request.protocol, link.as_mut(), &settings);
    let idle = conversation.ready() && all(&mut conversation, actions) && conversation.make_idle();
    match idle {
        true => conversation.end(),
        false => conversation.kill(),
    }
}

/// Plays actions in a session of their own, with the full timeout.
///
/// # Errors
/// Returns an error if the engine cannot be started.
pub(super) fn play(request: &Request<'_>, actions: &[Action]) -> Result<Played, String> {
    let mut link = (request.start)()?;
    let mut conversation = Conversation::new(request.protocol, link.as_mut(), &request.settings);
    let _ = conversation.ready() && all(&mut conversation, actions) && conversation.make_idle();
    Ok(conversation.end())
}

/// True if the engine stops answering these actions in a session, or exceeds a limit of the session.
fn hangs(request: &Request<'_>, mut link: Box<dyn Link>, actions: &[Action]) -> bool {
    let mut settings = request.settings.clone();
    let timeout = HANG_TIMEOUT.mul_f64(settings.scale);
    settings.timeout = settings.timeout.min(timeout);
    let mut conversation = Conversation::new(request.protocol, link.as_mut(), &settings);
    if !conversation.ready() {
        return false;
    }
    let idle = all(&mut conversation, actions) && conversation.make_idle();
    !idle && (!conversation.is_over() || conversation.exceeded_limits())
}

fn all(conversation: &mut Conversation<'_>, actions: &[Action]) -> bool {
    actions.iter().all(|it| perform(it, conversation))
}

/// Writes actions as a script.
fn script(protocol: &str, actions: &[Action]) -> Vec<u8> {
    let mut text = format!("@protocol {protocol}\n@ready\n").into_bytes();
    for action in actions {
        action.write_to(&mut text);
    }
    if actions.last() != Some(&Action::Rest) {
        text.extend(b"@idle\n");
    }
    text
}
