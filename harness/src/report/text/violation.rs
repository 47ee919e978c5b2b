//! Writes violations: the lines with the underlined culprit, why the rule matters, and the command that reproduces the
//! violation.

use std::io::{self, Write};

use unicode_width::UnicodeWidthStr as _;

use super::{LINE_WIDTH, TextStyle, style_text};
use crate::{
    message::{Message, message},
    protocol::Diagram,
    readable::{truncate_around_characters, truncate_text, wrap_text},
    rule::Level,
    snapshot::diff::{Diff, LineChange, underline_columns as underline_of},
    verdict::{self, BoardStyle, Excerpt, Report, Verdict, Violation},
};

/// The maximum number of printed violations per rule.
const MAX_SHOWN_VIOLATIONS: usize = 3;

/// The approximate maximum number of printed lines of a diff.
const MAX_DIFF_LINES: usize = 40;
/// The maximum number of printed columns in a line of a diff.
const MAX_DIFF_COLUMNS: usize = 400;

/// The labels beside a violation.
const WHY_LABEL: Message = message!("why_it_matters", "why it matters");
const REPRODUCE_LABEL: Message = message!("see_it_again", "see it again");
const CONTEXT_LABEL: Message = message!("it_happened_in", "it happened in");

/// The indentation of transcript lines.
const TRANSCRIPT_INDENT: usize = 6;

/// Writes all violations, errors first.
pub(super) fn write_violations(report: &Report, out: &mut dyn Write) -> io::Result<()> {
    for verdict in report.violated_rules() {
        write_violated_rule(verdict, report.boards, out)?;
    }
    Ok(())
}

fn write_violated_rule(
    verdict: &Verdict,
    boards: BoardStyle,
    out: &mut dyn Write,
) -> io::Result<()> {
    let (mark, kind) = match verdict.level {
        Level::Must | Level::Robust => ("✗", TextStyle::Failure),
        Level::Should | Level::May => ("!", TextStyle::Warning),
    };
    let level = format!("{mark} {:6}", verdict.level.name());
    let used = level.width() + 1 + verdict.rule.width();
    let gap = LINE_WIDTH
        .saturating_sub(used + verdict.requirement.width())
        .max(2);
    writeln!(
        out,
        "{} {}{:gap$}{}",
        style_text(kind, &level),
        style_text(TextStyle::Emphasis, &verdict.rule),
        "",
        style_text(TextStyle::Unimportant, &verdict.requirement)
    )?;
    for line in wrap_text(&format!("{}.", verdict.title), LINE_WIDTH - 4) {
        writeln!(out, "    {line}")?;
    }
    let shown = distinct_violations(&verdict.violations);
    for violation in &shown {
        write_violation(violation, kind, out)?;
        if let Some(it) = &violation.board {
            write_board(it, boards, kind, out)?;
        }
        write_context(violation, out)?;
    }
    write_remaining_count(verdict, shown.len(), out)?;
    write_labelled_text(&WHY_LABEL, &verdict.why, out)?;
    if let Some(first) = verdict.violations.first() {
        let label = style_text(TextStyle::Unimportant, &pad_label(&REPRODUCE_LABEL));
        writeln!(out, "    {label}{}", first.reproduce)?;
    }
    writeln!(out)
}

/// Selects the first violations with different messages.
fn distinct_violations(violations: &[Violation]) -> Vec<&Violation> {
    let mut shown: Vec<&Violation> = Vec::new();
    for violation in violations {
        if shown.len() < MAX_SHOWN_VIOLATIONS
            && shown.iter().all(|it| it.message != violation.message)
        {
            shown.push(violation);
        }
    }
    shown
}

