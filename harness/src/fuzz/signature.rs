//! Computes the signatures of violations. Two violations with the same signature are one finding.

use crate::{
    protocol::FuzzGrammar,
    rule::{Level, Measurement, RuleInfo, RuleViolation},
    session::PlayedSession,
    transcript::{Event, EventIndex, EventKind, SessionEnd, Speaker},
};

/// The end of a session in which the engine still runs but stopped answering.
pub(super) const END_BY_HANG: &str = "hang";

/// The end of a session without a crash or a hang.
pub(super) const END_SURVIVED: &str = "lives";

/// Identifies a finding.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Signature {
    pub(super) rule: String,
    /// The shape (such as `position long`) of the command at the violation, or of the last command
    /// before the violation.
    pub(super) command_shape: String,
    pub(super) session_end_kind: &'static str,
}

impl Signature {
    /// Returns the signature of a suspected hang: the engine was not idle in time. Later, triage decides with the full
    /// timeout whether the engine violates a rule.
    pub(super) fn suspected_hang(shape: String) -> Signature {
        Signature {
            rule: String::new(),
            command_shape: shape,
            session_end_kind: "",
        }
    }

    pub(super) fn is_suspected_hang(&self) -> bool {
        self.rule.is_empty()
    }

    /// True if the violation is a missing answer, so that each try to reproduce it takes a whole timeout.
    pub(super) fn is_missing_answer(&self) -> bool {
        self.is_suspected_hang() || self.session_end_kind == END_BY_HANG
    }

    /// True if `other` is a signature of the same violation, seen in a fresh process. The command shapes of `self` and
    /// `other` may differ.
    pub(super) fn is_same_violation(&self, other: &Signature) -> bool {
        self.is_suspected_hang()
            || (self.session_end_kind == other.session_end_kind && self.rule == other.rule)
    }
}

/// One violation in a session.
#[derive(Clone, Debug)]
pub(super) struct ObservedViolation {
    pub(super) signature: Signature,
    pub(super) level: Level,
    pub(super) event_index: EventIndex,
    pub(super) message: String,
}

/// Returns the violations of the rules that a campaign judges, in the order of events. Rules about time are left out,
/// because fuzzing slows the machine down.
pub(super) fn observed_violations(
    grammar: &dyn FuzzGrammar,
    played: &PlayedSession,
    rules: &[RuleInfo],
) -> Vec<ObservedViolation> {
    let wanted = played
        .judge_result
        .findings
        .values_of(rules)
        .filter(|(rule, _)| {
            let strong = matches!(rule.level, Level::Must | Level::Robust);
            strong && !rule.is_about_interface() && rule.measures != Measurement::Time
        });
    let (end, last) = (session_end(played), first_suspect_command(played));
    let mut observed: Vec<ObservedViolation> = wanted
        .flat_map(|(rule, findings)| findings.violations.iter().map(move |it| (rule, it)))
        .map(|(rule, violation)| ObservedViolation {
            signature: Signature {
                rule: rule.id.to_owned(),
                command_shape: violation_shape(grammar, played, violation),
                // Only a violation near the end of the session, of a rule about crashes or hangs, can explain how the
                // session ended.
                session_end_kind: match violation.culprit.at >= last
                    && can_explain_session_end(rule)
                {
                    true => end,
                    false => END_SURVIVED,
                },
            },
            level: rule.level,
            event_index: violation.culprit.at,
            message: violation.message.to_string(),
        })
        .collect();
    observed.sort_by_key(|it| it.event_index);
    observed
}

fn can_explain_session_end(rule: &RuleInfo) -> bool {
    rule.level == Level::Robust || rule.topic == "process"
}

/// Returns the way in which the session ended, as a part of the signature.
fn session_end(played: &PlayedSession) -> &'static str {
    let last = played.transcript.events.last().map(|it| &it.kind);
    match last {
        _ if played.has_hung => END_BY_HANG,
        Some(EventKind::End(SessionEnd::Signal(_))) => "signal",
        Some(EventKind::End(SessionEnd::Exit(0))) if played.unmet_expectation.is_none() => {
            END_SURVIVED
        }
        Some(EventKind::End(SessionEnd::Exit(0))) => "exit",
        Some(EventKind::End(SessionEnd::Exit(_))) => "failure",
        Some(EventKind::End(SessionEnd::Eof)) => "eof",
        _ => "other",
    }
}

fn violation_shape(
    grammar: &dyn FuzzGrammar,
    played: &PlayedSession,
    violation: &RuleViolation,
) -> String {
    command_shape_before(grammar, played, violation.culprit.at.0 + 1)
}

/// Returns the shape of the last command before event `until`. Commands that only make the engine idle are skipped.
pub(super) fn command_shape_before(
    grammar: &dyn FuzzGrammar,
    played: &PlayedSession,
    until: usize,
) -> String {
    let events = &played.transcript.events;
    let until = until.min(events.len());
    let mut sent = events[..until]
        .iter()
        .rev()
        .filter_map(sent_bytes)
        .take(SUSPECT_COMMAND_COUNT);
    let newest = sent.next();
    let own = newest
        .into_iter()
        .chain(sent)
        .find(|it| !grammar.makes_engine_idle(it));
    own.or(newest)
        .map(|it| grammar.command_shape(it))
        .unwrap_or_default()
}

/// The number of commands that may have caused the end of a session: the last command of a test case, and the commands
/// after it that make the engine idle.
const SUSPECT_COMMAND_COUNT: usize = 3;

/// Returns the event of the first command that may have caused the end of the session.
fn first_suspect_command(played: &PlayedSession) -> EventIndex {
    let events = played.transcript.events.iter().enumerate();
    let mut commands = events.rev().filter(|(_, it)| sent_bytes(it).is_some());
    EventIndex(
        commands
            .nth(SUSPECT_COMMAND_COUNT - 1)
            .map_or(0, |(index, _)| index),
    )
}

fn sent_bytes(event: &Event) -> Option<&[u8]> {
    match &event.kind {
        EventKind::Line(Speaker::Interface, line) => Some(line),
        EventKind::Chunk(Speaker::Interface, bytes) => Some(bytes),
        _ => None,
    }
}
