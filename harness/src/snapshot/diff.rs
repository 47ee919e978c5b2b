//! The diff of a snapshot and the actual output, by lines and words, with the commands before each
//! change.

use std::{fmt, ops::Range, time::Duration};

use serde::{Serialize, Serializer};
use similar::{ChangeTag, DiffOp, TextDiff};

use crate::readable::printable_lines;

/// The time limit for computing a diff with as few changes as possible.
const DIFF_TIMEOUT: Duration = Duration::from_secs(2);

/// The number of unchanged lines that are shown around a change.
const CONTEXT_LINE_COUNT: usize = 1;

/// The number of commands that are shown before a change; mostly, these are the `position` command and the `go`
/// command.
const CONTEXT_COMMAND_COUNT: usize = 2;

/// All hunks of the diff, in order.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Diff {
    pub hunks: Vec<Hunk>,
}

/// A hunk of a diff: adjacent changes, and the lines around them.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Hunk {
    pub lines: Vec<DiffLine>,
    /// The changed lines of the hunk as a range of lines in the old text, and as a range of lines in the new text. The
    /// line numbers of both ranges count from 0.
    pub old_line_range: Range<usize>,
    pub new_line_range: Range<usize>,
}

/// A line of a diff.
#[derive(Clone, Debug, PartialEq)]
pub struct DiffLine {
    pub change: LineChange,
    /// The line number in the old text, from 1; `None` for an added line.
    pub line_number: Option<usize>,
    pub text: String,
    /// The columns in which a changed line differs from its counterpart in the other text.
    pub changed_ranges: Vec<Range<usize>>,
}

/// Whether a line of a diff is unchanged, removed or added.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum LineChange {
    Unchanged,
    Removed,
    Added,
}

impl LineChange {
    /// The mark at the beginning of a diff line, which is `+`, `-` or a space.
    pub fn diff_mark(self) -> char {
        match self {
            LineChange::Unchanged => ' ',
            LineChange::Removed => '-',
            LineChange::Added => '+',
        }
    }
}

/// Compares two texts.
pub(crate) fn diff_texts(old: &[u8], new: &[u8]) -> Diff {
    let old = printable_lines(old);
    let new = printable_lines(new);
    let (olds, news): (Vec<&str>, Vec<&str>) = (lines_as_strs(&old), lines_as_strs(&new));
    let texts = TextDiff::configure()
        .timeout(DIFF_TIMEOUT)
        .diff_slices(&olds, &news);
    let groups = texts.grouped_ops(CONTEXT_LINE_COUNT).into_iter();
    let hunks = groups.map(|ops| build_hunk(&texts, &ops, &old));
    Diff {
        hunks: hunks.collect(),
    }
}

fn lines_as_strs(lines: &[String]) -> Vec<&str> {
    lines.iter().map(String::as_str).collect()
}

fn build_hunk<'a>(texts: &'a TextDiff<'a, 'a, 'a, str>, ops: &[DiffOp], old: &[String]) -> Hunk {
    let mut hunk = Hunk::default();
    let changes: Vec<&DiffOp> = ops
        .iter()
        .filter(|it| !matches!(it, DiffOp::Equal { .. }))
        .collect();
    if let (Some(first), Some(last)) = (changes.first(), changes.last()) {
        hunk.old_line_range = first.old_range().start..last.old_range().end;
        hunk.new_line_range = first.new_range().start..last.new_range().end;
    }
    let begin = ops.first().map_or(0, |it| it.old_range().start);
    hunk.lines = commands_before(old, hunk.old_line_range.start);
    // A command that the unchanged lines of the hunk contain, too, is removed here, so that it is not shown twice.
    hunk.lines
        .retain(|it| it.line_number.is_none_or(|it| it <= begin));
    for op in ops {
        for inline in texts.iter_inline_changes(op) {
            let change = match inline.tag() {
                ChangeTag::Equal => LineChange::Unchanged,
                ChangeTag::Delete => LineChange::Removed,
                ChangeTag::Insert => LineChange::Added,
            };
            let (mut text, mut changed, mut column) = (String::new(), Vec::new(), 0);
            for (emphasized, piece) in inline.iter_strings_lossy() {
                let width = piece.chars().count();
                if emphasized {
                    changed.push(column..column + width);
                }
                text.push_str(&piece);
                column += width;
            }
            hunk.lines.push(DiffLine {
                change,
                line_number: inline.old_index().map(|it| it + 1),
                text,
                changed_ranges: changed,
            });
        }
    }
    hunk
}

/// Returns the last commands before a line, which are the context of a change.
fn commands_before(old: &[String], line: usize) -> Vec<DiffLine> {
    let numbered = old[..line.min(old.len())].iter().enumerate().rev();
    let commands = numbered.filter(|(_, text)| text.starts_with('>'));
    let mut found: Vec<DiffLine> = commands
        .take(CONTEXT_COMMAND_COUNT)
        .map(|(index, text)| DiffLine {
            change: LineChange::Unchanged,
            line_number: Some(index + 1),
            text: text.clone(),
            changed_ranges: Vec::new(),
        })
        .collect();
    found.reverse();
    found
}

impl fmt::Display for Diff {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        for hunk in &self.hunks {
            for line in &hunk.lines {
                let number = line
                    .line_number
                    .map(|it| it.to_string())
                    .unwrap_or_default();
                writeln!(out, "{number:>5} {} {}", line.change.diff_mark(), line.text)?;
                if line.change == LineChange::Added && !line.changed_ranges.is_empty() {
                    writeln!(out, "        {}", underline_columns(&line.changed_ranges))?;
                }
            }
        }
        Ok(())
    }
}

/// Returns a line with `~` below the changed columns, for output without colours.
pub(crate) fn underline_columns(changed: &[Range<usize>]) -> String {
    let mut marks = String::new();
    for range in changed {
        let width = marks.len();
        marks.push_str(&" ".repeat(range.start.saturating_sub(width)));
        marks.push_str(&"~".repeat(range.len()));
    }
    marks
}

impl Serialize for Diff {
    fn serialize<S: Serializer>(&self, out: S) -> Result<S::Ok, S::Error> {
        out.collect_str(self)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_word_that_differs_is_marked_under_the_commands_before_it() {
        let old = b"@protocol ucci\n> position startpos\n> go depth 2\n\
            < info depth 1 score 9\n< info depth 2 score 19 pv b2e2\n< bestmove b2e2\n> quit\n";
        let new = String::from_utf8_lossy(old).replace("score 19", "score 21");
        insta::assert_snapshot!(diff_texts(old, new.as_bytes()), @r"
            2   > position startpos
            3   > go depth 2
            4   < info depth 1 score 9
            5 - < info depth 2 score 19 pv b2e2
              + < info depth 2 score 21 pv b2e2
                                     ~~
            6   < bestmove b2e2
        ");
    }

    #[test]
    fn equal_texts_do_not_differ() {
        assert_eq!(diff_texts(b"a\nb\n", b"a\nb\n"), Diff::default());
    }

    #[test]
    fn a_line_of_only_one_text_is_added_or_removed() {
        let diff = diff_texts(b"> a\n< x\n", b"> a\n< x\n< y\n");
        assert_eq!(diff.hunks.len(), 1);
        assert_eq!(
            (
                diff.hunks[0].old_line_range.clone(),
                diff.hunks[0].new_line_range.clone()
            ),
            (2..2, 2..3)
        );
    }
}
