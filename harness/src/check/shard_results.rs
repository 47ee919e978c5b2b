//! The results of a shard's sessions. The shard's JSON report contains these results, so that `merge` can judge the
//! sessions of all shards together.

use std::{collections::BTreeMap, time::Duration};

use serde::{Deserialize, Serialize};
use serde_json::value::RawValue;

use super::{
    RunState,
    first_session::{FIRST_SESSION_NAME, FirstSessionResult},
    select::ScenarioFilter,
    session_result::{RuleResult, SessionResult},
    sessions::{NotPlayedReason, SessionOutcomes},
    shard::{ShardRequest, suite_identity},
    stop_policy::StopReason,
};
use crate::{
    message::{Message, Problem},
    protocol::RuleInfo,
    rule::{Outcome, RuleId, RuleMap, version::Version},
    session::UnmetExpectation,
    verdict::{AmbiguousRange, CoverageRow, Deadline, MessageCount, Violation},
};

/// The results of a shard.
#[derive(Serialize, Deserialize)]
pub(crate) struct ShardResults {
    /// The number of the shard, and the number of shards.
    pub(crate) number: usize,
    pub(crate) count: usize,
    /// The identity of the embedded scenarios, as `suite_identity` computes it.
    pub(crate) suite: String,
    pub(crate) game: Option<String>,
    pub(crate) profile: String,
    pub(crate) only: Vec<String>,
    pub(crate) skip: Vec<String>,
    pub(crate) rules_as_of: Option<String>,
    /// The options about the engine and its sessions, as words of the command line. Missing in results of older
    /// versions.
    #[serde(default)]
    pub(crate) engine_options: Vec<String>,
    pub(crate) notes: Vec<Message>,
    start: StoredFirstSession,
    sessions: Vec<StoredSession>,
}

#[derive(Serialize, Deserialize)]
struct StoredFirstSession {
    engine_name: Option<String>,
    has_failed: bool,
    problem: Option<Vec<Message>>,
    help: Vec<Message>,
    session: Option<StoredSession>,
    warnings: Vec<Message>,
}

#[derive(Serialize, Deserialize)]
struct StoredSession {
    scenario: String,
    /// The reason why the scenario was not played, if it was not.
    #[serde(skip_serializing_if = "Option::is_none")]
    not_played: Option<StoredNotPlayedReason>,
    rules: Vec<StoredRuleResult>,
    #[serde(skip_serializing_if = "Option::is_none")]
    unmet: Option<StoredUnmetExpectation>,
    was_interrupted: bool,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    missing_capability: Option<String>,
    died_of_signal: bool,
    violation_explains_end: bool,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    rule_that_explains_end: Option<String>,
    has_hung: bool,
    hang_or_crash_rule: Option<String>,
    doubts: Vec<AmbiguousRange>,
    #[serde(skip_serializing_if = "Vec::is_empty", default)]
    coverage: Vec<CoverageRow>,
    #[serde(skip_serializing_if = "Vec::is_empty", default)]
    deadlines: Vec<Deadline>,
}

#[derive(Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
enum StoredNotPlayedReason {
    Interrupted,
    Breaker(Message),
    /// The time limit in seconds.
    TimeLimit(f64),
    NotRestarted(Message),
    FirstFailure,
    FailedAgain,
}

#[derive(Serialize, Deserialize)]
struct StoredUnmetExpectation {
    line: usize,
    expected: String,
    reason: Message,
    timed_out: bool,
}

#[derive(Serialize, Deserialize)]
struct StoredRuleResult {
    rule: String,
    outcome: String,
    exercised: usize,
    witness: Option<usize>,
    #[serde(skip_serializing_if = "Vec::is_empty", default)]
    violations: Vec<Violation>,
    #[serde(skip_serializing_if = "is_zero", default)]
    count: usize,
    #[serde(skip_serializing_if = "Vec::is_empty", default)]
    messages: Vec<MessageCount>,
    #[serde(skip_serializing_if = "Vec::is_empty", default)]
    reasons: Vec<Message>,
    #[serde(skip_serializing_if = "is_false", default)]
    host_was_late: bool,
    #[serde(skip_serializing_if = "is_false", default)]
    only_in_doubt: bool,
    #[serde(skip_serializing_if = "is_false", default)]
    measured: bool,
    /// Missing in results of older versions.
    #[serde(default)]
    unconfirmed: bool,
    #[serde(skip_serializing_if = "Option::is_none", default)]
    left_to: Option<String>,
}

fn is_zero(count: &usize) -> bool {
    *count == 0
}

fn is_false(flag: &bool) -> bool {
    !flag
}

