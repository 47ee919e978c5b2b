//! What is kept of a session once it is judged: no transcript, only what a report can show of it.

use super::{Mode, Stage, mismatch, select::Chosen};
use crate::{
    protocol::{Context, Judged, RuleInfo},
    rule::{self, Findings, Level, Outcome, PerRule, RuleId, script::MISMATCH},
    scenarios::Origin,
    session::{Played, Unmet},
    snapshot::{UpdatedSnapshot, diff},
    transcript::{At, End, EventKind, Speaker, Transcript},
    verdict::{self, Violation},
};

/// How many violations of one rule are kept of one session.
const KEPT: usize = 5;

/// How much of a transcript goes into the report.
const TRANSCRIPT_KEPT: usize = 64 * 1024;

/// A session, judged.
#[derive(Clone, Debug)]
pub(super) struct Session {
    /// What it says about each rule, in the order of [`Stage::rules`].
    pub(super) rules: PerRule<Seen>,
    pub(super) unmet: Option<Unmet>,
    pub(super) interrupted: bool,
    /// A signal ended the process, and it was not ours.
    pub(super) died: bool,
    /// The script was cut short where a rule was violated.
    pub(super) struck: bool,
    /// The script was cut short, and the engine answered nothing any more, however briefly that was waited for.
    pub(super) hung: bool,
    /// The rule that convicts the hang or crash that cut the script short.
    pub(super) hidden_by: Option<RuleId>,
    /// The transcript as text; long ones are cut. A record that is not whole has none.
    pub(super) transcript: Option<String>,
    /// Whether something is violated in it.
    pub(super) violated: bool,
    /// What was not followed in it.
    pub(super) doubts: Vec<verdict::Doubt>,
}

/// What a session says about a rule.
#[derive(Clone, Debug)]
pub(super) struct Seen {
    pub(super) outcome: Outcome,
    pub(super) exercised: usize,
    /// The line of the transcript.
    pub(super) witness: Option<usize>,
    pub(super) violations: Vec<Violation>,
    pub(super) count: usize,
    /// Why it could not be judged, or does not apply.
    pub(super) reasons: Vec<String>,
    /// The host was too slow to tell.
    pub(super) late: bool,
    /// It was met only in stretches that were not followed: another session may do better.
    pub(super) unfollowed: bool,
    /// Every violation rests on a measurement.
    pub(super) measured: bool,
}

impl Seen {
    /// Nothing that the rule is about came up, or nobody asked.
    pub(super) fn nothing() -> Seen {
        Seen {
            outcome: Outcome::NotExercised,
            exercised: 0,
            witness: None,
            violations: Vec::new(),
            count: 0,
            reasons: Vec::new(),
            late: false,
            unfollowed: false,
            measured: false,
        }
    }
}

/// Judges what was played.
pub(super) fn digest(
    stage: &Stage<'_>,
    chosen: &Chosen,
    mut played: Played,
    updated: Option<&UpdatedSnapshot>,
) -> Session {
    let protocol = stage.request.protocol;
    let mut judged = std::mem::take(&mut played.judged);
    if stage.request.mode == Mode::Replay {
        let findings = mismatch::findings(&chosen.scenario.script, &played);
        judged.findings.push(MISMATCH.rule_id(), findings);
    }
    let counts = |it: RuleId| chosen.rules.contains(&it) && !stage.unbound.contains_key(&it);
    let rules = stage.rules.iter().map(|info| {
        let rule = info.rule_id();
        let findings = judged.findings.get(rule).filter(|_| counts(rule));
        let seen = findings.map(|it| seen(stage, chosen, (&played, updated), &judged, (info, it)));
        (rule, seen.unwrap_or_else(Seen::nothing))
    });
    let rules: PerRule<Seen> = rules.collect();
    let violated = rules.values().any(|it| it.outcome == Outcome::Violates);
    Session {
        transcript: Some(kept(protocol.name(), &played.transcript)),
        violated,
        doubts: doubts(chosen, &judged),
        rules,
        struck: struck(stage, chosen, &played, &judged),
        hidden_by: hidden_by(stage, &played, &judged),
        died: died(&played.transcript),
        hung: played.hung && played.unmet.is_some(),
        unmet: played.unmet,
        interrupted: played.interrupted,
    }
}

