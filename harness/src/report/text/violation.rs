//! Writes violations. For each violation, writes the lines with the underlined culprit, the help, why the rule matters,
//! and the command that reproduces the violation.

use std::io::{self, Write};

use unicode_width::UnicodeWidthStr as _;

use super::{
    TextStyle,
    examples::{select_examples, write_other_violations},
    style_rule_id, style_text, violation_mark, write_with_hanging_indent,
};
use crate::{
    message::{Language, Message, message},
    protocol::Diagram,
    readable::{truncate_around_characters, truncate_text, visible_blanks, wrap_text},
    snapshot::diff::{Diff, LineChange, underline_columns as underline_of},
    verdict::{self, Excerpt, Report, TextLayout, Verdict, Violation},
};

/// The approximate maximum number of printed lines of a diff.
const MAX_DIFF_LINES: usize = 40;
/// The maximum number of printed columns in a line of a diff.
const MAX_DIFF_COLUMNS: usize = 400;

/// The labels of the texts below a violation.
const WHY_LABEL: Message = message!("why_it_matters", "why it matters");
const REPRODUCE_LABEL: Message = message!("see_it_again", "see it again");
const CONTEXT_LABEL: Message = message!("it_happened_in", "it happened in");
const HELP_LABEL: Message = message!("help_label", "help");

/// The indentation of transcript lines.
const TRANSCRIPT_INDENT: usize = 6;

/// Writes all violations with all details.
pub(super) fn write_violations(report: &Report, out: &mut dyn Write) -> io::Result<()> {
    for verdict in report.violated_rules() {
        write_violated_rule(verdict, report, out)?;
    }
    Ok(())
}

/// Writes a violated rule with all details.
pub(crate) fn write_violated_rule(
    verdict: &Verdict,
    report: &Report,
    out: &mut dyn Write,
) -> io::Result<()> {
    write_rule_details(verdict, report, true, out)
}

/// Writes a violated rule with all details except the boards.
pub(super) fn write_rule_without_boards(
    verdict: &Verdict,
    report: &Report,
    out: &mut dyn Write,
) -> io::Result<()> {
    write_rule_details(verdict, report, false, out)
}

fn write_rule_details(
    verdict: &Verdict,
    report: &Report,
    with_boards: bool,
    out: &mut dyn Write,
) -> io::Result<()> {
    let layout = &report.layout;
    write_rule_line(verdict, report, out)?;
    for line in wrap_text(
        &Language::selected_for_texts().end_sentence(verdict.translated_title()),
        layout.width - 4,
    ) {
        writeln!(out, "    {line}")?;
    }
    let (_, kind) = violation_mark(verdict.level);
    let shown = select_examples(&verdict.violations, layout.max_examples.unwrap_or(1));
    for violation in &shown {
        write_violation(violation, layout, kind, out)?;
        if let Some(it) = violation.board.as_ref().filter(|_| with_boards) {
            write_board(it, layout, kind, out)?;
        }
        write_context(violation, layout, out)?;
        if let Some(help) = &violation.help {
            write_help(help, layout.width, out)?;
        }
    }
    write_other_violations(verdict, &shown, layout, out)?;
    let dim = TextStyle::Unimportant;
    write_labelled_text(&WHY_LABEL, verdict.translated_rationale(), layout, dim, out)?;
    if let Some(first) = verdict.violations.first() {
        let label = style_text(dim, &pad_label(&REPRODUCE_LABEL));
        writeln!(out, "    {label}{}", first.reproduce)?;
    }
    writeln!(out)
}

/// Writes a violated rule with one line of the engine, the message and the help.
pub(super) fn write_brief_rule(
    verdict: &Verdict,
    report: &Report,
    out: &mut dyn Write,
) -> io::Result<()> {
    let Some(violation) = verdict.violations.first() else {
        return Ok(());
    };
    write_brief_rule_line(verdict, violation, report, out)?;
    let (_, kind) = violation_mark(verdict.level);
    let layout = &report.layout;
    let message = violation.message.to_string();
    let excerpt = &violation.transcript;
    let culprit = excerpt.lines.get(excerpt.culprit_index);
    let culprit = culprit.filter(|_| violation.diff.is_none());
    let only_culprit = Excerpt {
        lines: culprit.into_iter().cloned().collect(),
        culprit_index: 0,
        culprit_columns: excerpt.culprit_columns.clone(),
    };
    write_excerpt(&only_culprit, &message, layout, kind, out)?;
    match &violation.help {
        Some(help) => {
            let label = format!(
                "      {HELP_LABEL}{}",
                Language::selected_for_texts().colon()
            );
            write_with_hanging_indent(
                &label,
                &help.to_string(),
                layout.width,
                TextStyle::Help,
                out,
            )
        }
        None => Ok(()),
    }
}