fn write_remaining_count(verdict: &Verdict, shown: usize, out: &mut dyn Write) -> io::Result<()> {
    let hidden = verdict.count.saturating_sub(shown);
    if hidden == 0 {
        return Ok(());
    }
    let mut scenarios: Vec<&str> = Vec::new();
    for violation in &verdict.violations {
        if !scenarios.contains(&violation.scenario.as_str()) {
            scenarios.push(&violation.scenario);
        }
    }
    let (first, others) = scenarios.split_at(scenarios.len().min(MAX_SHOWN_VIOLATIONS));
    let scenarios = first.join(", ");
    let text = match others {
        [] => message!(
            "more_violations",
            "and {count} more violations of this rule in {scenarios}",
            count = hidden,
            scenarios
        ),
        _ => message!(
            "more_violations_in_many",
            "and {count} more violations of this rule in {scenarios}, …",
            count = hidden,
            scenarios
        ),
    };
    writeln!(
        out,
        "    {}",
        style_text(TextStyle::Unimportant, &text.to_string())
    )
}

fn write_violation(violation: &Violation, kind: TextStyle, out: &mut dyn Write) -> io::Result<()> {
    let scenario = style_text(TextStyle::Emphasis, &violation.scenario);
    let line = message!("line_number", "line {line}", line = violation.line);
    let line = style_text(TextStyle::Unimportant, &line.to_string());
    writeln!(out, "    {scenario}, {line}")?;
    if let Some(it) = &violation.diff {
        return write_diff(it, out);
    }
    write_excerpt(
        &violation.transcript,
        &violation.message.to_string(),
        kind,
        out,
    )
}

/// Writes the first part of a diff.
fn write_diff(diff: &Diff, out: &mut dyn Write) -> io::Result<()> {
    let mut shown = 0;
    for (index, hunk) in diff.hunks.iter().enumerate() {
        if shown > MAX_DIFF_LINES {
            let count = diff.hunks.len() - index;
            let text = message!("more_changes", "and {count} more changes", count);
            return writeln!(out, "      {text}");
        }
        for line in &hunk.lines {
            let kind = match line.change {
                LineChange::Unchanged => TextStyle::Unimportant,
                LineChange::Removed => TextStyle::Failure,
                LineChange::Added => TextStyle::Success,
            };
            let text = format!(
                "{} {}",
                line.change.diff_mark(),
                truncate_text(&line.text, MAX_DIFF_COLUMNS)
            );
            let number = line
                .line_number
                .map(|it| it.to_string())
                .unwrap_or_default();
            writeln!(out, "      {number:>5} {}", style_text(kind, &text))?;
            if line.change == LineChange::Added && !line.changed_ranges.is_empty() {
                let marks = underline_of(&line.changed_ranges);
                writeln!(
                    out,
                    "{:14}{}",
                    "",
                    style_text(kind, &truncate_text(&marks, MAX_DIFF_COLUMNS))
                )?;
            }
            shown += 1;
        }
    }
    Ok(())
}

/// Writes the board of a violation.
fn write_board(
    board: &Diagram,
    form: BoardStyle,
    kind: TextStyle,
    out: &mut dyn Write,
) -> io::Result<()> {
    let rows = verdict::board_rows(board, form, |it| style_text(kind, it));
    if rows.is_empty() {
        return Ok(());
    }
    let caption = wrap_text(&board.caption_text(), LINE_WIDTH - TRANSCRIPT_INDENT);
    let caption = caption
        .iter()
        .map(|it| style_text(TextStyle::Unimportant, it));
    for line in caption.chain(rows) {
        writeln!(out, "{:TRANSCRIPT_INDENT$}{line}", "")?;
    }
    Ok(())
}

/// Writes the position and the command of the violation, if the printed lines do not show them.
fn write_context(violation: &Violation, out: &mut dyn Write) -> io::Result<()> {
    let is_shown = |part: &str| {
        violation
            .transcript
            .lines
            .iter()
            .any(|it| it.text.contains(part))
    };
    let context = violation.context.as_deref().unwrap_or_default();
    if !context.split(" · ").all(is_shown) {
        write_labelled_text(&CONTEXT_LABEL, context, out)?;
    }
    Ok(())
}

