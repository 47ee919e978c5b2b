//! Merges the sessions into one verdict per rule: the worst result of any session.

use std::{
    cmp::Reverse,
    collections::{BTreeMap, BTreeSet},
};

use super::{
    RunMode, RunState,
    early_end::{apply_early_end, find_hang_or_crash_rule, hide_rules_reported_by_others},
    first_session::FirstSessionResult,
    masking,
    select::SelectedScenario,
    session_result::{RuleResult, SessionResult},
    sessions::{NotPlayedReason, SessionOutcomes},
};
use crate::{
    known_failures::KnownFailure,
    link,
    message::{Language, Message, message},
    protocol::RuleInfo,
    rule::{Measurement, Outcome, RuleId},
    verdict::{self, CoverageRow, Reason, ScenarioEnd, ScenarioResult, Verdict, Witness},
};

/// The maximum number of violations per rule in the report.
const MAX_VIOLATIONS_PER_RULE: usize = 20;

/// The maximum total size of transcripts in the report, in bytes.
const MAX_TRANSCRIPT_BYTES: usize = 4 << 20;

/// The merged results of all sessions.
pub(super) struct MergedResults {
    pub(super) verdicts: Vec<Verdict>,
    pub(super) scenarios: Vec<ScenarioResult>,
    pub(super) transcripts: BTreeMap<String, String>,
    pub(super) coverage: Vec<CoverageRow>,
    pub(super) deadlines: BTreeMap<String, Vec<verdict::Deadline>>,
    pub(super) notes: Vec<Message>,
    pub(super) unjudged_ranges: Vec<verdict::AmbiguousRange>,
    pub(super) stale_known_failures: Vec<(usize, Message)>,
}

/// Merges all sessions of a run; the verdicts are in the order of the rules.
pub(super) fn merge_sessions(
    run: &RunState<'_>,
    started: &FirstSessionResult,
    outcomes: &SessionOutcomes,
) -> MergedResults {
    let chosen = &run.request.selection.scenarios;
    let all = || chosen.iter().zip(&outcomes.sessions);
    let mut sessions: Vec<(&str, &SessionResult)> = Vec::new();
    if let Some(session) = &started.session {
        sessions.push((super::first_session::FIRST_SESSION_NAME, session));
    }
    sessions.extend(
        all().filter_map(|(it, session)| Some((it.scenario.id.as_str(), session.as_ref().ok()?))),
    );
    let rules = run.rules.iter();
    let mut verdicts: Vec<Verdict> = rules.map(|it| rule_verdict(run, it, &sessions)).collect();
    let is_violated = |it: &&RuleInfo| {
        let mut all = verdicts.iter();
        all.any(|verdict| verdict.rule == it.id && verdict.is_violated())
    };
    let violated: BTreeSet<RuleId> = (run.rules.iter().filter(is_violated))
        .map(RuleInfo::rule_id)
        .collect();
    for (chosen, session) in all() {
        for rule in &chosen.scenario.rules {
            let binds = !run
                .not_applicable_rules
                .keys()
                .any(|it| it.as_str() == rule);
            let mut bound = verdicts.iter_mut().filter(|it| binds && it.selected);
            if let Some(verdict) = bound.find(|it| it.rule == *rule) {
                let id = &chosen.scenario.id;
                let cause = find_hang_or_crash_rule(session, started.session.as_ref(), outcomes);
                apply_early_end(run, verdict, (id, session), cause, &violated, outcomes);
            }
        }
    }
    hide_rules_reported_by_others(run, &mut verdicts, &sessions, &violated);
    count_early_ends(&mut verdicts, started.session.as_ref(), outcomes);
    masking::mask_violations(run, &mut verdicts, &outcomes.sessions);
    let stale = stale_known_failures(run, &verdicts, &sessions);
    // In `check` and `replay` the interface is ponderhit itself, so rules about the interface are left out.
    if run.request.mode != RunMode::Judge {
        let rules = || run.rules.iter();
        let theirs = |id: &str| rules().any(|it| it.id == id && it.is_about_interface());
        verdicts.retain(|it| !theirs(&it.rule));
    }
    MergedResults {
        scenarios: all()
            .map(|(it, session)| scenario_result(run, it, session, &verdicts))
            .collect(),
        transcripts: select_transcripts(&sessions),
        deadlines: (sessions.iter())
            .filter(|it| it.1.has_violation && !it.1.deadlines.is_empty())
            .map(|(scenario, session)| ((*scenario).to_owned(), session.deadlines.clone()))
            .collect(),
        coverage: CoverageRow::merge(sessions.iter().flat_map(|it| it.1.coverage.clone())),
        unjudged_ranges: sessions
            .iter()
            .flat_map(|it| it.1.unjudged_ranges.clone())
            .collect(),
        notes: not_played_notes(chosen, outcomes),
        stale_known_failures: stale,
        verdicts,
    }
}