/// Writes the level and the id of a violated rule, the place of its first violation, and the number of other
/// scenarios.
fn write_brief_rule_line(
    verdict: &Verdict,
    violation: &Violation,
    report: &Report,
    out: &mut dyn Write,
) -> io::Result<()> {
    let (mark, kind) = violation_mark(verdict.level);
    let level = format!("{mark} {:6}", verdict.level.name());
    let scenario = &violation.scenario;
    let place = match report.layout.has_line_numbers {
        true => message!(
            "brief_place",
            "{scenario}, line {line}",
            scenario,
            line = violation.line
        )
        .to_string(),
        false => scenario.clone(),
    };
    let place = match verdict.violated_scenarios {
        0 | 1 => message!("in_scenario", "in {place}", place),
        count => message!(
            "in_scenario_and_more",
            "in {place} and {count} more",
            place,
            count = count - 1
        ),
    };
    let used = level.width() + 1 + verdict.rule.width() + 2;
    let room = report
        .layout
        .width
        .saturating_sub(used)
        .max(MIN_SCENARIO_TEXT_WIDTH);
    writeln!(
        out,
        "{} {}  {}",
        style_text(kind, &level),
        style_rule_id(&verdict.rule),
        style_text(
            TextStyle::Unimportant,
            &truncate_text(&place.to_string(), room)
        )
    )
}

/// The minimum width for the text about the place of a violation, in columns.
const MIN_SCENARIO_TEXT_WIDTH: usize = 20;

/// Writes the level and the id of a violated rule, the number of scenarios, and the requirement.
fn write_rule_line(verdict: &Verdict, report: &Report, out: &mut dyn Write) -> io::Result<()> {
    let (mark, kind) = violation_mark(verdict.level);
    let level = format!("{mark} {:6}", verdict.level.name());
    let total = report.scenarios.len();
    let frequency = match verdict.violated_scenarios.min(total) {
        0 => String::new(),
        _ if total < 2 => String::new(),
        count if report.command == "judge" => message!(
            "violated_in_conversations",
            "in {count} of {total} conversations",
            count,
            total
        )
        .to_string(),
        count => message!(
            "violated_in_scenarios",
            "in {count} of {total} scenarios",
            count,
            total
        )
        .to_string(),
    };
    let used = level.width() + 1 + verdict.rule.width() + 2 + frequency.width();
    let gap = report
        .layout
        .width
        .saturating_sub(used + verdict.requirement.width())
        .max(2);
    writeln!(
        out,
        "{} {}  {frequency}{:gap$}{}",
        style_text(kind, &level),
        style_rule_id(&verdict.rule),
        "",
        style_text(TextStyle::Unimportant, &verdict.requirement)
    )
}

fn write_violation(
    violation: &Violation,
    layout: &TextLayout,
    kind: TextStyle,
    out: &mut dyn Write,
) -> io::Result<()> {
    let scenario = style_text(TextStyle::Emphasis, &violation.scenario);
    // The line number is omitted if it would refer to a transcript that was not stored.
    if layout.has_line_numbers || violation.diff.is_some() {
        let place = message!(
            "brief_place",
            "{scenario}, line {line}",
            scenario,
            line = violation.line
        );
        writeln!(out, "    {place}")?;
    } else {
        writeln!(out, "    {scenario}")?;
    }
    if let Some(it) = &violation.diff {
        return write_diff(it, out);
    }
    write_excerpt(
        &violation.transcript,
        &violation.message.to_string(),
        layout,
        kind,
        out,
    )
}

