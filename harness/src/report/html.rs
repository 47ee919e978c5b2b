//! `--report html`: one page without scripts from elsewhere and without network, for one engine or for several results.

mod board_drawing;
mod comparison_page;
mod coverage_table;
mod page;
mod timeline;

use std::io::{self, Write};

use maud::{Markup, html};

use super::{
    ComparisonReporter, Reporter,
    inert_text::{sanitize_line, sanitize_lines},
    rule_page::rule_page_address,
    rule_result::{
        RuleResult, engine_title, first_violations, rule_result, run_failure_reason, run_scope,
        selected_rules, stale_known_failures,
    },
    text,
};
use crate::{
    message::{Message, message},
    rule::Outcome,
    verdict::{Comparison, Excerpt, Report, Verdict, Violation},
};

/// The maximum number of examples for each violated rule.
const MAX_EXAMPLES: usize = 5;

/// The reporter for `--report html`.
pub(crate) struct HtmlReporter;

impl Reporter for HtmlReporter {
    fn name(&self) -> &'static str {
        "html"
    }

    fn comparison_reporter(&self) -> Option<&dyn ComparisonReporter> {
        Some(self)
    }

    fn write_report(&self, report: &Report, out: &mut dyn Write) -> io::Result<()> {
        let title = format!("ponderhit: {}", engine_title(report));
        let body = html! {
            h1 { (exit_code_mark(report)) " " (engine_title(report)) }
            (run_header(report)?)
            (topic_table(report))
            (violated_rules(report))
            (all_rules_section(report))
            (ambiguous_ranges_section(report))
            (coverage_table::coverage_table(report))
        };
        page::write_page(&title, &body, out)
    }
}

impl ComparisonReporter for HtmlReporter {
    fn write_comparison(&self, comparison: &Comparison, out: &mut dyn Write) -> io::Result<()> {
        comparison_page::write_comparison_page(comparison, out)
    }
}

fn exit_code_mark(report: &Report) -> Markup {
    let (class, mark) = match report.exit.code() {
        0 => ("pass", "✓"),
        3 => ("open", "?"),
        _ => ("fail", "✗"),
    };
    html! { span class=(class) aria-hidden="true" { (mark) } }
}

/// The head of the page: the counts and the exit code, as in the last lines of the text report.
fn run_header(report: &Report) -> io::Result<Markup> {
    let mut counts = Vec::new();
    text::write_counts(report, &mut counts)?;
    text::write_exit_line(report, &mut counts)?;
    let lines = sanitize_lines(&String::from_utf8_lossy(&counts));
    // The text of the counts may be wrapped into several lines, so every line before the last line (the exit line)
    // belongs to the counts.
    let (exit, counts) = lines
        .split_last()
        .map_or(("", &[][..]), |it| (it.0.as_str(), it.1));
    let command: Vec<String> = report
        .engine
        .command
        .iter()
        .map(|it| sanitize_line(it))
        .collect();
    Ok(html! {
        p { strong { (counts.join(" ")) } br; (exit) }
        p class="quiet" {
            "ponderhit " (sanitize_line(report.tool.version)) " · " (run_scope(report))
            @if let Some(date) = &report.run.date { " · " (sanitize_line(date)) }
            @if let Some(host) = &report.run.host { " · " (sanitize_line(host)) }
        }
        @if !command.is_empty() { p { code { (command.join(" ")) } } }
        @for (file, hash) in &report.run.engine_files {
            p class="quiet" { "SHA-256 " code { (sanitize_line(file)) } " " code { (sanitize_line(hash)) } }
        }
        @if let Some(failure) = run_failure_reason(report) { p class="fail" { (failure) } }
        @for stale in stale_known_failures(report) { p class="fail" { (stale) } }
        @if !report.notes.is_empty() {
            details {
                summary { (message!("notes_title", "notes")) }
                ul { @for note in &report.notes { li { (sanitize_line(&note.to_string())) } } }
            }
        }
    })
}

