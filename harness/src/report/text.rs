//! The report as text: violations in the order in which to fix them, rules without a result, and a summary.

mod comparison;
mod examples;
mod inconclusive;
mod screen;
mod summary;
mod text_style;
mod violation;

use std::io::{self, Write};

pub(crate) use examples::distinct_violations;
pub(crate) use summary::{
    SETTINGS_WITHOUT_EFFECT_REMARK, exit_reason, remarks, shard_part, write_counts, write_exit_line,
};
pub(crate) use text_style::{TextStyle, set_hyperlinks_enabled, style_rule_id, style_text};
pub(crate) use violation::write_violated_rule;

use super::{ComparisonReporter, Reporter};
use crate::{
    exit::Exit,
    message::{Language, Message, Problem, message},
    readable::{truncate_text, wrap_text},
    rule::{Level, Outcome},
    verdict::{DEFAULT_REPORT_WIDTH, EngineInfo, Report, Verdict},
};

use unicode_width::UnicodeWidthStr as _;

/// The width of text that is not a report, such as the output of `rules` and `explain`.
pub(crate) const LINE_WIDTH: usize = DEFAULT_REPORT_WIDTH;

/// The reporter for `--report text`.
pub(crate) struct TextReporter;

impl Reporter for TextReporter {
    fn name(&self) -> &'static str {
        "text"
    }

    fn comparison_reporter(&self) -> Option<&dyn ComparisonReporter> {
        Some(self)
    }

    fn write_report(&self, report: &Report, out: &mut dyn Write) -> io::Result<()> {
        let protocols = format_protocols(&report.protocol_title.to_string(), &report.notes);
        let other_files = match report.command {
            "judge" => report.engine.command.len().saturating_sub(1),
            _ => 0,
        };
        if other_files > 0 {
            // The judged files may contain conversations with different engines, so the first line of the report names
            // no engine.
            let first = file_name(&report.engine.command[0]);
            let files = message!(
                "judged_files",
                "{first} and {count} more files",
                first,
                count = other_files
            );
            write_first_line_parts(
                &protocols,
                report.profile.as_deref(),
                files.to_string(),
                out,
            )?;
        } else {
            write_first_line(&protocols, report.profile.as_deref(), &report.engine, out)?;
        }
        write_without_first_line(report, out)
    }
}

/// The remark in the report's first and last line if the built-in engine is used.
pub(crate) const BUILT_IN_ENGINE_REMARK: Message = message!(
    "built_in_engine",
    "no ENGINE was given: the built-in reference engine is used"
);

/// The message id of the note that the engine speaks several protocols.
const OTHER_PROTOCOLS_NOTE_ID: &str = "other_protocols";

/// The message id of the note that names the detected protocol.
const DETECTED_PROTOCOL_NOTE_ID: &str = "protocol_detected";

/// Returns the part of the report's first line that names the protocol. If the engine speaks other protocols too, the
/// returned text also names these protocols.
pub(crate) fn format_protocols(title: &str, notes: &[Message]) -> String {
    let note = notes.iter().find(|it| it.id == OTHER_PROTOCOLS_NOTE_ID);
    note.map_or_else(|| title.to_owned(), Message::to_string)
}

/// Writes the first line of the report: the versions, the profile and the engine.
pub(crate) fn write_first_line(
    protocol: &str,
    profile: Option<&str>,
    engine: &EngineInfo,
    out: &mut dyn Write,
) -> io::Result<()> {
    let program = engine.command.first();
    let program = file_name(program.map(String::as_str).unwrap_or_default());
    let program = match &engine.label {
        Some(label) => format!("{}: {program}", truncate_text(label, 40)),
        None => program,
    };
    let mut subject = match &engine.name {
        Some(name) => format!("{program} ({})", truncate_text(name, 60)),
        None => program,
    };
    if engine.built_in {
        subject.push_str(&format!(" · {BUILT_IN_ENGINE_REMARK}"));
    }
    write_first_line_parts(protocol, profile, subject, out)
}

/// The last part of a path, shortened.
fn file_name(path: &str) -> String {
    let name = path.rsplit(['/', '\\']).next().unwrap_or(path);
    truncate_text(name, 40)
}

/// Writes the first line of the report; `subject` is the engine or the logs.
fn write_first_line_parts(
    protocol: &str,
    profile: Option<&str>,
    subject: String,
    out: &mut dyn Write,
) -> io::Result<()> {
    let version = env!("CARGO_PKG_VERSION");
    let mut parts = vec![format!("ponderhit {version}"), protocol.to_owned()];
    parts.extend(profile.map(|name| message!("profile_name", "profile {name}", name).to_string()));
    parts.push(subject);
    writeln!(
        out,
        "{}",
        style_text(TextStyle::Emphasis, &parts.join(" · "))
    )?;
    writeln!(out)
}

