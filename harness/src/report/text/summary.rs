//! Writes the last lines of the report: the details that were left out, the violated rules, the rule to fix first, the
//! counts, and the exit code.

use std::io::{self, Write};

use super::{
    BUILT_IN_ENGINE_REMARK, DETECTED_PROTOCOL_NOTE_ID, OTHER_PROTOCOLS_NOTE_ID, TextStyle,
    style_text, write_with_hanging_indent,
};
use crate::{
    exit::Exit,
    message::{Language, Message, message},
    rule::{self, Level, Outcome},
    verdict::{Report, ScenarioEnd, Verdict},
};

/// Writes the end of the report: notes, the violated rules, the counts and the exit code.
pub(super) fn write_summary(report: &Report, out: &mut dyn Write) -> io::Result<()> {
    let width = report.layout.width;
    for it in omission_notes(report) {
        let text = style_text(TextStyle::Unimportant, &it.to_string());
        for line in crate::readable::wrap_text(&text, width) {
            writeln!(out, "{line}")?;
        }
    }
    write_violated_rule_names(report, out)?;
    for stale in &report.stale {
        writeln!(out, "{} {stale}", style_text(TextStyle::Failure, "✗"))?;
    }
    if let Some(advice) = fix_first_advice(report) {
        let label = message!("fix_first", "fix first");
        let label = format!("{label}{}", Language::selected_for_texts().colon());
        write_with_hanging_indent(&label, &advice.to_string(), width, TextStyle::Failure, out)?;
    }
    write_counts(report, out)?;
    write_exit_line(report, out)
}

/// The part of the scenarios that the profile has, or `None` if it has all scenarios, or if no scenario was played.
fn profile_part(report: &Report) -> Option<Message> {
    let (played, all) = (report.scenarios.len(), report.all_scenarios);
    let is_part =
        (1..all).contains(&played) && !has_selection_note(report) && report.shard.is_none();
    let profile = report.profile.as_ref().filter(|_| is_part)?;
    Some(message!(
        "profile_plays_a_part",
        "profile {profile}: {played} of {all} scenarios were selected",
        profile,
        played,
        all,
    ))
}

/// The note that the profile has only a part of the scenarios, and the note about
/// details that only `-v` prints.
fn omission_notes(report: &Report) -> Vec<Message> {
    let mut notes: Vec<Message> = profile_part(report).into_iter().collect();
    // The option may come from ponderhit.toml, and then the user has not typed it.
    let globs: Vec<&str> = report.selection.skip.iter().map(String::as_str).collect();
    if !globs.is_empty() {
        notes.push(message!(
            "left_out_by_skip",
            "left out by `--skip`: {globs}",
            globs
        ));
    }
    if !report.layout.is_verbose && report.problem.is_none() {
        let parts = omitted_detail_counts(report);
        if !parts.is_empty() {
            notes.push(message!(
                "details_left_out",
                "left out, listed by `-v`: {parts}",
                parts,
            ));
        }
    }
    notes
}

/// Whether a note of the report already states the number of selected scenarios.
fn has_selection_note(report: &Report) -> bool {
    report.notes.iter().any(|it| it.id == "only_selected")
}

/// The counts of the details that only `-v` prints.
fn omitted_detail_counts(report: &Report) -> Vec<Message> {
    let count = |outcome: Outcome| {
        let selected = report.verdicts.iter().filter(|it| it.selected);
        selected.filter(|it| it.outcome == outcome).count()
    };
    let mut parts = Vec::new();
    let inconclusive = count(Outcome::Inconclusive);
    if inconclusive > 0 && report.exit == Exit::Violated {
        parts.push(message!(
            "left_out_inconclusive",
            "inconclusive rules ({count})",
            count = inconclusive
        ));
    }
    let inapplicable = count(Outcome::NotApplicable);
    if inapplicable > 0 {
        parts.push(message!(
            "left_out_not_applicable",
            "not applicable rules ({count})",
            count = inapplicable
        ));
    }
    let unexercised = count(Outcome::NotExercised);
    if unexercised > 0 {
        parts.push(message!(
            "left_out_not_exercised",
            "rules not exercised ({count})",
            count = unexercised
        ));
    }
    let ended = |it: &&crate::verdict::ScenarioResult| it.end == ScenarioEnd::Early;
    let early = report.scenarios.iter().filter(ended).count();
    if early > 0 && report.command == "check" {
        parts.push(message!(
            "left_out_ended_early",
            "scenarios that ended early ({count} of {total})",
            count = early,
            total = report.scenarios.len()
        ));
    }
    parts
}

