//! `--report gitlab`: the code quality report of GitLab, which merge requests show.

use std::io::{self, Write};

use serde_json::{Value, json};

use super::{
    Reporter,
    json::write_json,
    rule_result::{
        RuleResult, first_violations, inconclusive_run_lines, rule_result, run_failure_reason,
        selected_rules, stale_known_failures, violation_location,
    },
};
use crate::{
    report::inert_text::sanitize_line,
    rule::Level,
    verdict::{Report, Verdict, Violation},
};

/// The maximum number of report entries for one rule.
const MAX_ENTRIES_PER_RULE: usize = 5;

/// The reporter for `--report gitlab`.
pub(crate) struct GitlabReporter;

impl Reporter for GitlabReporter {
    fn name(&self) -> &'static str {
        "gitlab"
    }

    fn write_report(&self, report: &Report, out: &mut dyn Write) -> io::Result<()> {
        let mut entries = Vec::new();
        // An inconclusive run is no success, so its report is not empty.
        let inconclusive = inconclusive_run_lines(report).map(|it| it.join(" · "));
        for text in run_failure_reason(report)
            .into_iter()
            .chain(inconclusive)
            .chain(stale_known_failures(report))
        {
            entries.push(json!({
                "description": text,
                "check_name": "ponderhit",
                "fingerprint": fingerprint(&[&text]),
                "severity": "blocker",
                "location": {"path": "ponderhit.toml", "lines": {"begin": 1}},
            }));
        }
        for verdict in selected_rules(report) {
            let severity = match (rule_result(verdict), verdict.level) {
                (RuleResult::Failed, _) => "critical",
                (RuleResult::Tolerated(_), Level::Should) => "minor",
                (RuleResult::Tolerated(_), _) => "info",
                (RuleResult::Passed | RuleResult::Skipped(_), _) => continue,
            };
            let violations = first_violations(verdict, MAX_ENTRIES_PER_RULE).into_iter();
            entries.extend(violations.map(|it| report_entry(severity, verdict, it, report)));
        }
        write_json(&Value::from(entries), out)
    }
}

fn report_entry(
    severity: &str,
    verdict: &Verdict,
    violation: &Violation,
    report: &Report,
) -> Value {
    let place = violation_location(report, violation);
    let message = sanitize_line(&violation.message.to_string());
    json!({
        "description": format!("{message} ({})", sanitize_line(&verdict.requirement)),
        "check_name": verdict.rule,
        "fingerprint": fingerprint(&[&verdict.rule, &violation.scenario, &message]),
        "severity": severity,
        "location": {"path": place.file, "lines": {"begin": place.line}},
    })
}

/// The fingerprint that identifies an entry of the report (FNV-1a): equal texts have equal fingerprints in every run
/// and on every machine.
pub(super) fn fingerprint(texts: &[&str]) -> String {
    let mut hash: u64 = 0xcbf2_9ce4_8422_2325;
    for byte in texts.iter().flat_map(|it| it.bytes().chain([0])) {
        hash = (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3);
    }
    format!("{hash:016x}")
}
