//! What could not be told: inconclusive rules, demands never exercised, scenarios cut short, notes.

use std::io::{self, Write};

use super::{Paint, WIDTH, paint};
use crate::{
    readable::{cut, wrap},
    rule::Outcome,
    verdict::{Played, PlayedEnd, Report, Verdict},
};

/// How many reasons are given for one rule.
const SHOWN: usize = 2;

pub(super) fn all(report: &Report, out: &mut dyn Write) -> io::Result<()> {
    let selected = report.verdicts.iter().filter(|it| it.selected);
    let unclear = selected
        .clone()
        .filter(|it| it.outcome == Outcome::Inconclusive);
    let mut open: Vec<_> = unclear.map(|it| ("?", "inconclusive", it)).collect();
    // If the engine did not even start, nothing was exercised, and that has been said.
    if !report.filtered && report.problem.is_none() {
        let silent = selected.filter(|it| it.outcome == Outcome::NotExercised && it.counts());
        open.extend(silent.map(|it| ("–", "never exercised", it)));
    }
    for (mark, what, verdict) in &open {
        rule(mark, what, verdict, out)?;
    }
    if !open.is_empty() {
        writeln!(out)?;
    }
    cut_short(report, out)?;
    doubts(report, out)?;
    for note in &report.notes {
        hanging("note: ", note, out)?;
        writeln!(out)?;
    }
    Ok(())
}

fn rule(mark: &str, what: &str, verdict: &Verdict, out: &mut dyn Write) -> io::Result<()> {
    let mark = paint(Paint::Warn, &format!("{mark} {:6}", verdict.level.name()));
    let id = paint(Paint::Strong, &verdict.rule);
    writeln!(out, "{mark} {id}: {}", paint(Paint::Warn, what))?;
    for reason in verdict.reasons.iter().take(SHOWN) {
        let text = match &reason.scenario {
            Some(scenario) => format!("{scenario}: {}", reason.why),
            None => reason.why.to_string(),
        };
        hanging("    ", &text, out)?;
    }
    if verdict.reasons.is_empty() {
        hanging(
            "    ",
            &format!("{}: nothing of the kind came up.", verdict.title),
            out,
        )?;
    }
    if verdict.reasons.len() > SHOWN {
        hanging(
            "    ",
            &format!("and {} more", verdict.reasons.len() - SHOWN),
            out,
        )?;
    }
    Ok(())
}

/// So many stretches are named.
const STRETCHES: usize = 20;

/// What was not followed, and so not judged.
fn doubts(report: &Report, out: &mut dyn Write) -> io::Result<()> {
    if report.doubts.is_empty() {
        return Ok(());
    }
    let count = report.doubts.len();
    let what = if count == 1 { "stretch" } else { "stretches" };
    // Our own scenarios say on purpose what can be read in two ways.
    if report.command == "check" {
        let text = format!(
            "{count} {what} of the conversations can be read in more than one way and were not \
             judged: `--report json` lists them"
        );
        hanging("note: ", &text, out)?;
        return writeln!(out);
    }
    let title = format!("{count} {what} can be read in more than one way and not judged:");
    writeln!(out, "{}", paint(Paint::Dim, &title))?;
    for doubt in report.doubts.iter().take(STRETCHES) {
        let to = match doubt.to {
            Some(to) if to == doubt.from => format!("line {to}"),
            Some(to) => format!("line {} to {to}", doubt.from),
            None => format!("line {} to the end", doubt.from),
        };
        let text = format!("{}, {to}: {}", doubt.scenario, doubt.reason);
        hanging("    ", &text, out)?;
    }
    if count > STRETCHES {
        let text = format!("and {} more: `--report json` lists them", count - STRETCHES);
        hanging("    ", &text, out)?;
    }
    writeln!(out)
}

/// The scenarios that ended before their last line: in `check` that convicts nobody.
fn cut_short(report: &Report, out: &mut dyn Write) -> io::Result<()> {
    let early = report
        .scenarios
        .iter()
        .filter(|it| it.end == PlayedEnd::Early);
    let early: Vec<&Played> = early.collect();
    if report.command != "check" || early.is_empty() {
        return Ok(());
    }
    let total = report.scenarios.len();
    writeln!(
        out,
        "{}",
        paint(
            Paint::Dim,
            &format!("{} of {total} scenarios were cut short:", early.len())
        )
    )?;
    for played in early {
        let line = played
            .line
            .map(|it| format!(", line {it}"))
            .unwrap_or_default();
        let expected = played
            .expected
            .as_deref()
            .map(|it| format!(" `{}`", cut(it, 60)));
        let (expected, why) = (
            expected.unwrap_or_default(),
            played.why.as_deref().unwrap_or_default(),
        );
        hanging(
            "    ",
            &format!("{}{line}{expected}: {why}", played.scenario),
            out,
        )?;
    }
    writeln!(out)
}

/// A text in as many lines as it takes, below each other.
fn hanging(label: &str, text: &str, out: &mut dyn Write) -> io::Result<()> {
    let left = label.len();
    for (i, line) in wrap(&cut(text, 600), WIDTH - left).iter().enumerate() {
        let label = if i == 0 { label } else { "" };
        writeln!(
            out,
            "{}{line}",
            paint(Paint::Dim, &format!("{label:left$}"))
        )?;
    }
    Ok(())
}
