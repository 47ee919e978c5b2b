//! From something wrong in a long session to the few lines that show it in a fresh process.

use std::time::Duration;

use super::{
    campaign::{self, Request, Session},
    minimize::minimize,
    perform::{lines, perform},
    signature::{Observed, Signature},
};
use crate::{
    link::{self, clock::Stopwatch},
    protocol::{Action, TestCase},
    rule::Level,
    session::{Conversation, Settings},
};

/// A finding is tried so often in fresh processes.
const CONFIRM: usize = 3;

/// A hang is waited for so long while it is made smaller.
const BRIEF: Duration = Duration::from_millis(300);

/// A finding is made smaller for no longer than this.
const SHRINKING: Duration = Duration::from_secs(20);

/// Why nothing can be said of an engine.
pub(super) const HANDSHAKE_FAILED: &str = "the engine did not get through its handshake";

/// Something that is wrong, and the few lines that show it.
#[derive(Clone, Debug)]
pub struct Finding {
    pub rule: String,
    pub level: Level,
    pub message: String,
    /// What the command at fault looks like.
    pub shape: String,
    /// How the engine ended: `hang`, `signal`, `exit`.
    pub end: &'static str,
    /// What has to be said, and the script that `replay` convicts.
    pub actions: Vec<Action>,
    pub script: Vec<u8>,
    /// The session in which it was first seen.
    pub transcript: Vec<u8>,
    /// Observed again so often, of so many tries in fresh processes.
    pub seen: (usize, usize),
}

impl Finding {
    /// Whether it came again in most of the fresh processes: else nobody is accused of it.
    pub fn is_certain(&self) -> bool {
        2 * self.seen.0 > self.seen.1
    }

    /// How many things it actions.
    pub fn lines(&self) -> usize {
        let said = |it: &&Action| !matches!(it, Action::Rest | Action::Measure);
        self.actions.iter().filter(said).count()
    }

    /// Whether it says everything that another one actions, in its order.
    pub(super) fn holds(&self, other: &Finding) -> bool {
        let mut own = lines(&self.actions).into_iter();
        let other = lines(&other.actions);
        other.iter().all(|wanted| own.any(|it| it == *wanted))
    }

    /// Whether the engine does not outlive it.
    pub(super) fn is_deadly(&self) -> bool {
        self.is_certain() && self.end != super::signature::LIVES
    }
}

/// The smallest conversation found that shows the same violation as this one: of `rule`, or the first
/// of any. Nothing, if it shows none.
///
/// # Errors
/// If the engine cannot be started.
pub fn smallest(
    request: &Request<'_>,
    actions: Vec<Action>,
    rule: Option<&str>,
) -> Result<Option<Finding>, String> {
    let session = play(request, &actions)?;
    if !session.played.judged.handshake_done {
        return Err(HANDSHAKE_FAILED.to_owned());
    }
    let seen = session.seen(request);
    let wanted = |it: &&Observed| rule.is_none_or(|rule| it.signature.rule == rule);
    let Some(seen) = seen.iter().find(wanted) else {
        return Ok(None);
    };
    let found = Triage::new(request, &seen.signature).confirm_and_minimize(
        &[TestCase { actions }],
        seen,
        &|_| false,
    )?;
    Ok(found.map(|(mut finding, _)| {
        finding.transcript = session.played.transcript.to_bytes();
        finding
    }))
}

/// Looks for the few lines behind something that was seen.
pub(super) struct Triage<'a> {
    request: &'a Request<'a>,
    signature: &'a Signature,
    /// For a hang: with little patience.
    settings: Settings,
    watch: Stopwatch,
    /// Why an engine could not be started.
    problem: Option<String>,
}