/// Selects at most `MAX_TRANSCRIPT_BYTES` bytes of transcripts for the report. Transcripts with a
/// violation come first.
fn select_transcripts(sessions: &[(&str, &SessionResult)]) -> BTreeMap<String, String> {
    let (violated, others): (Vec<_>, Vec<_>) = sessions.iter().partition(|it| it.1.has_violation);
    let (mut kept, mut bytes) = (BTreeMap::new(), 0);
    for (id, session) in violated.into_iter().chain(others) {
        if let Some(text) = &session.transcript
            && bytes + text.len() <= MAX_TRANSCRIPT_BYTES
        {
            bytes += text.len();
            kept.insert((*id).to_owned(), text.clone());
        }
    }
    kept
}

/// Messages about stale known failures: their rules were exercised in this run, but the listed violations did not
/// occur.
fn stale_known_failures(
    run: &RunState<'_>,
    verdicts: &[Verdict],
    sessions: &[(&str, &SessionResult)],
) -> Vec<(usize, Message)> {
    let known = &run.request.known_failures;
    let fails = |entry: &KnownFailure| {
        sessions.iter().any(|(scenario, session)| {
            let rules = session.rules.iter();
            let mut violated = rules.filter(|it| it.1.outcome == Outcome::Violates);
            violated.any(|(rule, seen)| {
                let covers =
                    |text: Option<&str>| entry.covers_violation(rule.as_str(), scenario, text);
                let mut violations = seen.messages.iter();
                covers(None)
                    || violations.any(|it| covers(Some(&it.message.to_text(Language::English))))
            })
        })
    };
    let held = |entry: &KnownFailure| {
        let mut named = verdicts
            .iter()
            .filter(|it| it.selected && entry.matches_rule(&it.rule));
        let mut any = false;
        let all = named.all(|it| {
            any |= it.outcome == Outcome::Conforms;
            it.outcome != Outcome::Inconclusive
        });
        any && all
    };
    let judged = run
        .request
        .selection
        .selects_everything
        .then_some(&known.entries);
    let stale = judged
        .into_iter()
        .flatten()
        .filter(|it| !it.is_flaky && !fails(it) && held(it));
    stale
        .map(|it| {
            let message = match known.will_be_updated {
                true => message!(
                    "known_failure_removed",
                    "{file}:{line}: `{rule}` no longer fails: this line is removed from the file",
                    file = &known.file,
                    line = it.line,
                    rule = &it.rule,
                ),
                false => message!(
                    "known_failure_stale",
                    "{file}:{line}: `{rule}` no longer fails: remove this line",
                    file = &known.file,
                    line = it.line,
                    rule = &it.rule,
                ),
            };
            (it.line, message)
        })
        .collect()
}

