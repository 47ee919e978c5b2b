//! Makes rules inconclusive whose scenario ended early, or whose violation is reported as that of another rule.

use std::collections::BTreeSet;

use super::{
    RunState,
    session_result::SessionResult,
    sessions::{NotPlayedReason, SessionOutcomes},
};
use crate::{
    message::message,
    rule::{Outcome, RuleId},
    verdict::Verdict,
};

/// Makes a rule inconclusive if a scenario that was made for the rule ended early. The rule keeps its verdict if
/// another scenario exercised the rule, or if a violation explains why the scenario ended early. But if the scenario
/// ended early because of a hang, a crash, or an answer that was never received, the rule is inconclusive even if
/// another scenario exercised the rule.
pub(super) fn apply_early_end(
    run: &RunState<'_>,
    verdict: &mut Verdict,
    (scenario, session): (&str, &Result<SessionResult, NotPlayedReason>),
    cause: Option<RuleId>,
    violated: &BTreeSet<RuleId>,
    outcomes: &SessionOutcomes,
) {
    if let Some(cause) = cause.filter(|it| it.as_str() != verdict.rule) {
        hide_verdict(run, verdict, scenario, cause, violated);
        return;
    }
    let hung = session.as_ref().is_ok_and(|it| it.has_hung);
    let clear = match verdict.outcome {
        Outcome::Violates => true,
        // A scenario that was not played, because its shard is missing or because of the time limit, may violate the
        // rule.
        Outcome::Conforms => {
            let left_out = |it: &NotPlayedReason| {
                matches!(
                    it,
                    NotPlayedReason::ShardMissing(_) | NotPlayedReason::TimeLimit(_)
                )
            };
            let unanswered = session
                .as_ref()
                .is_ok_and(|it| has_unexplained_timeout(it, &outcomes.sessions));
            !hung && !unanswered && !session.as_ref().err().is_some_and(left_out)
        }
        Outcome::Inconclusive | Outcome::NotApplicable | Outcome::NotExercised => false,
    };
    if clear {
        return;
    }
    let (why, excused) = match session {
        Err(why) => (
            message!(
                "not_played",
                "not played: {why}",
                why = why.reason_message()
            ),
            false,
        ),
        Ok(it) if it.was_interrupted => (
            message!("run_interrupted", "the run was interrupted"),
            false,
        ),
        Ok(it) => match &it.unmet_expectation {
            None => return,
            // The rule is not applicable if the engine does not announce the feature that the script needs.
            Some(unmet) if !unmet.timed_out && is_not_applicable(it, &verdict.rule) => return,
            Some(unmet) => {
                let why = message!(
                    "prerequisite_not_reached",
                    "prerequisite not reached: `{expected}` (line {line}): {why}",
                    expected = &unmet.expected,
                    line = unmet.line_number,
                    why = unmet.reason.clone(),
                );
                (why, violation_explains_end(it, &outcomes.sessions))
            }
        },
    };
    verdict.add_reason(Some(scenario), why);
    // If a failure stopped the run, this failure decides the exit code; the scenarios that were not played after the
    // failure do not change it.
    if matches!(session, Err(NotPlayedReason::Stopped(_))) {
        verdict.hidden |= verdict.outcome < Outcome::Inconclusive;
        verdict.outcome = verdict.outcome.max(Outcome::Inconclusive);
    } else if excused {
        verdict.masked = true;
    } else {
        verdict.outcome = verdict.outcome.max(Outcome::Inconclusive);
        verdict.hidden = false;
    }
}

/// If a hang or crash ended a session early or prevented it, returns the rule that reports this hang or crash.
pub(super) fn find_hang_or_crash_rule(
    session: &Result<SessionResult, NotPlayedReason>,
    start: Option<&SessionResult>,
    outcomes: &SessionOutcomes,
) -> Option<RuleId> {
    let mut all = start.into_iter().chain(outcomes.sessions.iter().flatten());
    match session {
        Err(NotPlayedReason::BreakerTripped(_)) => all.find_map(|it| it.hang_or_crash_rule),
        Err(_) => None,
        // After a shortened wait, a missing answer proves no hang, so the violated rule is taken from another session
        // that waited for the full timeout.
        Ok(it) if it.has_hung => it
            .hang_or_crash_rule
            .or_else(|| all.find_map(|it| it.hang_or_crash_rule)),
        Ok(it) => it.hang_or_crash_rule,
    }
}

