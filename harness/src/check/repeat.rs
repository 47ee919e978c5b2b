//! Plays the scenarios several times (`--repeat`) and merges the reports: a rule that is violated in some repeats only
//! is flaky.

use std::collections::BTreeMap;

use super::{CheckObserver, RunRequest, exit, run_scenarios};
use crate::{
    exit::Exit,
    link::{self, clock::Stopwatch},
    message::{Message, message},
    rule::{Level, Outcome},
    transcript::Transcript,
    verdict::{self, CoverageRow, EngineInfo, FlakyRule, Report, Verdict, Violation},
};

/// Plays the scenarios `repeats` times and merges the reports. The time limit applies to each repeat.
pub(crate) fn run_repeatedly(
    mut request: RunRequest,
    repeats: usize,
    observer: &dyn CheckObserver,
) -> Report {
    let mut reports = Vec::new();
    for repeat in 1..=repeats.max(1) {
        if repeat > 1 {
            request.stopwatch = Stopwatch::start();
        }
        let observer = RepeatObserver {
            inner_observer: observer,
            repeat_number: repeat,
        };
        let report = run_scenarios(&request, &observer);
        let stopped = request.stop_policy.stops_at_first_failure && report.exit == Exit::Violated;
        let ended = stopped || link::was_interrupted() || report.problem.is_some();
        reports.push(report);
        if ended {
            break;
        }
    }
    merge_reports(&request, reports)
}

/// Merges the reports of all repeats: each rule has its worst verdict.
fn merge_reports(request: &RunRequest, reports: Vec<Report>) -> Report {
    let repeats = reports.len();
    let mut all = reports.into_iter();
    let Some(mut merged) = all.next() else {
        return super::report_without_protocol(
            request.mode,
            request.engine_command.clone(),
            message!("no_repeat_played", "no repeat was played").into(),
            &request.stopwatch,
        );
    };
    if repeats == 1 {
        return merged;
    }
    let mut no_engine = merged.exit == Exit::NoEngine;
    let mut failures = FailureCounts::default();
    failures.add_report(&merged);
    for report in all {
        no_engine |= report.exit == Exit::NoEngine;
        failures.add_report(&report);
        merge_into(&mut merged, report);
    }
    for verdict in &mut merged.verdicts {
        let in_all = |scenario: &String| {
            let key = (verdict.rule.clone(), scenario.clone());
            failures.by_scenario.get(&key) == Some(&repeats)
        };
        let flaky_in = verdict.violated_in.iter().filter(|it| !in_all(it));
        verdict.flaky_in = flaky_in.cloned().collect();
        let failed = failures
            .by_rule
            .get(&verdict.rule)
            .copied()
            .unwrap_or_default();
        if failed > 0 && failed < repeats {
            verdict.flaky = Some(FlakyRule { failed, repeats });
            merged.notes.push(message!(
                "rule_flaky",
                "{rule} is flaky: it was violated in {failed} of {repeats} repeats",
                rule = &verdict.rule,
                failed,
                repeats
            ));
        }
    }
    merged.notes.push(message!(
        "repeats_played",
        "the scenarios were played {repeats} times; each rule has its worst verdict",
        repeats
    ));
    merged.summary = verdict::count_outcomes(&merged.verdicts);
    merged.fix_first = merged.rule_to_fix_first().map(|it| it.rule.clone());
    merged.exit = exit::exit_code(request, no_engine, &merged);
    merged
}

/// In how many repeats each rule was violated.
#[derive(Default)]
struct FailureCounts {
    by_rule: BTreeMap<String, usize>,
    /// The number of repeats for each rule and scenario.
    by_scenario: BTreeMap<(String, String), usize>,
}

impl FailureCounts {
    fn add_report(&mut self, report: &Report) {
        let verdicts = report.verdicts.iter();
        for verdict in verdicts.filter(|it| it.outcome == Outcome::Violates) {
            *self.by_rule.entry(verdict.rule.clone()).or_default() += 1;
            for scenario in &verdict.violated_in {
                let key = (verdict.rule.clone(), scenario.clone());
                *self.by_scenario.entry(key).or_default() += 1;
            }
        }
    }
}

