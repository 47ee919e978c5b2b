//! Inconclusive rules, rules that were not exercised, scenarios that ended early, and notes.

use std::io::{self, Write};

use super::{Paint, WIDTH, paint};
use crate::{
    message::Message,
    readable::{cut, wrap},
    rule::Outcome,
    verdict::{Report, ScenarioEnd, ScenarioResult, Verdict},
};

/// How many reasons are printed for one rule.
const SHOWN: usize = 2;

pub(super) fn all(report: &Report, out: &mut dyn Write) -> io::Result<()> {
    let selected = report.verdicts.iter().filter(|it| it.selected);
    let unclear = selected
        .clone()
        .filter(|it| it.outcome == Outcome::Inconclusive);
    let mut open: Vec<_> = unclear.map(|it| ("?", "inconclusive", it)).collect();
    // If the engine did not start, the problem is reported already.
    if !report.filtered && report.problem.is_none() {
        let unexercised =
            selected.filter(|it| it.outcome == Outcome::NotExercised && it.is_error());
        open.extend(unexercised.map(|it| ("–", "not exercised", it)));
    }
    for (mark, what, verdict) in &open {
        rule(mark, what, verdict, out)?;
    }
    if !open.is_empty() {
        writeln!(out)?;
    }
    ended_early(report, out)?;
    doubts(report, out)?;
    for note in &report.notes {
        hanging("note: ", &note.to_string(), out)?;
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
            &format!("{}: no scenario led to this situation.", verdict.title),
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

/// How many ranges of doubt are listed.
const MAX_DOUBTS: usize = 20;

/// Writes the ranges that are ambiguous and were not judged.
fn doubts(report: &Report, out: &mut dyn Write) -> io::Result<()> {
    if report.doubts.is_empty() {
        return Ok(());
    }
    let count = report.doubts.len();
    let (what, are, were) = match count {
        1 => ("range", "is", "was"),
        _ => ("ranges", "are", "were"),
    };
    // Scenarios of `check` are ambiguous on purpose, so only their number is printed.
    if report.command == "check" {
        let text = format!(
            "{count} {what} of the conversations {are} ambiguous and {were} not judged; `--report \
             json` lists them"
        );
        hanging("note: ", &text, out)?;
        return writeln!(out);
    }
    let title = format!("{count} {what} {are} ambiguous and {were} not judged:");
    writeln!(out, "{}", paint(Paint::Dim, &title))?;
    for doubt in report.doubts.iter().take(MAX_DOUBTS) {
        let to = match doubt.to {
            Some(to) if to == doubt.from => format!("line {to}"),
            Some(to) => format!("line {} to {to}", doubt.from),
            None => format!("line {} to the end", doubt.from),
        };
        let text = format!("{}, {to}: {}", doubt.scenario, doubt.reason);
        hanging("    ", &text, out)?;
    }
    if count > MAX_DOUBTS {
        let text = format!(
            "and {} more; `--report json` lists them",
            count - MAX_DOUBTS
        );
        hanging("    ", &text, out)?;
    }
    writeln!(out)
}

/// Writes the scenarios that ended before their last line. In `check` that is no violation by itself.
fn ended_early(report: &Report, out: &mut dyn Write) -> io::Result<()> {
    let early = report
        .scenarios
        .iter()
        .filter(|it| it.end == ScenarioEnd::Early);
    let early: Vec<&ScenarioResult> = early.collect();
    if report.command != "check" || early.is_empty() {
        return Ok(());
    }
    let total = report.scenarios.len();
    writeln!(
        out,
        "{}",
        paint(
            Paint::Dim,
            &format!("{} of {total} scenarios ended early:", early.len())
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
        let expected = expected.unwrap_or_default();
        let why = played
            .why
            .as_ref()
            .map(Message::to_string)
            .unwrap_or_default();
        hanging(
            "    ",
            &format!("{}{line}{expected}: {why}", played.scenario),
            out,
        )?;
    }
    writeln!(out)
}

/// Writes a text after a label, wrapped and aligned.
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