/// Makes a rule inconclusive if its violation in a session was reported as a violation of another rule. For example, a
/// crash after a malformed FEN is reported only as a violation of the rule about malformed FENs, and the rule against
/// crashes becomes inconclusive. But if the other rule is a known failure, this crash is known, too, and a rule that
/// conforms in the other scenarios keeps its verdict.
pub(super) fn hide_rules_reported_by_others(
    run: &RunState<'_>,
    verdicts: &mut [Verdict],
    sessions: &[(&str, &SessionResult)],
    violated: &BTreeSet<RuleId>,
) {
    let known: BTreeSet<String> = (verdicts.iter())
        .filter(|it| it.is_known_failure())
        .map(|it| it.rule.clone())
        .collect();
    for (scenario, session) in sessions {
        for (rule, result) in session.rules.iter() {
            let Some(cause) = result.reported_by else {
                continue;
            };
            let is_known = known.contains(cause.as_str());
            let mut selected = (verdicts.iter_mut())
                .filter(|it| it.selected && !(is_known && it.outcome == Outcome::Conforms));
            if let Some(verdict) = selected.find(|it| it.rule == rule.as_str()) {
                hide_verdict(run, verdict, scenario, cause, violated);
            }
        }
    }
}

/// Makes a rule inconclusive because a violation of the rule `cause` hides the result. `violated` are the rules that the
/// run reports as violated.
fn hide_verdict(
    run: &RunState<'_>,
    verdict: &mut Verdict,
    scenario: &str,
    cause: RuleId,
    violated: &BTreeSet<RuleId>,
) {
    // The outcomes `Violates` and `NotApplicable` stay certain even if the rule `cause` is violated.
    if matches!(verdict.outcome, Outcome::Violates | Outcome::NotApplicable) {
        return;
    }
    if verdict.outcome < Outcome::Inconclusive {
        verdict.outcome = Outcome::Inconclusive;
        // If the rule `cause` is selected, its violation already fails the run, so the hidden verdict does not have to
        // fail the run, too. But if no replay confirmed the violation, only the hidden verdict shows what happened.
        let is_selected = run.request.selection.rules.contains(&cause);
        verdict.hidden = is_selected && violated.contains(&cause);
    }
    let cause = cause.as_str();
    let why = message!("hidden_by", "hidden by `{cause}`; fix that first", cause);
    verdict.add_reason(Some(scenario), why);
}

/// True if the session shows that the rule does not apply to this engine.
fn is_not_applicable(session: &SessionResult, rule: &str) -> bool {
    let mut rules = session.rules.iter();
    rules.any(|(it, seen)| it.as_str() == rule && seen.outcome == Outcome::NotApplicable)
}

/// True if the script ended early because an expected line was never received, and no violation explains why.
pub(super) fn has_unexplained_timeout<'a>(
    session: &SessionResult,
    sessions: impl IntoIterator<Item = &'a Result<SessionResult, NotPlayedReason>>,
) -> bool {
    let unmet = session.unmet_expectation.as_ref();
    unmet.is_some_and(|it| it.timed_out) && !violation_explains_end(session, sessions)
}

/// True if a violation explains the early end of the script. The violation that explains the early end may also be in
/// another session of `sessions`, if both sessions ended early at the same expected line.
fn violation_explains_end<'a>(
    session: &SessionResult,
    sessions: impl IntoIterator<Item = &'a Result<SessionResult, NotPlayedReason>>,
) -> bool {
    let expected = |it: &SessionResult| it.unmet_expectation.as_ref().map(|it| it.expected.clone());
    let missed = expected(session);
    let mut others = sessions.into_iter().flatten();
    session.violation_explains_end
        || others.any(|it| it.violation_explains_end && expected(it) == missed)
}
