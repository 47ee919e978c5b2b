//! `--report markdown`: a verdict line, a table by family, and each violation folded with its excerpt.

use std::io::{self, Write};

use super::{
    ComparisonReporter, Reporter,
    inert_text::{sanitize_line, sanitize_lines},
    rule_result::{
        NO_RULE_CHANGED, RuleResult, SELECTIONS_DIFFER, changes_heading, comparison_title,
        earlier_and_later_outcome, engine_title, failed_engine_lines, outcome_mark, rule_result,
        run_failure_reason, run_scope, selected_rules, stale_known_failures, violation_lines,
    },
    text,
};
use crate::{
    message::{Message, message},
    rule::Outcome,
    verdict::{ChangedRule, Comparison, Report, Verdict},
};

/// The reporter for `--report markdown`.
pub(crate) struct MarkdownReporter;

impl Reporter for MarkdownReporter {
    fn name(&self) -> &'static str {
        "markdown"
    }

    fn comparison_reporter(&self) -> Option<&dyn ComparisonReporter> {
        Some(self)
    }

    fn write_report(&self, report: &Report, out: &mut dyn Write) -> io::Result<()> {
        let mark = if report.exit.code() == 0 {
            "✓"
        } else {
            "✗"
        };
        let title = code_span(&engine_title(report));
        let protocol = code_span(&report.protocol_title.to_string());
        writeln!(
            out,
            "## {mark} ponderhit {}: {title}, {protocol}",
            report.tool.version
        )?;
        writeln!(out)?;
        let mut summary = Vec::new();
        text::write_counts(report, &mut summary)?;
        text::write_exit_line(report, &mut summary)?;
        write_code_block(&sanitize_lines(&String::from_utf8_lossy(&summary)), out)?;
        if let Some(failure) = run_failure_reason(report) {
            write_code_block(&[failure], out)?;
        }
        write_topics(report, out)?;
        for verdict in report.violated_rules() {
            write_collapsible_rule(verdict, report, out)?;
        }
        for verdict in selected_rules(report).filter(|it| it.is_known_failure()) {
            write_collapsible_rule(verdict, report, out)?;
        }
        for stale in stale_known_failures(report) {
            write_code_block(&[stale], out)?;
        }
        write_inconclusive_rules(report, out)
    }
}

impl ComparisonReporter for MarkdownReporter {
    fn write_comparison(&self, comparison: &Comparison, out: &mut dyn Write) -> io::Result<()> {
        let engines: Vec<String> = comparison.reports.iter().map(engine_title).collect();
        writeln!(out, "## ponderhit: {}", comparison_title(comparison))?;
        writeln!(out)?;
        for line in failed_engine_lines(comparison) {
            write_code_block(&[line], out)?;
        }
        for (index, report) in comparison.reports.iter().enumerate() {
            let mut counts = Vec::new();
            text::write_counts(report, &mut counts)?;
            text::write_exit_line(report, &mut counts)?;
            let mut lines = vec![
                format!("[{}] {}", index + 1, engines[index]),
                run_scope(report),
            ];
            lines.extend(run_failure_reason(report));
            lines.extend(sanitize_lines(&String::from_utf8_lossy(&counts)));
            write_code_block(&lines, out)?;
        }
        for changes in &comparison.changes {
            let heading = changes_heading(changes, comparison).to_string();
            writeln!(out, "\n{}\n", escape_html(&heading))?;
            if !changes.is_same_selection {
                writeln!(out, "{}\n", escape_html(&SELECTIONS_DIFFER.to_string()))?;
            }
            write_changes(&changes.rules, out)?;
        }
        let columns: Vec<String> = (1..=engines.len()).map(|it| format!(" {it} |")).collect();
        let (family, rule) = (
            message!("family", "family"),
            message!("rule_column", "rule"),
        );
        writeln!(out, "\n| {family} | {rule} |{}", columns.concat())?;
        writeln!(out, "|---|---|{}", "---|".repeat(engines.len()))?;
        for compared in &comparison.rules {
            let topic = escape_html(&sanitize_line(&compared.topic)).replace('`', "'");
            let cells = (0..engines.len()).map(|it| outcome_mark(comparison.verdict(compared, it)));
            let cells: String = cells.map(|it| format!(" {it} |")).collect();
            let mark = if compared.outcome_differs { "≠ " } else { "" };
            writeln!(
                out,
                "| {topic} | {mark}{} |{cells}",
                code_span(&compared.rule)
            )?;
        }
        Ok(())
    }
}

fn write_changes(changes: &[ChangedRule], out: &mut dyn Write) -> io::Result<()> {
    if changes.is_empty() {
        return writeln!(out, "{NO_RULE_CHANGED}");
    }
    for changed in changes {
        let (before, after) = earlier_and_later_outcome(changed);
        writeln!(out, "- {}: {before} → {after}", code_span(&changed.rule))?;
    }
    Ok(())
}