/// The stretches that were not followed, in lines.
fn doubts(chosen: &Chosen, judged: &Judged) -> Vec<verdict::Doubt> {
    let ranges = judged.doubts.ranges.iter();
    let told = ranges.map(|it| verdict::Doubt {
        scenario: chosen.scenario.id.clone(),
        from: chosen.line_of(it.since.0),
        to: it.until.map(|it| chosen.line_of(it.0)),
        reason: it.reason.to_owned(),
    });
    told.collect()
}

/// Whether a violation stands where the script was cut short: at one of the last two commands before
/// it, or later. What is wrong in every session has kept nothing from coming, and what nobody asked
/// about fails nobody.
fn struck(stage: &Stage<'_>, chosen: &Chosen, played: &Played, judged: &Judged) -> bool {
    let Some(unmet) = &played.unmet else {
        return false;
    };
    let events = &played.transcript.events;
    let until = unmet.event.map_or(events.len(), |it| it + 1);
    let said = |kind: &EventKind| {
        matches!(
            kind,
            EventKind::Line(Speaker::Interface, _) | EventKind::Chunk(Speaker::Interface, _)
        )
    };
    let before = events.iter().enumerate().take(until).rev();
    let mut commands = before.filter(|(_, it)| said(&it.kind)).map(|it| it.0);
    let last = commands.next().unwrap_or_default();
    let since = commands.next().unwrap_or(last);
    let counts = |it: &&RuleInfo| {
        let rule = it.rule_id();
        it.level != Level::May && chosen.rules.contains(&rule) && !stage.unbound.contains_key(&rule)
    };
    let own = stage.rules.iter().filter(|it| it.id != MISMATCH.id);
    own.filter(counts)
        .filter_map(|it| judged.findings.get(it.rule_id()))
        .flat_map(|it| &it.violations)
        .any(|it| it.culprit.at.0 >= since)
}

/// The rule that convicts the hang or crash that cut the script short, whether that rule was selected or not.
fn hidden_by(stage: &Stage<'_>, played: &Played, judged: &Judged) -> Option<RuleId> {
    played.unmet.as_ref()?;
    let hides = |it: RuleId| stage.request.protocol.hides(it.as_str());
    let mut found = judged.findings.iter();
    let found = found.find(|(rule, findings)| findings.count() > 0 && hides(*rule));
    found.map(|it| it.0)
}

fn died(transcript: &Transcript) -> bool {
    let mut events = transcript.events.iter();
    events.any(|it| matches!(it.kind, EventKind::End(End::Signal(_))))
}

fn seen(
    stage: &Stage<'_>,
    chosen: &Chosen,
    played: (&Played, Option<&UpdatedSnapshot>),
    judged: &Judged,
    (rule, findings): (&RuleInfo, &Findings),
) -> Seen {
    let kept = findings.violations.iter().take(KEPT);
    let violations = kept.enumerate().map(|(n, it)| {
        let context = context(judged, rule.rule_id(), n, it);
        violation(stage, chosen, played, (rule, it), context)
    });
    let mut reasons: Vec<String> = findings.doubts.iter().map(|it| it.why.clone()).collect();
    for it in &findings.unfollowed {
        let lines = lines(chosen, it.since, it.until);
        reasons.push(format!("not judged {lines}: {}", it.why));
    }
    let outcome = findings.outcome();
    if outcome == Outcome::NotApplicable {
        reasons.extend(findings.not_applicable.clone());
    }
    reasons.truncate(KEPT);
    Seen {
        outcome,
        exercised: findings.exercised,
        witness: findings.witness.map(|it| chosen.line_of(it.0)),
        violations: violations.collect(),
        count: findings.count(),
        reasons,
        late: findings.doubts.iter().any(|it| it.host_was_late),
        unfollowed: findings.is_only_unfollowed(),
        measured: findings.is_measured_only(),
    }
}

