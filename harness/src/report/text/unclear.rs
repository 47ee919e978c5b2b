//! What could not be told: inconclusive rules, demands never exercised, scenarios cut short, notes.

use std::io::{self, Write};

use super::{Paint, WIDTH, counts, cut, paint, wrap};
use crate::{
    report::{Played, PlayedEnd, Report, Verdict},
    rule::Outcome,
};

/// How many reasons are given for one rule.
const SHOWN: usize = 2;

pub(super) fn all(report: &Report, out: &mut dyn Write) -> io::Result<()> {
    let selected = report.verdicts.iter().filter(|it| it.selected);
    for verdict in selected
        .clone()
        .filter(|it| it.outcome == Outcome::Inconclusive)
    {
        rule("inconclusive", verdict, out)?;
    }
    // If the engine did not even start, nothing was exercised, and that has been said.
    if report.command == "check" && report.problem.is_none() {
        let silent = selected.filter(|it| it.outcome == Outcome::NotExercised && counts(it));
        for verdict in silent {
            rule("never exercised", verdict, out)?;
        }
    }
    for played in &report.scenarios {
        scenario(played, out)?;
    }
    for note in &report.notes {
        bullet("note", note, out)?;
    }
    Ok(())
}

fn rule(what: &str, verdict: &Verdict, out: &mut dyn Write) -> io::Result<()> {
    let mark = paint(Paint::Warn, &format!("? {:6}", verdict.level.name()));
    let id = paint(Paint::Strong, &verdict.rule);
    writeln!(out, "{mark} {id}  {}", paint(Paint::Warn, what))?;
    for reason in verdict.reasons.iter().take(SHOWN) {
        let text = match &reason.scenario {
            Some(scenario) => format!("{scenario}: {}", reason.why),
            None => reason.why.clone(),
        };
        indented(&text, out)?;
    }
    if verdict.reasons.is_empty() {
        indented(
            &format!("{}: nothing that this is about came up.", verdict.title),
            out,
        )?;
    }
    if verdict.reasons.len() > SHOWN {
        indented(&format!("and {} more", verdict.reasons.len() - SHOWN), out)?;
    }
    writeln!(out)
}

fn scenario(played: &Played, out: &mut dyn Write) -> io::Result<()> {
    let why = played.why.as_deref().unwrap_or_default();
    let text = match (played.end, played.line, &played.expected) {
        (PlayedEnd::Early, Some(line), Some(expected)) => format!(
            "{} ended early: `{}` in line {line} was not met; {why}",
            played.scenario,
            cut(expected, 100)
        ),
        (PlayedEnd::Early, _, _) => format!("{} ended early: {why}", played.scenario),
        (PlayedEnd::Complete | PlayedEnd::Interrupted | PlayedEnd::NotPlayed, _, _) => {
            return Ok(());
        }
    };
    bullet("note", &text, out)
}

fn bullet(label: &str, text: &str, out: &mut dyn Write) -> io::Result<()> {
    let left = label.len() + 2;
    for (i, line) in wrap(&cut(text, 600), WIDTH - left).iter().enumerate() {
        if i == 0 {
            writeln!(out, "{} {line}", paint(Paint::Dim, &format!("{label}:")))?;
        } else {
            writeln!(out, "{:left$}{line}", "")?;
        }
    }
    writeln!(out)
}

fn indented(text: &str, out: &mut dyn Write) -> io::Result<()> {
    for line in wrap(&cut(text, 600), WIDTH - 4) {
        writeln!(out, "    {line}")?;
    }
    Ok(())
}
