//! Errors in a file that a user wrote, each with its line of the file and a mark under the column.

use std::fmt::{self, Display};

use unicode_width::UnicodeWidthStr as _;

use crate::message::{Message, message};

/// The maximum number of errors that are shown of one file.
const MAX_SHOWN_ERRORS: usize = 20;

/// The maximum width of a line that is shown.
const MAX_SHOWN_WIDTH: usize = 160;

/// The errors in one file, in the order of their lines.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SourceErrors {
    pub file: String,
    pub errors: Vec<SourceError>,
}

/// An error at a place in a file. Line and column count from 1; the column counts bytes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SourceError {
    pub line: usize,
    pub column: usize,
    pub message: Message,
    /// The line with the error, without its line end.
    pub source_line: String,
}

impl SourceErrors {
    /// Creates the errors of a file, each with its source line, which is taken from the text of the file.
    pub(crate) fn new(
        file: impl Display,
        text: &[u8],
        errors: impl IntoIterator<Item = (usize, usize, Message)>,
    ) -> SourceErrors {
        let lines: Vec<&[u8]> = text.split(|it| *it == b'\n').collect();
        let errors = errors.into_iter().map(|(line, column, message)| {
            let source = lines.get(line.saturating_sub(1)).copied();
            let source = source.unwrap_or_default().trim_ascii_end();
            // `column` counts bytes, so the mark under the column is exact only if the line is UTF-8. In a line that is
            // not UTF-8, invalid bytes are replaced.
            SourceError {
                line,
                column,
                message,
                source_line: String::from_utf8_lossy(source).into_owned(),
            }
        });
        SourceErrors {
            file: file.to_string(),
            errors: errors.collect(),
        }
    }

    /// The message of the first error, with its place, as one sentence.
    pub(crate) fn first_message(&self) -> Message {
        match self.errors.first() {
            Some(error) => message!(
                "error_at",
                "{file}:{line}:{column}: {what}",
                file = &self.file,
                line = error.line,
                column = error.column,
                what = error.message.clone(),
            ),
            None => message!(
                "file_wrong",
                "{file}: the content is invalid",
                file = &self.file
            ),
        }
    }
}

impl SourceError {
    /// Writes the source line with its line number, and a caret under the column of the error.
    fn write_source_line(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        let before = self.source_line.get(..self.column.saturating_sub(1));
        let (Some(before), false) = (before, self.source_line.is_empty()) else {
            return Ok(());
        };
        let plain = |text: &str| text.replace(|it: char| it.is_control(), " ");
        let (line, before) = (plain(&self.source_line), plain(before).width());
        if before > MAX_SHOWN_WIDTH {
            return Ok(());
        }
        let line: String = line.chars().take(MAX_SHOWN_WIDTH).collect();
        let number = self.line.to_string();
        let gap = " ".repeat(number.len());
        write!(out, "\n  {number} | {line}\n  {gap} | {:before$}^", "")
    }
}

/// Each error begins with its place in the form `file:line:column`. All errors but the first also begin with `error: `;
/// for the first error, the command line writes this word.
impl Display for SourceErrors {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (index, error) in self.errors.iter().take(MAX_SHOWN_ERRORS).enumerate() {
            let SourceError {
                line,
                column,
                message,
                ..
            } = error;
            let text = format!("{}:{line}:{column}: {message}", self.file);
            match index {
                0 => write!(out, "{text}")?,
                _ => write!(
                    out,
                    "\n{}",
                    message!("error_line", "error: {error}", error = text)
                )?,
            }
            error.write_source_line(out)?;
        }
        let hidden = self.errors.len().saturating_sub(MAX_SHOWN_ERRORS);
        if hidden > 0 {
            let more = message!(
                "more_errors",
                "{count} more errors are not shown",
                count = hidden
            );
            write!(out, "\n{more}")?;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const WRONG: Message = message!("wrong", "wrong");

    #[test]
    fn a_caret_is_under_the_column() {
        let text = "> ucci\n> 炮{x}\n".as_bytes();
        let errors = SourceErrors::new("f.script", text, [(2, 6, WRONG), (9, 1, WRONG)]);
        assert_eq!(
            errors.to_string(),
            "f.script:2:6: wrong\n  2 | > 炮{x}\n    |     ^\nerror: f.script:9:1: wrong"
        );
    }

    #[test]
    fn a_column_within_a_character_has_no_caret() {
        let errors = SourceErrors::new("f", "炮".as_bytes(), [(1, 2, WRONG)]);
        assert_eq!(errors.to_string(), "f:1:2: wrong");
    }
}
