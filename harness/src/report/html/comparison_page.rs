//! The page for several results: engines as columns, rules as rows.

use std::io::{self, Write};

use maud::{Markup, html};

use super::{anchor, page, rule_mark, run_header};
use crate::{
    message::message,
    report::{
        inert_text::sanitize_line,
        rule_result::{
            NO_RULE_CHANGED, SELECTIONS_DIFFER, changes_heading, comparison_title,
            earlier_and_later_outcome, engine_title, failed_engine_lines, run_scope,
        },
        text,
    },
    rule::Outcome,
    verdict::{ComparedRule, Comparison, Report},
};

/// Writes the HTML page that compares several results.
pub(super) fn write_comparison_page(
    comparison: &Comparison,
    out: &mut dyn Write,
) -> io::Result<()> {
    let title = comparison_title(comparison);
    let mut engines = Vec::new();
    for report in &comparison.reports {
        engines.push(run_header(report)?);
    }
    let body = html! {
        h1 { "ponderhit: " (title) }
        @for line in failed_engine_lines(comparison) { p class="fail" { (line) } }
        (engine_overview_table(&comparison.reports))
        (changes_section(comparison))
        (common_violations_section(comparison))
        (rule_table(comparison))
        h2 { (message!("each_result_title", "each result")) }
        @for (index, header) in engines.iter().enumerate() {
            section id=(format!("result-{}", index + 1)) {
                h3 { (index + 1) ". " (engine_title(&comparison.reports[index])) }
                (header)
            }
        }
    };
    page::write_page(&format!("ponderhit: {title}"), &body, out)
}

/// One row for each engine: the exit code of its run and the meaning of this exit code, so that a reader sees which
/// engines conform.
fn engine_overview_table(reports: &[Report]) -> Markup {
    html! {
        div class="wide" tabindex="0" role="region" aria-label=(message!("engines_title", "engines")) { table {
            thead { tr {
                th scope="col" { "#" }
                th scope="col" { (message!("engine_column", "engine")) }
                th scope="col" { (message!("scope_column", "protocol and profile")) }
                th scope="col" { (message!("date_column", "date")) }
                th scope="col" { (Outcome::Conforms.title()) }
                th scope="col" { (Outcome::Violates.title()) }
                th scope="col" { (Outcome::Inconclusive.title()) }
                th scope="col" { (message!("result_column", "result")) }
            } }
            tbody { @for (index, report) in reports.iter().enumerate() { tr {
                td { (index + 1) }
                th scope="row" { a href=(format!("#result-{}", index + 1)) { (engine_title(report)) } }
                td {
                    (run_scope(report))
                    @if let Some(shard) = text::shard_part(report) { " · " (shard) }
                }
                td { (sanitize_line(report.run.date.as_deref().unwrap_or("–"))) }
                @for outcome in [Outcome::Conforms, Outcome::Violates, Outcome::Inconclusive] {
                    td { (report.summary.get(outcome.name()).copied().unwrap_or_default()) }
                }
                td class=(if report.exit.code() == 0 { "pass" } else { "fail" }) {
                    (report.exit.code()) ": " (text::exit_reason(report))
                }
            } } }
        } }
    }
}

fn changes_section(comparison: &Comparison) -> Markup {
    html! {
        @if !comparison.changes.is_empty() {
            h2 { (message!("changes_title", "what changed")) }
            @for it in &comparison.changes {
                p { (changes_heading(it, comparison)) }
                @if !it.is_same_selection { p { (SELECTIONS_DIFFER) } }
                @if it.rules.is_empty() { p { (NO_RULE_CHANGED) } }
                ul { @for it in &it.rules { li {
                    @let (before, after) = earlier_and_later_outcome(it);
                    a href=(format!("#{}", anchor(&it.rule))) { code { (sanitize_line(&it.rule)) } } ": "
                    (before) " → " (after)
                } } }
            }
        }
    }
}

fn common_violations_section(comparison: &Comparison) -> Markup {
    let engines = comparison.engine_count();
    let most = comparison.rules_violated_by_most_engines();
    let (all, most): (Vec<_>, Vec<_>) = most.into_iter().partition(|it| it.1 == engines);
    html! {
        h2 { (message!("violated_by_all_title", "violated by all engines")) }
        @if all.is_empty() { p { (message!("violated_by_all_none", "no rule is violated by all engines")) } }
        ul { @for (rule, _) in all { li { (rule_link_and_title(rule)) } } }
        @if !most.is_empty() {
            h2 { (message!("violated_by_most_title", "violated by most engines")) }
            ul { @for (rule, count) in most { li {
                (message!("count_of_engines", "{count} of {total}", count, total = engines)) ": " (rule_link_and_title(rule))
            } } }
        }
    }
}

fn rule_link_and_title(rule: &ComparedRule) -> Markup {
    html! {
        a href=(format!("#{}", anchor(&rule.rule))) { code { (sanitize_line(&rule.rule)) } } " "
        (sanitize_line(&rule.title))
    }
}

fn rule_table(comparison: &Comparison) -> Markup {
    let count = comparison.reports.len();
    html! {
        h2 { (message!("all_rules_title", "all rules")) }
        p class="quiet" { (message!(
            "marks_legend",
            "✓ conforms · ✗ violated, fails the run · ! violated, does not fail the run · ~ known failure · \
             ? inconclusive · – not applicable or not exercised · ≠ the outcomes differ"
        )) }
        div class="wide" tabindex="0" role="region" aria-label=(message!("all_rules_title", "all rules")) { table {
            thead { tr {
                th scope="col" { (message!("family", "family")) }
                th scope="col" { (message!("rule_column", "rule")) }
                @for (index, report) in comparison.reports.iter().enumerate() {
                    th scope="col" { (index + 1) ". " (engine_title(report)) }
                }
            } }
            tbody { @for rule in &comparison.rules {
                tr id=(anchor(&rule.rule)) data-outcome=(if rule.outcome_differs { "differs" } else { "same" }) {
                    td { (sanitize_line(&rule.topic)) }
                    th scope="row" {
                        @if rule.outcome_differs { "≠ " } code { (sanitize_line(&rule.rule)) }
                        div class="quiet" { (sanitize_line(&rule.requirement)) " " (sanitize_line(&rule.title)) }
                    }
                    @for index in 0..count { (verdict_cell(comparison, rule, index)) }
                }
            } }
        } }
    }
}

fn verdict_cell(comparison: &Comparison, rule: &ComparedRule, index: usize) -> Markup {
    let Some(verdict) = comparison.verdict(rule, index) else {
        return html! { td {} };
    };
    let (mark, class, outcome) = rule_mark(verdict);
    let message = verdict
        .violations
        .first()
        .map(|it| sanitize_line(&it.message.to_string()));
    html! {
        td class=(class) {
            (mark) span class="hidden" { " " (outcome) }
            @if let Some(message) = message { details { summary { (verdict.count) "×" } (message) } }
        }
    }
}
