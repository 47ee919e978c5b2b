//! `ponderhit judge`: judges records of conversations, both sides, without any engine.

use std::{fs::File, io::BufReader};

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
        reading::{Ending, Reading},
        reproduce::Reproduce,
        select::Selection,
        sift::{Record, Sift},
    },
    error::Error,
    link::clock::Stopwatch,
    protocol::Protocol,
    scenarios::{Origin, Scenario},
    transcript::Script,
};

/// Judge transcripts: what the engine said, and what the interface said.
#[derive(Debug, clap::Args)]
pub(super) struct Args {
    /// A transcript, as `record` and `check --transcripts` write them.
    #[arg(value_name = "FILE", required = true)]
    files: Vec<String>,

    #[command(flatten)]
    judge: JudgeOptions,

    #[command(flatten)]
    engine: EngineOptions,
}

pub(super) fn run(args: Args) -> Result<Done, Error> {
    let began = Stopwatch::start();
    let mut files = args
        .files
        .iter()
        .map(|it| open(it))
        .collect::<Result<Vec<_>, _>>()?;
    let protocol = spoken(&args.engine, &mut files)?;
    let outputs = Outputs::open(&args.judge.report)?;
    let (mut scenarios, mut records, mut notes, mut damage) = (vec![], vec![], vec![], None);
    for mut file in files {
        let mut record = read(protocol, &mut file);
        let scenario = Scenario::new(&file.name, Script::default(), Origin::File);
        scenarios.push((scenario, std::mem::take(&mut record.lines)));
        records.push(record);
        match ending(&file) {
            Ok(note) => notes.extend(note),
            Err(err) => {
                damage.get_or_insert(err);
            }
        }
    }
    let heard = records.iter().any(|it| !it.transcript.events.is_empty());
    if let Some(err) = damage.take_if(|_| !heard) {
        return Err(err);
    }
    let mut selection = Selection::records(protocol, scenarios);
    selection.narrow(protocol, &args.judge.only, &args.judge.skip);
    let named = args.engine.named_protocol();
    let running = Running {
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
    };
    let done = running.judge(Records {
        protocol,
        selection,
        records,
        notes,
    })?;
    // What could be read is judged; that not all of it could is worse than any verdict.
    damage.map_or(Ok(done), Err)
}

fn open(name: &str) -> Result<Reading, Error> {
    let file = File::open(name).map_err(|err| Error::usage(format!("{name}: {err}")))?;
    let input = BufReader::with_capacity(1 << 20, file);
    Ok(Reading::new(name.to_owned(), Box::new(input)))
}

/// Judges a file as it is read.
fn read(protocol: &dyn Protocol, file: &mut Reading) -> Record {
    let mut sift = Sift::new(protocol);
    for (line, event) in file.by_ref() {
        sift.hear(line, event);
    }
    sift.finish()
}

/// What there is to say of a file's end.
fn ending(file: &Reading) -> Result<Option<String>, Error> {
    let name = &file.name;
    match &file.end {
        Ending::Proper => Ok(None),
        Ending::Torn(line) => Ok(Some(format!(
            "{name} ends in the middle of line {line}: it is judged up to there"
        ))),
        Ending::Damaged(err) => Err(Error::usage(format!(
            "{name}:{}:{}: {}",
            err.line, err.column, err.message
        ))),
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
    let text = "no handshake of any protocol is in there: say which it is with `--protocol`";
    Err(Error::usage(text))
}
