//! `ponderhit replay`: plays scripts; an expectation that is not met is a finding.

use std::ffi::OsString;

use super::{
    Done,
    options::{EngineOptions, JudgeOptions},
    output::Outputs,
    review::{Review, review},
    running::{Play, Running},
    snapshots,
    target::{self, Detection, Target},
};
use crate::{
    check::{
        Mode,
        select::{self, Selection},
    },
    error::Error,
    exit::Exit,
    link::clock::Stopwatch,
    protocol::Protocol,
    scenarios::{self, Scenario},
    snapshot::{self, create::SnapshotRunner, pending},
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

    /// Write what comes into the snapshots, in place of what they expect.
    #[arg(long)]
    bless: bool,

    /// Go through the changes that a replay has left beside the snapshots, without an engine.
    #[arg(long, value_name = "HOW", value_enum, num_args = 0..=1, require_equals = true,
          default_missing_value = "ask", conflicts_with = "bless")]
    review: Option<Review>,

    #[command(flatten)]
    judge: JudgeOptions,

    #[command(flatten)]
    engine: EngineOptions,

    /// The engine's program and its arguments, after `--`.
    #[arg(value_name = "ENGINE", last = true)]
    command: Vec<OsString>,
}

pub(super) fn run(mut args: Args) -> Result<Done, Error> {
    if let Some(how) = args.review {
        return review(&args.scripts, how);
    }
    let scripts = args.scripts.iter().map(|it| scenarios::read(it));
    let scenarios = scripts.collect::<Result<Vec<Scenario>, Error>>()?;
    // A protocol that the scripts name need not be named again to see a finding again.
    let reproduce = target::reproduce(&args.command, &args.engine);
    let said = scenarios::common_protocol(&scenarios)?;
    if let (None, Some(said)) = (args.engine.named_protocol(), said) {
        said.name().clone_into(&mut args.engine.protocol);
    }
    let began = Stopwatch::start();
    if args.bless {
        target::named(&args.command, "--bless writes what an engine sends")?;
    }
    target::named_if_options(&args.command, &args.engine, args.judge.about_the_engine())?;
    let target = Target::new(&args.command, &args.engine)?;
    let outputs = Outputs::open(&args.judge.report)?;
    let found = target.protocol(&args.engine);
    if let (true, Detection::Protocol(protocol, _)) = (args.bless, &found) {
        return bless(*protocol, &target, &args.engine, &scenarios);
    }
    let running = Running {
        began,
        mode: Mode::Replay,
        reproduce,
        engine: args.engine,
        judge: args.judge,
        target,
        outputs,
        time_limit: None,
    };
    match found {
        Detection::Failed(problem) => running.give_up(problem),
        Detection::Protocol(protocol, notes) => {
            forget_changes(protocol, &scenarios)?;
            let mut selection = Selection::all_of(protocol, scenarios);
            selection.narrow(protocol, &running.judge.only, &running.judge.skip)?;
            let profile = running.judge.profile.clone();
            select::known(protocol, profile.as_deref())?;
            running.run(Play {
                protocol,
                profile,
                selection,
                notes,
            })
        }
    }
}

/// Refreshes every snapshot; the worst that any of them comes to.
fn bless(
    protocol: &dyn Protocol,
    target: &Target,
    options: &EngineOptions,
    scenarios: &[Scenario],
) -> Result<Done, Error> {
    let stage = SnapshotRunner {
        protocol,
        spec: &target.spec,
        settings: &options.settings(),
    };
    let mut worst = Exit::Fine;
    for scenario in scenarios {
        known_fields(protocol, scenario)?;
        let exit = snapshots::bless(&stage, scenario)?;
        worst = if worst == Exit::Fine { exit } else { worst };
        if exit == Exit::Interrupted {
            break;
        }
    }
    Ok(worst.into())
}

/// Changes of an earlier replay are out of date.
fn forget_changes(protocol: &dyn Protocol, scenarios: &[Scenario]) -> Result<(), Error> {
    let snapshot = |it: &&Scenario| it.script.directive(snapshot::DIRECTIVE).is_some();
    for scenario in scenarios.iter().filter(snapshot) {
        known_fields(protocol, scenario)?;
        if pending::is_enabled() {
            pending::remove(&scenario.id);
        }
    }
    Ok(())
}

/// Whether the protocol has the fields that a snapshot leaves open.
fn known_fields(protocol: &dyn Protocol, scenario: &Scenario) -> Result<(), Error> {
    let mut steps = scenario.script.steps.iter();
    let directive = steps.find_map(|it| match it.directive() {
        Some((snapshot::DIRECTIVE, names)) => Some((it.line, names)),
        _ => None,
    });
    let Some((line, names)) = directive else {
        return Ok(());
    };
    let wrong = |why| Error::usage(format!("{}:{line}:1: {why}", scenario.id));
    snapshot::wildcard_fields(protocol, names)
        .map(drop)
        .map_err(wrong)
}
