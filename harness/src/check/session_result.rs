//! Reduces judged sessions to the parts that a report can show, so that whole transcripts are not kept.

use std::time::Duration;

use super::{RunMode, RunState, mismatch, select::SelectedScenario};
use crate::{
    known_failures::KnownFailures,
    message::{Language, Message, message},
    protocol::{
        JudgeResult, RuleInfo, ViolationContext,
        hints::{self, ViolationFacts},
    },
    rule::{self, DoubtRange, Findings, Level, Outcome, RuleId, RuleMap, mismatch::MISMATCH_RULE},
    scenarios::ScenarioOrigin,
    session::{PlayedSession, UnmetExpectation},
    snapshot::{UpdatedSnapshot, diff},
    transcript::{EventIndex, EventKind, SessionEnd, Speaker, Transcript},
    verdict::{self, CoverageRow, MessageCount, Violation},
};

/// The maximum number of violations that are kept per rule and session.
const MAX_KEPT_VIOLATIONS_PER_RULE: usize = 5;

/// The maximum size of a transcript in the report, in bytes.
const MAX_TRANSCRIPT_BYTES: usize = 64 * 1024;

/// A judged session, without its events.
#[derive(Clone, Debug)]
pub(super) struct SessionResult {
    /// The result of the session for each rule, in the order of `RunState::rules`.
    pub(super) rules: RuleMap<RuleResult>,
    pub(super) unmet_expectation: Option<UnmetExpectation>,
    pub(super) was_interrupted: bool,
    /// What the engine lacks, if the script ended at a directive `@needs`.
    pub(super) missing_capability: Option<String>,
    /// True if a signal that ponderhit did not send ended the process.
    pub(super) died_of_signal: bool,
    /// True if a violation explains why the script ended early.
    pub(super) violation_explains_end: bool,
    /// The rule whose violation explains why the script ended early, if the violations of only one rule explain it.
    pub(super) rule_that_explains_end: Option<RuleId>,
    /// True if the script ended early because the engine no longer answered. The last wait may have been shorter than
    /// the full timeout.
    pub(super) has_hung: bool,
    /// The total time of waits that timed out.
    pub(super) timed_out_wait_time: Duration,
    /// If a hang or crash ended the script early, the rule that reports this hang or crash.
    pub(super) hang_or_crash_rule: Option<RuleId>,
    /// The transcript as text, truncated if it is long; `None` if the run keeps no transcripts.
    pub(super) transcript: Option<String>,
    pub(super) coverage: Vec<CoverageRow>,
    pub(super) deadlines: Vec<verdict::Deadline>,
    /// True if the session violates any rule.
    pub(super) has_violation: bool,
    /// The ranges of the session that were not judged.
    pub(super) unjudged_ranges: Vec<verdict::AmbiguousRange>,
}

impl SessionResult {
    /// The rules that the session violates.
    pub(super) fn violated_rules(&self) -> impl Iterator<Item = RuleId> {
        let rules = self.rules.iter();
        rules.filter_map(|(rule, it)| (it.outcome == Outcome::Violates).then_some(rule))
    }
}

/// The result of one session for one rule.
#[derive(Clone, Debug)]
pub(super) struct RuleResult {
    pub(super) outcome: Outcome,
    pub(super) exercised_count: usize,
    /// The transcript line at which the rule was exercised and the engine conformed to the rule.
    pub(super) witness_line: Option<usize>,
    pub(super) violations: Vec<Violation>,
    pub(super) violation_count: usize,
    /// The different messages of the violations.
    pub(super) messages: Vec<MessageCount>,
    /// The reasons why the rule could not be judged or does not apply.
    pub(super) reasons: Vec<Message>,
    /// True if the host (the machine) was too slow to judge the rule.
    pub(super) host_was_late: bool,
    /// True if the rule applied only in ranges that were not judged. Another session may still exercise the rule in a
    /// range that is judged.
    pub(super) applies_only_in_unjudged_ranges: bool,
    /// True if every violation of the rule depends on a measurement, such as a time.
    pub(super) has_only_measured_violations: bool,
    /// True if no measured delay of the host explains a violation, as in a hang.
    pub(super) has_violation_beyond_host_delay: bool,
    /// True if a violation was seen once, and it stays in doubt: no replay of the session showed that the engine
    /// conforms, or no delay of the host explains the violation.
    pub(super) has_unconfirmed_violation: bool,
    /// Another rule that reports the violations of this rule in this session, so that one cause is reported once.
    pub(super) reported_by: Option<RuleId>,
}

