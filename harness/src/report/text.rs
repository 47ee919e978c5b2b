//! The report as text: counts by topic, violations, inconclusive rules, and a summary.

mod inconclusive;
mod text_style;
mod violation;

use std::io::{self, Write};

pub(crate) use text_style::{TextStyle, style_text};

use super::Reporter;
use crate::{
    message::{Message, message},
    readable::{truncate_text, wrap_text},
    rule::{Level, Outcome},
    verdict::{EngineInfo, Report, Verdict},
};

use unicode_width::UnicodeWidthStr as _;

/// The maximum width of a line; only command lines may be longer.
pub(crate) const LINE_WIDTH: usize = 80;

/// `--report text`.
pub(crate) struct TextReporter;

impl Reporter for TextReporter {
    fn name(&self) -> &'static str {
        "text"
    }

    fn write_report(&self, report: &Report, out: &mut dyn Write) -> io::Result<()> {
        write_first_line(
            &format_protocols(&report.protocol_title, &report.notes),
            report.profile.as_deref(),
            &report.engine,
            out,
        )?;
        write_after_first_line(report, out)
    }
}

/// The remark in the report's first and last line if the built-in engine is used.
const BUILT_IN_ENGINE_REMARK: Message = message!(
    "built_in_engine",
    "no ENGINE was given: the built-in reference engine is used"
);

/// The message id of the note that the engine speaks several protocols.
const OTHER_PROTOCOLS_NOTE_ID: &str = "other_protocols";

/// Returns the protocol's part of the first line; it names the other protocols that the engine
/// speaks, too.
pub(crate) fn format_protocols(title: &str, notes: &[Message]) -> String {
    let note = notes.iter().find(|it| it.id == OTHER_PROTOCOLS_NOTE_ID);
    note.map_or_else(|| title.to_owned(), Message::to_string)
}

/// Writes the first line: versions, profile and engine.
pub(crate) fn write_first_line(
    protocol: &str,
    profile: Option<&str>,
    engine: &EngineInfo,
    out: &mut dyn Write,
) -> io::Result<()> {
    let version = env!("CARGO_PKG_VERSION");
    let mut parts = vec![format!("ponderhit {version}"), protocol.to_owned()];
    parts.extend(profile.map(|name| message!("profile_name", "profile {name}", name).to_string()));
    let program = engine
        .command
        .first()
        .map(String::as_str)
        .unwrap_or_default();
    let program = program.rsplit(['/', '\\']).next().unwrap_or(program);
    parts.push(match &engine.name {
        Some(name) => format!(
            "{} ({})",
            truncate_text(program, 40),
            truncate_text(name, 60)
        ),
        None => truncate_text(program, 40),
    });
    parts.extend(engine.built_in.then(|| BUILT_IN_ENGINE_REMARK.to_string()));
    writeln!(
        out,
        "{}",
        style_text(TextStyle::Emphasis, &parts.join(" · "))
    )?;
    writeln!(out)
}

/// Writes everything after the first line.
pub(crate) fn write_after_first_line(report: &Report, out: &mut dyn Write) -> io::Result<()> {
    if let Some(problem) = &report.problem {
        let mark = style_text(TextStyle::Failure, "✗");
        let lines = wrap_text(&problem.to_string(), LINE_WIDTH - 2);
        for (i, line) in lines.iter().enumerate() {
            writeln!(out, "{} {line}", if i == 0 { mark.as_str() } else { " " })?;
        }
        writeln!(out)?;
    }
    write_topics(report, out)?;
    violation::write_violations(report, out)?;
    write_known_failures(report, out)?;
    inconclusive::write_inconclusive_rules_and_notes(report, out)?;
    for stale in &report.stale {
        writeln!(out, "{} {stale}", style_text(TextStyle::Failure, "✗"))?;
    }
    if !report.stale.is_empty() {
        writeln!(out)?;
    }
    write_summary(report, out)
}

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
            "{mark} {}: {}",
            verdict.rule,
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

/// Formats the counts of rules by outcome, such as `98 conform, 2 inconclusive`.
fn format_outcome_counts(report: &Report) -> String {
    let of = |name: &str| report.summary.get(name).copied().unwrap_or_default();
    let selected = report.verdicts.iter().filter(|it| it.selected);
    let mut counts = vec![message!(
        "count_conform",
        "{count} conform",
        count = of("conforms")
    )];
    let known = selected.clone().filter(|it| it.is_known_failure()).count();
    if known > 0 {
        counts.push(message!(
            "count_known_failures",
            "{count} known failures",
            count = known
        ));
    }
    if of("violates") > known {
        let by_level = [Level::Must, Level::Robust, Level::Should, Level::May].map(|level| {
            let violated = selected
                .clone()
                .filter(|it| it.is_violated() && it.level == level);
            (violated.count(), level.name())
        });
        let by_level = by_level.iter().filter(|it| it.0 > 0);
        let by_level: Vec<_> = by_level
            .map(|(count, name)| format!("{count} {name}"))
            .collect();
        counts.push(message!(
            "count_violated",
            "{count} violated ({levels})",
            count = of("violates") - known,
            levels = by_level.join(", "),
        ));
    }
    match of("inconclusive") {
        0 => (),
        count => counts.push(message!(
            "count_inconclusive",
            "{count} inconclusive",
            count
        )),
    }
    match of("not_applicable") {
        0 => (),
        count => counts.push(message!(
            "count_not_applicable",
            "{count} not applicable",
            count
        )),
    }
    match of("not_exercised") {
        0 => (),
        count => counts.push(message!(
            "count_not_exercised",
            "{count} not exercised",
            count
        )),
    }
    let counts: Vec<String> = counts.iter().map(Message::to_string).collect();
    counts.join(", ")
}

/// Writes the last lines: the counts, the time and the exit code.
fn write_summary(report: &Report, out: &mut dyn Write) -> io::Result<()> {
    let counts = format_outcome_counts(report);
    let total = report.verdicts.iter().filter(|it| it.selected).count();
    let code = report.exit.code();
    let kind = if code == 0 {
        TextStyle::Success
    } else {
        TextStyle::Failure
    };
    let counted = match total {
        1 => message!("one_rule_counted", "1 rule: {counts}", counts),
        _ => message!("rules_counted", "{total} rules: {counts}", total, counts),
    };
    let timed = format!("{:.1} s", report.run.seconds);
    let exit = message!("exit_code", "exit {code}", code = u32::from(code));
    let exit = style_text(kind, &exit.to_string());
    let meaning = report.exit.meaning();
    writeln!(
        out,
        "{}",
        style_text(TextStyle::Emphasis, &counted.to_string())
    )?;
    write!(out, "{timed} · {exit}: {meaning}")?;
    match report.engine.built_in {
        true => writeln!(out, " · {BUILT_IN_ENGINE_REMARK}"),
        false => writeln!(out),
    }
}