/// The mark of a rule, its class in the style sheet, and its outcome in words.
fn rule_mark(verdict: &Verdict) -> (&'static str, &'static str, Message) {
    match (rule_result(verdict), verdict.outcome) {
        (RuleResult::Passed, _) => ("✓", "pass", verdict.outcome.title()),
        (RuleResult::Failed, _) => ("✗", "fail", verdict.outcome.title()),
        (RuleResult::Tolerated(_), _) if verdict.known => (
            "~",
            "quiet",
            message!("known_failure_alone", "known failure"),
        ),
        (RuleResult::Tolerated(_), _) => ("!", "open", verdict.outcome.title()),
        (RuleResult::Skipped(_), Outcome::Inconclusive) => ("?", "open", verdict.outcome.title()),
        (RuleResult::Skipped(_), _) => ("–", "quiet", verdict.outcome.title()),
    }
}

fn topic_table(report: &Report) -> Markup {
    let count = |topic: &str, matches: fn(&Verdict) -> bool| {
        let own = selected_rules(report).filter(|it| it.topic == topic);
        match own.filter(|it| matches(it)).count() {
            0 => String::new(),
            count => count.to_string(),
        }
    };
    html! {
        h2 { (message!("families_title", "families of rules")) }
        div class="wide" tabindex="0" role="region" aria-label=(message!("families_title", "families of rules")) { table {
            thead { tr {
                th scope="col" { (message!("family", "family")) }
                th scope="col" { (Outcome::Conforms.title()) }
                th scope="col" { (Outcome::Violates.title()) }
                th scope="col" { (message!("known_failure_alone", "known failure")) }
                th scope="col" { (Outcome::Inconclusive.title()) }
                th scope="col" { (message!("not_judged", "not judged")) }
            } }
            tbody { @for topic in report.selected_topics() { tr {
                th scope="row" { a href=(format!("#family-{}", anchor(topic))) { (sanitize_line(topic)) } }
                td class="pass" { (count(topic, |it| it.outcome == Outcome::Conforms)) }
                td class="fail" { (count(topic, Verdict::is_violated)) }
                td { (count(topic, Verdict::is_known_failure)) }
                td class="open" { (count(topic, |it| it.outcome == Outcome::Inconclusive)) }
                td { (count(topic, |it| it.outcome < Outcome::Conforms)) }
            } } }
        } }
    }
}

/// The anchor for a name: only its letters and digits, `-` and `_`.
fn anchor(name: &str) -> String {
    let safe = |it: char| {
        if it.is_ascii_alphanumeric() || it == '_' {
            it
        } else {
            '-'
        }
    };
    name.chars().map(safe).collect()
}

fn violated_rules(report: &Report) -> Markup {
    let violated = report.violated_rules();
    html! {
        @if !violated.is_empty() {
            h2 { (message!("violated_rules_title", "violated rules")) }
            @for verdict in violated { (violated_rule(verdict, report)) }
        }
    }
}

fn violated_rule(verdict: &Verdict, report: &Report) -> Markup {
    let (mark, class, outcome) = rule_mark(verdict);
    html! {
        article id=(anchor(&verdict.rule)) class="rule" data-outcome=(verdict.outcome.name()) {
            h3 {
                span class=(class) title=(outcome) { (mark) " " (verdict.level.name()) } " "
                code { (sanitize_line(&verdict.rule)) } " "
                span class="quiet" { (sanitize_line(&verdict.requirement)) }
            }
            p { (sanitize_line(verdict.translated_title())) }
            @for violation in first_violations(verdict, MAX_EXAMPLES) { (violation_section(violation, class, report)) }
            p class="quiet" { (message!("why_it_matters", "why it matters")) ": " (sanitize_line(verdict.translated_rationale())) (rule_link(verdict)) }
            @if let Some(first) = verdict.violations.first() {
                p { (message!("see_it_again", "see it again")) ": "
                    code class="copy" { (sanitize_line(&first.reproduce)) } }
            }
        }
    }
}

fn violation_section(violation: &Violation, class: &str, report: &Report) -> Markup {
    let line = message!(
        "brief_place",
        "{scenario}, line {line}",
        scenario = &violation.scenario,
        line = violation.line
    );
    html! {
        p class="quiet" { (sanitize_line(&line.to_string())) }
        @if let Some(diff) = &violation.diff {
            pre tabindex="0" { @for line in diff.to_string().lines() { (sanitize_line(line)) "\n" } }
        } @else {
            (excerpt(&violation.transcript))
        }
        p class=(class) { (sanitize_line(&violation.message.to_string())) }
        @if let Some(board) = &violation.board { (board_drawing::draw_board(board)) }
        @if let Some(help) = &violation.help { p { (message!("help_label", "help")) ": " (sanitize_line(&help.to_string())) } }
        @if let Some(text) = report.run.transcripts.get(&violation.scenario) {
            @let deadlines = report.run.deadlines.get(&violation.scenario);
            (timeline::draw_timeline(text, deadlines.map_or(&[], Vec::as_slice)))
        }
    }
}

