//! `ponderhit check`: runs the conformance suite against one engine.

use std::{ffi::OsString, time::Duration};

use super::{
    CommandResult,
    options::{EngineOptions, JudgeOptions, parse_duration_option},
    output::ReportOutputs,
    run_context::{Playlist, RunContext},
    target::{self, Detection, EngineTarget},
};
use crate::{
    check::{
        DEFAULT_TIME_LIMIT, RunMode,
        select::{self, ScenarioFilter},
    },
    error::Error,
    link::clock::Stopwatch,
    protocol,
};

/// Run the conformance suite against an engine.
///
/// Each scenario is played to a fresh process of the engine, and the rules judge every line. If neither the command
/// line nor a ponderhit.toml in this directory or a parent directory names an ENGINE, the built-in reference engine is
/// checked.
#[derive(Debug, clap::Args)]
pub(super) struct Args {
    /// End the run after this time; the report lists the scenarios that were not played, and their rules are
    /// inconclusive [default: 2min; a --timeout-scale above 1 multiplies it].
    #[arg(long, value_name = "TIME", value_parser = parse_duration_option)]
    time_limit: Option<Duration>,

    #[command(flatten)]
    judge: JudgeOptions,

    #[command(flatten)]
    engine: EngineOptions,

    /// The program of the engine and its arguments.
    #[arg(value_name = "ENGINE", trailing_var_arg = true)]
    command: Vec<OsString>,
}

pub(super) fn run(args: Args) -> Result<CommandResult, Error> {
    let began = Stopwatch::start();
    target::require_engine_for_options(
        &args.command,
        &args.engine,
        args.judge.option_that_needs_engine(),
    )?;
    let target = EngineTarget::new(&args.command, &args.engine)?;
    let default_limit =
        DEFAULT_TIME_LIMIT.mul_f64(args.engine.timeout_scale.unwrap_or(1.0).max(1.0));
    let outputs = ReportOutputs::open(&args.judge.report)?;
    let found = target.detect_protocol(&args.engine);
    let context = RunContext {
        stopwatch: began,
        mode: RunMode::Check,
        reproduce: target::reproduce_command(&args.command, &args.engine),
        engine_options: args.engine,
        judge_options: args.judge,
        target,
        outputs,
        time_limit: Some(args.time_limit.unwrap_or(default_limit)),
    };
    let (protocol, mut notes) = match found {
        Detection::Protocol(protocol, notes) => (protocol, notes),
        Detection::NotDetected(problem) => return context.report_no_protocol(problem),
    };
    let profile = context.judge_options.profile.clone();
    let profile = profile.unwrap_or_else(|| select::FULL_PROFILE.to_owned());
    let filter = ScenarioFilter {
        profile: profile.clone(),
        only: context.judge_options.only.clone(),
        skip: context.judge_options.skip.clone(),
    };
    let protocol = protocol::with_default_game(protocol);
    let (selection, remarks) = select::select_scenarios(protocol, &filter)?;
    notes.extend(remarks);
    context.play_scenarios(Playlist {
        protocol,
        profile: Some(profile),
        selection,
        notes,
    })
}
