//! From something wrong in a long session to the few lines that show it in a fresh process.

use std::time::Duration;

use super::{
    campaign::{self, Request, Session},
    say::{lines, say},
    shrink::shrink,
    signature::{Seen, Signature},
};
use crate::{
    link::{self, clock::Stopwatch},
    protocol::{Say, Unit},
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
pub(super) const NO_HANDS: &str = "the engine did not get through its handshake";

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
    pub says: Vec<Say>,
    pub script: Vec<u8>,
    /// The session in which it was first seen.
    pub transcript: Vec<u8>,
    /// Seen again so often, of so many tries in fresh processes.
    pub seen: (usize, usize),
}

impl Finding {
    /// Whether it came again in most of the fresh processes: else nobody is accused of it.
    pub fn is_certain(&self) -> bool {
        2 * self.seen.0 > self.seen.1
    }

    /// How many things it says.
    pub fn lines(&self) -> usize {
        let said = |it: &&Say| !matches!(it, Say::Rest | Say::Measure);
        self.says.iter().filter(said).count()
    }

    /// Whether it says everything that another one says, in its order.
    pub(super) fn holds(&self, other: &Finding) -> bool {
        let mut own = lines(&self.says).into_iter();
        let other = lines(&other.says);
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
    says: Vec<Say>,
    rule: Option<&str>,
) -> Result<Option<Finding>, String> {
    let session = play(request, &says)?;
    if !session.played.judged.shook_hands {
        return Err(NO_HANDS.to_owned());
    }
    let seen = session.seen(request);
    let wanted = |it: &&Seen| rule.is_none_or(|rule| it.signature.rule == rule);
    let Some(seen) = seen.iter().find(wanted) else {
        return Ok(None);
    };
    let found = Hunt::new(request, &seen.signature).pursue(&[Unit { says }], seen, &|_| false)?;
    Ok(found.map(|(mut finding, _)| {
        finding.transcript = session.played.transcript.to_bytes();
        finding
    }))
}

/// Looks for the few lines behind something that was seen.
pub(super) struct Hunt<'a> {
    request: &'a Request<'a>,
    signature: &'a Signature,
    /// For a hang: with little patience.
    settings: Settings,
    watch: Stopwatch,
    /// Why an engine could not be started.
    problem: Option<String>,
}

