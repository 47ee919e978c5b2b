//! The report as JSON; `docs/report.schema.json` is its schema.

use std::io::{self, Write};

use super::Reporter;
use crate::verdict::Report;

/// `--report json`.
pub(crate) struct JsonReporter;

impl Reporter for JsonReporter {
    fn name(&self) -> &'static str {
        "json"
    }

    fn write_report(&self, report: &Report, out: &mut dyn Write) -> io::Result<()> {
        serde_json::to_writer_pretty(&mut *out, report)?;
        writeln!(out)
    }
}
