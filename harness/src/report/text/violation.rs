//! Writes violations: the lines with the underlined culprit, why the rule matters, and the command that reproduces the
//! violation.

use std::io::{self, Write};

use unicode_width::UnicodeWidthStr as _;

use super::{Paint, WIDTH, paint};
use crate::{
    message::{Message, message},
    protocol::Diagram,
    readable::{cut, window, wrap},
    rule::Level,
    snapshot::diff::{Diff, LineChange, underline as underline_of},
    verdict::{self, Boards, Excerpt, Report, Verdict, Violation},
};

/// The maximum number of printed violations per rule.
const SHOWN: usize = 3;

/// The approximate number of printed lines of a diff.
const DIFF_LINES: usize = 40;
/// The maximum number of printed columns in a line of a diff.
const DIFF_COLUMNS: usize = 400;

/// The labels beside a violation.
const WHY: Message = message!("why_it_matters", "why it matters");
const REPRODUCE: Message = message!("see_it_again", "see it again");
const CONTEXT: Message = message!("it_happened_in", "it happened in");

/// The indentation of transcript lines.
const INDENT: usize = 6;

/// Writes all violations, errors first.
pub(super) fn all(report: &Report, out: &mut dyn Write) -> io::Result<()> {
    for verdict in report.violated() {
        rule(verdict, report.boards, out)?;
    }
    Ok(())
}

fn rule(verdict: &Verdict, boards: Boards, out: &mut dyn Write) -> io::Result<()> {
    let (mark, kind) = match verdict.level {
        Level::Must | Level::Robust => ("✗", Paint::Bad),
        Level::Should | Level::May => ("!", Paint::Warn),
    };
    let level = format!("{mark} {:6}", verdict.level.name());
    let used = level.width() + 1 + verdict.rule.width();
    let gap = WIDTH
        .saturating_sub(used + verdict.requirement.width())
        .max(2);
    writeln!(
        out,
        "{} {}{:gap$}{}",
        paint(kind, &level),
        paint(Paint::Strong, &verdict.rule),
        "",
        paint(Paint::Dim, &verdict.requirement)
    )?;
    for line in wrap(&format!("{}.", verdict.title), WIDTH - 4) {
        writeln!(out, "    {line}")?;
    }
    let shown = distinct(&verdict.violations);
    for violation in &shown {
        place(violation, kind, out)?;
        if let Some(it) = &violation.board {
            board(it, boards, kind, out)?;
        }
        context(violation, out)?;
    }
    more(verdict, shown.len(), out)?;
    labelled(&WHY, &verdict.why, out)?;
    if let Some(first) = verdict.violations.first() {
        let label = paint(Paint::Dim, &padded(&REPRODUCE));
        writeln!(out, "    {label}{}", first.reproduce)?;
    }
    writeln!(out)
}

/// Selects the first violations with different messages.
fn distinct(violations: &[Violation]) -> Vec<&Violation> {
    let mut shown: Vec<&Violation> = Vec::new();
    for violation in violations {
        if shown.len() < SHOWN && shown.iter().all(|it| it.message != violation.message) {
            shown.push(violation);
        }
    }
    shown
}

fn more(verdict: &Verdict, shown: usize, out: &mut dyn Write) -> io::Result<()> {
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
    let (first, others) = scenarios.split_at(scenarios.len().min(SHOWN));
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
    writeln!(out, "    {}", paint(Paint::Dim, &text.to_string()))
}

fn place(violation: &Violation, kind: Paint, out: &mut dyn Write) -> io::Result<()> {
    let scenario = paint(Paint::Strong, &violation.scenario);
    let line = message!("line_number", "line {line}", line = violation.line);
    let line = paint(Paint::Dim, &line.to_string());
    writeln!(out, "    {scenario}, {line}")?;
    if let Some(it) = &violation.diff {
        return diff(it, out);
    }
    lines(
        &violation.transcript,
        &violation.message.to_string(),
        kind,
        out,
    )
}

/// Writes the first part of a diff.
fn diff(diff: &Diff, out: &mut dyn Write) -> io::Result<()> {
    let mut shown = 0;
    for (index, hunk) in diff.hunks.iter().enumerate() {
        if shown > DIFF_LINES {
            let count = diff.hunks.len() - index;
            let text = message!("more_changes", "and {count} more changes", count);
            return writeln!(out, "      {text}");
        }
        for line in &hunk.lines {
            let kind = match line.change {
                LineChange::Unchanged => Paint::Dim,
                LineChange::Removed => Paint::Bad,
                LineChange::Added => Paint::Good,
            };
            let text = format!("{} {}", line.change.mark(), cut(&line.text, DIFF_COLUMNS));
            let number = line.number.map(|it| it.to_string()).unwrap_or_default();
            writeln!(out, "      {number:>5} {}", paint(kind, &text))?;
            if line.change == LineChange::Added && !line.changed.is_empty() {
                let marks = underline_of(&line.changed);
                writeln!(out, "{:14}{}", "", paint(kind, &cut(&marks, DIFF_COLUMNS)))?;
            }
            shown += 1;
        }
    }
    Ok(())
}

