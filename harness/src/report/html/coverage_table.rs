//! Draws the coverage of a run as a table: how often each command was sent in each state, and the first responses.

use maud::{Markup, html};

use crate::{
    message::message,
    protocol::coverage::translate_coverage_word,
    report::inert_text::sanitize_line,
    verdict::{CoverageRow, Report},
};

pub(super) fn coverage_table(report: &Report) -> Markup {
    let title = message!("coverage_title", "coverage");
    let same_place =
        |a: &CoverageRow, b: &CoverageRow| a.command == b.command && a.state == b.state;
    html! {
        @if !report.run.coverage.is_empty() {
            h2 { (title) }
            details {
                summary { (message!("coverage_explained", "how often each command was sent in each state of the engine, and the first responses")) }
                div class="wide" tabindex="0" role="region" aria-label=(title) { table {
                    thead { tr {
                        th scope="col" { (message!("coverage_command", "command")) }
                        th scope="col" { (message!("coverage_state", "state")) }
                        th scope="col" { (message!("coverage_times", "times")) }
                        th scope="col" { (message!("coverage_next_output", "next output")) }
                    } }
                    tbody { @for rows in report.run.coverage.chunk_by(same_place) { (table_row(rows)) } }
                } }
            }
        }
    }
}

/// The table row of one command in one state of the engine. `rows` has one coverage row for each first response to the
/// command.
fn table_row(rows: &[CoverageRow]) -> Markup {
    let count = rows
        .iter()
        .fold(0_u64, |sum, it| sum.saturating_add(it.count));
    html! {
        @if let Some(first) = rows.first() {
            tr {
                th scope="row" { code { (sanitize_line(&translate_coverage_word(&first.command))) } }
                td { (sanitize_line(&translate_coverage_word(&first.state))) }
                td { (count) }
                td { @for (index, it) in rows.iter().enumerate() {
                    @if index > 0 { ", " }
                    code { (sanitize_line(&translate_coverage_word(&it.response))) }
                    @if rows.len() > 1 { " × " (it.count) }
                } }
            }
        }
    }
}
