//! The facts about a rule that every report format shows: whether the rule passed, failed or was skipped, and the texts
//! about the rule.

use super::{
    inert_text::{sanitize_line, sanitize_lines},
    text::{self, BUILT_IN_ENGINE_REMARK},
};
use crate::{
    exit::Exit,
    message::{Message, message},
    rule::Outcome,
    verdict::{ChangedRule, Comparison, Report, ReportChanges, Verdict, Violation},
};

/// The result of a rule in the terms of test reports: passed, failed or skipped.
pub(crate) enum RuleResult {
    Passed,
    /// A violation that fails the run.
    Failed,
    /// A violation that does not fail the run: a known failure, or a violation of a rule whose level does not count.
    Tolerated(String),
    /// The reason why the rule has neither passed nor failed.
    Skipped(String),
}

/// Returns the result of a rule.
pub(crate) fn rule_result(verdict: &Verdict) -> RuleResult {
    match verdict.outcome {
        Outcome::Conforms => RuleResult::Passed,
        Outcome::Violates if verdict.known => RuleResult::Tolerated(known_failure_text(verdict)),
        Outcome::Violates if verdict.counts => RuleResult::Failed,
        Outcome::Violates => {
            let level = verdict.level.name();
            let text = message!(
                "level_does_not_count",
                "a violation at level {level} does not fail the run",
                level
            );
            RuleResult::Tolerated(sanitize_line(&text.to_string()))
        }
        Outcome::Inconclusive | Outcome::NotApplicable | Outcome::NotExercised => {
            RuleResult::Skipped(skip_text(verdict))
        }
    }
}

fn known_failure_text(verdict: &Verdict) -> String {
    let alone = || message!("known_failure_alone", "known failure").to_string();
    let reason = verdict.reasons.first().map(|it| it.why.to_string());
    sanitize_line(&reason.unwrap_or_else(alone))
}

/// The outcome of a rule that was not judged, and the reasons.
fn skip_text(verdict: &Verdict) -> String {
    let outcome = verdict.outcome.title();
    let reasons = verdict.reasons.iter().map(|it| it.why.to_string());
    let reasons: Vec<String> = reasons.collect();
    let text = match reasons.is_empty() {
        true => outcome.to_string(),
        false => message!(
            "outcome_with_reasons",
            "{outcome}: {reasons}",
            outcome,
            reasons
        )
        .to_string(),
    };
    sanitize_line(&text)
}

/// The rules of the report that were selected.
pub(crate) fn selected_rules(report: &Report) -> impl Iterator<Item = &Verdict> {
    report.verdicts.iter().filter(|it| it.selected)
}

/// The lines with which the text report shows a violated rule in detail.
pub(crate) fn violation_lines(verdict: &Verdict, report: &Report) -> Vec<String> {
    let mut details = Vec::new();
    // Writing to a vector does not fail.
    let _ = text::write_violated_rule(verdict, report, &mut details);
    let mut lines = sanitize_lines(&String::from_utf8_lossy(&details));
    while lines.last().is_some_and(String::is_empty) {
        lines.pop();
    }
    lines
}

/// The first violations of a rule, at most one for each different message.
pub(crate) fn first_violations(verdict: &Verdict, limit: usize) -> Vec<&Violation> {
    text::distinct_violations(&verdict.violations, limit)
}

/// The message of a rule's first violation.
pub(crate) fn first_violation_message(verdict: &Verdict) -> String {
    let first = verdict.violations.first();
    let first = first.map(|it| it.message.to_string());
    sanitize_line(&first.unwrap_or_else(|| verdict.translated_title().to_owned()))
}

/// The reason why the report as a whole does not count as a result: the engine did not start, or nothing was exercised.
/// Even a report format that otherwise contains only a list of rules must show why the report does not count as a
/// result, because an empty list of rules looks like a success.
pub(crate) fn run_failure_reason(report: &Report) -> Option<String> {
    let meaning = match report.exit {
        Exit::Interrupted | Exit::Defect | Exit::Usage | Exit::NoEngine | Exit::Nothing => {
            report.exit.meaning()
        }
        Exit::Violated | Exit::Inconclusive | Exit::Fine => return None,
    };
    let text = match &report.problem {
        Some(problem) => problem.to_string(),
        None => meaning.to_string(),
    };
    Some(sanitize_line(&text))
}

/// The maximum number of inconclusive rules that the reason of an inconclusive run names.
const MAX_NAMED_RULES: usize = 5;

/// If the run is inconclusive (exit 3): what this means, and the first inconclusive rules with their reasons.
pub(crate) fn inconclusive_run_lines(report: &Report) -> Option<Vec<String>> {
    if report.exit != Exit::Inconclusive {
        return None;
    }
    let mut lines = vec![sanitize_line(&report.exit.meaning().to_string())];
    let open = selected_rules(report).filter(|it| it.outcome == Outcome::Inconclusive);
    for verdict in open.take(MAX_NAMED_RULES) {
        let why = match rule_result(verdict) {
            RuleResult::Skipped(why) => format!(": {why}"),
            _ => String::new(),
        };
        lines.push(format!("? {}{why}", verdict.rule));
    }
    Some(lines)
}

/// What a reader of the whole report must know: it is about one shard only, or about the built-in engine.
pub(crate) fn report_remarks(report: &Report) -> Vec<String> {
    let built_in = report.engine.built_in.then_some(BUILT_IN_ENGINE_REMARK);
    let remarks = text::shard_part(report).into_iter().chain(built_in);
    remarks.map(|it| sanitize_line(&it.to_string())).collect()
}

