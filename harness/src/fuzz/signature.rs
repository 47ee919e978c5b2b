//! Computes the signatures of violations. Two violations with the same signature are one finding.

use crate::{
    protocol::Grammar,
    rule::{Level, Measures, RuleInfo, Violation},
    session::Played,
    transcript::{At, End, Event, EventKind, Speaker},
};

/// The end of a session in which the engine still runs but stopped answering.
pub(super) const HANG: &str = "hang";

/// The end of a session that the engine survived.
pub(super) const LIVES: &str = "lives";

/// Identifies a finding.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Signature {
    pub(super) rule: String,
    /// The shape of the command at the violation, or of the last command before the violation.
    pub(super) shape: String,
    pub(super) end: &'static str,
}

impl Signature {
    /// Returns the signature of an engine that was not idle in time. Triage decides with the full timeout whether a
    /// rule is violated.
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

    /// True if the violation is a missing answer, so that each try takes a whole timeout.
    pub(super) fn is_about_waiting(&self) -> bool {
        self.is_suspicion() || self.end == HANG
    }

    /// True if `other`, the signature of a violation in a fresh process, is of the same violation. The shapes of the
    /// two signatures may differ.
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

/// Returns the violations of the rules that a campaign judges, in the order of events. Rules about time are left out,
/// because fuzzing slows the machine down.
pub(super) fn all(grammar: &dyn Grammar, played: &Played, rules: &[RuleInfo]) -> Vec<Observed> {
    let wanted = played.judged.findings.of(rules).filter(|(rule, _)| {
        let strong = matches!(rule.level, Level::Must | Level::Robust);
        strong && !rule.binds_interface() && rule.measures != Measures::Time
    });
    let (end, last) = (end(played), last_commands(played));
    let mut observed: Vec<Observed> = wanted
        .flat_map(|(rule, findings)| findings.violations.iter().map(move |it| (rule, it)))
        .map(|(rule, violation)| Observed {
            signature: Signature {
                rule: rule.id.to_owned(),
                shape: shape(grammar, played, violation),
                // Only a violation near the end of the session, of a rule about crashes or hangs, can be the cause of
                // the end.
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
    observed.sort_by_key(|it| it.at);
    observed
}

fn is_about_the_end(rule: &RuleInfo) -> bool {
    rule.level == Level::Robust || rule.topic == "process"
}

/// Returns the way in which the session ended, as a part of the signature.
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

/// Returns the shape of the last command before event `until`. Commands that only make the engine idle are skipped.
pub(super) fn shape_before(grammar: &dyn Grammar, played: &Played, until: usize) -> String {
    let events = &played.transcript.events;
    let until = until.min(events.len());
    let mut sent = events[..until].iter().rev().filter_map(sent).take(LAST);
    let newest = sent.next();
    let own = newest
        .into_iter()
        .chain(sent)
        .find(|it| !grammar.is_reset(it));
    own.or(newest)
        .map(|it| grammar.shape(it))
        .unwrap_or_default()
}

/// The number of commands that may have caused the end of a session: the last command of a test case, and the commands
/// after it that make the engine idle.
const LAST: usize = 3;

/// Returns the event of the first command that may have caused the end of the session.
fn last_commands(played: &Played) -> At {
    let events = played.transcript.events.iter().enumerate();
    let mut commands = events.rev().filter(|(_, it)| sent(it).is_some());
    At(commands.nth(LAST - 1).map_or(0, |(index, _)| index))
}

fn sent(event: &Event) -> Option<&[u8]> {
    match &event.kind {
        EventKind::Line(Speaker::Interface, line) => Some(line),
        EventKind::Chunk(Speaker::Interface, bytes) => Some(bytes),
        _ => None,
    }
}
