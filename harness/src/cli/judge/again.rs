//! Reports of earlier runs: their transcripts are judged by the rules of today.

use std::{
    fs::{self, File},
    io::{self, BufRead as _, BufReader, Read as _},
};

use super::{Args, running};
use crate::{
    check::select::{self, SelectedScenario, Selection},
    cli::{Done, output::Outputs, running::Records},
    error::Error,
    judge::stored::Stored,
    link::clock::Stopwatch,
    protocol::RuleInfo,
    scenarios::{Origin, Scenario},
    transcript::Script,
};

/// A report that somebody kept; nothing, if the file is none.
pub(super) fn stored(name: &str) -> Result<Option<Stored>, Error> {
    let wrong = |err: io::Error| Error::usage(format!("{name}: {err}"));
    // What is read of a pipe cannot be read again.
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
    file.take(REPORT).read_to_end(&mut text).map_err(wrong)?;
    let read = Stored::parse(&text).map_err(|err| Error::usage(format!("{name}:{err}")))?;
    Ok(Some(read))
}

/// Judges the transcripts of a report again. Where the interface was ourselves, it is not judged.
pub(super) fn judge(
    name: String,
    stored: &Stored,
    args: Args,
    began: Stopwatch,
) -> Result<Done, Error> {
    let unknown = || Error::usage(format!("{name}: it speaks a protocol that we do not know"));
    let protocol = stored.protocol().ok_or_else(unknown)?;
    let outputs = Outputs::open(&args.judge.report)?;
    let read = stored.judge(protocol);
    let read = read.map_err(|err| Error::usage(format!("{name}: {err}")))?;
    let mut notes = stored.otherwise(protocol, &read);
    notes.insert(
        0,
        format!(
            "{name} has the transcripts of {} sessions, of {} scenarios and the start",
            read.len(),
            stored.scenarios()
        ),
    );
    let rules = protocol.rules();
    let (mut chosen, mut records) = (Vec::new(), Vec::new());
    for (scenario, mut record) in read {
        chosen.push(SelectedScenario {
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
    let mut selection = Selection::records(chosen);
    selection.narrow(protocol, &args.judge.only, &args.judge.skip)?;
    select::known(protocol, args.judge.profile.as_deref())?;
    running(args, began, outputs).judge(Records {
        protocol,
        selection,
        records,
        notes,
        damaged: false,
    })
}

/// No report is longer, in bytes.
const REPORT: u64 = 256 << 20;