impl<'a> Triage<'a> {
    pub(super) fn new(request: &'a Request<'a>, signature: &'a Signature) -> Triage<'a> {
        let mut settings = request.settings.clone();
        settings.timeout = settings.timeout.min(BRIEF.mul_f64(settings.scale));
        Triage {
            request,
            signature,
            settings,
            watch: Stopwatch::start(),
            problem: None,
        }
    }

    /// The finding, and everything that its few lines show; nothing, if it was only slow. A suspicion
    /// that comes to what is `known` is nothing, too.
    pub(super) fn confirm_and_minimize(
        mut self,
        cases: &[TestCase],
        seen: &Observed,
        known: &dyn Fn(&Signature) -> bool,
    ) -> Result<Option<(Finding, Vec<Signature>)>, String> {
        let small = self.narrow(cases);
        let small = small.map(|actions| {
            (
                minimize(actions.clone(), &mut |actions| self.tries(actions)),
                actions,
            )
        });
        if let Some(problem) = self.problem {
            return Err(problem);
        }
        let candidates = small.map_or(Vec::new(), |(small, large)| match small == large {
            true => vec![small],
            // Made small with little patience, it may be only slow.
            false => vec![small, large],
        });
        for actions in candidates {
            let shown = confirm(self.request, &actions)?;
            let like =
                |it: &&Observed| self.signature.is_like(&it.signature) && !known(&it.signature);
            let again: Vec<&Observed> =
                shown.iter().filter_map(|it| it.iter().find(like)).collect();
            let Some(first) = again.first() else {
                continue;
            };
            let finding = finding_of(self.request, first, actions, again.len());
            let all = shown.into_iter().flatten().map(|it| it.signature).collect();
            return Ok(Some((finding, all)));
        }
        if self.signature.is_suspicion() {
            return Ok(None);
        }
        let actions = joined(cases);
        let finding = finding_of(self.request, seen, actions, 0);
        Ok(Some((finding, Vec::new())))
    }

    /// As [`Triage::shows`], as long as there is time.
    fn tries(&mut self, actions: &[Action]) -> bool {
        let enough = self.watch.elapsed() < SHRINKING && !link::interrupted();
        enough && self.shows(actions)
    }

    /// Whether these lines show the same in a fresh process.
    fn shows(&mut self, actions: &[Action]) -> bool {
        let shown = match self.signature.is_about_waiting() {
            true => hangs(self.request, &self.settings, actions),
            false => play_briefly(self.request, actions).map(|it| {
                let seen = it.seen(self.request);
                seen.iter().any(|it| self.signature.is_like(&it.signature))
            }),
        };
        shown.unwrap_or_else(|problem| {
            self.problem = Some(problem);
            false
        })
    }

    /// What the last cases say, as few of them as show it.
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
            last *= 2;
        }
    }
}

/// What was seen, and what has to be said to see it.
pub(super) fn finding_of(
    request: &Request<'_>,
    seen: &Observed,
    actions: Vec<Action>,
    again: usize,
) -> Finding {
    Finding {
        rule: seen.signature.rule.clone(),
        level: seen.level,
        message: seen.message.clone(),
        shape: seen.signature.shape.clone(),
        end: seen.signature.end,
        script: script(request.protocol.name(), &actions),
        actions,
        transcript: Vec::new(),
        seen: (again, CONFIRM),
    }
}

/// What each of several fresh processes shows, with all patience.
pub(super) fn confirm(
    request: &Request<'_>,
    actions: &[Action],
) -> Result<Vec<Vec<Observed>>, String> {
    let once = |()| {
        let session = play(request, actions)?;
        Ok(session.seen(request))
    };
    // Side by side, because a hang takes its time.
    let shown: Vec<Result<_, String>> = link::pool::run(CONFIRM, vec![(); CONFIRM], once);
    shown.into_iter().collect()
}

/// The rules that are broken in most of several sessions, in the order of what was seen.
pub(super) fn in_majority(sessions: &[Vec<Observed>]) -> Vec<String> {
    let breaks = |seen: &[Observed], rule: &str| seen.iter().any(|it| it.signature.rule == rule);
    let mut rules = Vec::new();
    for rule in sessions.iter().flatten().map(|it| &it.signature.rule) {
        let times = sessions.iter().filter(|it| breaks(it, rule)).count();
        if 2 * times > sessions.len() && !rules.contains(rule) {
            rules.push(rule.clone());
        }
    }
    rules
}

/// The cases, with a rest between them.
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

/// Plays these lines alone, and does not wait long for what does not come.
fn play_briefly(request: &Request<'_>, actions: &[Action]) -> Result<Session, String> {
    let settings = campaign::short_timeouts(&request.settings);
    let mut link = (request.start)()?;
    let mut conversation = Conversation::new(request.protocol, link.as_mut(), &settings);
    let rests =
        conversation.ready() && say_all(&mut conversation, actions) && conversation.make_idle();
    Ok(Session::new(match rests {
        true => conversation.end(),
        false => conversation.kill(),
    }))
}

/// Plays these lines alone, with all patience.
pub(super) fn play(request: &Request<'_>, actions: &[Action]) -> Result<Session, String> {
    let mut link = (request.start)()?;
    let mut conversation = Conversation::new(request.protocol, link.as_mut(), &request.settings);
    let _ = conversation.ready() && say_all(&mut conversation, actions) && conversation.make_idle();
    Ok(Session::new(conversation.end()))
}

/// Whether the engine goes deaf, or beyond all bounds, without a look at what else there is, and without a farewell.
fn hangs(request: &Request<'_>, settings: &Settings, actions: &[Action]) -> Result<bool, String> {
    let mut link = (request.start)()?;
    let mut conversation = Conversation::new(request.protocol, link.as_mut(), settings);
    if !conversation.ready() {
        return Ok(false);
    }
    let rests = say_all(&mut conversation, actions) && conversation.make_idle();
    Ok(!rests && (!conversation.is_over() || conversation.exceeded_limits()))
}

fn say_all(conversation: &mut Conversation<'_>, actions: &[Action]) -> bool {
    actions.iter().all(|it| perform(it, conversation))
}

/// The script that says it.
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
