//! `ponderhit check`: the conformance suite against one engine.

use std::{ffi::OsString, time::Duration};

use super::{
    Done,
    options::{EngineOptions, JudgeOptions, duration},
    output::Outputs,
    running::{Play, Running},
    target::{self, Detection, Target},
};
use crate::{
    check::{
        Mode, TIME_LIMIT,
        select::{self, Filter},
    },
    error::Error,
    link::clock::Stopwatch,
};

/// Run the conformance suite against an engine.
///
/// Each scenario is played to a fresh process, and every line is judged. Without an ENGINE, and without one in a
/// ponderhit.toml here or in a parent directory, the built-in reference engine is checked.
#[derive(Debug, clap::Args)]
pub(super) struct Args {
    /// Do not play what was not played by then; it is named, and inconclusive [default: 2min, stretched by --timeout-scale].
    #[arg(long, value_name = "TIME", value_parser = duration)]
    time_limit: Option<Duration>,

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
    target::named_if_options(&args.command, &args.engine, args.judge.about_the_engine())?;
    let target = Target::new(&args.command, &args.engine)?;
    let stretched = TIME_LIMIT.mul_f64(args.engine.timeout_scale.unwrap_or(1.0).max(1.0));
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
        time_limit: Some(args.time_limit.unwrap_or(stretched)),
    };
    let (protocol, mut notes) = match found {
        Detection::Protocol(protocol, notes) => (protocol, notes),
        Detection::Failed(problem) => return running.give_up(problem),
    };
    let profile = running.judge.profile.clone();
    let profile = profile.unwrap_or_else(|| select::FULL.to_owned());
    let filter = Filter {
        profile: profile.clone(),
        only: running.judge.only.clone(),
        skip: running.judge.skip.clone(),
    };
    let (selection, remarks) = select::select(protocol, &filter)?;
    notes.extend(remarks);
    running.run(Play {
        protocol,
        profile: Some(profile),
        selection,
        notes,
    })
}
