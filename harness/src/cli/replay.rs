//! `ponderhit replay`: plays scripts; an expectation that is not met is a finding.

use std::ffi::OsString;

use super::{
    Done,
    options::{EngineOptions, JudgeOptions},
    output::Outputs,
    running::{Play, Running},
    target::{self, Found, Target},
};
use crate::{
    check::{Mode, select::Selection},
    error::Error,
    link::clock::Stopwatch,
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
    let scripts = args.scripts.iter().map(|it| scenarios::read(it));
    let scenarios = scripts.collect::<Result<Vec<Scenario>, Error>>()?;
    // A protocol that the scripts name need not be named again to see a finding again.
    let reproduce = target::reproduce(&args.command, &args.engine);
    let said = scenarios::said_protocol(&scenarios)?;
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