/// Returns the results of a shard for its report; `None` if the run is no shard.
pub(super) fn shard_results(
    run: &RunState<'_>,
    started: &FirstSessionResult,
    outcomes: &SessionOutcomes,
) -> Option<Box<RawValue>> {
    let ShardRequest {
        shard,
        filter,
        rules_as_of,
    } = run.request.shard.as_ref()?;
    let chosen = run.request.selection.scenarios.iter();
    let sessions = chosen.zip(&outcomes.sessions);
    let results = ShardResults {
        number: shard.number,
        count: shard.count,
        suite: suite_identity(run.request.protocol.name()),
        game: run.request.protocol.game().map(str::to_owned),
        profile: filter.profile.clone(),
        only: filter.only.clone(),
        skip: filter.skip.clone(),
        rules_as_of: rules_as_of.map(Version::to_text),
        engine_options: run.request.reproduce.options.clone(),
        notes: run.request.notes.clone(),
        start: store_first_session(started),
        sessions: sessions
            .map(|(it, session)| store_session(&it.scenario.id, session))
            .collect(),
    };
    // The results contain only texts, numbers and lists, so they can always be converted to JSON.
    serde_json::value::to_raw_value(&results).ok()
}

fn store_first_session(started: &FirstSessionResult) -> StoredFirstSession {
    let problem = started.failure_reason.as_ref();
    StoredFirstSession {
        engine_name: started.engine_name.clone(),
        has_failed: started.has_failed,
        problem: problem.map(|it| it.sentences.clone()),
        help: problem.map(|it| it.help.clone()).unwrap_or_default(),
        session: (started.session.as_ref()).map(|it| store_played_session(FIRST_SESSION_NAME, it)),
        warnings: started.warnings.clone(),
    }
}

fn store_session(
    scenario: &str,
    session: &Result<SessionResult, NotPlayedReason>,
) -> StoredSession {
    let why = match session {
        Ok(session) => return store_played_session(scenario, session),
        Err(why) => why,
    };
    let reason = match why {
        NotPlayedReason::Interrupted | NotPlayedReason::ShardMissing(_) => {
            StoredNotPlayedReason::Interrupted
        }
        NotPlayedReason::BreakerTripped(why) => StoredNotPlayedReason::Breaker(why.clone()),
        NotPlayedReason::TimeLimit(limit) => StoredNotPlayedReason::TimeLimit(limit.as_secs_f64()),
        NotPlayedReason::EngineNotRestarted(why) => {
            StoredNotPlayedReason::NotRestarted(why.clone())
        }
        NotPlayedReason::Stopped(StopReason::FirstFailure) => StoredNotPlayedReason::FirstFailure,
        NotPlayedReason::Stopped(StopReason::FailedAgain) => StoredNotPlayedReason::FailedAgain,
    };
    StoredSession {
        scenario: scenario.to_owned(),
        not_played: Some(reason),
        rules: Vec::new(),
        unmet: None,
        was_interrupted: false,
        missing_capability: None,
        died_of_signal: false,
        violation_explains_end: false,
        rule_that_explains_end: None,
        has_hung: false,
        hang_or_crash_rule: None,
        doubts: Vec::new(),
        coverage: Vec::new(),
        deadlines: Vec::new(),
    }
}

fn store_played_session(scenario: &str, session: &SessionResult) -> StoredSession {
    let unmet = session.unmet_expectation.as_ref();
    let rules = session.rules.iter();
    let rules = rules.filter(|(_, it)| {
        it.outcome != Outcome::NotExercised || it.reported_by.is_some() || !it.reasons.is_empty()
    });
    StoredSession {
        scenario: scenario.to_owned(),
        not_played: None,
        rules: rules
            .map(|(rule, it)| store_rule_result(rule, it))
            .collect(),
        unmet: unmet.map(|it| StoredUnmetExpectation {
            line: it.line_number,
            expected: it.expected.clone(),
            reason: it.reason.clone(),
            timed_out: it.timed_out,
        }),
        was_interrupted: session.was_interrupted,
        missing_capability: session.missing_capability.clone(),
        died_of_signal: session.died_of_signal,
        violation_explains_end: session.violation_explains_end,
        rule_that_explains_end: session
            .rule_that_explains_end
            .map(|it| it.as_str().to_owned()),
        has_hung: session.has_hung,
        hang_or_crash_rule: session.hang_or_crash_rule.map(|it| it.as_str().to_owned()),
        doubts: session.unjudged_ranges.clone(),
        coverage: session.coverage.clone(),
        deadlines: session.deadlines.clone(),
    }
}

fn store_rule_result(rule: RuleId, it: &RuleResult) -> StoredRuleResult {
    StoredRuleResult {
        rule: rule.as_str().to_owned(),
        outcome: it.outcome.name().to_owned(),
        exercised: it.exercised_count,
        witness: it.witness_line,
        violations: it.violations.clone(),
        count: it.violation_count,
        messages: it.messages.clone(),
        reasons: it.reasons.clone(),
        host_was_late: it.host_was_late,
        only_in_doubt: it.applies_only_in_unjudged_ranges,
        measured: it.has_only_measured_violations,
        unconfirmed: it.has_unconfirmed_violation,
        left_to: it.reported_by.map(|it| it.as_str().to_owned()),
    }
}

/// The transcripts of a shard's sessions, by the id of the scenario.
pub(super) type TranscriptsByScenario = BTreeMap<String, String>;

impl ShardResults {
    /// The options with which the shard's run selected its scenarios.
    pub(crate) fn filter(&self) -> ScenarioFilter {
        ScenarioFilter {
            profile: self.profile.clone(),
            only: self.only.clone(),
            skip: self.skip.clone(),
        }
    }