/// Writes the report except its first line.
pub(crate) fn write_without_first_line(report: &Report, out: &mut dyn Write) -> io::Result<()> {
    let width = report.layout.width;
    if let Some(problem) = &report.problem {
        write_problem(problem, width, out)?;
        writeln!(out)?;
    }
    // If there are violations, the short report leaves out the details that are not about violations.
    let violated = report.violated_rules();
    let has_violation = violated.iter().any(|it| it.level != Level::May);
    let is_short = report.layout.leaves_out_details();
    let is_detailed = !has_violation || !is_short;
    let mut end = Vec::new();
    inconclusive::write_notes(report, &mut end)?;
    summary::write_summary(report, &mut end)?;
    let end_rows = screen::count_rows(&end, width);
    if is_detailed {
        write_topics(report, out)?;
    }
    if is_short {
        screen::write_violations_on_screen(report, end_rows, out)?;
    } else {
        violation::write_violations(report, out)?;
    }
    if is_detailed {
        write_known_failures(report, out)?;
    }
    // If no violation fails the run, the exit code depends on the rules without a result, so these rules are listed.
    if is_detailed || report.exit != Exit::Violated {
        inconclusive::write_rules_without_result(report, out)?;
    }
    out.write_all(&end)
}

/// Writes a problem, and the hints how to mend it.
pub(crate) fn write_problem(
    problem: &Problem,
    width: usize,
    out: &mut dyn Write,
) -> io::Result<()> {
    let text = problem.sentences_text();
    write_with_hanging_indent("✗ ", &text, width, TextStyle::Failure, out)?;
    for help in &problem.help {
        violation::write_help(help, width, out)?;
    }
    Ok(())
}

/// The mark of a violation at this level, such as `✗`, and the style of the mark.
pub(crate) fn violation_mark(level: Level) -> (&'static str, TextStyle) {
    match level {
        Level::Must | Level::Robust => ("✗", TextStyle::Failure),
        Level::Should | Level::May => ("!", TextStyle::Warning),
    }
}

/// Writes a text after a label; the text is wrapped and aligned.
fn write_with_hanging_indent(
    label: &str,
    text: &str,
    width: usize,
    style: TextStyle,
    out: &mut dyn Write,
) -> io::Result<()> {
    let left = label.width();
    let lines = wrap_text(&truncate_text(text, MAX_PARAGRAPH_WIDTH), width - left);
    for (i, line) in lines.iter().enumerate() {
        let label = if i == 0 { label } else { "" };
        let label = format!("{label}{:1$}", "", left - label.width());
        writeln!(out, "{}{line}", style_text(style, &label))?;
    }
    Ok(())
}

/// Before a paragraph is wrapped into lines, it is cut off after this number of columns.
const MAX_PARAGRAPH_WIDTH: usize = 600;

/// Writes the known failures.
fn write_known_failures(report: &Report, out: &mut dyn Write) -> io::Result<()> {
    let mut any = false;
    for verdict in report.verdicts.iter().filter(|it| it.is_known_failure()) {
        any = true;
        let mark = style_text(
            TextStyle::Unimportant,
            &format!("~ {:6}", verdict.level.name()),
        );
        let reason = verdict.reasons.first().map(|it| it.why.to_string());
        let reason =
            reason.unwrap_or_else(|| message!("known_failure_alone", "known failure").to_string());
        writeln!(
            out,
            "{mark} {}{}{}",
            verdict.rule,
            Language::selected_for_texts().colon(),
            truncate_text(&reason, 200)
        )?;
    }
    if any { writeln!(out) } else { Ok(()) }
}

/// Writes one line per topic, with a count of rules for each outcome.
fn write_topics(report: &Report, out: &mut dyn Write) -> io::Result<()> {
    let selected = || report.verdicts.iter().filter(|it| it.selected);
    if selected().all(|it| it.outcome <= Outcome::NotApplicable) {
        return Ok(());
    }
    let names = report.selected_topics();
    let width = names.iter().map(|it| it.width()).max().unwrap_or_default();
    for name in names {
        let count = |kind: fn(&Verdict) -> bool| {
            selected().filter(|it| it.topic == name && kind(it)).count()
        };
        let cells = [
            (
                count(|it| it.outcome == Outcome::Conforms),
                "✓",
                TextStyle::Success,
            ),
            (
                count(|it| it.is_violated() && it.is_error()),
                "✗",
                TextStyle::Failure,
            ),
            (
                count(|it| it.is_violated() && !it.is_error()),
                "!",
                TextStyle::Warning,
            ),
            (
                count(|it| it.outcome == Outcome::Inconclusive),
                "?",
                TextStyle::Warning,
            ),
            (
                count(Verdict::is_known_failure),
                "~",
                TextStyle::Unimportant,
            ),
            (
                count(|it| it.outcome < Outcome::Conforms),
                "–",
                TextStyle::Unimportant,
            ),
        ];
        let silent = cells[..5].iter().all(|it| it.0 == 0);
        if report.filtered && silent {
            continue;
        }
        let last = cells.iter().rposition(|it| it.0 > 0).unwrap_or_default();
        write!(out, "  {name}{:1$}", "", width - name.width())?;
        for (count, mark, kind) in &cells[..=last] {
            match count {
                0 => write!(out, "       ")?,
                _ => write!(out, "  {}", style_text(*kind, &format!("{count:3} {mark}")))?,
            }
        }
        writeln!(out)?;
    }
    writeln!(out)
}