/// The lines around a violation; the culprit is marked.
fn excerpt(excerpt: &Excerpt) -> Markup {
    html! {
        pre tabindex="0" { @for (index, line) in excerpt.lines.iter().enumerate() {
            @if let Some(stamp) = line.stamp { span class="quiet" { (format!("{stamp:>9.3} ")) } }
            @if index == excerpt.culprit_index {
                (marked_line(&line.text, excerpt))
            } @else { (sanitize_line(&line.text)) }
            "\n"
        } }
    }
}

fn marked_line(text: &str, excerpt: &Excerpt) -> Markup {
    let columns = &excerpt.culprit_columns;
    let part = |from: usize, to: usize| -> String {
        let part: String = text
            .chars()
            .skip(from)
            .take(to.saturating_sub(from))
            .collect();
        sanitize_line(&part)
    };
    let end = text.chars().count();
    html! {
        (part(0, columns.start)) mark { (part(columns.start, columns.end)) } (part(columns.end, end))
    }
}

/// The list of all rules by family. For each rule, the list shows the requirement, and the line that proves the result
/// or the reason why there is no result.
fn all_rules_section(report: &Report) -> Markup {
    html! {
        h2 { (message!("all_rules_title", "all rules")) }
        @for topic in report.selected_topics() {
            section id=(format!("family-{}", anchor(topic))) {
                h3 { (sanitize_line(topic)) }
                ul class="rules" { @for verdict in selected_rules(report).filter(|it| it.topic == topic) {
                    (rule_item(verdict))
                } }
            }
        }
    }
}

fn rule_item(verdict: &Verdict) -> Markup {
    let (mark, class, outcome) = rule_mark(verdict);
    let reason = match rule_result(verdict) {
        RuleResult::Skipped(why) | RuleResult::Tolerated(why) => Some(why),
        RuleResult::Passed | RuleResult::Failed => None,
    };
    html! {
        li data-outcome=(verdict.outcome.name()) { details {
            summary {
                span class=(class) { (mark) } span class="hidden" { (outcome) ": " } " "
                code { (sanitize_line(&verdict.rule)) } " "
                span class="quiet" { (verdict.level.name()) " · " (sanitize_line(&verdict.requirement)) }
            }
            p { (sanitize_line(verdict.translated_title())) }
            p class="quiet" { (sanitize_line(verdict.translated_rationale())) (rule_link(verdict)) }
            @if let Some(reason) = reason { p class=(class) { (reason) } }
            @if let Some(witness) = &verdict.witness {
                p { (message!("witness_line", "exercised {count} times, for example in line {line} of {scenario}",
                    count = verdict.exercised, line = witness.line, scenario = sanitize_line(&witness.scenario))) }
            }
            @if !verdict.violations.is_empty() && !verdict.known {
                p { a href=(format!("#{}", anchor(&verdict.rule))) { (Outcome::Violates.title()) } }
            }
        } }
    }
}

/// A link to the documentation of a rule. A reader who cannot open the link still sees all results on the page.
fn rule_link(verdict: &Verdict) -> Markup {
    html! {
        @if let Some(page) = rule_page_address(&verdict.rule) {
            " " a href=(page) { (message!("rule_documentation", "documentation of {rule}", rule = &verdict.rule)) }
        }
    }
}

fn ambiguous_ranges_section(report: &Report) -> Markup {
    html! {
        @if !report.doubts.is_empty() {
            h2 { (message!("doubts_title", "ranges that were not judged")) }
            ul { @for doubt in &report.doubts { li {
                code { (sanitize_line(&doubt.scenario)) } " "
                (doubt.from) "–" @if let Some(to) = doubt.to { (to) } ": "
                (sanitize_line(&doubt.reason.to_string()))
            } } }
        }
    }
}
