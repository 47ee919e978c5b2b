//! Several reports as text: the result of each run, and a table of the rules that at least one engine violates.

use std::io::{self, Write};

use unicode_width::UnicodeWidthStr as _;

use super::{TextStyle, style_text, write_counts, write_exit_line};
use crate::{
    report::{
        ComparisonReporter,
        inert_text::sanitize_line,
        rule_result::{
            NO_RULE_CHANGED, SELECTIONS_DIFFER, changes_heading, comparison_title,
            earlier_and_later_outcome, engine_title, failed_engine_lines, outcome_mark,
            run_failure_reason, run_scope,
        },
    },
    rule::Outcome,
    verdict::{ComparedRule, Comparison},
};

impl ComparisonReporter for super::TextReporter {
    fn write_comparison(&self, comparison: &Comparison, out: &mut dyn Write) -> io::Result<()> {
        let title = comparison_title(comparison).to_string();
        writeln!(out, "{}", style_text(TextStyle::Emphasis, &title))?;
        for line in failed_engine_lines(comparison) {
            writeln!(out, "{}", style_text(TextStyle::Failure, &line))?;
        }
        for (index, report) in comparison.reports.iter().enumerate() {
            writeln!(out)?;
            let number = format!("[{}]", index + 1);
            let number = style_text(TextStyle::Emphasis, &number);
            writeln!(out, "{number} {}", engine_title(report))?;
            writeln!(out, "{}", run_scope(report))?;
            if let Some(failure) = run_failure_reason(report) {
                writeln!(out, "{}", style_text(TextStyle::Failure, &failure))?;
            }
            write_counts(report, out)?;
            write_exit_line(report, out)?;
        }
        for changes in &comparison.changes {
            writeln!(out)?;
            let heading = changes_heading(changes, comparison).to_string();
            writeln!(out, "{}", style_text(TextStyle::Emphasis, &heading))?;
            if !changes.is_same_selection {
                writeln!(out, "{SELECTIONS_DIFFER}")?;
            }
            if changes.rules.is_empty() {
                writeln!(out, "{NO_RULE_CHANGED}")?;
            }
            for changed in &changes.rules {
                let (before, after) = earlier_and_later_outcome(changed);
                writeln!(out, "{}: {before} → {after}", sanitize_line(&changed.rule))?;
            }
        }
        write_rules(comparison, out)
    }
}

/// Writes a table row for each rule that at least one engine violates, or that could not be judged for at least one
/// engine.
fn write_rules(comparison: &Comparison, out: &mut dyn Write) -> io::Result<()> {
    let count = comparison.reports.len();
    let is_shown = |rule: &&ComparedRule| {
        let mut verdicts = (0..count).filter_map(|it| comparison.verdict(rule, it));
        verdicts.any(|it| it.outcome > Outcome::Conforms)
    };
    let rules: Vec<&ComparedRule> = comparison.rules.iter().filter(is_shown).collect();
    let names: Vec<String> = rules.iter().map(|it| sanitize_line(&it.rule)).collect();
    let Some(width) = names.iter().map(|it| it.width()).max() else {
        return Ok(());
    };
    let cell = |text: &str| format!("{text:>4}");
    let columns: String = (1..=count).map(|it| cell(&format!("[{it}]"))).collect();
    writeln!(out)?;
    let head = format!("{}{columns}", " ".repeat(width));
    writeln!(out, "{}", style_text(TextStyle::Unimportant, &head))?;
    for (rule, name) in rules.iter().zip(&names) {
        let marks = (0..count).map(|it| cell(outcome_mark(comparison.verdict(rule, it))));
        let blanks = " ".repeat(width - name.width());
        writeln!(out, "{name}{blanks}{}", marks.collect::<String>())?;
    }
    Ok(())
}