/// The verdict on a rule before any session is merged into it.
fn empty_verdict(run: &RunState<'_>, info: &RuleInfo) -> Verdict {
    Verdict {
        rule: info.id.to_owned(),
        level: info.level,
        since: info.since,
        topic: info.topic.to_owned(),
        requirement: info.spec.to_owned(),
        title: info.title_in(Language::selected_for_json()),
        why: info.rationale_in(Language::selected_for_json()),
        outcome: Outcome::NotExercised,
        selected: run.request.selection.rules.contains(&info.rule_id()),
        counts: run.request.failure_policy.fails_run_if_violated(info.level),
        known: false,
        flaky: None,
        masked: false,
        hidden: false,
        count: 0,
        violated_in: Vec::new(),
        flaky_in: Vec::new(),
        violated_scenarios: 0,
        ended_early: 0,
        messages: Vec::new(),
        exercised: 0,
        witness: None,
        violations: Vec::new(),
        reasons: Vec::new(),
    }
}

/// Counts for each violated rule the scenarios that ended early because of it.
fn count_early_ends(
    verdicts: &mut [Verdict],
    start: Option<&SessionResult>,
    outcomes: &SessionOutcomes,
) {
    for session in &outcomes.sessions {
        if (session.as_ref()).is_ok_and(|it| it.unmet_expectation.is_none()) {
            continue;
        }
        let explaining = || {
            session
                .as_ref()
                .ok()
                .and_then(|it| it.rule_that_explains_end)
        };
        let cause = find_hang_or_crash_rule(session, start, outcomes).or_else(explaining);
        let mut violated = verdicts.iter_mut().filter(|it| it.is_violated());
        if let Some(verdict) =
            violated.find(|it| cause.is_some_and(|rule| rule.as_str() == it.rule))
        {
            verdict.ended_early += 1;
        }
    }
}

fn rule_verdict(
    run: &RunState<'_>,
    info: &RuleInfo,
    sessions: &[(&str, &SessionResult)],
) -> Verdict {
    let rule = info.rule_id();
    let mut verdict = empty_verdict(run, info);
    if let Some(why) = run.not_applicable_rules.get(&rule) {
        verdict.outcome = Outcome::NotApplicable;
        verdict.add_reason(None, (*why).into());
        return verdict;
    }
    // Violations in scenarios that were made for the rule come first, because they are the easiest to understand.
    let made_for: BTreeSet<&str> = (run.request.selection.scenarios.iter())
        .map(|it| &it.scenario)
        .filter(|it| it.rules.iter().any(|it| it == info.id))
        .map(|it| it.id.as_str())
        .collect();
    let (first, rest): (Vec<_>, Vec<_>) = sessions.iter().partition(|it| made_for.contains(it.0));
    let known = |scenario: &str, session: &SessionResult| {
        let known = &run.request.known_failures;
        let seen = session.rules.get(rule);
        seen.is_some_and(|it| it.is_known_failure(known, info.id, scenario))
    };
    let violated = |session: &SessionResult| {
        let seen = session.rules.get(rule);
        seen.is_some_and(|it| it.outcome == Outcome::Violates)
    };
    // If the rule has a violation that is not a known failure, only such violations are kept.
    let news = sessions
        .iter()
        .any(|it| violated(it.1) && !known(it.0, it.1));
    let independent = run.request.selection.scenarios_are_independent;
    let (mut in_doubt, mut unconfirmed) = (Vec::new(), Vec::new());
    for (scenario, session) in first.into_iter().chain(rest) {
        let old = news && violated(session) && known(scenario, session);
        match session.rules.get(rule).filter(|_| !old) {
            Some(seen) if seen.applies_only_in_unjudged_ranges => in_doubt.push((scenario, seen)),
            Some(seen) if is_unconfirmed(info, seen) => unconfirmed.push((scenario, seen)),
            // Only a scenario that was made for the rule may create the situation that is in doubt, so other sessions
            // are no evidence, unless a slow host explains the doubt.
            Some(seen)
                if made_for.contains(scenario)
                    && seen.outcome == Outcome::Inconclusive
                    && !seen.host_was_late =>
            {
                unconfirmed.push((scenario, seen));
            }
            Some(seen) => add_result(&mut verdict, scenario, seen, independent),
            None => (),
        }
    }
    // If a session exercised the rule only in unjudged ranges, its result is added only if no other session exercised
    // the rule, or if the sessions are independent.
    if independent || verdict.outcome <= Outcome::NotApplicable {
        for (scenario, seen) in in_doubt {
            add_result(&mut verdict, scenario, seen, independent);
        }
    }
    // What may be a violation and could not be judged again prevails over conforming sessions.
    for (scenario, seen) in unconfirmed {
        add_result(&mut verdict, scenario, seen, true);
    }
    verdict.known = verdict.outcome == Outcome::Violates && !news;
    verdict.messages.sort_by_key(|it| Reverse(it.count));
    // A verdict `Conforms` or `Violates` needs no reasons.
    if matches!(verdict.outcome, Outcome::Conforms | Outcome::Violates) {
        verdict.reasons.clear();
    }
    if verdict.known {
        let reason = run.request.known_failures.first_matching_reason(info.id);
        verdict.reasons.extend(reason.map(|why| Reason {
            scenario: None,
            why,
        }));
    }
    verdict
}

