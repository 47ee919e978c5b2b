//! The formats of a report. A reporter only formats: the verdicts and their order are already
//! decided.

pub(crate) mod json;
pub(crate) mod short;
pub(crate) mod text;

use std::io;

use crate::verdict::Report;

/// All reporters.
pub(crate) const ALL_REPORTERS: &[&dyn Reporter] = &[
    &text::TextReporter,
    &short::ShortReporter,
    &json::JsonReporter,
];

/// Report formats that are planned but not implemented.
pub(crate) const PLANNED_FORMATS: &[&str] = &["junit", "sarif", "tap", "markdown", "html"];

/// One format of the report.
pub(crate) trait Reporter: Sync {
    /// The name of the format on the command line.
    fn name(&self) -> &'static str;

    /// Writes the whole report.
    fn write_report(&self, report: &Report, out: &mut dyn io::Write) -> io::Result<()>;
}

/// Finds the reporter with this name.
pub(crate) fn find_reporter(name: &str) -> Option<&'static dyn Reporter> {
    ALL_REPORTERS.iter().copied().find(|it| it.name() == name)
}
