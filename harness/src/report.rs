//! The formats of a report. A reporter only formats: the verdicts and their order are already
//! decided.

mod github;
mod gitlab;
mod html;
pub(crate) mod inert_text;
pub(crate) mod json;
mod junit;
mod markdown;
mod rule_page;
mod rule_result;
mod sarif;
pub(crate) mod short;
mod tap;
pub(crate) mod text;

use std::io;

use crate::verdict::{Comparison, Report};

/// All reporters.
pub(crate) const ALL_REPORTERS: &[&dyn Reporter] = &[
    &text::TextReporter,
    &short::ShortReporter,
    &json::JsonReporter,
    &junit::JunitReporter,
    &sarif::SarifReporter,
    &tap::TapReporter,
    &markdown::MarkdownReporter,
    &html::HtmlReporter,
    &github::GithubReporter,
    &gitlab::GitlabReporter,
];

/// One format of the report.
pub(crate) trait Reporter: Sync {
    /// The name of the format on the command line.
    fn name(&self) -> &'static str;

    /// Whether the report contains commands for a CI system, which must be written to standard output unchanged.
    fn writes_ci_commands(&self) -> bool {
        false
    }

    /// The reporter that writes several reports side by side in this format, if the format supports this.
    fn comparison_reporter(&self) -> Option<&dyn ComparisonReporter> {
        None
    }

    /// Writes the whole report.
    fn write_report(&self, report: &Report, out: &mut dyn io::Write) -> io::Result<()>;
}

/// A format for several reports side by side.
pub(crate) trait ComparisonReporter {
    /// Writes the comparison of several reports.
    fn write_comparison(&self, comparison: &Comparison, out: &mut dyn io::Write) -> io::Result<()>;
}

/// Finds the reporter with this name.
pub(crate) fn find_reporter(name: &str) -> Option<&'static dyn Reporter> {
    ALL_REPORTERS.iter().copied().find(|it| it.name() == name)
}

#[cfg(test)]
mod tests;
