//! Judges the transcripts of a stored report by the rules of this version.

use std::{
    fs::{self, File},
    io::{self, BufRead, BufReader, Read as _},
};

use super::{Args, new_run_context};
use crate::{
    check::select::{self, SelectedScenario, Selection},
    cli::{CommandResult, output::ReportOutputs, run_context::JudgedLogs},
    error::Error,
    exit::Exit,
    judge::stored_report::StoredReport,
    link::clock::Stopwatch,
    message::{Message, message},
    protocol::RuleInfo,
    scenarios::{Scenario, ScenarioOrigin},
    transcript::Script,
};

/// Reads a stored report. Returns `None` if the file is not a report.
pub(super) fn read_stored_report(name: &str) -> Result<Option<StoredReport>, Error> {
    let wrong = |err: io::Error| Error::file_error(name, err);
    // A named pipe can be read only once, so it is always read as a log and never as a report.
    if !fs::metadata(name).map_err(wrong)?.is_file() {
        return Ok(None);
    }
    let file = File::open(name).map_err(wrong)?;
    parse_if_report(name, &mut BufReader::new(file))
}

/// Parses the input if it begins like a report; otherwise consumes nothing of the input.
pub(super) fn parse_if_report(
    name: &str,
    input: &mut impl BufRead,
) -> Result<Option<StoredReport>, Error> {
    let wrong = |err: io::Error| Error::file_error(name, err);
    let head = input.fill_buf().map_err(wrong)?;
    if !head.trim_ascii_start().starts_with(b"{") {
        return Ok(None);
    }
    let mut text = Vec::new();
    input
        .take(MAX_REPORT_BYTES)
        .read_to_end(&mut text)
        .map_err(wrong)?;
    let read = StoredReport::parse(name, &text).map_err(Error::usage_error)?;
    Ok(Some(read))
}

/// Judges the transcripts of a report again. Rules about the interface count only if `judge` wrote the report.
pub(super) fn judge_stored_report(
    name: String,
    stored: &StoredReport,
    args: Args,
    began: Stopwatch,
) -> Result<CommandResult, Error> {
    let unknown = || {
        Error::usage_error(message!(
            "report_protocol_unrecognized",
            "{file}: unrecognized protocol",
            file = &name
        ))
    };
    let protocol = stored.protocol().ok_or_else(unknown)?;
    let outputs = ReportOutputs::open(&args.judge.report)?;
    let read = stored.judge_transcripts(protocol);
    let read = read.map_err(|err| Error::file_error(&name, err))?;
    let changes = stored.outcome_changes(protocol, &read);
    let truncated = stored.truncated_transcripts();
    let is_incomplete = !truncated.is_empty() || read.len() < stored.scenario_count();
    let exit = stored.exit();
    let is_judged_again = exit == Exit::Fine.code()
        || exit == Exit::Violated.code() && stored.is_violated_only_by_protocol(protocol);
    let mut notes = notes_on_report(&name, stored, read.len(), is_judged_again);
    notes.extend(changes.notes);
    let rules = protocol.rules();
    let (mut selected, mut records) = (Vec::new(), Vec::new());
    for (scenario, mut record) in read {
        selected.push(SelectedScenario {
            scenario: Scenario::new(&scenario, Script::default(), ScenarioOrigin::File),
            rules: rules
                .iter()
                .filter(|it| stored.judges_rule(it))
                .map(RuleInfo::rule_id)
                .collect(),
            event_line_numbers: std::mem::take(&mut record.line_numbers),
            recording_file: Some(name.clone()),
        });
        records.push(record);
    }
    let mut selection = Selection::from_records(selected, stored.has_independent_scenarios());
    selection.filter_rules(protocol, &args.judge.only, &args.judge.skip)?;
    select::check_profile(protocol, args.judge.profile.as_deref())?;
    let mut fail_no_more = changes.rules_that_fail_no_more.iter();
    let is_proof_missing = fail_no_more.any(|it| selection.rules.contains(it)) && is_incomplete;
    new_run_context(args, began, outputs).report_on_logs(JudgedLogs {
        protocol,
        selection,
        records,
        notes,
        is_partly_unreadable: false,
        lacks_responses: false,
        lacks_evidence: is_proof_missing || !is_judged_again,
    })
}

/// The notes about what the report contains, and about what its transcripts do not show.
fn notes_on_report(
    name: &str,
    stored: &StoredReport,
    transcript_count: usize,
    is_judged_again: bool,
) -> Vec<Message> {
    let mut notes = vec![message!(
        "stored_report",
        "{file} has {transcripts} transcripts, from its {scenarios} scenarios and its first session",
        file = name,
        transcripts = transcript_count,
        scenarios = stored.scenario_count(),
    )];
    if !is_judged_again {
        notes.push(message!(
            "stored_exit",
            "the stored run ended with exit {exit}, and its transcripts do not show the whole reason: without a violation, this is exit 3 at best",
            exit = u64::from(stored.exit()),
        ));
    }
    if stored.is_partial() {
        notes.push(message!(
            "stored_report_is_partial",
            "{file} is about one shard, or about the rules that `--only` or `--skip` selected",
            file = name,
        ));
    }
    let truncated = stored.truncated_transcripts();
    if !truncated.is_empty() {
        notes.push(message!(
            "stored_transcripts_truncated",
            "the report has only the first part of these transcripts, and only this part is judged: {transcripts}",
            transcripts = truncated,
        ));
    }
    notes
}

/// The size limit of a report, in bytes.
const MAX_REPORT_BYTES: u64 = 256 << 20;
