//! The text report of `check-gui`: a line for each fault, then the details of the failures.

use std::{
    collections::BTreeSet,
    io::{self, Write},
};

use unicode_width::UnicodeWidthStr as _;

use super::ReportContext;
use crate::{
    gui_check::{FaultRun, GuiOutcome, GuiRuns, HEALTHY_RUN_NAME, InterfaceViolation},
    message::message,
    report::text::{TextStyle, style_text},
    verdict::ToolInfo,
};

/// The width of the column with the names of the faults.
const NAME_WIDTH: usize = 24;

/// The width of the column with the outcomes.
const OUTCOME_WIDTH: usize = 14;

/// Writes the first line: the version, the protocol, and the GUI.
pub(super) fn write_heading(context: &ReportContext, out: &mut dyn Write) -> io::Result<()> {
    let tool = ToolInfo::CURRENT_TOOL;
    let parts = [
        format!("{} {}", tool.name, tool.version),
        context.protocol.title().to_owned(),
        context.gui.join(" "),
    ];
    let heading = style_text(TextStyle::Emphasis, &parts.join(" · "));
    writeln!(out, "{heading}\n")
}

/// Writes the line about one run of the GUI.
pub(super) fn write_run(run: &FaultRun, out: &mut dyn Write) -> io::Result<()> {
    let is_failed_healthy_run = run.fault == HEALTHY_RUN_NAME && !run.shows_working_gui();
    let (mark, style) = match run.outcome {
        _ if is_failed_healthy_run => ("✗", TextStyle::Failure),
        GuiOutcome::NotMet => ("-", TextStyle::Unimportant),
        it if it.is_survived() => ("✓", TextStyle::Success),
        _ => ("✗", TextStyle::Failure),
    };
    let name = fault_name(run);
    let outcome = run.outcome.title().to_string();
    writeln!(
        out,
        "{} {} {} {:>6.1} s  {}",
        style_text(style, mark),
        pad(&name, NAME_WIDTH),
        style_text(style, &pad(&outcome, OUTCOME_WIDTH)),
        run.run_duration.as_secs_f64(),
        run.reason
    )
}

fn fault_name(run: &FaultRun) -> String {
    match run.fault == HEALTHY_RUN_NAME {
        true => message!("gui_no_fault", "no fault").to_string(),
        false => run.fault.clone(),
    }
}

/// Writes the details of the failures, and the summary line of the report.
pub(super) fn write_details(
    context: &ReportContext,
    runs: &GuiRuns,
    out: &mut dyn Write,
) -> io::Result<()> {
    let all = std::iter::once(&runs.healthy_run).chain(&runs.fault_runs);
    let (mut shown, mut hidden) = (BTreeSet::new(), 0_usize);
    let failed = |it: &&FaultRun| it.outcome.is_failure() && !it.is_interrupted;
    for run in all.filter(failed) {
        match shown.insert(run.outcome) || context.is_verbose {
            true => write_failure(context, run, out)?,
            false => hidden += 1,
        }
    }
    if hidden > 0 {
        let text = message!(
            "gui_more_failures",
            "--verbose shows the details of {count} more failures",
            count = hidden
        );
        writeln!(
            out,
            "\n{}",
            style_text(TextStyle::Unimportant, &text.to_string())
        )?;
    }
    if let Some(advice) = &context.advice {
        let text = message!(
            "gui_healthy_failed",
            "no fault was played, because the GUI does not work with a healthy engine: {advice}",
            advice = advice.clone()
        );
        writeln!(
            out,
            "\n{}",
            style_text(TextStyle::Warning, &text.to_string())
        )?;
    }
    write_ignored_recommendations(runs, out)?;
    write_summary(context, runs, out)
}

/// Writes the whole text report, for a file.
pub(super) fn write_whole_report(
    context: &ReportContext,
    runs: &GuiRuns,
    out: &mut dyn Write,
) -> io::Result<()> {
    write_heading(context, out)?;
    for run in std::iter::once(&runs.healthy_run).chain(&runs.fault_runs) {
        write_run(run, out)?;
    }
    write_details(context, runs, out)
}

