//! `ponderhit judge`: judges logs of conversations, both sides, without any engine.

mod again;

use std::{collections::BTreeMap, fs::File, io::BufReader};

use super::{
    Done,
    options::{EngineOptions, JudgeOptions},
    output::Outputs,
    running::{Records, Running},
    target::Target,
};
use crate::{
    check::{
        Mode,
        select::{self, Chosen, Selection},
    },
    error::Error,
    judge::{
        reading::{Ending, Reading},
        sift::{Record, Sift},
    },
    launch::reproduce::Reproduce,
    link::clock::Stopwatch,
    logs::{self, Format},
    protocol::{self, Protocol, RuleInfo},
    readable::readable,
    scenarios::{Origin, Scenario},
    transcript::{EventKind, Script, Speaker},
};

/// Judge logs: what the engine said, and what the interface said.
///
/// Transcripts, as `record` and `check --transcripts` write them, logs that other programs write, and a report
/// of `--report json` from an earlier run: would the rules of today have failed it?
#[derive(Debug, clap::Args)]
#[command(after_long_help = formats())]
pub(super) struct Args {
    /// A transcript, a log, or a report.
    #[arg(value_name = "FILE", required = true)]
    files: Vec<String>,

    /// The format of the logs, if it cannot be seen from their first lines.
    #[arg(long, value_name = "NAME", value_parser = format)]
    format: Option<String>,

    #[command(flatten)]
    judge: JudgeOptions,

    #[command(flatten)]
    engine: EngineOptions,
}

pub(super) fn run(args: Args) -> Result<Done, Error> {
    let began = Stopwatch::start();
    if let [file] = &args.files[..]
        && let Some(stored) = again::stored(file)?
    {
        return again::judge(file.clone(), &stored, args, began);
    }
    for file in &args.files {
        if again::stored(file)?.is_some() {
            return Err(Error::usage(format!(
                "{file} is a report: one is judged at a time, and alone"
            )));
        }
    }
    let format = args.format.as_deref().and_then(logs::find);
    let files = args.files.iter().map(|it| open(it, format));
    let mut files = files.collect::<Result<Vec<_>, _>>()?;
    let protocol = spoken(&args.engine, &mut files)?;
    let outputs = Outputs::open(&args.judge.report)?;
    let (mut chosen, mut records, mut notes, mut damage) = (vec![], vec![], vec![], None);
    for mut file in files {
        let found = read(protocol, &mut file);
        if found.is_empty() && matches!(file.end, Ending::Proper) {
            let (name, format) = (&file.name, file.format.name());
            return Err(Error::usage(format!(
                "{name}: nothing in it is understood as {} in the format `{format}`",
                protocol.title()
            )));
        }
        notes.extend(remark(&file, found.len()));
        for (name, mut record) in found {
            chosen.push(choose(protocol, &file, &name, &mut record));
            records.push(record);
        }
        match ending(&file) {
            Ok(note) => notes.extend(note),
            Err(err) => {
                notes.push(format!(
                    "{err}: it is judged up to there, and the exit code is 2"
                ));
                damage.get_or_insert(err);
            }
        }
    }
    if let Some(err) = damage.take_if(|_| records.is_empty()) {
        return Err(err);
    }
    let mut selection = Selection::records(chosen);
    selection.narrow(protocol, &args.judge.only, &args.judge.skip)?;
    select::known(protocol, args.judge.profile.as_deref())?;
    let done = running(args, began, outputs).judge(Records {
        protocol,
        selection,
        records,
        notes,
        damaged: damage.is_some(),
    })?;
    // What could be read is judged; that not all of it could is worse than any verdict.
    damage.map_or(Ok(done), Err)
}

fn running(args: Args, began: Stopwatch, outputs: Outputs) -> Running {
    let named = args.engine.named_protocol();
    Running {
        began,
        mode: Mode::Judge,
        reproduce: Reproduce {
            protocol: named.map(|it| it.name().to_owned()),
            ..Reproduce::default()
        },
        engine: args.engine,
        judge: args.judge,
        target: Target::nobody(args.files),
        outputs,
        time_limit: None,
    }
}

fn format(name: &str) -> Result<String, String> {
    let names: Vec<&str> = logs::ALL.iter().map(|it| it.name()).collect();
    let there_are = || format!("there are: {}", names.join(", "));
    logs::find(name).map_or_else(|| Err(there_are()), |it| Ok(it.name().to_owned()))
}

fn formats() -> String {
    let mut text = "Formats:\n".to_owned();
    for format in logs::ALL {
        let (name, title, example) = (format.name(), format.title(), logs::example(*format));
        text.push_str(&format!("  {name:13} {title}\n  {:13} {example}\n", ""));
    }
    text
}

