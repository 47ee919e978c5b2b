//! `--report short`: one line for each different message of a violated rule, as `record --judge-live` writes them.

use std::io::{self, Write};

use super::{
    Reporter,
    text::{shard_part, style_text, violation_mark, write_exit_line},
};
use crate::{
    rule::Level,
    verdict::{Report, Violation},
};

/// The reporter for `--report short`.
pub(crate) struct ShortReporter;

impl Reporter for ShortReporter {
    fn name(&self) -> &'static str {
        "short"
    }

    fn write_report(&self, report: &Report, out: &mut dyn Write) -> io::Result<()> {
        if let Some(problem) = &report.problem {
            writeln!(out, "✗ {problem}")?;
        }
        for verdict in report.violated_rules() {
            let mut shown: Vec<&Violation> = Vec::new();
            for violation in &verdict.violations {
                if shown.iter().all(|it| it.message != violation.message) {
                    shown.push(violation);
                    let line = report.layout.has_line_numbers.then_some(violation.line);
                    write_violation_line(verdict.level, &verdict.rule, violation, line, out)?;
                }
            }
        }
        for stale in &report.stale {
            writeln!(out, "✗ {stale}")?;
        }
        if let Some(shard) = shard_part(report) {
            writeln!(out, "{shard}")?;
        }
        write_exit_line(report, out)
    }
}

/// Writes a violation on one line; `line` is the line number in a file that the user can see.
pub(crate) fn write_violation_line(
    level: Level,
    rule: &str,
    violation: &Violation,
    line: Option<usize>,
    out: &mut dyn Write,
) -> io::Result<()> {
    let (mark, style) = violation_mark(level);
    let mark = style_text(style, &format!("{mark} {:6}", level.name()));
    let line = line.map(|it| format!(":{it}")).unwrap_or_default();
    let (scenario, message) = (&violation.scenario, &violation.message);
    writeln!(out, "{mark} {rule}  {scenario}{line}: {message}")
}
