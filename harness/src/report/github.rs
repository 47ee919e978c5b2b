//! `--report github`: annotations of a GitHub workflow, one for each violated rule, and one for a run without a
//! verdict.

use std::io::{self, Write};

use super::{
    Reporter,
    inert_text::sanitize_line,
    rule_result::{
        RuleResult, first_violation_message, inconclusive_run_lines, report_remarks, rule_result,
        run_failure_reason, selected_rules, stale_known_failures, violation_location,
    },
};
use crate::{
    message::message,
    rule::Level,
    verdict::{Report, Verdict},
};

/// The reporter for `--report github`.
pub(crate) struct GithubReporter;

impl Reporter for GithubReporter {
    fn name(&self) -> &'static str {
        "github"
    }

    fn writes_ci_commands(&self) -> bool {
        true
    }

    fn write_report(&self, report: &Report, out: &mut dyn Write) -> io::Result<()> {
        if let Some(failure) = run_failure_reason(report) {
            write_annotation("error", &[("title", "ponderhit".to_owned())], &failure, out)?;
        }
        if let Some(lines) = inconclusive_run_lines(report) {
            let title = [("title", "ponderhit".to_owned())];
            write_annotation("error", &title, &lines.join("\n"), out)?;
        }
        for remark in report_remarks(report) {
            write_annotation("notice", &[("title", "ponderhit".to_owned())], &remark, out)?;
        }
        for verdict in selected_rules(report).filter(|it| !it.violations.is_empty()) {
            let kind = match (rule_result(verdict), verdict.level) {
                (RuleResult::Failed, _) => "error",
                (RuleResult::Tolerated(_), Level::Must | Level::Robust | Level::May) => "notice",
                (RuleResult::Tolerated(_), Level::Should) => "warning",
                (RuleResult::Passed | RuleResult::Skipped(_), _) => continue,
            };
            write_rule_annotation(kind, verdict, report, out)?;
        }
        for stale in stale_known_failures(report) {
            write_annotation("error", &[("title", "ponderhit".to_owned())], &stale, out)?;
        }
        Ok(())
    }
}

fn write_rule_annotation(
    kind: &str,
    verdict: &Verdict,
    report: &Report,
    out: &mut dyn Write,
) -> io::Result<()> {
    let Some(violation) = verdict.violations.first() else {
        return Ok(());
    };
    let place = violation_location(report, violation);
    let mut properties = Vec::new();
    if place.file_exists {
        properties.push(("file", place.file));
        properties.push(("line", place.line.to_string()));
    }
    let title = format!(
        "{} {} ({})",
        verdict.level.name(),
        verdict.rule,
        verdict.requirement
    );
    properties.push(("title", sanitize_line(&title)));
    let reproduce = message!("see_it_again", "see it again");
    let text = format!(
        "{}\n{}: {}\n{reproduce}: {}",
        first_violation_message(verdict),
        sanitize_line(&violation.scenario),
        sanitize_line(&violation.actual),
        sanitize_line(&violation.reproduce),
    );
    write_annotation(kind, &properties, &text, out)
}

fn write_annotation(
    kind: &str,
    properties: &[(&str, String)],
    text: &str,
    out: &mut dyn Write,
) -> io::Result<()> {
    let properties: Vec<String> = (properties.iter())
        .map(|(name, value)| format!("{name}={}", escape_property(value)))
        .collect();
    let separator = if properties.is_empty() { "" } else { " " };
    let properties = properties.join(",");
    writeln!(
        out,
        "::{kind}{separator}{properties}::{}",
        escape_data(text)
    )
}

/// Escapes the text of a workflow command, as GitHub's runner expects it.
fn escape_data(text: &str) -> String {
    text.replace('%', "%25")
        .replace('\r', "%0D")
        .replace('\n', "%0A")
}

/// Escapes a property of a workflow command, as GitHub's runner expects it.
fn escape_property(text: &str) -> String {
    escape_data(text).replace(':', "%3A").replace(',', "%2C")
}