/// The entries of known failures that match no violation any more.
pub(crate) fn stale_known_failures(report: &Report) -> impl Iterator<Item = String> {
    report
        .stale
        .iter()
        .map(|it: &Message| sanitize_line(&it.to_string()))
}

/// The engine of a report: its name in `ponderhit.toml`, and the name that it reports, or else its program.
pub(crate) fn engine_title(report: &Report) -> String {
    let program = report.engine.command.first();
    let program = program.map(|it| it.rsplit(['/', '\\']).next().unwrap_or(it));
    let name = report.engine.name.as_deref().or(program);
    let name = name.unwrap_or("?");
    let name = sanitize_line(&match &report.engine.label {
        Some(label) => format!("{label}: {name}"),
        None => name.to_owned(),
    });
    match name.chars().count() > 60 {
        true => name.chars().take(59).chain(['…']).collect(),
        false => name,
    }
}

/// The outcome of a rule in a cell of a table.
pub(crate) fn outcome_mark(verdict: Option<&Verdict>) -> &'static str {
    match verdict {
        None => "",
        Some(it) if it.is_known_failure() => "~",
        Some(it) => match it.outcome {
            Outcome::Conforms => "✓",
            Outcome::Violates if it.is_error() => "✗",
            Outcome::Violates => "!",
            Outcome::Inconclusive => "?",
            Outcome::NotApplicable | Outcome::NotExercised => "–",
        },
    }
}

pub(crate) const NO_RULE_CHANGED: Message =
    message!("no_rule_changed", "no rule has a different outcome");

/// The heading for the changes between two reports on one engine: the engine, and the numbers of the two reports.
pub(crate) fn changes_heading(changes: &ReportChanges, comparison: &Comparison) -> Message {
    let engine = comparison
        .reports
        .get(changes.later_report)
        .map(engine_title);
    message!(
        "changes_of_engine",
        "{engine}: from result {before} to result {after}",
        engine = engine.unwrap_or_default(),
        before = changes.earlier_report + 1,
        after = changes.later_report + 1,
    )
}

/// The heading of a comparison: the number of results.
pub(crate) fn comparison_title(comparison: &Comparison) -> Message {
    match comparison.reports.len() {
        1 => message!("comparison_title_one", "1 result"),
        count => message!("comparison_title", "{count} results", count),
    }
}

/// One line for each engine that has no result, with its error.
pub(crate) fn failed_engine_lines(comparison: &Comparison) -> impl Iterator<Item = String> {
    comparison.failed_engines.iter().map(|it| {
        let text = message!(
            "engine_without_result",
            "{name}: no result: {error}",
            name = &it.name,
            error = &it.error
        );
        format!("✗ {}", sanitize_line(&text.to_string()))
    })
}

/// What a run has played, beside its engine: the protocol, the profile, and the globs of `--only` and `--skip`.
pub(crate) fn run_scope(report: &Report) -> String {
    let mut parts = vec![report.protocol_title.to_string()];
    let profile = report.profile.as_ref();
    parts.extend(profile.map(|name| message!("profile_name", "profile {name}", name).to_string()));
    let options = [
        ("--only", &report.selection.only),
        ("--skip", &report.selection.skip),
    ];
    for (option, globs) in options {
        parts.extend(globs.iter().map(|it| format!("{option} {it}")));
    }
    sanitize_line(&parts.join(" · "))
}

/// The note under the changes between two runs that selected other scenarios.
pub(crate) const SELECTIONS_DIFFER: Message = message!(
    "selections_differ",
    "the two runs differ in the profile or the selection: only rules that both runs judged are listed"
);

/// The outcome of a rule in the earlier report, and its outcome in the later report.
pub(crate) fn earlier_and_later_outcome(changed: &ChangedRule) -> (String, String) {
    let title = |outcome: Option<Outcome>| {
        outcome.map_or_else(|| "–".to_owned(), |it| it.title().to_string())
    };
    (title(changed.earlier_outcome), title(changed.later_outcome))
}

/// The file and the line of a violation.
pub(crate) struct ViolationLocation {
    pub(crate) file: String,
    pub(crate) line: usize,
    /// Whether the file exists on the user's disk: a log, a script, or a stored transcript.
    pub(crate) file_exists: bool,
}

/// Returns the place of a violation: the log, the script of the user, or the transcript of the session.
pub(crate) fn violation_location(report: &Report, violation: &Violation) -> ViolationLocation {
    let scenario = &violation.scenario;
    let is_script = scenario.ends_with(".script");
    // `violation.line` is a line number in the script only if the violation has a diff (because the script has expected
    // output); otherwise it is a line number in the transcript.
    let script_line = if violation.diff.is_some() {
        violation.line
    } else {
        1
    };
    let (file, line, is_file) = match (report.command, &report.run.transcript_directory) {
        // If a log has several conversations, the name of the engine follows the name of the log in parentheses.
        ("judge", _) => (
            scenario.split(" (").next().unwrap_or(scenario).to_owned(),
            violation.line,
            true,
        ),
        ("replay", _) if is_script && violation.diff.is_some() => {
            (scenario.clone(), script_line, true)
        }
        (_, Some(directory)) => {
            let name = scenario.trim_end_matches(".script");
            (format!("{directory}/{name}.script"), violation.line, true)
        }
        ("replay", None) if is_script => (scenario.clone(), script_line, true),
        _ => (format!("{scenario}.script"), violation.line, false),
    };
    ViolationLocation {
        file: sanitize_line(&file.replace('\\', "/")),
        line: line.max(1),
        file_exists: is_file,
    }
}