impl RuleResult {
    /// True if known failures cover all violations of the rule in this session.
    pub(super) fn is_known_failure(
        &self,
        known: &KnownFailures,
        rule: &str,
        scenario: &str,
    ) -> bool {
        // An entry without a message covers all violations of the rule, also violations that the report does not keep.
        known.covers_violation(rule, scenario, None)
            || (self.violation_count == self.messages.iter().map(|it| it.count).sum::<usize>()
                && self.messages.iter().all(|it| {
                    // Known failures are compared with the English messages, so the comparison does not depend on
                    // --lang.
                    let text = it.message.to_text(Language::English);
                    known.covers_violation(rule, scenario, Some(&text))
                }))
    }

    /// The result of a rule that was not exercised, or that is not selected.
    pub(super) fn not_exercised() -> RuleResult {
        RuleResult {
            outcome: Outcome::NotExercised,
            exercised_count: 0,
            witness_line: None,
            violations: Vec::new(),
            violation_count: 0,
            messages: Vec::new(),
            reasons: Vec::new(),
            host_was_late: false,
            applies_only_in_unjudged_ranges: false,
            has_only_measured_violations: false,
            has_violation_beyond_host_delay: false,
            has_unconfirmed_violation: false,
            reported_by: None,
        }
    }
}

/// Reduces a played session to the results that the report needs.
pub(super) fn summarize_session(
    run: &RunState<'_>,
    chosen: &SelectedScenario,
    mut played: PlayedSession,
    updated: Option<&UpdatedSnapshot>,
) -> SessionResult {
    let protocol = run.request.protocol;
    let mut judged = std::mem::take(&mut played.judge_result);
    if run.request.mode == RunMode::Replay {
        let findings = mismatch::mismatch_findings(&chosen.scenario.script, &played);
        judged.findings.push(MISMATCH_RULE.rule_id(), findings);
    }
    let counts =
        |it: RuleId| chosen.rules.contains(&it) && !run.not_applicable_rules.contains_key(&it);
    let rules = run.rules.iter().map(|info| {
        let rule = info.rule_id();
        let findings = judged.findings.get(rule).filter(|_| counts(rule));
        let seen = findings
            .map(|it| new_rule_result(run, chosen, (&played, updated), &judged, (info, it)));
        (rule, seen.unwrap_or_else(RuleResult::not_exercised))
    });
    let rules: RuleMap<RuleResult> = rules.collect();
    let explaining = rules_that_explain_end(run, chosen, &played, &judged);
    let violated = rules.values().any(|it| it.outcome == Outcome::Violates);
    SessionResult {
        transcript: (run.request.keeps_transcripts)
            .then(|| truncated_transcript(protocol.name(), &played.transcript)),
        coverage: CoverageRow::rows_of(&judged.coverage),
        deadlines: verdict::Deadline::deadlines_of_findings(&judged.findings, counts),
        has_violation: violated,
        unjudged_ranges: find_unjudged_ranges(chosen, &judged),
        rules,
        violation_explains_end: !explaining.is_empty(),
        rule_that_explains_end: match explaining[..] {
            [rule] => Some(rule),
            _ => None,
        },
        hang_or_crash_rule: find_hang_or_crash_rule(run, &played, &judged),
        died_of_signal: was_ended_by_signal(&played.transcript),
        has_hung: played.has_hung && played.unmet_expectation.is_some(),
        timed_out_wait_time: played.timed_out_wait_time,
        unmet_expectation: played.unmet_expectation,
        was_interrupted: played.was_interrupted,
        missing_capability: played.missing_capability,
    }
}

/// The ranges that were not judged, with line numbers.
fn find_unjudged_ranges(
    chosen: &SelectedScenario,
    judged: &JudgeResult,
) -> Vec<verdict::AmbiguousRange> {
    let ranges = judged.doubt_ranges.ranges.iter();
    let told = ranges.map(|it| verdict::AmbiguousRange {
        scenario: chosen.scenario.id.clone(),
        from: chosen.line_number_of_event(it.first_event.0),
        to: it.last_event.map(|it| chosen.line_number_of_event(it.0)),
        reason: it.reason.into(),
    });
    told.collect()
}

