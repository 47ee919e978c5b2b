//! `ponderhit fuzz`: makes up conversations until time is up, and keeps what it finds.

mod keeper;
mod stored;
mod summary;

use std::{ffi::OsString, fs::File, io::Write, path::PathBuf, time::Duration};

use clap::value_parser;

use self::keeper::Keeper;
use super::{
    Done,
    options::{EngineOptions, duration, version},
    output, target,
    target::{Detection, Target},
};
use crate::{
    error::Error,
    exit::Exit,
    fuzz::{
        campaign::{self, Request},
        store::Store,
    },
    known::Known,
    link,
    rule::version::Version,
};

/// Make up conversations, and look for what the engine dies of, hangs at or gets wrong.
///
/// Edges that are known come first and in order, random ones after them. What is found is tried again in
/// fresh processes and made small: a script of a few lines that `replay` convicts. What is stored
/// already is tried first, and not found again.
#[derive(Debug, clap::Args)]
pub(super) struct Args {
    /// How long to go on [default: 60s, unless --execs is given].
    #[arg(long, value_name = "TIME", value_parser = duration)]
    time: Option<Duration>,

    /// How many commands to say, about.
    #[arg(long, visible_alias = "commands", value_name = "N", value_parser = value_parser!(u64).range(1..))]
    execs: Option<u64>,

    /// The same number makes up the same conversations.
    #[arg(long, value_name = "N", default_value_t = 0)]
    seed: u64,

    /// How many sessions run side by side.
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = value_parser!(u16).range(1..=256))]
    jobs: u16,

    /// Where the scripts of findings are kept.
    #[arg(long, value_name = "DIR", default_value = "ponderhit-findings")]
    corpus: PathBuf,

    /// Make up nothing: tell of each finding in this directory whether it is fixed.
    #[arg(long, value_name = "DIR", conflicts_with_all = ["time", "execs", "seed"])]
    replay: Option<PathBuf>,

    /// Write a report for programs; without a file in place of the text on standard output.
    #[arg(long, value_name = "json[=FILE]", value_parser = report)]
    report: Option<Report>,

    /// Violations to live with: a file of lines `rule-glob [scenario-glob]  # reason`. A scenario
    /// of a campaign is called `fuzz`.
    #[arg(long, value_name = "FILE")]
    known: Option<PathBuf>,

    /// Rules that are newer than this version of ponderhit, or stricter since, are no findings.
    #[arg(long, value_name = "VERSION", value_parser = version)]
    rules_as_of: Option<Version>,

    /// Let the engine write files where it likes, and use the network.
    #[arg(long, help_heading = "Engine")]
    unconfined: bool,

    #[command(flatten)]
    engine: EngineOptions,

    /// The engine's program and its arguments.
    #[arg(value_name = "ENGINE", trailing_var_arg = true)]
    command: Vec<OsString>,
}

pub(super) fn run(args: Args) -> Result<Done, Error> {
    let known = args.known.as_ref().map(|_| "--known");
    target::named_if_options(&args.command, &args.engine, known)?;
    let mut target = Target::new(&args.command, &args.engine)?;
    let scratch = tempfile::Builder::new().prefix("ponderhit-").tempdir();
    let scratch = scratch.map_err(|err| Error::usage(format!("no scratch directory: {err}")))?;
    let hint = (!args.unconfined && args.engine.cwd.is_none()).then_some(EMPTY);
    let safety = target.confine(scratch.path(), args.unconfined);
    let protocol = match target.protocol(&args.engine) {
        Detection::Protocol(protocol, _) => protocol,
        Detection::Failed(problem) => {
            let hint = hint.map(|it| format!("\n{it}")).unwrap_or_default();
            output::print(|out| writeln!(out, "✗ {problem}{hint}"))?;
            return Ok(Exit::NoEngine.into());
        }
    };
    let Some(grammar) = protocol.grammar() else {
        let title = protocol.title();
        return Err(Error::usage(format!("{title} cannot be fuzzed yet")));
    };
    let accepted = Known::read_if_any(args.known.as_deref(), protocol)?;
    let start = || link::spawn(&target.spec).map_err(|err| err.to_string());
    let minute = Duration::from_secs(60);
    let request = Request {
        protocol,
        grammar,
        start: &start,
        settings: args.engine.settings(),
        seed: args.seed,
        time: args.time.or(args.execs.is_none().then_some(minute)),
        commands: args.execs,
        jobs: usize::from(args.jobs),
        rules_as_of: args.rules_as_of,
    };
    let reproduce = target::reproduce(&args.command, &args.engine);
    if let Some(directory) = &args.replay {
        let store = Store::new(directory);
        if !store.exists() {
            let shown = directory.display();
            return Err(Error::usage(format!(
                "--replay: {shown}: there is no such directory"
            )));
        }
        return stored::tell(&request, &store, &reproduce, &accepted);
    }
    let store = Store::new(&args.corpus);
    store.prepare()?;
    let file = args.report.as_ref().map(Report::create).transpose()?;
    let known = stored::known(&request, &store)?;
    let text = args.report != Some(Report::Json);
    let keeper = Keeper::new(&request, &store, &reproduce, &accepted, text);
    keeper.tell_stored(&known)?;
    let campaign = campaign::run(&request, &known.still, &keeper);
    let summary = keeper.over(campaign, &known, safety, hint)?;
    if let Some(mut file) = file {
        summary.write_json(&mut file)?;
    }
    Ok(summary.exit.into())
}

/// What may be the matter with an engine that does not start.
const EMPTY: &str =
    "It was started in an empty directory: if it needs files beside it, name theirs with --cwd.";

/// Where the report for programs goes.
#[derive(Clone, Debug, PartialEq, Eq)]
enum Report {
    Json,
    JsonFile(PathBuf),
}

impl Report {
    /// Opens it before any work is done in vain.
    fn create(&self) -> Result<Box<dyn Write>, Error> {
        let path = match self {
            Report::Json => return Ok(Box::new(anstream::stdout())),
            Report::JsonFile(path) => path,
        };
        let file = File::create(path);
        let file = file.map_err(|err| Error::usage(format!("--report: {}: {err}", path.display())));
        Ok(Box::new(file?))
    }
}

fn report(text: &str) -> Result<Report, String> {
    match text.split_once('=') {
        None if text == "json" => Ok(Report::Json),
        Some(("json", path)) if !path.is_empty() => Ok(Report::JsonFile(path.into())),
        _ => Err("there is json, and json=FILE".to_owned()),
    }
}
