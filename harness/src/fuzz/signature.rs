//! When two findings are the same one.

use crate::{
    protocol::Grammar,
    rule::{Level, Measures, RuleInfo, Violation},
    session::Played,
    transcript::{At, End, Event, EventKind, Speaker},
};

/// The end of a session with an engine that lives, and answers nothing any more.
pub(super) const HANG: &str = "hang";

/// The end of a session with an engine that has outlived it.
pub(super) const LIVES: &str = "lives";

/// What a finding is known by.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Signature {
    pub(super) rule: String,
    /// The command that it is about, or the last one before it.
    pub(super) shape: String,
    pub(super) end: &'static str,
}

impl Signature {
    /// An engine that did not come to rest in time; whether that breaks a rule is seen with more patience.
    pub(super) fn suspected(shape: String) -> Signature {
        Signature {
            rule: String::new(),
            shape,
            end: "",
        }
    }

    pub(super) fn is_suspicion(&self) -> bool {
        self.rule.is_empty()
    }

    /// Whether it is about something that does not come, and so takes all our patience to see.
    pub(super) fn is_about_waiting(&self) -> bool {
        self.is_suspicion() || self.end == HANG
    }

    /// Whether `other` is the same, as far as a fresh process can tell.
    pub(super) fn is_like(&self, other: &Signature) -> bool {
        self.is_suspicion() || (self.end == other.end && self.rule == other.rule)
    }
}

/// One violation in a session.
#[derive(Clone, Debug)]
pub(super) struct Observed {
    pub(super) signature: Signature,
    pub(super) level: Level,
    pub(super) at: At,
    pub(super) message: String,
}

/// Every violation that a campaign is out for, in the order of events. What is about time is not
/// among it: a machine that is being fuzzed is busy.
pub(super) fn all(grammar: &dyn Grammar, played: &Played, rules: &[RuleInfo]) -> Vec<Observed> {
    let wanted = played.judged.findings.of(rules).filter(|(rule, _)| {
        let strong = matches!(rule.level, Level::Must | Level::Robust);
        strong && !rule.binds_interface() && rule.measures != Measures::Time
    });
    let (end, last) = (end(played), last_commands(played));
    let mut seen: Vec<Observed> = wanted
        .flat_map(|(rule, findings)| findings.violations.iter().map(move |it| (rule, it)))
        .map(|(rule, violation)| Observed {
            signature: Signature {
                rule: rule.id.to_owned(),
                shape: shape(grammar, played, violation),
                // What came long before the end has nothing to do with it, nor has what is wrong anyway.
                end: match violation.culprit.at >= last && is_about_the_end(rule) {
                    true => end,
                    false => LIVES,
                },
            },
            level: rule.level,
            at: violation.culprit.at,
            message: violation.message.to_string(),
        })
        .collect();
    seen.sort_by_key(|it| it.at);
    seen
}

fn is_about_the_end(rule: &RuleInfo) -> bool {
    rule.level == Level::Robust || rule.topic == "process"
}

/// How the session ended, as far as that tells findings apart.
fn end(played: &Played) -> &'static str {
    let last = played.transcript.events.last().map(|it| &it.kind);
    match last {
        _ if played.hung => HANG,
        Some(EventKind::End(End::Signal(_))) => "signal",
        Some(EventKind::End(End::Exit(0))) if played.unmet.is_none() => LIVES,
        Some(EventKind::End(End::Exit(0))) => "exit",
        Some(EventKind::End(End::Exit(_))) => "failure",
        Some(EventKind::End(End::Eof)) => "eof",
        _ => "other",
    }
}

fn shape(grammar: &dyn Grammar, played: &Played, violation: &Violation) -> String {
    shape_before(grammar, played, violation.culprit.at.0 + 1)
}

/// What the last command before event `until` looks like, apart from what brings the engine to rest.
pub(super) fn shape_before(grammar: &dyn Grammar, played: &Played, until: usize) -> String {
    let events = &played.transcript.events;
    let until = until.min(events.len());
    let mut said = events[..until].iter().rev().filter_map(said).take(LAST);
    let newest = said.next();
    let own = newest
        .into_iter()
        .chain(said)
        .find(|it| !grammar.is_reset(it));
    own.or(newest)
        .map(|it| grammar.shape(it))
        .unwrap_or_default()
}

/// The end of a session is about so many commands at most: the last one of its own, and what brings the
/// engine to rest.
const LAST: usize = 3;

/// Where the last commands begin.
fn last_commands(played: &Played) -> At {
    let events = played.transcript.events.iter().enumerate();
    let mut commands = events.rev().filter(|(_, it)| said(it).is_some());
    At(commands.nth(LAST - 1).map_or(0, |(index, _)| index))
}

fn said(event: &Event) -> Option<&[u8]> {
    match &event.kind {
        EventKind::Line(Speaker::Interface, line) => Some(line),
        EventKind::Chunk(Speaker::Interface, bytes) => Some(bytes),
        _ => None,
    }
}
