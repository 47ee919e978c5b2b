//! `ponderhit check`: runs the conformance suite against one engine.

use std::{collections::BTreeSet, ffi::OsString, path::PathBuf, time::Duration};

use super::{
    CommandResult, ci_reports,
    last_run::StateFile,
    options::{
        EngineNameOption, EngineOptions, JudgeOptions, RepeatOptions, TranscriptOptions,
        parse_duration_option,
    },
    output::ReportOutputs,
    run_context::{Playlist, RunContext},
    shard_option,
    target::{self, Detection, EngineTarget},
};
use crate::{
    check::{
        DEFAULT_TIME_LIMIT, RunMode,
        select::{self, ScenarioFilter, Selection},
        shard::ShardRequest,
    },
    error::Error,
    link::clock::Stopwatch,
    message::{Message, message},
    protocol,
    verdict::Report,
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

    /// Play the scenarios that failed or could not be judged in the last run of this engine; if none of them fails,
    /// play all others, too.
    #[arg(long)]
    failed: bool,

    /// Keep the results for --failed in FILE [default: target/ponderhit/last-run.json if there is a folder target, else
    /// a file in the user's cache directory].
    #[arg(long, value_name = "FILE")]
    state: Option<PathBuf>,

    /// Play shard K of N; `ponderhit merge` puts the JSON reports of all shards together. `auto` takes K and N from
    /// the variables of the CI system.
    #[arg(long, value_name = "K/N", conflicts_with_all = ["failed", "repeat"])]
    shard: Option<String>,

    #[command(flatten)]
    repeat: RepeatOptions,

    #[command(flatten)]
    judge: JudgeOptions,

    #[command(flatten)]
    transcripts: TranscriptOptions,

    #[command(flatten)]
    engine_name: EngineNameOption,

    /// Check all engines of the [[engine]] tables in ponderhit.toml, one after the other, and compare them.
    #[arg(long, help_heading = "Engine", conflicts_with_all = ["shard", "write_known_failures", "update_known_failures"])]
    all_engines: bool,

    #[command(flatten)]
    engine: EngineOptions,

    /// The program of the engine and its arguments.
    #[arg(value_name = "ENGINE", trailing_var_arg = true)]
    command: Vec<OsString>,
}

impl Args {
    /// True for the option `--all-engines`.
    pub(super) fn checks_all_engines(&self) -> bool {
        self.all_engines
    }

    /// The name of the engine in `ponderhit.toml`.
    pub(super) fn engine_name(&self) -> Option<&str> {
        self.engine_name.engine_name.as_deref()
    }

    /// The values of the option `--report`.
    pub(super) fn reports(&self) -> &[String] {
        &self.judge.report
    }

    pub(super) fn is_quiet(&self) -> bool {
        self.judge.quiet
    }

    /// Keeps only the options `--report` that write files; standard output gets the text report if `has_text` is true.
    pub(super) fn keep_only_file_reports(&mut self, has_text: bool) {
        let is_kept = |it: &String| it.contains('=') || it == ci_reports::AUTOMATIC_FORMAT;
        self.judge.report.retain(is_kept);
        self.judge.quiet = !has_text;
    }

    /// The name of the engine if its file names must contain this name, because several engines need different files;
    /// `None` if only one engine is checked.
    fn engine_name_in_files(&self) -> Option<&str> {
        self.engine_name().filter(|_| self.all_engines)
    }

    /// The directory of `--transcripts`; with `--all-engines`, the directory of this engine inside it.
    fn transcript_directory(&self) -> Option<PathBuf> {
        let directory = self.transcripts.transcripts.as_ref()?;
        Some(match self.engine_name_in_files() {
            Some(name) => directory.join(name),
            None => directory.clone(),
        })
    }

    fn time_limit(&self) -> Duration {
        let scale = self.engine.timeout_scale.unwrap_or(1.0).max(1.0);
        let default = DEFAULT_TIME_LIMIT.mul_f64(scale);
        self.time_limit.unwrap_or(default)
    }
}

pub(super) fn run(args: Args) -> Result<CommandResult, Error> {
    let report = check_engine(args)?;
    Ok(report.exit.into())
}

/// Checks the engine, writes its report, and also returns this report.
pub(super) fn check_engine(args: Args) -> Result<Report, Error> {
    let began = Stopwatch::start();
    target::require_engine_for_options(
        &args.command,
        &args.engine,
        args.judge.option_that_needs_engine(),
    )?;
    let target = EngineTarget::new(&args.command, &args.engine)?;
    let shard = args
        .shard
        .as_deref()
        .map(shard_option::parse_shard)
        .transpose()?;
    let outputs = ReportOutputs::open_for_engine(&args.judge.report, args.engine_name_in_files())?;
    let transcripts = args.transcript_directory();
    let time_limit = args.time_limit();
    let found = target.detect_protocol(&args.engine);
    let mut context = RunContext {
        stopwatch: began,
        mode: RunMode::Check,
        reproduce_command: target::reproduce_command(&args.command, &args.engine),
        engine_options: args.engine,
        judge_options: args.judge,
        transcript_dir: transcripts,
        target,
        engine_name: args.engine_name.engine_name,
        outputs,
        time_limit: Some(time_limit),
        repetition: args.repeat.to_repetition(),
        shard: None,
        shows_dialogue: false,
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
    let (mut selection, remarks) = select::select_scenarios(protocol, &filter)?;
    notes.extend(remarks);
    if let Some(shard) = shard {
        shard.keep_own_scenarios(&mut selection);
        context.shard = Some(ShardRequest {
            shard,
            filter,
            rules_as_of: context.judge_options.rules_as_of,
        });
    }
    let state = args.state.as_deref();
    let engine_name = context.engine_name.as_deref();
    let state_file = StateFile::new(state, &context.target.command, engine_name, protocol.name());
    if args.failed {
        let failed = state_file.failed_scenarios()?;
        let (first, note) = scenarios_to_play_first(failed, &selection);
        context.repetition.stop_policy.scenarios_played_first = first;
        notes.push(note);
    }
    context.repetition.state_file = Some(state_file);
    context.play_scenarios(Playlist {
        protocol,
        profile: Some(profile),
        selection,
        notes,
    })
}

/// Returns the scenarios that `--failed` plays first, and a note about them.
fn scenarios_to_play_first(
    failed: Option<BTreeSet<String>>,
    selection: &Selection,
) -> (BTreeSet<String>, Message) {
    let Some(mut failed) = failed else {
        let note = message!(
            "failed_without_last_run",
            "--failed: no earlier run of this engine is stored, so all scenarios are played"
        );
        return (BTreeSet::new(), note);
    };
    let selected = |id: &String| selection.scenarios.iter().any(|it| it.scenario.id == *id);
    failed.retain(selected);
    let note = match failed.len() {
        0 => message!(
            "failed_none",
            "--failed: no scenario failed in the last run, so all scenarios are played"
        ),
        count => message!(
            "failed_first",
            "--failed: {count} scenarios that failed or could not be judged in the last run were played first",
            count
        ),
    };
    (failed, note)
}