fn merge_into(merged: &mut Report, report: Report) {
    // All repeats have the same rules and scenarios in the same order, unless the engine did not start in one of them.
    if merged.verdicts.len() == report.verdicts.len() {
        for (worst, verdict) in merged.verdicts.iter_mut().zip(report.verdicts) {
            let mut scenarios = std::mem::take(&mut worst.violated_in);
            let new = verdict.violated_in.iter();
            let new = new.filter(|it| !scenarios.contains(it)).cloned();
            scenarios.extend(new.collect::<Vec<_>>());
            if severity(&verdict) > severity(worst) {
                *worst = verdict;
            }
            worst.violated_in = scenarios;
        }
    } else if merged.verdicts.is_empty() {
        merged.verdicts = report.verdicts;
    }
    let mut transcripts = report.run.transcripts;
    let mut deadlines = report.run.deadlines;
    for scenario in report.scenarios {
        let earlier = merged
            .scenarios
            .iter_mut()
            .find(|it| it.scenario == scenario.scenario);
        match earlier {
            Some(earlier) if scenario.passed == Some(false) && earlier.passed != Some(false) => {
                let transcript = transcripts.remove(&scenario.scenario);
                let transcript = transcript.map(|it| (scenario.scenario.clone(), it));
                merged.run.transcripts.extend(transcript);
                let deadlines = deadlines.remove(&scenario.scenario);
                let deadlines = deadlines.map(|it| (scenario.scenario.clone(), it));
                merged.run.deadlines.extend(deadlines);
                *earlier = scenario;
            }
            Some(_) => (),
            None => merged.scenarios.push(scenario),
        }
    }
    // A known failure is stale only if it is stale in every repeat.
    merged.stale.retain(|it| report.stale.contains(it));
    merged
        .stale_lines
        .retain(|it| report.stale_lines.contains(it));
    for note in report.notes {
        if !merged.notes.contains(&note) {
            merged.notes.push(note);
        }
    }
    merged.problem = merged.problem.take().or(report.problem);
    let coverage = std::mem::take(&mut merged.run.coverage).into_iter();
    merged.run.coverage = CoverageRow::merge(coverage.chain(report.run.coverage));
    merged.run.interrupted |= report.run.interrupted;
}

/// Orders verdicts on the same rule by severity: a violation that is not a known failure is the worst.
fn severity(verdict: &Verdict) -> (Outcome, bool, bool) {
    let open = !verdict.hidden && !verdict.masked;
    (verdict.outcome, verdict.is_violated(), open)
}

/// Passes the events of one repeat on to the observer `inner`. Only the first repeat prints the head of the report, and
/// from the second repeat on, session names contain the number of the repeat.
struct RepeatObserver<'a> {
    inner_observer: &'a dyn CheckObserver,
    repeat_number: usize,
}

impl CheckObserver for RepeatObserver<'_> {
    fn engine_started(&self, engine: &EngineInfo) {
        if self.repeat_number == 1 {
            self.inner_observer.engine_started(engine);
        }
    }

    fn warn(&self, warning: &Message) {
        if self.repeat_number == 1 {
            self.inner_observer.warn(warning);
        }
    }

    fn scenario_done(&self, done: usize, total: usize, scenario: &str) {
        self.inner_observer.scenario_done(done, total, scenario);
    }

    fn violation_found(&self, level: Level, rule: &str, violation: &Violation) {
        self.inner_observer.violation_found(level, rule, violation);
    }

    fn session_started(&self, scenario: &str) {
        self.inner_observer.session_started(scenario);
    }

    fn session_recorded(
        &self,
        protocol: &str,
        session: &str,
        attempt: usize,
        transcript: &Transcript,
    ) {
        let name = match self.repeat_number {
            1 => session.to_owned(),
            repeat => format!("repeat-{repeat}/{session}"),
        };
        self.inner_observer
            .session_recorded(protocol, &name, attempt, transcript);
    }

    fn snapshot_updated(&self, snapshot: &str, text: &[u8]) {
        self.inner_observer.snapshot_updated(snapshot, text);
    }
}
