//! `ponderhit replay`: plays scripts; an expectation that is not met is a finding.

use std::{ffi::OsString, fs, path::Path};

use super::{
    Done,
    options::{EngineOptions, JudgeOptions},
    output::Outputs,
    running::{Play, Running},
    suggest,
    target::{self, Found, Target},
};
use crate::{
    check::{Mode, select::Selection},
    error::Error,
    link::clock::Stopwatch,
    protocol::{self, Protocol},
    scenarios::{self, Scenario},
};

/// Play scripts: files, or ids of embedded ones.
///
/// An expectation that is not met is a violation of `script/mismatch`, and all rules judge, too.
/// Without an ENGINE the scripts are played to the built-in reference engine.
#[derive(Debug, clap::Args)]
pub(super) struct Args {
    /// A file, or an id such as `ucci/quit/idle`.
    #[arg(value_name = "SCRIPT", required = true)]
    scripts: Vec<String>,

    #[command(flatten)]
    judge: JudgeOptions,

    #[command(flatten)]
    engine: EngineOptions,

    /// The engine's program and its arguments, after `--`.
    #[arg(value_name = "ENGINE", last = true)]
    command: Vec<OsString>,
}

pub(super) fn run(mut args: Args) -> Result<Done, Error> {
    let scripts = args.scripts.iter().map(|it| read(it));
    let scenarios = scripts.collect::<Result<Vec<Scenario>, Error>>()?;
    // A protocol that the scripts name need not be named again to see a finding again.
    let reproduce = target::reproduce(&args.command, &args.engine);
    let said = said_protocol(&scenarios)?;
    if let (None, Some(said)) = (args.engine.named_protocol(), said) {
        said.name().clone_into(&mut args.engine.protocol);
    }
    let began = Stopwatch::start();
    let target = Target::new(&args.command, &args.engine)?;
    let outputs = Outputs::open(&args.judge.report)?;
    let found = target.protocol(&args.engine);
    let running = Running {
        began,
        mode: Mode::Replay,
        reproduce,
        engine: args.engine,
        judge: args.judge,
        target,
        outputs,
    };
    match found {
        Found::Nothing(problem) => running.give_up(problem),
        Found::Protocol(protocol, notes) => {
            let mut selection = Selection::all_of(protocol, scenarios);
            selection.narrow(protocol, &running.judge.only, &running.judge.skip);
            running.run(Play {
                protocol,
                profile: None,
                selection,
                notes,
            })
        }
    }
}

pub(super) fn read(name: &str) -> Result<Scenario, Error> {
    if let Some(embedded) = scenarios::find(name) {
        return embedded;
    }
    let text = fs::read(name).map_err(|err| {
        let known = scenarios::ids();
        let hint = suggest::nearest(name, known).map(|it| format!("; did you mean `{it}`?"));
        let is_id = !Path::new(name).exists();
        let reason = match is_id {
            true => "there is no such file, and no embedded script has that id".to_owned(),
            false => err.to_string(),
        };
        Error::usage(format!(
            "{name}: {reason}{}",
            hint.filter(|_| is_id).unwrap_or_default()
        ))
    })?;
    scenarios::parse(name, &text).map_err(|err| {
        let (line, column) = (err.line, err.column);
        Error::usage(format!("{name}:{line}:{column}: {}", err.message))
    })
}

/// The protocol that the scripts agree on, if they name one.
pub(super) fn said_protocol(
    scenarios: &[Scenario],
) -> Result<Option<&'static dyn Protocol>, Error> {
    let mut said: Option<&'static dyn Protocol> = None;
    for scenario in scenarios {
        let Some(name) = scenario.protocol() else {
            continue;
        };
        let Some(protocol) = protocol::find(name) else {
            let id = &scenario.id;
            return Err(Error::usage(format!("{id}: there is no protocol `{name}`")));
        };
        if said.is_some_and(|it| it.name() != protocol.name()) {
            let text = "the scripts speak different protocols: play them one protocol at a time";
            return Err(Error::usage(text));
        }
        said = Some(protocol);
    }
    Ok(said)
}
