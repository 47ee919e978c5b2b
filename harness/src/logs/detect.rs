//! Detects the format of a log by its first lines.

use std::fmt;

use super::{ALL_FORMATS, LogFormat, LogReader, example_line};
use crate::{
    message::message,
    readable::readable_text,
    text_encoding::{self, FILE_IS_COMPRESSED, FILE_IS_UTF16},
    transcript::EventKind,
};

/// The maximum number of lines that are parsed to detect the format.
const MAX_HEAD_LINES: usize = 100;

/// Detects the format of a log by its beginning. The first ten kilobytes of a log are usually enough.
pub(crate) fn detect_format(head: &[u8]) -> Result<&'static dyn LogFormat, UnrecognizedFormat> {
    let lines = head.split_inclusive(|it| *it == b'\n').take(MAX_HEAD_LINES);
    let mut lines: Vec<&[u8]> = lines.collect();
    // The part of the log that was read may end in the middle of a line, and a cut line may match the wrong format, so
    // the cut line is ignored.
    lines.pop_if(|it| !it.ends_with(b"\n") && head.len() > it.len());
    let mut best: Option<(usize, &'static dyn LogFormat)> = None;
    for format in ALL_FORMATS {
        let count = format.count_matching_lines(&lines);
        if count > best.map_or(0, |it| it.0) {
            best = Some((count, *format));
        }
    }
    best.map(|it| it.1)
        .ok_or_else(|| UnrecognizedFormat::new(head))
}

/// Finds a format, other than the output without commands, that at least `min_lines` of these lines match.
pub(crate) fn format_of_commands_and_responses(
    lines: &[&[u8]],
    min_lines: usize,
) -> Option<&'static dyn LogFormat> {
    let mut formats = ALL_FORMATS.iter().copied();
    formats.find(|it| {
        it.new_reader().capabilities().has_commands && it.count_matching_lines(lines) >= min_lines
    })
}

/// Counts the lines that the reader parses; the count is 0 if more lines are damaged than parsed.
pub(super) fn count_parsed_lines(reader: &mut dyn LogReader, head: &[&[u8]]) -> usize {
    let (mut parsed, mut damaged) = (0, 0);
    for line in head {
        match reader.parse_line(line) {
            Ok(Some(event)) => parsed += usize::from(is_line_event(&event.event.kind)),
            Ok(None) => (),
            Err(_) => damaged += 1,
        }
    }
    if damaged > parsed { 0 } else { parsed }
}

fn is_line_event(kind: &EventKind) -> bool {
    matches!(kind, EventKind::Line(..) | EventKind::Chunk(..))
}

/// The error for a log with an unrecognized format.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct UnrecognizedFormat {
    /// The first lines of the log, for the error message.
    pub first_lines: Vec<String>,
    /// The file is UTF-16, as some Windows programs write it.
    pub is_utf16: bool,
    /// The file is compressed.
    pub is_compressed: bool,
}

/// The number of lines in the error message, and the maximum length of each line.
const MAX_SHOWN_LINES: usize = 5;
const MAX_SHOWN_WIDTH: usize = 100;

impl UnrecognizedFormat {
    fn new(head: &[u8]) -> UnrecognizedFormat {
        let lines = head.split(|it| *it == b'\n').take(MAX_SHOWN_LINES);
        let mut first: Vec<String> = lines.map(display_line).collect();
        let last = first.iter().rposition(|it| !it.is_empty());
        first.truncate(last.map_or(0, |it| it + 1));
        UnrecognizedFormat {
            first_lines: first,
            is_utf16: text_encoding::is_utf16(head),
            is_compressed: text_encoding::is_compressed(head),
        }
    }
}

/// The beginning of a line, without control characters.
fn display_line(line: &[u8]) -> String {
    let start = line
        .get(..line.len().min(4 * MAX_SHOWN_WIDTH))
        .unwrap_or_default();
    let text = readable_text(start.trim_ascii_end());
    let text = text.chars().take(MAX_SHOWN_WIDTH);
    text.map(|it| if it.is_control() { '·' } else { it })
        .collect()
}

impl fmt::Display for UnrecognizedFormat {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.is_utf16 {
            return write!(out, "{FILE_IS_UTF16}");
        }
        if self.is_compressed {
            return write!(out, "{FILE_IS_COMPRESSED}");
        }
        if self.first_lines.is_empty() {
            return write!(out, "{}", message!("log_is_empty", "the file is empty"));
        }
        let title = message!(
            "log_format_unrecognized",
            "unrecognized log format; the log begins with:"
        );
        writeln!(out, "{title}")?;
        for (number, line) in self.first_lines.iter().enumerate() {
            writeln!(out, "  {} | {line}", number + 1)?;
        }
        let title = message!(
            "log_format_expected",
            "expected one of these formats; choose one with `--format NAME`:"
        );
        write!(out, "{title}")?;
        let width = ALL_FORMATS
            .iter()
            .map(|it| it.name().len())
            .max()
            .unwrap_or(0);
        for format in ALL_FORMATS {
            write!(
                out,
                "\n  {:width$}  {}",
                format.name(),
                example_line(*format)
            )?;
        }
        Ok(())
    }
}

impl std::error::Error for UnrecognizedFormat {}
