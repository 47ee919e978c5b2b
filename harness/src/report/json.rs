//! The report as JSON; `docs/report.schema.json` is its schema.

use std::io::{self, Write};

use serde::Serialize;

use super::Reporter;
use crate::verdict::Report;

/// `--report json`.
pub(crate) struct JsonReporter;

impl Reporter for JsonReporter {
    fn name(&self) -> &'static str {
        "json"
    }

    fn write_report(&self, report: &Report, out: &mut dyn Write) -> io::Result<()> {
        write_json(report, out)
    }
}

/// Writes a value as JSON. `##` occurs only in strings, and the second `#` is escaped there, because CI systems read
/// commands such as `##[error]` from any line of the output.
pub(super) fn write_json(value: &impl Serialize, out: &mut dyn Write) -> io::Result<()> {
    let text = serde_json::to_string_pretty(value)?;
    writeln!(out, "{}", text.replace("##", "#\\u0023"))
}