fn write_failure(context: &ReportContext, run: &FaultRun, out: &mut dyn Write) -> io::Result<()> {
    let title = format!("✗ {}  {}", fault_name(run), run.outcome.title());
    writeln!(out, "\n{}", style_text(TextStyle::Failure, &title))?;
    if !run.fault_text.is_empty() && run.fault_text != run.fault {
        writeln!(out, "    {}", run.fault_text)?;
    }
    if run.outcome != GuiOutcome::SentNonsense {
        writeln!(out, "    {}", run.reason)?;
    }
    for violation in &run.evidence.violations {
        write_violation(violation, out)?;
    }
    if !run.evidence.last_lines.is_empty() {
        let title = message!("gui_last_lines", "the end of the conversation:");
        writeln!(out, "    {title}")?;
        for line in &run.evidence.last_lines {
            writeln!(out, "      {line}")?;
        }
    }
    if run.fault != HEALTHY_RUN_NAME {
        let command = context
            .reproduce
            .check_gui_command(context.protocol.name(), &run.fault);
        let again = message!("gui_see_again", "see it again: {command}", command);
        writeln!(
            out,
            "    {}",
            style_text(TextStyle::Help, &again.to_string())
        )?;
    }
    if context.keeps_transcripts
        && let Some(recording) = run.evidence.recordings.first()
    {
        let place = message!(
            "gui_recording",
            "recording: {file}",
            file = recording.display().to_string()
        );
        writeln!(out, "    {place}")?;
    }
    Ok(())
}

fn write_violation(violation: &InterfaceViolation, out: &mut dyn Write) -> io::Result<()> {
    let place = message!(
        "gui_violation_place",
        "{rule} ({spec}), {file}, line {line}: {what}",
        rule = violation.rule.id,
        spec = violation.rule.spec,
        file = violation
            .recording
            .file_name()
            .unwrap_or_default()
            .to_string_lossy(),
        line = violation.line,
        what = violation.message.clone(),
    );
    writeln!(out, "    {place}")?;
    writeln!(out, "      {}", violation.text)
}

/// Writes each recommendation once that the GUI did not follow in any run.
fn write_ignored_recommendations(runs: &GuiRuns, out: &mut dyn Write) -> io::Result<()> {
    let all = std::iter::once(&runs.healthy_run).chain(&runs.fault_runs);
    let mut ignored: Vec<&InterfaceViolation> = Vec::new();
    for violation in all.flat_map(|it| &it.evidence.ignored_recommendations) {
        if ignored.iter().all(|it| it.rule.id != violation.rule.id) {
            ignored.push(violation);
        }
    }
    if ignored.is_empty() {
        return Ok(());
    }
    let title = message!(
        "gui_recommendations",
        "! recommendations that the GUI did not follow (they do not fail the run):"
    );
    writeln!(
        out,
        "\n{}",
        style_text(TextStyle::Warning, &title.to_string())
    )?;
    ignored.iter().try_for_each(|it| write_violation(it, out))
}

fn write_summary(context: &ReportContext, runs: &GuiRuns, out: &mut dyn Write) -> io::Result<()> {
    let counts = GuiOutcome::ALL.iter().filter_map(|outcome| {
        let count = runs
            .fault_runs
            .iter()
            .filter(|it| it.outcome == *outcome)
            .count();
        (count > 0).then(|| format!("{count} {}", outcome.title()))
    });
    let counts: Vec<String> = counts.collect();
    let exit = context.exit.code().to_string();
    let text = match counts.is_empty() {
        _ if runs.is_interrupted => message!(
            "gui_summary_interrupted",
            "interrupted after {count} faults · exit {exit}",
            count = runs.fault_runs.len(),
            exit
        ),
        true => message!(
            "gui_summary_empty",
            "no fault was played · exit {exit}",
            exit
        ),
        false => message!(
            "gui_summary",
            "{count} faults: {outcomes} · exit {exit}",
            count = runs.fault_runs.len(),
            outcomes = counts.join(", "),
            exit
        ),
    };
    writeln!(
        out,
        "\n{}",
        style_text(TextStyle::Emphasis, &text.to_string())
    )
}

/// Adds blanks to a text until it is `width` columns wide.
fn pad(text: &str, width: usize) -> String {
    format!("{text}{}", " ".repeat(width.saturating_sub(text.width())))
}