/// Writes a diff, up to about [`MAX_DIFF_LINES`] lines.
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
    layout: &TextLayout,
    kind: TextStyle,
    out: &mut dyn Write,
) -> io::Result<()> {
    let rows = verdict::board_rows(board, layout.board_style, |it| style_text(kind, it));
    if rows.is_empty() {
        return Ok(());
    }
    let caption = wrap_text(
        &board.caption_text(Language::selected_for_texts()),
        layout.width - TRANSCRIPT_INDENT,
    );
    let caption = caption
        .iter()
        .map(|it| style_text(TextStyle::Unimportant, it));
    for line in caption.chain(rows) {
        writeln!(out, "{:TRANSCRIPT_INDENT$}{line}", "")?;
    }
    Ok(())
}

/// Writes the commands that set the position and started the search, if the printed lines do not show these commands.
fn write_context(
    violation: &Violation,
    layout: &TextLayout,
    out: &mut dyn Write,
) -> io::Result<()> {
    let is_shown = |part: &str| {
        violation
            .transcript
            .lines
            .iter()
            .any(|it| it.text.contains(part))
    };
    let context = violation.context.as_deref().unwrap_or_default();
    if !context.split(" · ").all(is_shown) {
        let context = visible_blanks(context);
        write_labelled_text(
            &CONTEXT_LABEL,
            &context,
            layout,
            TextStyle::Unimportant,
            out,
        )?;
    }
    Ok(())
}

fn write_excerpt(
    excerpt: &Excerpt,
    message: &str,
    layout: &TextLayout,
    kind: TextStyle,
    out: &mut dyn Write,
) -> io::Result<()> {
    for (i, line) in excerpt.lines.iter().enumerate() {
        let stamp = line.stamp.map(|it| format!("{it:.3} ")).unwrap_or_default();
        let room = layout.width - TRANSCRIPT_INDENT - stamp.len();
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
        write_carets((left, &carets), message, layout.width, kind, out)?;
    }
    if excerpt.lines.is_empty() {
        writeln!(out, "      {}", style_text(kind, message))?;
    }
    Ok(())
}

/// Returns the display width of the text before `columns`, and of the text in `columns`; a Chinese character takes two
/// columns. A column after the end of the text has a width of one.
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
    (left, carets): (usize, &str),
    message: &str,
    width: usize,
    kind: TextStyle,
    out: &mut dyn Write,
) -> io::Result<()> {
    let message = truncate_text(message, 600);
    let beside = left + carets.len() + 1 + message.width() <= width;
    if beside {
        return writeln!(
            out,
            "{:left$}{}",
            "",
            style_text(kind, &format!("{carets} {message}"))
        );
    }
    writeln!(out, "{:left$}{}", "", style_text(kind, carets))?;
    let wanted = message.width().min(width - TRANSCRIPT_INDENT);
    let left = left.min(width - wanted);
    for line in wrap_text(&message, width - left) {
        writeln!(out, "{:left$}{}", "", style_text(kind, &line))?;
    }
    Ok(())
}

/// Formats a label with a colon, padded to the width of the widest label.
fn pad_label(label: &Message) -> String {
    let texts = [&WHY_LABEL, &REPRODUCE_LABEL, &CONTEXT_LABEL, &HELP_LABEL].map(Message::to_string);
    let width = texts.iter().map(|it| it.width()).max().unwrap_or_default();
    let label = label.to_string();
    let blanks = width.saturating_sub(label.width());
    format!(
        "{label}{}{:blanks$}",
        Language::selected_for_texts().colon(),
        ""
    )
}

/// Writes the probable cause of a problem, or the way to mend it.
pub(super) fn write_help(help: &Message, width: usize, out: &mut dyn Write) -> io::Result<()> {
    let label = format!("    {}", pad_label(&HELP_LABEL));
    write_with_hanging_indent(&label, &help.to_string(), width, TextStyle::Help, out)
}

/// Writes a label, and a text after the label; the text is wrapped and aligned.
fn write_labelled_text(
    label: &Message,
    text: &str,
    layout: &TextLayout,
    style: TextStyle,
    out: &mut dyn Write,
) -> io::Result<()> {
    let label = format!("    {}", pad_label(label));
    write_with_hanging_indent(&label, text, layout.width, style, out)
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
