//! The formats of a report. A reporter only formats: the report already has its order and its verdicts.

pub(crate) mod json;
pub(crate) mod text;

use std::io;

use crate::verdict::Report;

/// All reporters.
pub(crate) const ALL: &[&dyn Reporter] = &[&text::Text, &json::Json];

/// Formats that are planned but not implemented.
pub(crate) const PLANNED: &[&str] = &["junit", "sarif", "tap", "markdown", "html"];

/// One format of the report.
pub(crate) trait Reporter: Sync {
    /// The name of the format on the command line.
    fn name(&self) -> &'static str;

    /// Writes the whole report.
    fn write(&self, report: &Report, out: &mut dyn io::Write) -> io::Result<()>;
}

/// Finds the reporter with this name.
pub(crate) fn find(name: &str) -> Option<&'static dyn Reporter> {
    ALL.iter().copied().find(|it| it.name() == name)
}
