//! `--report sarif` writes SARIF 2.1.0, the format of static analysers, which GitHub code scanning reads.

use std::io::{self, Write};

use serde_json::{Value, json};

use super::{
    Reporter,
    gitlab::fingerprint,
    inert_text::sanitize_line,
    json::write_json,
    rule_page::rule_page_address,
    rule_result::{
        RuleResult, first_violations, inconclusive_run_lines, report_remarks, rule_result,
        run_failure_reason, selected_rules, stale_known_failures, violation_lines,
        violation_location,
    },
};
use crate::{
    exit::Exit,
    rule::{Level, Outcome},
    verdict::{Report, Verdict, Violation},
};

/// The maximum number of SARIF results (violations) for one rule.
const MAX_RESULTS_PER_RULE: usize = 10;

/// The page that describes the tool.
const INFORMATION_URI: &str = env!("CARGO_PKG_REPOSITORY");

/// The reporter for `--report sarif`.
pub(crate) struct SarifReporter;

impl Reporter for SarifReporter {
    fn name(&self) -> &'static str {
        "sarif"
    }

    fn write_report(&self, report: &Report, out: &mut dyn Write) -> io::Result<()> {
        let rules: Vec<Value> = selected_rules(report).map(rule_descriptor).collect();
        let mut results = Vec::new();
        for (index, verdict) in selected_rules(report).enumerate() {
            for violation in first_violations(verdict, MAX_RESULTS_PER_RULE) {
                results.push(violation_result(index, verdict, violation, report));
            }
        }
        let document = json!({
            "$schema": "https://json.schemastore.org/sarif-2.1.0.json",
            "version": "2.1.0",
            "runs": [{
                "tool": {"driver": {
                    "name": "ponderhit",
                    "version": report.tool.version,
                    "informationUri": INFORMATION_URI,
                    "rules": rules,
                }},
                "columnKind": "unicodeCodePoints",
                "invocations": [invocation(report)],
                "results": results,
            }],
        });
        write_json(&document, out)
    }
}

fn sarif_level(level: Level, counts: bool) -> &'static str {
    match level {
        _ if counts => "error",
        Level::Must | Level::Robust => "error",
        Level::Should => "warning",
        Level::May => "note",
    }
}

fn rule_descriptor(verdict: &Verdict) -> Value {
    let title = sanitize_line(verdict.translated_title());
    let why = sanitize_line(verdict.translated_rationale());
    let requirement = sanitize_line(&verdict.requirement);
    let mut descriptor = json!({
        "id": verdict.rule,
        "shortDescription": {"text": title},
        "fullDescription": {"text": why},
        "help": {"text": format!("{requirement}: {title}\n\n{why}\n\nponderhit explain {}", verdict.rule)},
        "defaultConfiguration": {"level": sarif_level(verdict.level, verdict.counts)},
        "properties": {
            "tags": [verdict.topic, verdict.level.name()],
            "requirement": requirement,
            "level": verdict.level.name(),
            "outcome": verdict.outcome.name(),
        },
    });
    if let Some(page) = rule_page_address(&verdict.rule) {
        descriptor["helpUri"] = page.into();
    }
    descriptor
}

fn violation_result(
    rule_index: usize,
    verdict: &Verdict,
    violation: &Violation,
    report: &Report,
) -> Value {
    let place = violation_location(report, violation);
    let message = sanitize_line(&violation.message.to_string());
    let details = violation_lines(verdict, report).join("\n");
    let mut result = json!({
        "ruleId": verdict.rule,
        "ruleIndex": rule_index,
        "kind": "fail",
        "level": sarif_level(verdict.level, verdict.counts),
        "message": {"text": format!("{message}\n\n{details}")},
        "locations": [{
            "physicalLocation": {
                "artifactLocation": {"uri": file_uri(&place.file)},
                "region": {"startLine": place.line},
            },
            "logicalLocations": [{"fullyQualifiedName": sanitize_line(&violation.scenario)}],
        }],
        "partialFingerprints": {
            "ponderhit/v1": fingerprint(&[&verdict.rule, &violation.scenario, &message]),
        },
        "properties": {"reproduce": sanitize_line(&violation.reproduce)},
    });
    if let RuleResult::Tolerated(why) = rule_result(verdict)
        && verdict.known
    {
        result["suppressions"] = json!([{"kind": "external", "justification": why}]);
    }
    result
}

/// The part of the SARIF report about the run: the exit code, and the notes that a reader must know although they are
/// not violations.
fn invocation(report: &Report) -> Value {
    let mut notifications = Vec::new();
    let inconclusive = inconclusive_run_lines(report).map(|it| it.join("\n"));
    for text in run_failure_reason(report)
        .into_iter()
        .chain(inconclusive)
        .chain(stale_known_failures(report))
    {
        notifications.push(json!({"level": "error", "message": {"text": text}}));
    }
    for text in report_remarks(report) {
        notifications.push(json!({"level": "note", "message": {"text": text}}));
    }
    for verdict in selected_rules(report).filter(|it| it.outcome == Outcome::Inconclusive) {
        if let RuleResult::Skipped(why) = rule_result(verdict) {
            notifications.push(json!({
                "level": "warning",
                "message": {"text": format!("{}: {why}", verdict.rule)},
            }));
        }
    }
    // A run with an error among its notifications has lost a part of its results.
    let judged = matches!(report.exit, Exit::Violated | Exit::Fine);
    json!({
        "executionSuccessful": judged,
        "exitCode": report.exit.code(),
        "toolExecutionNotifications": notifications,
    })
}

/// Escapes a file name as a relative URI.
fn file_uri(file: &str) -> String {
    let mut uri = String::new();
    for byte in file.bytes() {
        match byte {
            b'A'..=b'Z' | b'a'..=b'z' | b'0'..=b'9' | b'/' | b'.' | b'_' | b'-' | b'~' => {
                uri.push(char::from(byte));
            }
            _ => uri.push_str(&format!("%{byte:02X}")),
        }
    }
    uri
}
