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

/// Writes a value as JSON, in which no string contains a command for a CI system.
pub(crate) fn write_json(value: &impl Serialize, out: &mut dyn Write) -> io::Result<()> {
    let text = serde_json::to_string_pretty(value)?;
    // `##` occurs only in strings. CI systems read commands such as `##[error]` from any line of the output.
    writeln!(out, "{}", text.replace("##", "#\\u0023"))
}
