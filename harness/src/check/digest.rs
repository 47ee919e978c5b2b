//! What is kept of a judged session: the part that a report can show, not the whole transcript.

use super::{Mode, RunContext, mismatch, select::SelectedScenario};
use crate::{
    message::{Message, message},
    protocol::{Context, Judged, RuleInfo},
    rule::{self, DoubtRange, Findings, Level, Outcome, PerRule, RuleId, script::MISMATCH},
    scenarios::Origin,
    session::{Played, Unmet},
    snapshot::{UpdatedSnapshot, diff},
    transcript::{End, EventKind, Speaker, Transcript},
    verdict::{self, Violation},
};

/// How many violations of one rule are kept of one session.
const KEPT: usize = 5;

/// How much of a transcript goes into the report.
const TRANSCRIPT_KEPT: usize = 64 * 1024;

/// A session, judged.
#[derive(Clone, Debug)]
pub(super) struct Session {
    /// Its result for each rule, in the order of [`RunContext::rules`].
    pub(super) rules: PerRule<RuleResult>,
    pub(super) unmet: Option<Unmet>,
    pub(super) interrupted: bool,
    /// A signal that we did not send ended the process.
    pub(super) died: bool,
    /// The script ended early at a place where a rule was violated.
    pub(super) struck: bool,
    /// The script ended early and the engine no longer answered, even if the wait was short.
    pub(super) hung: bool,
    /// The rule that reports the hang or crash that ended the script early.
    pub(super) hidden_by: Option<RuleId>,
    /// The transcript as text, cut if it is long. A record with gaps has none.
    pub(super) transcript: Option<String>,
    /// Whether any rule is violated in it.
    pub(super) violated: bool,
    /// The stretches that were not judged.
    pub(super) doubts: Vec<verdict::Doubt>,
}

/// The result of one session for one rule.
#[derive(Clone, Debug)]
pub(super) struct RuleResult {
    pub(super) outcome: Outcome,
    pub(super) exercised: usize,
    /// The line of the transcript.
    pub(super) witness: Option<usize>,
    pub(super) violations: Vec<Violation>,
    pub(super) count: usize,
    /// Why it could not be judged, or does not apply.
    pub(super) reasons: Vec<Message>,
    /// The host was too slow to decide it.
    pub(super) late: bool,
    /// The rule came up only in stretches that were not judged; another session may exercise it.
    pub(super) in_doubt: bool,
    /// Every violation rests on a measurement.
    pub(super) measured: bool,
}

impl RuleResult {
    /// The rule was not exercised, or not selected.
    pub(super) fn nothing() -> RuleResult {
        RuleResult {
            outcome: Outcome::NotExercised,
            exercised: 0,
            witness: None,
            violations: Vec::new(),
            count: 0,
            reasons: Vec::new(),
            late: false,
            in_doubt: false,
            measured: false,
        }
    }
}

/// Judges a played session.
pub(super) fn digest(
    run: &RunContext<'_>,
    chosen: &SelectedScenario,
    mut played: Played,
    updated: Option<&UpdatedSnapshot>,
) -> Session {
    let protocol = run.request.protocol;
    let mut judged = std::mem::take(&mut played.judged);
    if run.request.mode == Mode::Replay {
        let findings = mismatch::findings(&chosen.scenario.script, &played);
        judged.findings.push(MISMATCH.rule_id(), findings);
    }
    let counts = |it: RuleId| chosen.rules.contains(&it) && !run.unbound.contains_key(&it);
    let rules = run.rules.iter().map(|info| {
        let rule = info.rule_id();
        let findings = judged.findings.get(rule).filter(|_| counts(rule));
        let seen = findings.map(|it| seen(run, chosen, (&played, updated), &judged, (info, it)));
        (rule, seen.unwrap_or_else(RuleResult::nothing))
    });
    let rules: PerRule<RuleResult> = rules.collect();
    let violated = rules.values().any(|it| it.outcome == Outcome::Violates);
    Session {
        transcript: Some(kept(protocol.name(), &played.transcript)),
        violated,
        doubts: doubts(chosen, &judged),
        rules,
        struck: struck(run, chosen, &played, &judged),
        hidden_by: hidden_by(run, &played, &judged),
        died: died(&played.transcript),
        hung: played.hung && played.unmet.is_some(),
        unmet: played.unmet,
        interrupted: played.interrupted,
    }
}

