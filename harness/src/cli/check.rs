//! `ponderhit check`: the conformance suite against one engine.

use std::ffi::OsString;

use super::{
    Done,
    options::{EngineOptions, JudgeOptions},
    output::Outputs,
    running::{Play, Running},
    target::{self, Found, Target},
};
use crate::{
    check::{
        Mode,
        select::{self, Filter},
    },
    error::Error,
    link::clock::Stopwatch,
};

/// Run the conformance suite against an engine.
///
/// Each scenario is played to a fresh process, and every line is judged. Without an ENGINE the
/// built-in reference engine is checked.
#[derive(Debug, clap::Args)]
pub(super) struct Args {
    /// Which scenarios to play: full, smoke, league or dialect.
    #[arg(long, value_name = "NAME", default_value = select::FULL)]
    profile: String,

    #[command(flatten)]
    judge: JudgeOptions,

    #[command(flatten)]
    engine: EngineOptions,

    /// The engine's program and its arguments.
    #[arg(value_name = "ENGINE", trailing_var_arg = true)]
    command: Vec<OsString>,
}

pub(super) fn run(args: Args) -> Result<Done, Error> {
    let began = Stopwatch::start();
    let target = Target::new(&args.command, &args.engine)?;
    let outputs = Outputs::open(&args.judge.report)?;
    let found = target.protocol(&args.engine);
    let running = Running {
        began,
        mode: Mode::Check,
        reproduce: target::reproduce(&args.command, &args.engine),
        engine: args.engine,
        judge: args.judge,
        target,
        outputs,
    };
    let (protocol, mut notes) = match found {
        Found::Protocol(protocol, notes) => (protocol, notes),
        Found::Nothing(problem) => return running.give_up(problem),
    };
    let filter = Filter {
        profile: args.profile.clone(),
        only: running.judge.only.clone(),
        skip: running.judge.skip.clone(),
    };
    let (selection, remarks) = select::select(protocol, &filter)?;
    notes.extend(remarks);
    running.run(Play {
        protocol,
        profile: Some(args.profile),
        selection,
        notes,
    })
}