/// Writes the names of the violated rules by level, in the order in which to fix them.
fn write_violated_rule_names(report: &Report, out: &mut dyn Write) -> io::Result<()> {
    let violated = report.violated_rules();
    for level in Level::ALL {
        let names: Vec<&str> = (violated.iter())
            .filter(|it| it.level == level)
            .map(|it| it.rule.as_str())
            .collect();
        if names.is_empty() {
            continue;
        }
        let (mark, style) = super::violation_mark(level);
        let label = format!("{mark} {:6} ", level.name());
        let names = names.join(Language::selected_for_texts().list_separator());
        write_with_hanging_indent(&label, &names, report.layout.width, style, out)?;
    }
    let known = report.verdicts.iter().filter(|it| it.is_known_failure());
    let known: Vec<&str> = known.map(|it| it.rule.as_str()).collect();
    if !known.is_empty() {
        let label = message!("known_failures_named", "~ known failures");
        let label = format!("{label}{}", Language::selected_for_texts().colon());
        let names = known.join(Language::selected_for_texts().list_separator());
        let style = TextStyle::Unimportant;
        write_with_hanging_indent(&label, &names, report.layout.width, style, out)?;
    }
    Ok(())
}

/// The rule to fix first, with the reason.
fn fix_first_advice(report: &Report) -> Option<Message> {
    let first = report.rule_to_fix_first()?;
    let (rule, total) = (&first.rule, report.scenarios.len());
    Some(match (first.ended_early, first.violated_scenarios) {
        (0, _) if total < 2 => message!(
            "fix_first_most_violations",
            "{rule} ({count} violations)",
            rule,
            count = first.count
        ),
        (0, count) if report.command == "judge" => message!(
            "fix_first_violated_conversations",
            "{rule} (violated in {count} of {total} conversations)",
            rule,
            count = count.min(total),
            total
        ),
        (0, count) => message!(
            "fix_first_violated",
            "{rule} (violated in {count} of {total} scenarios)",
            rule,
            count = count.min(total),
            total
        ),
        (count, _) => message!(
            "fix_first_ended_early",
            "{rule} ({count} of {total} scenarios ended early because of it)",
            rule,
            count,
            total
        ),
    })
}

