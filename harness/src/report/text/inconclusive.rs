//! Writes the rules without a result (inconclusive, not applicable, not exercised), the scenarios that ended early,
//! and the notes.

use std::io::{self, Write};

use super::{TextStyle, style_rule_id, style_text};
use crate::{
    message::{Language, Message, message},
    readable::truncate_text,
    rule::Outcome,
    verdict::{AmbiguousRange, Report, ScenarioEnd, ScenarioResult, Verdict},
};

/// The maximum number of printed reasons per rule.
const MAX_SHOWN_REASONS: usize = 2;

/// Writes the rules without a result, and the scenarios that ended early. The short report lists only as many rules as
/// fit on a screen, and only the rules whose missing result fails the run.
pub(super) fn write_rules_without_result(report: &Report, out: &mut dyn Write) -> io::Result<()> {
    let selected = report.verdicts.iter().filter(|it| it.selected);
    let unclear = selected
        .clone()
        .filter(|it| it.outcome == Outcome::Inconclusive);
    let inconclusive = || message!("inconclusive", "inconclusive");
    let not_exercised = || message!("not_exercised", "not exercised");
    let not_applicable = || message!("not_applicable", "not applicable");
    let is_verbose = report.layout.is_verbose;
    let mut open: Vec<_> = unclear.map(|it| ("?", inconclusive(), it)).collect();
    // If the engine did not start, the report shows the reason of this failure instead of the rules that were not
    // exercised.
    let is_partial = report.filtered || report.problem.is_some();
    if is_verbose || !is_partial {
        let unexercised = selected
            .clone()
            .filter(|it| it.outcome == Outcome::NotExercised && (is_verbose || it.is_error()));
        open.extend(unexercised.map(|it| ("–", not_exercised(), it)));
    }
    if is_verbose {
        let inapplicable = selected.filter(|it| it.outcome == Outcome::NotApplicable);
        open.extend(inapplicable.map(|it| ("–", not_applicable(), it)));
    }
    let mut hidden = 0;
    if report.layout.leaves_out_details() {
        let groups = group_by_reason(&open);
        for (mark, what, verdicts) in groups.iter().take(MAX_SHOWN_GROUPS) {
            match &verdicts[..] {
                [verdict] => write_rule_without_result(mark, what, verdict, report, out)?,
                _ => write_rules_with_same_reason(mark, what, verdicts, report, out)?,
            }
        }
        hidden = groups
            .iter()
            .skip(MAX_SHOWN_GROUPS)
            .map(|it| it.2.len())
            .sum();
    } else {
        for (mark, what, verdict) in &open {
            write_rule_without_result(mark, what, verdict, report, out)?;
        }
    }
    if hidden > 0 {
        let text = message!(
            "more_rules_without_result",
            "and {count} more rules without a result; `-v` lists them",
            count = hidden
        );
        write_dim_text("  ", &text.to_string(), report, out)?;
    }
    if !open.is_empty() {
        writeln!(out)?;
    }
    if is_verbose {
        write_scenarios_ended_early(report, out)?;
    }
    Ok(())
}

/// Writes the notes of the report. The short report leaves out the notes that need no action.
pub(super) fn write_notes(report: &Report, out: &mut dyn Write) -> io::Result<()> {
    if report.command != "check" || report.layout.is_verbose {
        write_ambiguous_ranges(report, out)?;
    }
    // The note about other protocols is skipped, because the first line of the report already names these protocols.
    let is_shown = |it: &&Message| {
        it.id != super::OTHER_PROTOCOLS_NOTE_ID
            && (report.layout.is_verbose || it.id != super::DETECTED_PROTOCOL_NOTE_ID)
    };
    let mut any = false;
    for note in report.notes.iter().filter(is_shown) {
        any = true;
        write_note(note, report, out)?;
    }
    if any { writeln!(out) } else { Ok(()) }
}

/// The maximum number of groups of rules without a result in the short report.
const MAX_SHOWN_GROUPS: usize = 12;