/// The stretches that were not judged, by line numbers.
fn doubts(chosen: &SelectedScenario, judged: &Judged) -> Vec<verdict::Doubt> {
    let ranges = judged.doubts.ranges.iter();
    let told = ranges.map(|it| verdict::Doubt {
        scenario: chosen.scenario.id.clone(),
        from: chosen.line_of(it.since.0),
        to: it.until.map(|it| chosen.line_of(it.0)),
        reason: it.reason.into(),
    });
    told.collect()
}

/// Whether a violation explains why the script ended early: one at the last two commands before that place, or later.
/// Earlier violations did not stop the script, and rules that are not selected do not count.
fn struck(
    run: &RunContext<'_>,
    chosen: &SelectedScenario,
    played: &Played,
    judged: &Judged,
) -> bool {
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
        it.level != Level::May && chosen.rules.contains(&rule) && !run.unbound.contains_key(&rule)
    };
    let own = run.rules.iter().filter(|it| it.id != MISMATCH.id);
    own.filter(counts)
        .filter_map(|it| judged.findings.get(it.rule_id()))
        .flat_map(|it| &it.violations)
        .any(|it| it.culprit.at.0 >= since)
}

/// The rule that reports the hang or crash that ended the script early, whether that rule is selected or not.
fn hidden_by(run: &RunContext<'_>, played: &Played, judged: &Judged) -> Option<RuleId> {
    played.unmet.as_ref()?;
    let hides = |it: RuleId| run.request.protocol.hides(it.as_str());
    let mut found = judged.findings.iter();
    let found = found.find(|(rule, findings)| findings.count() > 0 && hides(*rule));
    found.map(|it| it.0)
}

fn died(transcript: &Transcript) -> bool {
    let mut events = transcript.events.iter();
    events.any(|it| matches!(it.kind, EventKind::End(End::Signal(_))))
}

fn seen(
    run: &RunContext<'_>,
    chosen: &SelectedScenario,
    played: (&Played, Option<&UpdatedSnapshot>),
    judged: &Judged,
    (rule, findings): (&RuleInfo, &Findings),
) -> RuleResult {
    let kept = findings.violations.iter().take(KEPT);
    let violations = kept.enumerate().map(|(n, it)| {
        let context = context(judged, rule.rule_id(), n, it);
        violation(run, chosen, played, (rule, it), context)
    });
    let mut reasons: Vec<Message> = findings.doubts.iter().map(|it| it.why.clone()).collect();
    for it in &findings.in_doubt {
        reasons.push(not_judged(chosen, it));
    }
    let outcome = findings.outcome();
    if outcome == Outcome::NotApplicable {
        reasons.extend(findings.not_applicable.clone());
    }
    reasons.truncate(KEPT);
    RuleResult {
        outcome,
        exercised: findings.exercised,
        witness: findings.witness.map(|it| chosen.line_of(it.0)),
        violations: violations.collect(),
        count: findings.count(),
        reasons,
        late: findings.doubts.iter().any(|it| it.host_was_late),
        in_doubt: findings.is_only_in_doubt(),
        measured: findings.is_measured_only(),
    }
}

/// Which lines were not judged, and why.
fn not_judged(chosen: &SelectedScenario, stretch: &DoubtRange) -> Message {
    let (from, why) = (
        chosen.line_of(stretch.since.0),
        Message::from(stretch.reason),
    );
    match stretch.until.map(|it| chosen.line_of(it.0)) {
        Some(to) => message!(
            "stretch_not_judged",
            "not judged from line {from} to line {to}: {why}",
            from,
            to,
            why
        ),
        None => message!(
            "rest_not_judged",
            "not judged from line {from} to the end: {why}",
            from,
            why
        ),
    }
}

/// The context of the n-th violation of a rule. `script/mismatch` is no rule of the protocol: it takes the context of a
/// rule that is violated at the same event.
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
    run: &RunContext<'_>,
    chosen: &SelectedScenario,
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
    let name = run.request.protocol.name();
    let reproduce = &run.request.reproduce;
    // The handshake session is not a scenario, so `replay` cannot play it.
    let embedded = chosen.scenario.origin == Origin::Embedded;
    let startup = embedded && crate::scenarios::find(&chosen.scenario.id).is_none();
    Violation {
        scenario: chosen.scenario.id.clone(),
        line: match (updated, &played.unmet) {
            // A snapshot's difference is reported by the lines of the script.
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
            _ if run.request.mode == Mode::Judge => {
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

/// The last line of a transcript that was cut.
const AND_SO_ON: &str = "# ... and so on\n";