/// Formats the counts of rules by outcome, such as `98 conform` and `2 inconclusive`.
fn format_outcome_counts(report: &Report) -> Vec<Message> {
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
        counts.push(message!(
            "count_violated",
            "{count} violated ({levels})",
            count = of("violates") - known,
            levels = format_levels(report, &Level::ALL),
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
    counts
}

/// Formats how many rules of each of these levels are violated, for example as `3 must` and `1 robust`.
fn format_levels(report: &Report, levels: &[Level]) -> Vec<String> {
    let counted = levels.iter().map(|level| {
        let violated = |it: &&Verdict| it.selected && it.is_violated() && it.level == *level;
        (
            report.verdicts.iter().filter(violated).count(),
            level.name(),
        )
    });
    let counted = counted.filter(|it| it.0 > 0);
    let counted = counted.map(|(count, name)| format!("{count} {name}"));
    counted.collect()
}

/// The number of the shard and its part of the scenarios, if the report is about one shard.
pub(crate) fn shard_part(report: &Report) -> Option<Message> {
    let (number, count) = report.shard.as_ref()?.split_once('/')?;
    let scenarios = report.scenarios.len();
    Some(match report.selection.scenarios_of_all_shards {
        Some(total) => message!(
            "shard_part",
            "shard {number} of {count}: {scenarios} of {total} scenarios",
            number,
            count,
            scenarios,
            total
        ),
        None => message!("shard_number", "shard {number} of {count}", number, count),
    })
}

/// Writes the number of rules with each outcome, after the number of the shard.
pub(crate) fn write_counts(report: &Report, out: &mut dyn Write) -> io::Result<()> {
    let counts = format_outcome_counts(report);
    let total = report.verdicts.iter().filter(|it| it.selected).count();
    let counted = match total {
        1 => message!("one_rule_counted", "1 rule: {counts}", counts),
        _ => message!("rules_counted", "{total} rules: {counts}", total, counts),
    };
    let lines = shard_part(report).into_iter().chain([counted]);
    for text in lines {
        for line in crate::readable::wrap_text(&text.to_string(), report.layout.width) {
            writeln!(out, "{}", style_text(TextStyle::Emphasis, &line))?;
        }
    }
    Ok(())
}

/// What the last line says if a setting of the user probably has no effect.
pub(crate) const SETTINGS_WITHOUT_EFFECT_REMARK: Message = message!(
    "settings_without_effect",
    "an option or line for the engine has probably no effect"
);

/// The notes that the last line repeats in a few words, because a report in one line a finding has no notes, and a run
/// that passes is often only seen by its last line.
const REMARKS_ON_NOTES: [(&str, Message); 13] = [
    (
        "deadlines_scaled",
        message!(
            "deadlines_are_longer",
            "`--timeout-scale` made the deadlines longer"
        ),
    ),
    (
        "shard_missing_scenarios",
        message!("shards_missing", "a shard is missing"),
    ),
    ("init_not_known", SETTINGS_WITHOUT_EFFECT_REMARK),
    ("setoption_not_announced", SETTINGS_WITHOUT_EFFECT_REMARK),
    (
        "setoption_value_not_announced",
        SETTINGS_WITHOUT_EFFECT_REMARK,
    ),
    (
        "log_truncated",
        message!(
            "log_ends_in_line",
            "the last line of a log is incomplete and was not judged"
        ),
    ),
    (
        "log_without_times",
        message!(
            "times_not_judged",
            "a log has no exact times, so the rules about time were not judged"
        ),
    ),
    (
        "log_without_commands",
        message!(
            "only_grammar_judged",
            "a log has no commands, so only the grammar of its lines was judged"
        ),
    ),
    (
        "game_taken_for_xiangqi",
        message!("judged_as_xiangqi", "the moves were judged as xiangqi"),
    ),
    (
        "game_not_recognized",
        message!(
            "legality_not_judged",
            "the game was not recognized, so the legality of its moves was not judged"
        ),
    ),
    (
        "moves_before_board",
        message!(
            "first_moves_not_judged",
            "the first moves, on a board that no command had set, were not judged"
        ),
    ),
    (
        "stored_report_is_partial",
        message!(
            "judged_report_is_partial",
            "the report is about a part of the rules or scenarios"
        ),
    ),
    (
        "known_failure_covers_all",
        message!(
            "known_failures_cover_all",
            "a line of the known failures covers every rule"
        ),
    ),
];

/// What the last line says if `--only` or `--skip` of the command line or of a `ponderhit.toml`, maybe in a parent
/// directory, left out a part of what could fail.
const PARTIAL_SELECTION_REMARK: Message = message!(
    "selection_is_partial",
    "`--only` or `--skip`, here or in `ponderhit.toml`, selected a part of the rules and scenarios"
);

/// The detected protocol, in which the engine was judged. A user who names no protocol may mean another one.
fn detected_protocol(report: &Report) -> Option<Message> {
    let has_note = |id: &str| report.notes.iter().any(|it| it.id == id);
    let protocol = || report.protocol_title.to_string();
    if has_note(OTHER_PROTOCOLS_NOTE_ID) {
        return Some(message!(
            "judged_in_one_protocol",
            "judged as {protocol}, which was detected; the engine also answers another protocol, in which it was not judged",
            protocol = protocol()
        ));
    }
    has_note(DETECTED_PROTOCOL_NOTE_ID).then(|| {
        message!(
            "judged_as_detected",
            "judged as {protocol}, which was detected",
            protocol = protocol()
        )
    })
}

fn is_fine_in_part(report: &Report) -> bool {
    let selection = &report.selection;
    report.exit == Exit::Fine && !(selection.only.is_empty() && selection.skip.is_empty())
}

/// What the last line says about the run besides the exit code and its reason: what was left out, and what has probably
/// no effect.
pub(crate) fn remarks(report: &Report) -> Vec<Message> {
    let mut remarks: Vec<Message> = Vec::new();
    for (id, remark) in REMARKS_ON_NOTES {
        let is_noted = report.notes.iter().any(|it| it.id == id);
        if is_noted && !remarks.iter().any(|it| it.id == remark.id) {
            remarks.push(remark);
        }
    }
    remarks.extend(detected_protocol(report).filter(|_| report.exit == Exit::Fine));
    let of_part = shard_part(report).or_else(|| profile_part(report));
    remarks.extend(of_part.filter(|_| report.exit == Exit::Fine));
    remarks.extend(unplayed_scenarios(report).filter(|_| report.exit == Exit::Violated));
    remarks.extend(is_fine_in_part(report).then_some(PARTIAL_SELECTION_REMARK));
    remarks.extend(report.engine.built_in.then_some(BUILT_IN_ENGINE_REMARK));
    remarks
}

/// Writes the last line: the time, and the exit code with its reason.
pub(crate) fn write_exit_line(report: &Report, out: &mut dyn Write) -> io::Result<()> {
    let code = report.exit.code();
    let kind = if code == 0 {
        TextStyle::Success
    } else {
        TextStyle::Failure
    };
    let timed = format!("{:.1} s", report.run.seconds);
    let exit = message!("exit_code", "exit {code}", code = u32::from(code));
    let exit = style_text(kind, &exit.to_string());
    let reason = exit_reason(report);
    let colon = Language::selected_for_texts().colon();
    write!(out, "{timed} · {exit}{colon}{reason}")?;
    for remark in remarks(report) {
        write!(out, " · {remark}")?;
    }
    writeln!(out)
}

/// The reason of the exit code: the number of violated rules that fail the run, or the meaning of the exit code.
pub(crate) fn exit_reason(report: &Report) -> Message {
    match report.exit {
        Exit::Fine => reason_of_fine(report),
        Exit::Violated => reason_of_violated(report),
        Exit::Inconclusive => reason_of_inconclusive(report),
        _ => report.exit.meaning(),
    }
}

/// The reason of exit code 0. It names what the run found or left open without failing, such as known failures.
fn reason_of_fine(report: &Report) -> Message {
    let has_known_failure = report.verdicts.iter().any(Verdict::is_known_failure);
    let violates_should = !format_levels(report, &[Level::Should]).is_empty();
    let inconclusive = report.verdicts.iter().filter(|it| it.selected);
    let inconclusive = inconclusive.filter(|it| it.outcome == Outcome::Inconclusive);
    match (violates_should, inconclusive.count(), has_known_failure) {
        (true, _, true) => message!(
            "exit_fine_despite_should_and_known",
            "known failures do not fail a run, and violated rules of level `should` only with --strict"
        ),
        (true, _, false) => message!(
            "exit_fine_despite_should",
            "violated rules of level `should` fail a run only with --strict"
        ),
        (false, 0, true) => report.exit.meaning(),
        (false, 0, false) => message!("exit_fine_no_known", "every exercised requirement holds"),
        (false, count, true) => message!(
            "exit_fine_inconclusive_known",
            "no requirement is violated, except for known failures; inconclusive rules: {count}",
            count
        ),
        (false, count, false) => message!(
            "exit_fine_inconclusive",
            "no requirement is violated; inconclusive rules: {count}",
            count
        ),
    }
}

fn reason_of_inconclusive(report: &Report) -> Message {
    if let Some(unplayed) = unplayed_scenarios(report) {
        return unplayed;
    }
    let count_of = |is_counted: fn(&Verdict) -> bool| {
        let selected = report.verdicts.iter().filter(|it| it.selected && it.counts);
        selected.filter(|it| is_counted(it)).count()
    };
    let hidden = count_of(|it| it.outcome == Outcome::NotExercised && it.masked);
    let has_known_failure = report.verdicts.iter().any(Verdict::is_known_failure);
    match count_of(|it| it.outcome == Outcome::Inconclusive && !it.known) {
        0 if hidden > 0 && has_known_failure => message!(
            "exit_hidden_by_known",
            "because of known failures {count} rules were not exercised; `--skip RULE` leaves a rule out",
            count = hidden
        ),
        0 => report.exit.meaning(),
        count => message!(
            "exit_rules_not_judged",
            "{count} rules could not be judged, and may be violated",
            count
        ),
    }
}

/// The number of scenarios that were selected and not played, if there are any.
fn unplayed_scenarios(report: &Report) -> Option<Message> {
    let unplayed = report.scenarios.iter().filter(|it| it.was_not_reached());
    let count = unplayed.count();
    (count > 0).then(|| {
        message!(
            "exit_unplayed",
            "{count} of {total} scenarios were not played, so nothing is known about their requirements",
            count,
            total = report.scenarios.len()
        )
    })
}

fn reason_of_violated(report: &Report) -> Message {
    let errors = format_levels(report, &[Level::Must, Level::Robust]);
    // Without an error, a known failure that no longer fails is the reason; a `should` fails a run only with --strict.
    let levels = match errors.is_empty() {
        true if report.stale.is_empty() => format_levels(report, &[Level::Should]),
        _ => errors,
    };
    match (levels.is_empty(), report.stale.len()) {
        (true, 0) => report.exit.meaning(),
        (true, 1) => message!(
            "exit_one_known_failure_fixed",
            "a known failure no longer fails"
        ),
        (true, count) => message!(
            "exit_known_failures_fixed",
            "{count} known failures no longer fail",
            count
        ),
        (false, _) if is_only_interface_guilty(report) => message!(
            "exit_interface_violates",
            "the interface, not the engine, violates rules: {levels}",
            levels
        ),
        (false, _) if matches!(&levels[..], [only] if only.starts_with("1 ")) => {
            message!("exit_rule_violated", "{levels} rule violated", levels)
        }
        (false, _) => message!("exit_rules_violated", "{levels} rules violated", levels),
    }
}

/// Whether only the interface has made errors. A log of a lost game may be judged to find out who is guilty.
fn is_only_interface_guilty(report: &Report) -> bool {
    let is_error = |it: &&Verdict| {
        it.selected && it.is_violated() && matches!(it.level, Level::Must | Level::Robust)
    };
    let mut errors = report.verdicts.iter().filter(is_error).peekable();
    errors.peek().is_some() && errors.all(|it| it.topic == rule::INTERFACE_TOPIC)
}

#[cfg(test)]
mod tests {
    use super::REMARKS_ON_NOTES;

    #[test]
    fn every_remark_belongs_to_an_existing_note() {
        let messages = include_str!("../../../languages/en.toml");
        for (id, _) in REMARKS_ON_NOTES {
            assert!(messages.contains(&format!("\n{id} = ")), "{id}");
        }
    }
}
