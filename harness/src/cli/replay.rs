//! `ponderhit replay`: plays scripts and reports each unmet expectation.

use std::{ffi::OsString, path::Path};

use super::{
    CommandResult,
    options::{EngineNameOption, EngineOptions, JudgeOptions, RepeatOptions, TranscriptOptions},
    output::ReportOutputs,
    regression,
    review::{ReviewMode, review_snapshots},
    run_context::{Playlist, RunContext},
    script_files::{expand_names_to_play, expand_script_names},
    snapshots,
    target::{self, Detection, EngineTarget},
};
use crate::{
    bounded_read,
    check::{
        RunMode,
        select::{self, Selection},
    },
    error::Error,
    exit::Exit,
    fuzz::store,
    link::clock::Stopwatch,
    message::{Message, message},
    protocol::Protocol,
    scenarios::{self, Scenario},
    snapshot::{self, create::SnapshotRunner, pending_file},
};

/// Play scripts and report each unmet expectation.
///
/// A regression suite of GNU Go or GoGui (`.tst`) is played, too: its answers are compared, and no rule judges them.
/// Scripts and suites are played in separate runs.
///
/// An unmet expectation is a violation of `script/mismatch`; the rules of the protocol judge every line, too.
/// Without an ENGINE the scripts are played to the built-in reference engine.
#[derive(Debug, clap::Args)]
pub(super) struct Args {
    /// A script file, a regression suite, a directory with either of them, a scenario id such as `ucci/quit/idle`, or
    /// a glob.
    #[arg(value_name = "SCRIPT", required = true)]
    scripts: Vec<String>,

    /// Update the snapshots with the actual output of the engine.
    #[arg(long)]
    bless: bool,

    /// Accept or reject the snapshot changes that an earlier replay found, without starting an engine; HOW is ask,
    /// list, accept or reject [default: ask].
    #[arg(long, value_name = "HOW", value_enum, num_args = 0..=1, require_equals = true,
          default_missing_value = "ask", hide_possible_values = true,
          conflicts_with_all = ["bless", "command"])]
    review: Option<ReviewMode>,

    #[command(flatten)]
    repeat: RepeatOptions,

    #[command(flatten)]
    judge: JudgeOptions,

    #[command(flatten)]
    transcripts: TranscriptOptions,

    #[command(flatten)]
    engine_name: EngineNameOption,

    #[command(flatten)]
    engine: EngineOptions,

    /// The program of the engine and its arguments, after `--`.
    #[arg(value_name = "ENGINE", last = true)]
    command: Vec<OsString>,
}

pub(super) fn run(mut args: Args) -> Result<CommandResult, Error> {
    if let Some(how) = args.review {
        return review_snapshots(&expand_script_names(&args.scripts)?, how);
    }
    let names = expand_names_to_play(&args.scripts)?;
    if let Some(format) = regression::protocol_of_suites(&names)? {
        format.0.name().clone_into(&mut args.engine.protocol);
        return regression::run_suites(format, &names, &args.command, &args.engine);
    }
    let scripts = names.iter().map(|it| scenarios::read_scenario(it));
    let scenarios = scripts.collect::<Result<Vec<Scenario>, Error>>()?;
    // If the scripts name the protocol, the command line that reproduces a violation need not name it.
    let reproduce = target::reproduce_command(&args.command, &args.engine);
    require_options_of_findings(&names, &reproduce.engine_options())?;
    let named = scenarios::common_protocol(&scenarios)?;
    if let (None, Some(named)) = (args.engine.named_protocol(), named) {
        named.name().clone_into(&mut args.engine.protocol);
    }
    let began = Stopwatch::start();
    require_engine(&args)?;
    let target = EngineTarget::new(&args.command, &args.engine)?;
    let outputs = ReportOutputs::open(&args.judge.report)?;
    let found = target.detect_protocol(&args.engine);
    if let (true, Detection::Protocol(protocol, _)) = (args.bless, &found) {
        return bless_snapshots(*protocol, &target, &args.engine, &scenarios);
    }
    let shows_dialogue = args.judge.report_layout.is_verbose() && outputs.has_text_on_stdout();
    let context = RunContext {
        shard: None,
        engine_name: args.engine_name.engine_name,
        stopwatch: began,
        mode: RunMode::Replay,
        reproduce_command: reproduce,
        engine_options: args.engine,
        judge_options: args.judge,
        transcript_dir: args.transcripts.transcripts,
        target,
        outputs,
        time_limit: None,
        repetition: args.repeat.to_repetition(),
        shows_dialogue,
    };
    let report = match found {
        Detection::NotDetected(problem) => context.report_no_protocol(problem)?,
        Detection::Protocol(protocol, notes) => {
            discard_pending_changes(protocol, &scenarios)?;
            let mut selection = Selection::from_scripts(protocol, scenarios);
            selection.filter_rules(
                protocol,
                &context.judge_options.only,
                &context.judge_options.skip,
            )?;
            let profile = context.judge_options.profile.clone();
            select::check_profile(protocol, profile.as_deref())?;
            context.play_scenarios(Playlist {
                protocol,
                profile,
                selection,
                notes,
            })?
        }
    };
    Ok(report.exit.into())
}

