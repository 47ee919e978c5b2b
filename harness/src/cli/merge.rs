//! `ponderhit merge`: puts the results of shards together.

use super::{
    CommandResult,
    options::{EngineOptions, JudgeOptions},
    output::ReportOutputs,
    report::read_report,
    run_context::{Playlist, Repetition, RunContext},
    run_environment,
    target::EngineTarget,
};
use crate::{
    check::{
        RunMode,
        merge_shards::{self, ShardReport},
        select,
    },
    error::Error,
    launch::reproduce::ReproduceArgs,
    link::clock::Stopwatch,
    message::message,
    protocol,
    rule::version::Version,
};

/// Put the results of shards together.
///
/// Each RESULT is a file that `check --shard K/N --report json=FILE` wrote. The report has the same rules, outcomes,
/// counts and messages as one run of all scenarios. Known failures are applied when the results are merged: give
/// --known-failures to `merge`. The report names missing shards, and the rules of their scenarios are inconclusive.
#[derive(Debug, clap::Args)]
pub(super) struct Args {
    /// The JSON report of a shard.
    #[arg(value_name = "RESULT", required = true)]
    results: Vec<String>,

    #[command(flatten)]
    judge: JudgeOptions,
}

pub(super) fn run(mut args: Args) -> Result<CommandResult, Error> {
    let began = Stopwatch::start();
    if let Some(option) = args.judge.option_for_shards_only() {
        return Err(Error::usage_error(message!(
            "option_of_shards",
            "{option} selects the rules and scenarios of the shards: give it to `check --shard`, not to `merge`",
            option
        )));
    }
    let shards = read_shards(&args.results)?;
    let Some(first) = shards.first() else {
        return Err(Error::usage_error(message!(
            "no_shard_given",
            "no result was given"
        )));
    };
    let name = &first.report.protocol;
    let protocol = protocol::find_protocol(name).ok_or_else(|| {
        Error::usage_error(message!(
            "report_protocol_unrecognized",
            "{file}: unrecognized protocol",
            file = &first.file_name
        ))
    })?;
    let game = first.results.game.as_deref();
    let protocol = game
        .and_then(|it| protocol.restricted_to_game(it))
        .unwrap_or(protocol);
    let protocol = protocol::with_default_game(protocol);
    let filter = first.results.filter();
    args.judge.profile = Some(filter.profile.clone());
    let as_of = first.results.rules_as_of.as_deref().map(Version::parse);
    args.judge.rules_as_of = as_of.transpose().map_err(Error::usage_error)?;
    let (selection, _) = select::select_scenarios(protocol, &filter)?;
    let mut notes = first.results.notes.clone();
    notes.extend(merge_shards::missing_shard_notes(
        &selection.scenarios,
        &shards,
    ));
    let outputs = ReportOutputs::open(&args.judge.report)?;
    let context = RunContext {
        engine_name: None,
        stopwatch: began,
        mode: RunMode::Check,
        reproduce_command: ReproduceArgs::default(),
        engine_options: EngineOptions::for_protocol(name),
        judge_options: args.judge,
        transcript_dir: None,
        target: EngineTarget::without_engine(first.report.engine.command.clone()),
        outputs,
        time_limit: None,
        repetition: Repetition::default(),
        shard: None,
        shows_dialogue: false,
    };
    let playlist = Playlist {
        protocol,
        profile: Some(filter.profile),
        selection,
        notes,
    };
    context.report_on_shards(playlist, &shards)
}

/// Reads the results of the shards of one run, and sorts them by number.
fn read_shards(files: &[String]) -> Result<Vec<ShardReport>, Error> {
    let mut shards = Vec::new();
    for file in files {
        let shard = ShardReport::new(file, read_report(file)?);
        shards.push(shard.map_err(Error::usage_error)?);
    }
    merge_shards::sort_shards_of_one_run(&mut shards).map_err(Error::usage_error)?;
    for shard in &shards {
        if let Some(engine) = run_environment::changed_engine_files(&shard.report.run).first() {
            return Err(Error::usage_error(message!(
                "shards_of_changed_engine",
                "{file}: the engine's file {engine} has changed since this shard was played: play all shards again",
                file = &shard.file_name,
                engine
            )));
        }
    }
    Ok(shards)
}