/// The rules whose violations explain why the script ended early. Violations before the second-last command are
/// ignored, because the script went on after them, and so are violations in the short search that proves that an answer
/// was lost. Only violations that fail the run count: otherwise a run without a failure would pass although the rules
/// after the early end were never exercised.
fn rules_that_explain_end(
    run: &RunState<'_>,
    chosen: &SelectedScenario,
    played: &PlayedSession,
    judged: &JudgeResult,
) -> Vec<RuleId> {
    let Some(unmet) = &played.unmet_expectation else {
        return Vec::new();
    };
    let events = &played.transcript.events;
    let until = unmet.event_index.map_or(events.len(), |it| it + 1);
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
        run.request.failure_policy.fails_run_if_violated(it.level)
            && chosen.rules.contains(&rule)
            && !run.not_applicable_rules.contains_key(&rule)
    };
    let closing = played.proof_of_lost_answer.unwrap_or(usize::MAX);
    let explains = |it: &RuleId| {
        let findings = judged.findings.get(*it).into_iter();
        let mut violations = findings.flat_map(|it| &it.violations);
        violations.any(|it| (since..closing).contains(&it.culprit.at.0))
    };
    let own = run.rules.iter().filter(|it| it.id != MISMATCH_RULE.id);
    let own = own.filter(counts).map(RuleInfo::rule_id);
    own.filter(explains).collect()
}

/// If a hang or crash ended the script early, returns the rule that reports the hang or crash, even if the rule is not
/// selected.
fn find_hang_or_crash_rule(
    run: &RunState<'_>,
    played: &PlayedSession,
    judged: &JudgeResult,
) -> Option<RuleId> {
    played.unmet_expectation.as_ref()?;
    let hides = |it: RuleId| run.request.protocol.reports_hang_or_crash(it.as_str());
    let mut found = judged.findings.iter();
    let found = found.find(|(rule, findings)| findings.violation_count() > 0 && hides(*rule));
    found.map(|it| it.0)
}

fn was_ended_by_signal(transcript: &Transcript) -> bool {
    let mut events = transcript.events.iter();
    events.any(|it| matches!(it.kind, EventKind::End(SessionEnd::Signal(_))))
}

fn new_rule_result(
    run: &RunState<'_>,
    chosen: &SelectedScenario,
    played: (&PlayedSession, Option<&UpdatedSnapshot>),
    judged: &JudgeResult,
    (rule, findings): (&RuleInfo, &Findings),
) -> RuleResult {
    let kept = findings
        .violations
        .iter()
        .take(MAX_KEPT_VIOLATIONS_PER_RULE);
    let violations = kept.enumerate().map(|(n, it)| {
        let context = violation_context(judged, rule.rule_id(), n, it);
        new_violation(run, chosen, played, (rule, it), context)
    });
    let mut reasons: Vec<Message> = findings.doubts.iter().map(|it| it.reason.clone()).collect();
    for it in &findings.doubt_ranges {
        reasons.push(unjudged_range_message(chosen, it));
    }
    let outcome = findings.outcome();
    if outcome == Outcome::NotApplicable {
        reasons.extend(findings.not_applicable.clone());
    }
    reasons.truncate(MAX_KEPT_VIOLATIONS_PER_RULE);
    RuleResult {
        outcome,
        exercised_count: findings.exercised_count,
        witness_line: findings.witness.map(|it| chosen.line_number_of_event(it.0)),
        violations: violations.collect(),
        violation_count: findings.violation_count(),
        messages: count_messages(findings),
        reasons,
        host_was_late: findings.doubts.iter().any(|it| it.host_was_late),
        applies_only_in_unjudged_ranges: findings.applied_only_in_doubt(),
        has_only_measured_violations: findings.is_measured_only(),
        has_violation_beyond_host_delay: findings.violations.iter().any(|it| it.exceeds_host_delay),
        has_unconfirmed_violation: false,
        reported_by: findings
            .line_left_to_other_rule
            .and_then(|it| violated_rule_at(run, judged, it)),
    }
}

/// Returns a rule of level `robust` that is violated at this line, even if the rule is not selected.
fn violated_rule_at(run: &RunState<'_>, judged: &JudgeResult, at: EventIndex) -> Option<RuleId> {
    let robust = run.rules.iter().filter(|it| it.level == Level::Robust);
    let mut rules = robust.map(RuleInfo::rule_id);
    rules.find(|it| {
        let findings = judged.findings.get(*it);
        findings.is_some_and(|it| it.violations.iter().any(|it| it.culprit.at == at))
    })
}

/// The maximum number of different messages that are kept per rule and session.
const MAX_MESSAGES_PER_RULE: usize = 50;