fn write_excerpt(
    excerpt: &Excerpt,
    message: &str,
    kind: TextStyle,
    out: &mut dyn Write,
) -> io::Result<()> {
    for (i, line) in excerpt.lines.iter().enumerate() {
        let stamp = line.stamp.map(|it| format!("{it:.3} ")).unwrap_or_default();
        let room = LINE_WIDTH - TRANSCRIPT_INDENT - stamp.len();
        let columns = if i == excerpt.culprit_index {
            excerpt.culprit_columns.clone()
        } else {
            0..0
        };
        let (text, columns) = truncate_around_characters(&line.text, columns, room);
        let stamp_shown = style_text(TextStyle::Unimportant, &stamp);
        if i != excerpt.culprit_index {
            writeln!(
                out,
                "      {stamp_shown}{}",
                style_text(TextStyle::Unimportant, &text)
            )?;
            continue;
        }
        writeln!(out, "      {stamp_shown}{text}")?;
        let (before, marked) = display_widths(&text, columns);
        let left = TRANSCRIPT_INDENT + stamp.len() + before;
        let carets = "^".repeat(marked.max(1));
        write_carets(left, &carets, message, kind, out)?;
    }
    if excerpt.lines.is_empty() {
        writeln!(out, "      {}", style_text(kind, message))?;
    }
    Ok(())
}

/// Returns the display width of the text before `columns`, and of the text in `columns`; a Chinese
/// character takes two columns. Columns after the end of the text have the width one.
fn display_widths(text: &str, columns: std::ops::Range<usize>) -> (usize, usize) {
    let wide = |skip: usize, take: usize| {
        let part: String = text.chars().skip(skip).take(take).collect();
        part.width()
    };
    let beyond = columns.start.saturating_sub(text.chars().count());
    (
        wide(0, columns.start) + beyond,
        wide(columns.start, columns.len()),
    )
}

/// Writes the carets with the message beside them, or below them if there is not enough space.
fn write_carets(
    left: usize,
    carets: &str,
    message: &str,
    kind: TextStyle,
    out: &mut dyn Write,
) -> io::Result<()> {
    let message = truncate_text(message, 600);
    let beside = left + carets.len() + 1 + message.width() <= LINE_WIDTH;
    if beside {
        return writeln!(
            out,
            "{:left$}{}",
            "",
            style_text(kind, &format!("{carets} {message}"))
        );
    }
    writeln!(out, "{:left$}{}", "", style_text(kind, carets))?;
    let wanted = message.width().min(LINE_WIDTH - TRANSCRIPT_INDENT);
    let left = left.min(LINE_WIDTH - wanted);
    for line in wrap_text(&message, LINE_WIDTH - left) {
        writeln!(out, "{:left$}{}", "", style_text(kind, &line))?;
    }
    Ok(())
}

/// Formats a label with a colon, padded to the width of the widest label.
fn pad_label(label: &Message) -> String {
    let texts = [&WHY_LABEL, &REPRODUCE_LABEL, &CONTEXT_LABEL].map(Message::to_string);
    let width = texts.iter().map(|it| it.width()).max().unwrap_or_default();
    let label = label.to_string();
    let blanks = width.saturating_sub(label.width()) + 1;
    format!("{label}:{:blanks$}", "")
}

/// Writes a text beside a label; the text is wrapped and aligned.
fn write_labelled_text(label: &Message, text: &str, out: &mut dyn Write) -> io::Result<()> {
    let label = pad_label(label);
    let left = 4 + label.width();
    for (i, line) in wrap_text(&truncate_text(text, 600), LINE_WIDTH - left)
        .iter()
        .enumerate()
    {
        if i == 0 {
            writeln!(
                out,
                "    {}{line}",
                style_text(TextStyle::Unimportant, &label)
            )?;
        } else {
            writeln!(out, "{:left$}{line}", "")?;
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::display_widths;

    #[test]
    fn carets_are_as_wide_as_the_text_above_them() {
        assert_eq!(display_widths("< id 象棋 elo", 8..11), (10, 3));
        assert_eq!(display_widths("< id 象棋 elo", 5..7), (5, 4));
        assert_eq!(display_widths("< id", 4..5), (4, 0));
        assert_eq!(display_widths("< 象", 4..5), (5, 0));
    }
}
