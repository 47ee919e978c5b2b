//! Violations: the lines, the culprit underlined, why it matters, and how to see it again.

use std::io::{self, Write};

use super::{Paint, WIDTH, counts, cut, is_bad, layout, paint, wrap};
use crate::{
    report::{Excerpt, Report, Verdict, Violation},
    rule::Level,
};

/// How many places are shown for one rule.
const SHOWN: usize = 3;

/// How far the lines of a transcript are indented.
const INDENT: usize = 6;

/// All violations, those that count first.
pub(super) fn all(report: &Report, out: &mut dyn Write) -> io::Result<()> {
    let mut bad: Vec<&Verdict> = report.verdicts.iter().filter(|it| is_bad(it)).collect();
    bad.sort_by_key(|it| !counts(it));
    for verdict in bad {
        rule(verdict, out)?;
    }
    Ok(())
}

fn rule(verdict: &Verdict, out: &mut dyn Write) -> io::Result<()> {
    let (mark, kind) = match verdict.level {
        Level::Must | Level::Robust => ("✗", Paint::Bad),
        Level::Should | Level::May => ("!", Paint::Warn),
    };
    let level = format!("{mark} {:6}", verdict.level.name());
    let used = level.chars().count() + 1 + verdict.rule.len();
    let gap = WIDTH
        .saturating_sub(used + verdict.requirement.len())
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
    for violation in verdict.violations.iter().take(SHOWN) {
        place(violation, kind, out)?;
    }
    let hidden = verdict
        .count
        .saturating_sub(verdict.violations.len().min(SHOWN));
    if hidden > 0 {
        writeln!(out, "    and {hidden} more")?;
    }
    labelled("why it matters: ", &verdict.why, out)?;
    if let Some(first) = verdict.violations.first() {
        writeln!(
            out,
            "    {}{}",
            paint(Paint::Dim, "see it again:   "),
            first.reproduce
        )?;
    }
    writeln!(out)
}

fn place(violation: &Violation, kind: Paint, out: &mut dyn Write) -> io::Result<()> {
    let scenario = paint(Paint::Strong, &violation.scenario);
    let line = paint(Paint::Dim, &format!("line {}", violation.line));
    writeln!(out, "    {scenario}, {line}")?;
    lines(&violation.transcript, &violation.message, kind, out)?;
    if let Some(context) = violation.context.as_deref().filter(|it| !it.is_empty()) {
        labelled("it was:         ", context, out)?;
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
        let (text, columns) = layout::window(&line.text, columns, room);
        let stamp_shown = paint(Paint::Dim, &stamp);
        if i != excerpt.culprit {
            writeln!(out, "      {stamp_shown}{}", paint(Paint::Dim, &text))?;
            continue;
        }
        writeln!(out, "      {stamp_shown}{text}")?;
        let left = INDENT + stamp.len() + columns.start;
        let carets = "^".repeat(columns.len().max(1));
        underline(left, &carets, message, kind, out)?;
    }
    if excerpt.lines.is_empty() {
        writeln!(out, "      {}", paint(kind, message))?;
    }
    Ok(())
}

/// The carets with the message beside them, or below them if there is no room.
fn underline(
    left: usize,
    carets: &str,
    message: &str,
    kind: Paint,
    out: &mut dyn Write,
) -> io::Result<()> {
    let message = cut(message, 600);
    let beside = left + carets.len() + 1 + message.chars().count() <= WIDTH;
    if beside {
        return writeln!(
            out,
            "{:left$}{}",
            "",
            paint(kind, &format!("{carets} {message}"))
        );
    }
    writeln!(out, "{:left$}{}", "", paint(kind, carets))?;
    let wanted = message.chars().count().min(WIDTH - INDENT);
    let left = left.min(WIDTH - wanted);
    for line in wrap(&message, WIDTH - left) {
        writeln!(out, "{:left$}{}", "", paint(kind, &line))?;
    }
    Ok(())
}

/// A label, and a text beside it in as many lines as it takes.
fn labelled(label: &str, text: &str, out: &mut dyn Write) -> io::Result<()> {
    let left = 4 + label.len();
    for (i, line) in wrap(&cut(text, 600), WIDTH - left).iter().enumerate() {
        if i == 0 {
            writeln!(out, "    {}{line}", paint(Paint::Dim, label))?;
        } else {
            writeln!(out, "{:left$}{line}", "")?;
        }
    }
    Ok(())
}