/// Writes a code span; its delimiters are longer than every run of backticks in the text.
fn code_span(text: &str) -> String {
    let text = sanitize_line(text);
    let fence = "`".repeat(longest_backtick_run(&text) + 1);
    let text = text.replace('|', "¦");
    match text.starts_with('`') || text.ends_with('`') || text.trim().is_empty() {
        true => format!("{fence} {text} {fence}"),
        false => format!("{fence}{text}{fence}"),
    }
}

/// Writes a block of code; its fence is longer than every run of backticks in the text. Markdown does not read the text
/// inside a code block as markup.
fn write_code_block(lines: &[String], out: &mut dyn Write) -> io::Result<()> {
    let longest = lines.iter().map(|it| longest_backtick_run(it)).max();
    let fence = "`".repeat(longest.unwrap_or_default().max(2) + 1);
    writeln!(out, "{fence}text")?;
    for line in lines {
        writeln!(out, "{line}")?;
    }
    writeln!(out, "{fence}")?;
    writeln!(out)
}

/// The length of the longest run of backticks.
fn longest_backtick_run(text: &str) -> usize {
    let runs = text.split(|it| it != '`').map(str::len);
    runs.max().unwrap_or_default()
}

fn write_topics(report: &Report, out: &mut dyn Write) -> io::Result<()> {
    let topics = report.selected_topics();
    if topics.is_empty() {
        return Ok(());
    }
    let titles = [Outcome::Conforms, Outcome::Violates, Outcome::Inconclusive].map(Outcome::title);
    let known = message!("known_failure_alone", "known failure");
    let [conforms, violated, inconclusive] = &titles;
    let family = message!("family", "family");
    let other = message!("not_judged", "not judged");
    writeln!(
        out,
        "| {family} | {conforms} | {violated} | {inconclusive} | {known} | {other} |"
    )?;
    writeln!(out, "|---|---:|---:|---:|---:|---:|")?;
    for topic in topics {
        let count = |matches: fn(&Verdict) -> bool| {
            let own = selected_rules(report).filter(|it| it.topic == topic);
            match own.filter(|it| matches(it)).count() {
                0 => String::new(),
                count => count.to_string(),
            }
        };
        writeln!(
            out,
            "| {} | {} | {} | {} | {} | {} |",
            escape_html(&sanitize_line(topic)),
            count(|it| it.outcome == Outcome::Conforms),
            count(Verdict::is_violated),
            count(|it| it.outcome == Outcome::Inconclusive),
            count(Verdict::is_known_failure),
            count(|it| it.outcome < Outcome::Conforms),
        )?;
    }
    writeln!(out)
}

fn write_collapsible_rule(
    verdict: &Verdict,
    report: &Report,
    out: &mut dyn Write,
) -> io::Result<()> {
    let mark = match rule_result(verdict) {
        RuleResult::Failed => "✗",
        _ if verdict.known => "~",
        _ => "!",
    };
    let level = verdict.level.name();
    let rule = escape_html(&sanitize_line(&verdict.rule));
    let title = escape_html(&sanitize_line(verdict.translated_title()));
    writeln!(
        out,
        "<details><summary>{mark} {level} <code>{rule}</code>: {title}</summary>"
    )?;
    writeln!(out)?;
    write_code_block(&violation_lines(verdict, report), out)?;
    writeln!(out, "</details>")?;
    writeln!(out)
}

/// Writes the inconclusive rules, because a reader must know that these rules have not passed.
fn write_inconclusive_rules(report: &Report, out: &mut dyn Write) -> io::Result<()> {
    let open = selected_rules(report).filter(|it| it.outcome == Outcome::Inconclusive);
    let mut lines = Vec::new();
    for verdict in open {
        if let RuleResult::Skipped(why) = rule_result(verdict) {
            lines.push(format!("? {}: {why}", verdict.rule));
        }
    }
    if lines.is_empty() {
        return Ok(());
    }
    let title: Message = Outcome::Inconclusive.title();
    writeln!(
        out,
        "<details><summary>? {title} ({})</summary>",
        lines.len()
    )?;
    writeln!(out)?;
    write_code_block(&lines, out)?;
    writeln!(out, "</details>")
}

/// Escapes text for HTML inside Markdown, so that the result contains neither HTML markup nor Markdown markup.
fn escape_html(text: &str) -> String {
    let mut safe = String::with_capacity(text.len());
    for char in text.chars() {
        match char {
            // Common punctuation and backticks are not escaped, because the titles of rules contain punctuation, and
            // code in backticks.
            '`' | ',' | '.' | ';' | ':' | '-' | '\'' | '(' | ')' | '/' => safe.push(char),
            it if it.is_ascii_punctuation() => safe.push_str(&format!("&#{};", u32::from(it))),
            it => safe.push(it),
        }
    }
    safe
}