/// From which line to which.
fn lines(chosen: &Chosen, since: At, until: Option<At>) -> String {
    let from = chosen.line_of(since.0);
    match until.map(|it| chosen.line_of(it.0)) {
        Some(to) => format!("from line {from} to {to}"),
        None => format!("from line {from} on"),
    }
}

/// What stood around the n-th violation of a rule. What is no rule of the protocol has its words
/// from a rule that accuses the same event.
fn context(judged: &Judged, rule: RuleId, n: usize, found: &rule::Violation) -> Option<Context> {
    if let Some(own) = judged.contexts.get(rule) {
        return own.get(n).cloned();
    }
    let at = found.culprit.at;
    let found = judged.findings.iter();
    let rules = found.filter_map(|(rule, it)| Some((it, judged.contexts.get(rule)?)));
    let mut all = rules.flat_map(|(findings, told)| findings.violations.iter().zip(told));
    let (_, same) = all.find(|(it, _)| it.culprit.at == at)?;
    Some(Context {
        text: same.text.clone(),
        board: None,
    })
}

fn violation(
    stage: &Stage<'_>,
    chosen: &Chosen,
    (played, updated): (&Played, Option<&UpdatedSnapshot>),
    (info, found): (&RuleInfo, &rule::Violation),
    context: Option<Context>,
) -> Violation {
    let at = found.culprit.at;
    let excerpt = verdict::excerpt(&played.transcript, &found.culprit);
    let line = excerpt.lines.get(excerpt.culprit);
    let mut expected = info.title();
    if info.id == MISMATCH.id {
        expected = played
            .unmet
            .as_ref()
            .map(|it| it.expected.clone())
            .unwrap_or_default();
    }
    let name = stage.request.protocol.name();
    let reproduce = &stage.request.reproduce;
    // The session that only shakes hands is no scenario that could be replayed.
    let embedded = chosen.scenario.origin == Origin::Embedded;
    let startup = embedded && crate::scenarios::find(&chosen.scenario.id).is_none();
    Violation {
        scenario: chosen.scenario.id.clone(),
        line: match (updated, &played.unmet) {
            // The difference is told in lines of the script.
            (Some(_), Some(unmet)) if info.id == MISMATCH.id => unmet.line,
            _ => chosen.line_of(at.0),
        },
        message: found.message.clone(),
        expected,
        actual: line.map(|it| it.text.clone()).unwrap_or_default(),
        board: context.as_ref().and_then(|it| it.board.clone()),
        context: context.map(|it| it.text),
        diff: updated
            .filter(|_| info.id == MISMATCH.id)
            .map(|it| diff::diff(&chosen.scenario.script.to_bytes(), &it.text)),
        transcript: excerpt,
        reproduce: match startup {
            _ if stage.request.mode == Mode::Judge => {
                reproduce.judge(chosen.file.as_ref().unwrap_or(&chosen.scenario.id))
            }
            true => reproduce.check(name),
            false => reproduce.replay(name, &chosen.scenario),
        },
    }
}

/// The beginning of a transcript as it would be written.
fn kept(protocol: &str, transcript: &Transcript) -> String {
    let head = verdict::transcript_head(protocol);
    let mut text = String::from_utf8_lossy(&head).into_owned();
    for event in &transcript.events {
        let line = event.to_text();
        if text.len() + line.len() > TRANSCRIPT_KEPT {
            text.push_str(AND_SO_ON);
            break;
        }
        text.push_str(&line);
    }
    text
}

/// What stands at the end of a transcript that is too long.
const AND_SO_ON: &str = "# ... and so on\n";