/// True if the engine may have violated the rule, and no replay could judge it: a violation was seen once, or an answer
/// took longer than its limit and the host was too slow in every replay.
fn is_unconfirmed(info: &RuleInfo, seen: &RuleResult) -> bool {
    let depends_on_host = info.measures != Measurement::Nothing;
    let is_undecided = seen.outcome == Outcome::Inconclusive && seen.host_was_late;
    seen.has_unconfirmed_violation || (depends_on_host && is_undecided)
}

/// Adds the result of one scenario to the verdict. If the scenarios are independent, an inconclusive result prevails
/// over a conforming one.
fn add_result(verdict: &mut Verdict, scenario: &str, seen: &RuleResult, independent: bool) {
    let prevails = match (verdict.outcome, seen.outcome) {
        (Outcome::Conforms, Outcome::Inconclusive) => independent,
        (Outcome::Inconclusive, Outcome::Conforms) => !independent,
        (before, now) => now > before,
    };
    if prevails && seen.outcome == Outcome::Inconclusive {
        verdict.reasons.clear();
    }
    if prevails {
        verdict.outcome = seen.outcome;
    }
    verdict.count += seen.violation_count;
    if seen.outcome == Outcome::Violates {
        verdict.violated_in.push(scenario.to_owned());
    }
    verdict.violated_scenarios += usize::from(seen.outcome == Outcome::Violates);
    verdict.count_messages(&seen.messages);
    verdict.exercised += seen.exercised_count;
    verdict.violations.extend(seen.violations.iter().cloned());
    verdict.violations.truncate(MAX_VIOLATIONS_PER_RULE);
    if let (None, Some(line)) = (&verdict.witness, seen.witness_line) {
        let scenario = scenario.to_owned();
        verdict.witness = Some(Witness { scenario, line });
    }
    if seen.outcome == verdict.outcome {
        for why in &seen.reasons {
            verdict.add_reason(Some(scenario), why.clone());
        }
    }
}

fn scenario_result(
    run: &RunState<'_>,
    chosen: &SelectedScenario,
    session: &Result<SessionResult, NotPlayedReason>,
    verdicts: &[Verdict],
) -> ScenarioResult {
    let mut played = ScenarioResult {
        scenario: chosen.scenario.id.clone(),
        passed: has_passed(run, chosen, session, verdicts),
        end: ScenarioEnd::Complete,
        line: None,
        expected: None,
        needs: session
            .as_ref()
            .ok()
            .and_then(|it| it.missing_capability.clone()),
        why: None,
    };
    match session {
        Err(why) => {
            played.end = ScenarioEnd::NotPlayed;
            played.why = Some(why.reason_message());
        }
        Ok(it) if it.was_interrupted => played.end = ScenarioEnd::Interrupted,
        Ok(it) => {
            if let Some(unmet) = &it.unmet_expectation {
                played.end = ScenarioEnd::Early;
                played.line = Some(unmet.line_number);
                played.expected = Some(unmet.expected.clone());
                played.why = Some(unmet.reason.clone());
            }
        }
    }
    played
}