/// Writes the board of a violation.
fn board(board: &Diagram, form: Boards, kind: Paint, out: &mut dyn Write) -> io::Result<()> {
    let rows = verdict::rows(board, form, |it| paint(kind, it));
    if rows.is_empty() {
        return Ok(());
    }
    let caption = wrap(&board.caption(), WIDTH - INDENT);
    let caption = caption.iter().map(|it| paint(Paint::Dim, it));
    for line in caption.chain(rows) {
        writeln!(out, "{:INDENT$}{line}", "")?;
    }
    Ok(())
}

/// Writes the position and the command, if the printed lines do not show them.
fn context(violation: &Violation, out: &mut dyn Write) -> io::Result<()> {
    let is_shown = |part: &str| {
        violation
            .transcript
            .lines
            .iter()
            .any(|it| it.text.contains(part))
    };
    let context = violation.context.as_deref().unwrap_or_default();
    if !context.split(" · ").all(is_shown) {
        labelled(&CONTEXT, context, out)?;
    }
    Ok(())
}

fn lines(excerpt: &Excerpt, message: &str, kind: Paint, out: &mut dyn Write) -> io::Result<()> {
    for (i, line) in excerpt.lines.iter().enumerate() {
        let stamp = line.stamp.map(|it| format!("{it:.3} ")).unwrap_or_default();
        let room = WIDTH - INDENT - stamp.len();
        let columns = if i == excerpt.culprit {
            excerpt.columns.clone()
        } else {
            0..0
        };
        let (text, columns) = window(&line.text, columns, room);
        let stamp_shown = paint(Paint::Dim, &stamp);
        if i != excerpt.culprit {
            writeln!(out, "      {stamp_shown}{}", paint(Paint::Dim, &text))?;
            continue;
        }
        writeln!(out, "      {stamp_shown}{text}")?;
        let (before, marked) = widths(&text, columns);
        let left = INDENT + stamp.len() + before;
        let carets = "^".repeat(marked.max(1));
        underline(left, &carets, message, kind, out)?;
    }
    if excerpt.lines.is_empty() {
        writeln!(out, "      {}", paint(kind, message))?;
    }
    Ok(())
}

/// The display width of the text before `columns`, and of the text in `columns`; a Chinese character takes two columns.
/// After the end of the text, each column has the width one.
fn widths(text: &str, columns: std::ops::Range<usize>) -> (usize, usize) {
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
fn underline(
    left: usize,
    carets: &str,
    message: &str,
    kind: Paint,
    out: &mut dyn Write,
) -> io::Result<()> {
    let message = cut(message, 600);
    let beside = left + carets.len() + 1 + message.width() <= WIDTH;
    if beside {
        return writeln!(
            out,
            "{:left$}{}",
            "",
            paint(kind, &format!("{carets} {message}"))
        );
    }
    writeln!(out, "{:left$}{}", "", paint(kind, carets))?;
    let wanted = message.width().min(WIDTH - INDENT);
    let left = left.min(WIDTH - wanted);
    for line in wrap(&message, WIDTH - left) {
        writeln!(out, "{:left$}{}", "", paint(kind, &line))?;
    }
    Ok(())
}

/// Formats a label with a colon, padded to the width of the widest label.
fn padded(label: &Message) -> String {
    let texts = [&WHY, &REPRODUCE, &CONTEXT].map(Message::to_string);
    let width = texts.iter().map(|it| it.width()).max().unwrap_or_default();
    let label = label.to_string();
    let blanks = width.saturating_sub(label.width()) + 1;
    format!("{label}:{:blanks$}", "")
}

/// Writes a text beside a label; the text is wrapped and aligned.
fn labelled(label: &Message, text: &str, out: &mut dyn Write) -> io::Result<()> {
    let label = padded(label);
    let left = 4 + label.width();
    for (i, line) in wrap(&cut(text, 600), WIDTH - left).iter().enumerate() {
        if i == 0 {
            writeln!(out, "    {}{line}", paint(Paint::Dim, &label))?;
        } else {
            writeln!(out, "{:left$}{line}", "")?;
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::widths;

    #[test]
    fn carets_are_as_wide_as_the_text_above_them() {
        assert_eq!(widths("< id 象棋 elo", 8..11), (10, 3));
        assert_eq!(widths("< id 象棋 elo", 5..7), (5, 4));
        assert_eq!(widths("< id", 4..5), (4, 0));
        assert_eq!(widths("< 象", 4..5), (5, 0));
    }
}
