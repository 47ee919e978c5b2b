//! `--report tap`: the Test Anything Protocol, version 14. Each rule is a test point, and the diagnostics of a test
//! point are YAML.

use std::io::{self, Write};

use serde_json::Value;

use super::{
    Reporter,
    rule_result::{
        RuleResult, first_violation_message, inconclusive_run_lines, rule_result,
        run_failure_reason, selected_rules, stale_known_failures, violation_lines,
    },
};
use crate::verdict::{Report, Verdict};

/// The reporter for `--report tap`.
pub(crate) struct TapReporter;

impl Reporter for TapReporter {
    fn name(&self) -> &'static str {
        "tap"
    }

    fn write_report(&self, report: &Report, out: &mut dyn Write) -> io::Result<()> {
        // An inconclusive run is no success, so its report has a failed test point.
        let inconclusive = inconclusive_run_lines(report).map(|it| it.join(" · "));
        let more = inconclusive.into_iter().chain(stale_known_failures(report));
        let more: Vec<String> = more.collect();
        let count = selected_rules(report).count() + more.len();
        writeln!(out, "TAP version 14")?;
        writeln!(out, "1..{count}")?;
        for (number, verdict) in (1..).zip(selected_rules(report)) {
            write_test_point(number, verdict, report, out)?;
        }
        let first = count - more.len() + 1;
        for (number, text) in (first..).zip(&more) {
            writeln!(out, "not ok {number} - {}", escape_description(text))?;
        }
        match run_failure_reason(report) {
            Some(failure) => writeln!(out, "Bail out! {failure}"),
            None => Ok(()),
        }
    }
}

fn write_test_point(
    number: usize,
    verdict: &Verdict,
    report: &Report,
    out: &mut dyn Write,
) -> io::Result<()> {
    let name = escape_description(&verdict.rule);
    match rule_result(verdict) {
        RuleResult::Passed => writeln!(out, "ok {number} - {name}"),
        RuleResult::Failed => {
            writeln!(out, "not ok {number} - {name}")?;
            write_diagnostics(verdict, report, out)
        }
        // A TAP test point with TODO is expected to fail, and does not fail the test run.
        RuleResult::Tolerated(why) => {
            let why = escape_description(&why);
            writeln!(out, "not ok {number} - {name} # TODO {why}")?;
            write_diagnostics(verdict, report, out)
        }
        RuleResult::Skipped(why) => {
            let why = escape_description(&why);
            writeln!(out, "ok {number} - {name} # SKIP {why}")
        }
    }
}

/// Writes a YAML block. A JSON string is a YAML string, too.
fn write_diagnostics(verdict: &Verdict, report: &Report, out: &mut dyn Write) -> io::Result<()> {
    let text = |it: &str| Value::from(it).to_string();
    writeln!(out, "  ---")?;
    writeln!(
        out,
        "  message: {}",
        text(&first_violation_message(verdict))
    )?;
    writeln!(out, "  severity: {}", text(verdict.level.name()))?;
    writeln!(out, "  requirement: {}", text(&verdict.requirement))?;
    writeln!(out, "  details:")?;
    for line in violation_lines(verdict, report) {
        writeln!(out, "    - {}", text(&line))?;
    }
    writeln!(out, "  ...")
}

/// Escapes the characters that have a special meaning in the description of a TAP test point.
fn escape_description(text: &str) -> String {
    text.replace('\\', "\\\\").replace('#', "\\#")
}