fn open(name: &str, format: Option<&'static dyn Format>) -> Result<Reading, Error> {
    let file = File::open(name).map_err(|err| Error::usage(format!("{name}: {err}")))?;
    let input = BufReader::with_capacity(1 << 20, file);
    Reading::new(name.to_owned(), Box::new(input), format).map_err(Error::usage)
}

/// Judges a log as it is read: each of its conversations, and what it is called.
fn read(protocol: &dyn Protocol, file: &mut Reading) -> Vec<(String, Record)> {
    let opening = protocol.dialogue().handshake();
    let opening = opening.first().map(|it| it.command.as_slice());
    let mut sifts: BTreeMap<usize, Sift<'_>> = BTreeMap::new();
    let (foreign, mut understood) = (file.is_foreign(), false);
    for heard in file.by_ref() {
        understood = understood || is_response(protocol, &heard.event.kind);
        let sift = sifts
            .entry(heard.conversation)
            .or_insert_with(|| Sift::new(protocol));
        if let EventKind::Line(Speaker::Interface, line) = &heard.event.kind
            && Some(line.as_slice()) == opening
            // Another program's log does not say when an engine was ended. A running search is not cut in two.
            && (sift.has_left() || (foreign && sift.shook_hands() && !sift.is_busy()))
        {
            sift.restart();
        }
        sift.hear(heard.line, heard.event);
    }
    // Where nobody asks, a line that is no answer is nothing at all.
    if !understood && !file.capabilities().commands {
        return Vec::new();
    }
    let alone = sifts.len() == 1;
    let records = sifts.into_iter().map(|(conversation, mut sift)| {
        if file.is_foreign() {
            sift.cut();
        }
        let name = match alone {
            true => file.name.clone(),
            false => format!("{} ({})", file.name, readable(file.party(conversation))),
        };
        (name, sift.finish())
    });
    records.collect()
}

fn is_response(protocol: &dyn Protocol, kind: &EventKind) -> bool {
    matches!(kind, EventKind::Line(Speaker::Engine, line) if protocol.is_response(line))
}

/// What counts in a record.
fn choose(protocol: &dyn Protocol, file: &Reading, name: &str, record: &mut Record) -> Chosen {
    let capabilities = file.capabilities();
    let rules = protocol.rules();
    Chosen {
        scenario: Scenario::new(name, Script::default(), Origin::File),
        rules: rules
            .iter()
            .filter(|it| capabilities.can_judge(it))
            .map(RuleInfo::rule_id)
            .collect(),
        lines: std::mem::take(&mut record.lines),
        file: Some(file.name.clone()),
    }
}

/// What there is to know about how a log of others was read.
fn remark(file: &Reading, conversations: usize) -> Option<String> {
    let capabilities = file.capabilities();
    let format = file.format.name();
    let mut text = format!("{} was read as `{format}`", file.name);
    if conversations > 1 {
        text.push_str(&format!(", {conversations} conversations"));
    }
    if file.skipped > 0 {
        text.push_str(&format!(", {} lines of it say nothing", file.skipped));
    }
    if !capabilities.commands {
        text.push_str(
            "; it does not say what the engine was asked, so only the form of its lines is judged",
        );
    } else if !capabilities.times {
        text.push_str("; it does not say when, so nothing about time is judged");
    }
    file.is_foreign().then_some(text)
}

/// What there is to say of a log's end.
fn ending(file: &Reading) -> Result<Option<String>, Error> {
    let name = &file.name;
    match &file.end {
        Ending::Proper => Ok(None),
        Ending::Torn(line) => Ok(Some(format!(
            "{name} ends in the middle of line {line}: it is judged up to there"
        ))),
        Ending::Damaged {
            line,
            column,
            message,
        } => Err(Error::usage(format!("{name}:{line}:{column}: {message}"))),
        Ending::Unread(err) => Err(Error::usage(format!("{name}: {err}"))),
    }
}

/// The protocol that was named, by the user or by a file; or else the one whose handshake is there.
fn spoken(options: &EngineOptions, files: &mut [Reading]) -> Result<&'static dyn Protocol, Error> {
    if let Some(named) = options.named_protocol() {
        return Ok(named);
    }
    for file in &mut *files {
        if let Some(found) = file.protocol().map_err(Error::usage)? {
            return Ok(found);
        }
    }
    // Where nothing could be read, that is what is wrong.
    for file in &*files {
        ending(file)?;
    }
    let titles: Vec<&str> = protocol::ALL.iter().map(|it| it.title()).collect();
    Err(Error::usage(format!(
        "no handshake of {} is in there, and no other protocol is judged yet; if it is one of them all the same, say `--protocol`, and `--format` if the lines were misread",
        titles.join(" or ")
    )))
}