    /// The name that the engine gave itself.
    pub(super) fn engine_name(&self) -> Option<&str> {
        self.start.engine_name.as_deref()
    }

    /// Whether the engine did not start, or did not complete its handshake.
    pub(crate) fn has_start_failed(&self) -> bool {
        self.start.has_failed
    }

    /// Returns the stored result of the run's first session.
    pub(super) fn first_session(
        &self,
        rules: &[RuleInfo],
        transcripts: &TranscriptsByScenario,
    ) -> FirstSessionResult {
        let problem = self.start.problem.clone();
        FirstSessionResult {
            engine_name: self.start.engine_name.clone(),
            has_failed: self.start.has_failed,
            failure_reason: problem.map(|sentences| Problem {
                sentences,
                help: self.start.help.clone(),
            }),
            session: (self.start.session.as_ref()).map(|it| it.played_session(rules, transcripts)),
            warnings: self.start.warnings.clone(),
        }
    }

    /// The session of a scenario; `None` if the shard did not have the scenario.
    pub(super) fn session(
        &self,
        scenario: &str,
        rules: &[RuleInfo],
        transcripts: &TranscriptsByScenario,
    ) -> Option<Result<SessionResult, NotPlayedReason>> {
        let stored = self.sessions.iter().find(|it| it.scenario == scenario)?;
        Some(match &stored.not_played {
            None => Ok(stored.played_session(rules, transcripts)),
            Some(reason) => Err(match reason {
                StoredNotPlayedReason::Interrupted => NotPlayedReason::Interrupted,
                StoredNotPlayedReason::Breaker(why) => NotPlayedReason::BreakerTripped(why.clone()),
                StoredNotPlayedReason::TimeLimit(limit) => NotPlayedReason::TimeLimit(
                    Duration::try_from_secs_f64(*limit).unwrap_or_default(),
                ),
                StoredNotPlayedReason::NotRestarted(why) => {
                    NotPlayedReason::EngineNotRestarted(why.clone())
                }
                StoredNotPlayedReason::FirstFailure => {
                    NotPlayedReason::Stopped(StopReason::FirstFailure)
                }
                StoredNotPlayedReason::FailedAgain => {
                    NotPlayedReason::Stopped(StopReason::FailedAgain)
                }
            }),
        })
    }
}

impl StoredSession {
    fn played_session(
        &self,
        rules: &[RuleInfo],
        transcripts: &TranscriptsByScenario,
    ) -> SessionResult {
        let results = rules.iter().map(|info| {
            let stored = self.rules.iter().find(|it| it.rule == info.id);
            let result = stored.map(|it| it.rule_result(rules));
            (
                info.rule_id(),
                result.unwrap_or_else(RuleResult::not_exercised),
            )
        });
        let results: RuleMap<RuleResult> = results.collect();
        let has_violation = results.values().any(|it| it.outcome == Outcome::Violates);
        SessionResult {
            has_violation,
            rules: results,
            unmet_expectation: self.unmet.as_ref().map(|it| UnmetExpectation {
                line_number: it.line,
                expected: it.expected.clone(),
                reason: it.reason.clone(),
                timed_out: it.timed_out,
                event_index: None,
            }),
            was_interrupted: self.was_interrupted,
            missing_capability: self.missing_capability.clone(),
            died_of_signal: self.died_of_signal,
            violation_explains_end: self.violation_explains_end,
            rule_that_explains_end: find_rule(rules, self.rule_that_explains_end.as_deref()),
            has_hung: self.has_hung,
            timed_out_wait_time: Duration::ZERO,
            hang_or_crash_rule: find_rule(rules, self.hang_or_crash_rule.as_deref()),
            transcript: transcripts.get(&self.scenario).cloned(),
            unjudged_ranges: self.doubts.clone(),
            coverage: self.coverage.clone(),
            deadlines: self.deadlines.clone(),
        }
    }
}

impl StoredRuleResult {
    fn rule_result(&self, rules: &[RuleInfo]) -> RuleResult {
        RuleResult {
            // An unrecognized outcome must not count as a success, so it is inconclusive.
            outcome: Outcome::from_name(&self.outcome).unwrap_or(Outcome::Inconclusive),
            exercised_count: self.exercised,
            witness_line: self.witness,
            violations: self.violations.clone(),
            violation_count: self.count,
            messages: self.messages.clone(),
            reasons: self.reasons.clone(),
            host_was_late: self.host_was_late,
            applies_only_in_unjudged_ranges: self.only_in_doubt,
            has_only_measured_violations: self.measured,
            has_violation_beyond_host_delay: false,
            has_unconfirmed_violation: self.unconfirmed,
            reported_by: find_rule(rules, self.left_to.as_deref()),
        }
    }
}

fn find_rule(rules: &[RuleInfo], id: Option<&str>) -> Option<RuleId> {
    let mut rules = rules.iter();
    rules.find(|it| Some(it.id) == id).map(RuleInfo::rule_id)
}