/// Counts the violations of a rule for each different message.
fn count_messages(findings: &Findings) -> Vec<MessageCount> {
    let mut counted: Vec<MessageCount> = Vec::new();
    for it in &findings.violations {
        let mut known = counted.iter_mut();
        if let Some(old) = known.find(|old| old.message == it.message) {
            old.count += 1;
        } else if counted.len() < MAX_MESSAGES_PER_RULE {
            counted.push(MessageCount {
                message: it.message.clone(),
                count: 1,
            });
        }
    }
    counted
}

/// Returns a message with the lines of a range that was not judged, and the reason.
fn unjudged_range_message(chosen: &SelectedScenario, stretch: &DoubtRange) -> Message {
    let (from, why) = (
        chosen.line_number_of_event(stretch.first_event.0),
        Message::from(stretch.reason),
    );
    match stretch
        .last_event
        .map(|it| chosen.line_number_of_event(it.0))
    {
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

/// The context of violation number `n` of a rule: the commands before the violation, and the position on the board. The
/// rule `script/mismatch` has no context of its own, so its context is that of another rule that is violated at the
/// same event.
fn violation_context(
    judged: &JudgeResult,
    rule: RuleId,
    n: usize,
    found: &rule::RuleViolation,
) -> Option<ViolationContext> {
    if let Some(own) = judged.contexts.get(rule) {
        return own.get(n).cloned();
    }
    let at = found.culprit.at;
    let found = judged.findings.iter();
    let rules = found.filter_map(|(rule, it)| Some((it, judged.contexts.get(rule)?)));
    let mut all = rules.flat_map(|(findings, told)| findings.violations.iter().zip(told));
    let (_, same) = all.find(|(it, _)| it.culprit.at == at)?;
    Some(ViolationContext {
        commands_text: same.commands_text.clone(),
        board: None,
    })
}

fn new_violation(
    run: &RunState<'_>,
    chosen: &SelectedScenario,
    (played, updated): (&PlayedSession, Option<&UpdatedSnapshot>),
    (info, found): (&RuleInfo, &rule::RuleViolation),
    context: Option<ViolationContext>,
) -> Violation {
    let at = found.culprit.at;
    let excerpt = verdict::extract_excerpt(&played.transcript, &found.culprit);
    let line = excerpt.lines.get(excerpt.culprit_index);
    let mut expected = info.title();
    if info.id == MISMATCH_RULE.id {
        expected = played
            .unmet_expectation
            .as_ref()
            .map(|it| it.expected.clone())
            .unwrap_or_default();
    }
    let name = run.request.protocol.name();
    let reproduce = &run.request.reproduce;
    // The first session (the handshake) is not a scenario, so `replay` cannot play it.
    let embedded = chosen.scenario.origin == ScenarioOrigin::Embedded;
    let startup =
        embedded && crate::scenarios::find_embedded_scenario(&chosen.scenario.id).is_none();
    Violation {
        scenario: chosen.scenario.id.clone(),
        line: match (updated, &played.unmet_expectation) {
            // A difference from a snapshot is reported with the line number of the script.
            (Some(_), Some(unmet)) if info.id == MISMATCH_RULE.id => unmet.line_number,
            _ => chosen.line_number_of_event(at.0),
        },
        message: found.message.clone(),
        help: hints::find_hint(
            run.request.protocol.hints(),
            &ViolationFacts {
                rule: info.id,
                violation: found,
                transcript: &played.transcript,
            },
        ),
        expected,
        actual: line.map(|it| it.text.clone()).unwrap_or_default(),
        board: context.as_ref().and_then(|it| it.board.clone()),
        context: context.map(|it| it.commands_text),
        diff: updated
            .filter(|_| info.id == MISMATCH_RULE.id)
            .map(|it| diff::diff_texts(&chosen.scenario.script.to_bytes(), &it.text)),
        transcript: excerpt,
        reproduce: match startup {
            _ if run.request.mode == RunMode::Judge => reproduce.judge_command(
                chosen
                    .recording_file
                    .as_ref()
                    .unwrap_or(&chosen.scenario.id),
            ),
            true => reproduce.check_command(name),
            false => reproduce.replay_command(name, &chosen.scenario),
        },
    }
}

/// The transcript as text, truncated to `MAX_TRANSCRIPT_BYTES` bytes.
fn truncated_transcript(protocol: &str, transcript: &Transcript) -> String {
    let head = verdict::transcript_header(protocol);
    let mut text = String::from_utf8_lossy(&head).into_owned();
    for event in &transcript.events {
        let line = event.to_text();
        if text.len() + line.len() > MAX_TRANSCRIPT_BYTES {
            text.push_str(verdict::TRUNCATION_LINE);
            break;
        }
        text.push_str(&line);
    }
    text
}