/// True if this session does not fail the run: it made no rule violated or inconclusive, except rules whose violation
/// does not fail a run. `None` if the run stopped before the session ended.
fn has_passed(
    run: &RunState<'_>,
    chosen: &SelectedScenario,
    session: &Result<SessionResult, NotPlayedReason>,
    verdicts: &[Verdict],
) -> Option<bool> {
    let session = match session {
        Ok(session) if session.was_interrupted => return None,
        Ok(session) => session,
        Err(NotPlayedReason::Interrupted | NotPlayedReason::Stopped(_)) => return None,
        Err(_) => return Some(false),
    };
    let known = &run.request.known_failures;
    let failed = |verdict: &Verdict| {
        let made_for = chosen.scenario.rules.contains(&verdict.rule);
        let mut rules = session.rules.iter();
        let seen = rules.find(|it| it.0.as_str() == verdict.rule);
        let outcome = seen.map_or(Outcome::NotExercised, |it| it.1.outcome);
        match verdict.outcome {
            Outcome::Violates => {
                let id = &chosen.scenario.id;
                let covered = |it: &RuleResult| it.is_known_failure(known, &verdict.rule, id);
                outcome == Outcome::Violates && !seen.is_some_and(|it| covered(it.1))
            }
            Outcome::Inconclusive => {
                let ended_early = made_for && session.unmet_expectation.is_some();
                outcome == Outcome::Inconclusive || ended_early
            }
            Outcome::Conforms | Outcome::NotApplicable | Outcome::NotExercised => false,
        }
    };
    let counts =
        |it: &&Verdict| it.selected && run.request.failure_policy.fails_run_if_violated(it.level);
    Some(!verdicts.iter().filter(counts).any(failed))
}

/// The maximum number of scenarios that a note about the time limit names.
const MAX_NAMED_SCENARIOS: usize = 200;

/// One note for each reason why scenarios were not played.
fn not_played_notes(chosen: &[SelectedScenario], outcomes: &SessionOutcomes) -> Vec<Message> {
    let total = outcomes.sessions.len();
    let left_out: Vec<(&str, &NotPlayedReason)> = chosen
        .iter()
        .zip(&outcomes.sessions)
        .filter_map(|(it, session)| Some((it.scenario.id.as_str(), session.as_ref().err()?)))
        .collect();
    if link::was_interrupted() && !left_out.is_empty() {
        return vec![message!(
            "interrupted_before",
            "interrupted: {count} of {total} scenarios were not played",
            count = left_out.len(),
            total,
        )];
    }
    // Missing shards need no note here, because the command `merge` reports them.
    let left_out =
        (left_out.into_iter()).filter(|it| !matches!(it.1, NotPlayedReason::ShardMissing(_)));
    let (limited, others): (Vec<_>, Vec<_>) =
        left_out.partition(|it| matches!(it.1, NotPlayedReason::TimeLimit(_)));
    let mut notes = Vec::new();
    if let Some((_, why)) = others.first() {
        notes.push(message!(
            "scenarios_not_played",
            "{why}, so {count} of {total} scenarios were not played",
            why = why.reason_message(),
            count = others.len(),
            total,
        ));
    }
    if let Some((_, why)) = limited.first() {
        let ids: Vec<&str> = limited
            .iter()
            .take(MAX_NAMED_SCENARIOS)
            .map(|it| it.0)
            .collect();
        notes.push(message!(
            "scenarios_not_played_in_time",
            "{why}, so {count} of {total} scenarios were not played: {scenarios}",
            why = why.reason_message(),
            count = limited.len(),
            total,
            scenarios = ids,
        ));
    }
    notes
}