impl<'a> Hunt<'a> {
    pub(super) fn new(request: &'a Request<'a>, signature: &'a Signature) -> Hunt<'a> {
        let mut settings = request.settings.clone();
        settings.timeout = settings.timeout.min(BRIEF.mul_f64(settings.scale));
        Hunt {
            request,
            signature,
            settings,
            watch: Stopwatch::start(),
            problem: None,
        }
    }

    /// The finding, and everything that its few lines show; nothing, if it was only slow. A suspicion
    /// that comes to what is `known` is nothing, too.
    pub(super) fn pursue(
        mut self,
        units: &[Unit],
        seen: &Seen,
        known: &dyn Fn(&Signature) -> bool,
    ) -> Result<Option<(Finding, Vec<Signature>)>, String> {
        let small = self.narrow(units);
        let small = small.map(|says| (shrink(says.clone(), &mut |says| self.tries(says)), says));
        if let Some(problem) = self.problem {
            return Err(problem);
        }
        let candidates = small.map_or(Vec::new(), |(small, large)| match small == large {
            true => vec![small],
            // Made small with little patience, it may be only slow.
            false => vec![small, large],
        });
        for says in candidates {
            let shown = confirm(self.request, &says)?;
            let like = |it: &&Seen| self.signature.is_like(&it.signature) && !known(&it.signature);
            let again: Vec<&Seen> = shown.iter().filter_map(|it| it.iter().find(like)).collect();
            let Some(first) = again.first() else {
                continue;
            };
            let finding = finding_of(self.request, first, says, again.len());
            let all = shown.into_iter().flatten().map(|it| it.signature).collect();
            return Ok(Some((finding, all)));
        }
        if self.signature.is_suspicion() {
            return Ok(None);
        }
        let says = joined(units);
        let finding = finding_of(self.request, seen, says, 0);
        Ok(Some((finding, Vec::new())))
    }

    /// As [`Hunt::shows`], as long as there is time.
    fn tries(&mut self, says: &[Say]) -> bool {
        let enough = self.watch.elapsed() < SHRINKING && !link::interrupted();
        enough && self.shows(says)
    }

    /// Whether these lines show the same in a fresh process.
    fn shows(&mut self, says: &[Say]) -> bool {
        let shown = match self.signature.is_about_waiting() {
            true => hangs(self.request, &self.settings, says),
            false => glance(self.request, says).map(|it| {
                let seen = it.seen(self.request);
                seen.iter().any(|it| self.signature.is_like(&it.signature))
            }),
        };
        shown.unwrap_or_else(|problem| {
            self.problem = Some(problem);
            false
        })
    }

    /// What the last units say, as few of them as show it.
    fn narrow(&mut self, units: &[Unit]) -> Option<Vec<Say>> {
        let mut last = 1;
        loop {
            let from = units.len().saturating_sub(last);
            let says = joined(&units[from..]);
            if self.shows(&says) {
                return Some(says);
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
    seen: &Seen,
    says: Vec<Say>,
    again: usize,
) -> Finding {
    Finding {
        rule: seen.signature.rule.clone(),
        level: seen.level,
        message: seen.message.clone(),
        shape: seen.signature.shape.clone(),
        end: seen.signature.end,
        script: script(request.protocol.name(), &says),
        says,
        transcript: Vec::new(),
        seen: (again, CONFIRM),
    }
}

/// What each of several fresh processes shows, with all patience.
pub(super) fn confirm(request: &Request<'_>, says: &[Say]) -> Result<Vec<Vec<Seen>>, String> {
    let once = |()| {
        let session = play(request, says)?;
        Ok(session.seen(request))
    };
    // Side by side, because a hang takes its time.
    let shown: Vec<Result<_, String>> = link::pool::run(CONFIRM, vec![(); CONFIRM], once);
    shown.into_iter().collect()
}

/// The rules that are broken in most of several sessions, in the order of what was seen.
pub(super) fn in_most(sessions: &[Vec<Seen>]) -> Vec<String> {
    let breaks = |seen: &[Seen], rule: &str| seen.iter().any(|it| it.signature.rule == rule);
    let mut rules = Vec::new();
    for rule in sessions.iter().flatten().map(|it| &it.signature.rule) {
        let times = sessions.iter().filter(|it| breaks(it, rule)).count();
        if 2 * times > sessions.len() && !rules.contains(rule) {
            rules.push(rule.clone());
        }
    }
    rules
}

/// The units, with a rest between them.
fn joined(units: &[Unit]) -> Vec<Say> {
    let mut says = Vec::new();
    for unit in units {
        if !says.is_empty() {
            says.push(Say::Rest);
        }
        says.extend(unit.says.iter().cloned());
    }
    says
}

/// Plays these lines alone, and does not wait long for what does not come.
fn glance(request: &Request<'_>, says: &[Say]) -> Result<Session, String> {
    let settings = campaign::alert(&request.settings);
    let mut link = (request.start)()?;
    let mut conversation = Conversation::new(request.protocol, link.as_mut(), &settings);
    let rests =
        conversation.ready() && say_all(&mut conversation, says) && conversation.make_idle();
    Ok(Session::new(match rests {
        true => conversation.end(),
        false => conversation.kill(),
    }))
}

/// Plays these lines alone, with all patience.
pub(super) fn play(request: &Request<'_>, says: &[Say]) -> Result<Session, String> {
    let mut link = (request.start)()?;
    let mut conversation = Conversation::new(request.protocol, link.as_mut(), &request.settings);
    let _ = conversation.ready() && say_all(&mut conversation, says) && conversation.make_idle();
    Ok(Session::new(conversation.end()))
}

/// Whether the engine goes deaf, or beyond all bounds, without a look at what else there is, and without a farewell.
fn hangs(request: &Request<'_>, settings: &Settings, says: &[Say]) -> Result<bool, String> {
    let mut link = (request.start)()?;
    let mut conversation = Conversation::new(request.protocol, link.as_mut(), settings);
    if !conversation.ready() {
        return Ok(false);
    }
    let rests = say_all(&mut conversation, says) && conversation.make_idle();
    Ok(!rests && (!conversation.is_over() || conversation.exceeded_limits()))
}

fn say_all(conversation: &mut Conversation<'_>, says: &[Say]) -> bool {
    says.iter().all(|it| say(it, conversation))
}

/// The script that says it.
fn script(protocol: &str, says: &[Say]) -> Vec<u8> {
    let mut text = format!("@protocol {protocol}\n@ready\n").into_bytes();
    for say in says {
        say.write_to(&mut text);
    }
    if says.last() != Some(&Say::Rest) {
        text.extend(b"@idle\n");
    }
    text
}