/// A group of rules without a result: the mark, the outcome and the rules.
type ReasonGroup<'a> = (&'a str, &'a Message, Vec<&'a Verdict>);

/// Groups the rules without a result: rules with the same mark and the same first reason are one group, and the largest
/// group is the first. Groups are useful because one cause, such as a busy host, often leaves many rules without a
/// result.
fn group_by_reason<'a>(open: &'a [(&str, Message, &Verdict)]) -> Vec<ReasonGroup<'a>> {
    let mut groups: Vec<ReasonGroup<'a>> = Vec::new();
    let first_reason = |it: &Verdict| it.reasons.first().map(|it| it.why.to_string());
    for (mark, what, verdict) in open {
        let reason = first_reason(verdict);
        let same = groups
            .iter_mut()
            .find(|it| reason.is_some() && it.0 == *mark && first_reason(it.2[0]) == reason);
        match same {
            Some(group) => group.2.push(verdict),
            None => groups.push((mark, what, vec![verdict])),
        }
    }
    groups.sort_by_key(|it| std::cmp::Reverse(it.2.len()));
    groups
}

fn write_rules_with_same_reason(
    mark: &str,
    what: &Message,
    verdicts: &[&Verdict],
    report: &Report,
    out: &mut dyn Write,
) -> io::Result<()> {
    let mark = style_text(TextStyle::Warning, &format!("{mark} {:6}", ""));
    let count = message!("rule_count", "{count} rules", count = verdicts.len());
    let what = style_text(TextStyle::Warning, &what.to_string());
    let colon = Language::selected_for_texts().colon();
    let count = style_text(TextStyle::Emphasis, &count.to_string());
    writeln!(out, "{mark} {count}{colon}{what}")?;
    if let Some(reason) = verdicts.first().and_then(|it| it.reasons.first()) {
        write_dim_text("    ", &reason.why.to_string(), report, out)?;
    }
    let names: Vec<&str> = verdicts.iter().map(|it| it.rule.as_str()).collect();
    write_dim_text("    ", &names.join(" "), report, out)
}

fn write_rule_without_result(
    mark: &str,
    what: &Message,
    verdict: &Verdict,
    report: &Report,
    out: &mut dyn Write,
) -> io::Result<()> {
    let mark = style_text(
        TextStyle::Warning,
        &format!("{mark} {:6}", verdict.level.name()),
    );
    let id = style_rule_id(&verdict.rule);
    writeln!(
        out,
        "{mark} {id}{}{}",
        Language::selected_for_texts().colon(),
        style_text(TextStyle::Warning, &what.to_string())
    )?;
    for reason in verdict.reasons.iter().take(MAX_SHOWN_REASONS) {
        let text = match &reason.scenario {
            Some(scenario) => format!(
                "{scenario}{}{}",
                Language::selected_for_texts().colon(),
                reason.why
            ),
            None => reason.why.to_string(),
        };
        write_dim_text("    ", &text, report, out)?;
    }
    if verdict.reasons.is_empty() {
        let text = message!(
            "no_such_situation",
            "{title}: this situation occurred in no scenario",
            title = verdict.translated_title()
        );
        write_dim_text(
            "    ",
            &Language::selected_for_texts().end_sentence(&text.to_string()),
            report,
            out,
        )?;
    }
    if verdict.reasons.len() > MAX_SHOWN_REASONS {
        let count = verdict.reasons.len() - MAX_SHOWN_REASONS;
        let text = message!("more_reasons", "and {count} more reasons", count);
        write_dim_text("    ", &text.to_string(), report, out)?;
    }
    Ok(())
}

/// The maximum number of listed ambiguous ranges.
const MAX_SHOWN_RANGES: usize = 20;