/// Rejects findings of `fuzz` that were found with other options: without them, a finding may not occur although nothing
/// is repaired.
fn require_options_of_findings(names: &[String], options: &str) -> Result<(), Error> {
    for name in names.iter().filter(|it| Path::new(it).is_file()) {
        let text = bounded_read::read_file(Path::new(name));
        let text = text.map_err(|err| Error::file_error(name, err))?;
        let Some(found_with) = store::options_of_finding(&text).filter(|it| it != options) else {
            continue;
        };
        return Err(Error::file_error(
            name,
            match found_with.is_empty() {
                true => message!(
                    "finding_played_with_options",
                    "`fuzz` found this without options such as `{options}`: play it without them",
                    options
                ),
                false => message!(
                    "finding_played_without_options",
                    "`fuzz` found this with other options: play it with `{options}`",
                    options = found_with
                ),
            },
        ));
    }
    Ok(())
}

/// Without an ENGINE on the command line, rejects the options that need one.
fn require_engine(args: &Args) -> Result<(), Error> {
    if args.bless {
        target::reject_bless_in_ci()?;
        let text = message!(
            "bless_needs_engine",
            "no ENGINE was given: --bless stores the output of an engine"
        );
        target::require_engine(&args.command, text)?;
    }
    let other = args.judge.option_that_needs_engine();
    target::require_engine_for_options(&args.command, &args.engine, other)
}

/// Updates every snapshot. Returns the first exit code that is not 0, or 0.
fn bless_snapshots(
    protocol: &dyn Protocol,
    target: &EngineTarget,
    options: &EngineOptions,
    scenarios: &[Scenario],
) -> Result<CommandResult, Error> {
    let stage = SnapshotRunner {
        protocol,
        spec: &target.engine_spec,
        settings: &options.session_settings(),
    };
    let mut first = Exit::Fine;
    for scenario in scenarios {
        check_wildcard_fields(protocol, scenario)?;
        let exit = snapshots::update_snapshot(&stage, scenario)?;
        first = if first == Exit::Fine { exit } else { first };
        if exit == Exit::Interrupted {
            break;
        }
    }
    Ok(first.into())
}

/// Deletes the undecided snapshot changes of an earlier replay.
fn discard_pending_changes(protocol: &dyn Protocol, scenarios: &[Scenario]) -> Result<(), Error> {
    let snapshot = |it: &&Scenario| it.script.directive(snapshot::SNAPSHOT_DIRECTIVE).is_some();
    for scenario in scenarios.iter().filter(snapshot) {
        check_wildcard_fields(protocol, scenario)?;
        if pending_file::is_storing_enabled() {
            pending_file::remove_pending_file(&scenario.id);
        }
    }
    Ok(())
}

/// Rejects a snapshot whose directive names a wildcard field that the protocol does not have.
fn check_wildcard_fields(protocol: &dyn Protocol, scenario: &Scenario) -> Result<(), Error> {
    let mut steps = scenario.script.steps.iter();
    let directive = steps.find_map(|it| match it.directive() {
        Some((snapshot::SNAPSHOT_DIRECTIVE, names)) => Some((it.line, names)),
        _ => None,
    });
    let Some((line, names)) = directive else {
        return Ok(());
    };
    let wrong = |why: Message| Error::error_at_position(&scenario.id, line, 1, why);
    snapshot::wildcard_fields(protocol, names)
        .map(drop)
        .map_err(wrong)
}
