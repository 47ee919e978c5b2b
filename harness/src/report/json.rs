//! The report as JSON; `docs/report.schema.json` is its schema.

use std::io::{self, Write};

use serde::Serialize;

use super::{Reporter, inert_text::is_noncharacter};
use crate::verdict::Report;

/// The reporter for `--report json`.
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
    // In a JSON text, `##` occurs only in strings. CI systems read commands such as `##[error]` from any line of the
    // output.
    let text = text.replace("##", "#\\u0023");
    let mut safe = String::with_capacity(text.len());
    for char in text.chars() {
        match char {
            '\n' => safe.push(char),
            it if must_be_escaped(it) => {
                let mut units = [0; 2];
                for unit in it.encode_utf16(&mut units) {
                    safe.push_str(&format!("\\u{unit:04x}"));
                }
            }
            it => safe.push(it),
        }
    }
    writeln!(out, "{safe}")
}

/// Control characters, direction marks, and code points that Unicode forbids in texts that programs exchange. Except
/// for the line end, the characters that must be escaped occur in a JSON text only inside strings, where an escape is
/// possible.
fn must_be_escaped(char: char) -> bool {
    char.is_control()
        || is_noncharacter(char)
        || matches!(char, '\u{200e}' | '\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}')
}