/// Writes the ambiguous ranges that were not judged.
fn write_ambiguous_ranges(report: &Report, out: &mut dyn Write) -> io::Result<()> {
    if report.doubts.is_empty() {
        return Ok(());
    }
    let count = report.doubts.len();
    // Scenarios of `check` contain ambiguous ranges on purpose, so `check` prints only the number
    // of ranges.
    if report.command == "check" {
        let note = match count {
            1 => message!(
                "one_range_not_judged",
                "1 range of the conversations is ambiguous and was not judged; `--report json` lists it"
            ),
            _ => message!(
                "ranges_not_judged",
                "{count} ranges of the conversations are ambiguous and were not judged; `--report json` lists them",
                count
            ),
        };
        write_note(&note, report, out)?;
        return writeln!(out);
    }
    let title = match count {
        1 => message!(
            "one_range_heading",
            "1 range of lines is ambiguous and was not judged:"
        ),
        _ => message!(
            "ranges_heading",
            "{count} ranges of lines are ambiguous and were not judged:",
            count
        ),
    };
    writeln!(
        out,
        "{}",
        style_text(TextStyle::Unimportant, &title.to_string())
    )?;
    for doubt in report.doubts.iter().take(MAX_SHOWN_RANGES) {
        write_dim_text(
            "    ",
            &format_ambiguous_range(doubt).to_string(),
            report,
            out,
        )?;
    }
    if count > MAX_SHOWN_RANGES {
        let text = message!(
            "more_ranges",
            "and {count} more ranges; `--report json` lists all ranges",
            count = count - MAX_SHOWN_RANGES
        );
        write_dim_text("    ", &text.to_string(), report, out)?;
    }
    writeln!(out)
}

/// Returns a message with the place and the reason of an ambiguous range.
fn format_ambiguous_range(doubt: &AmbiguousRange) -> Message {
    let (scenario, from) = (&doubt.scenario, doubt.from);
    let reason = doubt.reason.clone();
    match doubt.to {
        Some(to) if to == from => message!(
            "range_of_one_line",
            "{scenario}, line {line}: {reason}",
            scenario,
            line = to,
            reason
        ),
        Some(to) => message!(
            "range_of_lines",
            "{scenario}, line {from} to {to}: {reason}",
            scenario,
            from,
            to,
            reason
        ),
        None => message!(
            "range_to_the_end",
            "{scenario}, line {from} to the end: {reason}",
            scenario,
            from,
            reason
        ),
    }
}

/// Writes the scenarios that ended before their last line. In `check`, the early end of a scenario alone is not a
/// violation.
fn write_scenarios_ended_early(report: &Report, out: &mut dyn Write) -> io::Result<()> {
    let early = report
        .scenarios
        .iter()
        .filter(|it| it.end == ScenarioEnd::Early);
    let early: Vec<&ScenarioResult> = early.collect();
    if report.command != "check" || early.is_empty() {
        return Ok(());
    }
    let title = message!(
        "ended_early_heading",
        "{count} of {total} scenarios ended early:",
        count = early.len(),
        total = report.scenarios.len(),
    );
    writeln!(
        out,
        "{}",
        style_text(TextStyle::Unimportant, &title.to_string())
    )?;
    for played in early {
        let Some(why) = played.why.clone() else {
            continue;
        };
        let text = message!(
            "ended_early",
            "{scenario}, line {line} `{expected}`: {why}",
            scenario = &played.scenario,
            line = played.line.unwrap_or_default(),
            expected = truncate_text(played.expected.as_deref().unwrap_or_default(), 60),
            why,
        );
        write_dim_text("    ", &text.to_string(), report, out)?;
    }
    writeln!(out)
}

fn write_note(note: &Message, report: &Report, out: &mut dyn Write) -> io::Result<()> {
    let label = message!("note_label", "note");
    let label = format!("{label}{}", Language::selected_for_texts().colon());
    write_dim_text(&label, &note.to_string(), report, out)
}

fn write_dim_text(label: &str, text: &str, report: &Report, out: &mut dyn Write) -> io::Result<()> {
    let width = report.layout.width;
    super::write_with_hanging_indent(label, text, width, TextStyle::Unimportant, out)
}
