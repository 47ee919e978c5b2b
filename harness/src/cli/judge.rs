//! `ponderhit judge`: judges records of conversations, both sides, without any engine.

use std::fs;

use super::{
    Done,
    options::{EngineOptions, JudgeOptions},
    output::Outputs,
    running::{Records, Running},
    target::Target,
};
use crate::{
    check::{Mode, reproduce::Reproduce, select::Selection},
    error::Error,
    link::clock::Stopwatch,
    protocol::{self, Protocol},
    scenarios::{Origin, Scenario},
    transcript::{ParseError, Script, StepKind, Transcript},
};

/// Judge transcripts: what the engine said, and what the interface said.
#[derive(Debug, clap::Args)]
pub(super) struct Args {
    /// A transcript, as `check --transcripts` writes them.
    #[arg(value_name = "FILE", required = true)]
    files: Vec<String>,

    #[command(flatten)]
    judge: JudgeOptions,

    #[command(flatten)]
    engine: EngineOptions,
}

/// A file, read.
struct Record {
    scenario: Scenario,
    transcript: Transcript,
    /// The line of each event.
    lines: Vec<usize>,
}

pub(super) fn run(args: Args) -> Result<Done, Error> {
    let began = Stopwatch::start();
    let read = args.files.iter().map(|it| read(it));
    let records = read.collect::<Result<Vec<Record>, Error>>()?;
    let protocol = spoken(&args.engine, &records)?;
    let outputs = Outputs::open(&args.judge.report)?;
    let mut scenarios = Vec::new();
    let mut transcripts = Vec::new();
    for record in records {
        scenarios.push((record.scenario, record.lines));
        transcripts.push(record.transcript);
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
    running.judge(Records {
        protocol,
        selection,
        transcripts,
    })
}

fn read(file: &str) -> Result<Record, Error> {
    let text = fs::read(file).map_err(|err| Error::usage(format!("{file}: {err}")))?;
    let wrong = |err: ParseError| {
        let (line, column) = (err.line, err.column);
        Error::usage(format!("{file}:{line}:{column}: {}", err.message))
    };
    let transcript = Transcript::parse(&text).map_err(wrong)?;
    let script = Script::parse(&text).map_err(wrong)?;
    let silent = |it: &StepKind| {
        let directive = matches!(it, StepKind::Directive { .. });
        directive || matches!(it, StepKind::Blank | StepKind::Comment)
    };
    let events = script.steps.iter().filter(|it| !silent(&it.kind));
    Ok(Record {
        lines: events.map(|it| it.line).collect(),
        scenario: Scenario::new(file, script, Origin::File),
        transcript,
    })
}

/// The protocol that was named, by the user or by a file; or else the one whose handshake is there.
fn spoken(options: &EngineOptions, records: &[Record]) -> Result<&'static dyn Protocol, Error> {
    if let Some(named) = options.named_protocol() {
        return Ok(named);
    }
    let said = records.iter().find_map(|it| it.scenario.protocol());
    if let Some(said) = said {
        let unknown = || Error::usage(format!("there is no protocol `{said}`"));
        return protocol::find(said).ok_or_else(unknown);
    }
    let shakes = |protocol: &&&dyn Protocol| {
        let mut records = records.iter();
        records.any(|it| protocol::judge(**protocol, &it.transcript).shook_hands)
    };
    let found = protocol::ALL.iter().find(shakes);
    found.copied().ok_or_else(|| {
        let text = "no handshake of any protocol is in there: say which it is with `--protocol`";
        Error::usage(text)
    })
}
