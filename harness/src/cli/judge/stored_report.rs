//! Judges the transcripts of a stored report by the rules of this version.

use std::{
    fs::{self, File},
    io::{self, BufRead as _, BufReader, Read as _},
};

use super::{Args, run_context};
use crate::{
    check::select::{self, SelectedScenario, Selection},
    cli::{CommandResult, output::Outputs, run_context::Records},
    error::Error,
    judge::stored::Stored,
    link::clock::Stopwatch,
    message::message,
    protocol::RuleInfo,
    scenarios::{Origin, Scenario},
    transcript::Script,
};

/// Reads a stored report. Returns `None` if the file is not a report.
pub(super) fn open(name: &str) -> Result<Option<Stored>, Error> {
    let wrong = |err: io::Error| Error::file(name, err);
    // A pipe cannot be read twice, so a pipe is always read as a log.
    if !fs::metadata(name).map_err(wrong)?.is_file() {
        return Ok(None);
    }
    let file = File::open(name).map_err(wrong)?;
    let mut file = BufReader::new(file);
    if !file
        .fill_buf()
        .map_err(wrong)?
        .trim_ascii_start()
        .starts_with(b"{")
    {
        return Ok(None);
    }
    let mut text = Vec::new();
    file.take(MAX_BYTES).read_to_end(&mut text).map_err(wrong)?;
    let read = Stored::parse(name, &text).map_err(Error::usage)?;
    Ok(Some(read))
}

/// Judges the transcripts of a report again. Rules about the interface count only if `judge` wrote the report.
pub(super) fn judge(
    name: String,
    stored: &Stored,
    args: Args,
    began: Stopwatch,
) -> Result<CommandResult, Error> {
    let unknown = || {
        Error::usage(message!(
            "report_protocol_unrecognized",
            "{file}: unrecognized protocol",
            file = &name
        ))
    };
    let protocol = stored.protocol().ok_or_else(unknown)?;
    let outputs = Outputs::open(&args.judge.report)?;
    let read = stored.judge(protocol);
    let read = read.map_err(|err| Error::file(&name, err))?;
    let mut notes = stored.changes(protocol, &read);
    notes.insert(
        0,
        message!(
            "stored_report",
            "{file} has {transcripts} transcripts, for {scenarios} scenarios and the first session",
            file = &name,
            transcripts = read.len(),
            scenarios = stored.scenarios(),
        ),
    );
    let rules = protocol.rules();
    let (mut selected, mut records) = (Vec::new(), Vec::new());
    for (scenario, mut record) in read {
        selected.push(SelectedScenario {
            scenario: Scenario::new(&scenario, Script::default(), Origin::File),
            rules: rules
                .iter()
                .filter(|it| stored.counts(it))
                .map(RuleInfo::rule_id)
                .collect(),
            lines: std::mem::take(&mut record.lines),
            file: Some(name.clone()),
        });
        records.push(record);
    }
    let mut selection = Selection::records(selected);
    selection.narrow(protocol, &args.judge.only, &args.judge.skip)?;
    select::known(protocol, args.judge.profile.as_deref())?;
    run_context(args, began, outputs).judge(Records {
        protocol,
        selection,
        records,
        notes,
        damaged: false,
    })
}

/// The size limit of a report, in bytes.
const MAX_BYTES: u64 = 256 << 20;
