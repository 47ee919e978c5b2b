//! `ponderhit fuzz`: sends generated commands until the time is up, and stores the findings.

mod coverage_table;
mod end;
mod finding_printer;
mod stored_findings;
mod summary;

use std::{
    ffi::OsString,
    fs::File,
    io::Write,
    path::{Path, PathBuf},
    time::Duration,
};

use clap::value_parser;

use self::finding_printer::FindingPrinter;
use super::{
    CommandResult,
    options::{EngineOptions, parse_duration_option, parse_version},
    output, target,
    target::{Detection, EngineTarget},
};
use crate::{
    error::Error,
    exit::Exit,
    fuzz::{
        campaign::{self, CampaignRequest},
        store::FindingStore,
    },
    known_failures::KnownFailures,
    link,
    message::{Message, message},
    protocol::{self, Protocol},
    report,
    rule::version::{self, Version},
    verdict::DEFAULT_REPORT_WIDTH,
};

/// Send generated commands to an engine, and find crashes, hangs and violations.
///
/// The known edge cases are sent first and in a fixed order, and random commands after them. Each finding is confirmed
/// in fresh processes, minimized, and stored as a script of a few lines for `replay`. Findings that an earlier run
/// stored are played before the campaign and not reported as new.
#[derive(Debug, clap::Args)]
pub(super) struct Args {
    /// Fuzz for this long [default: 60s, unless --execs is given].
    #[arg(long, value_name = "TIME", value_parser = parse_duration_option)]
    time: Option<Duration>,

    /// Send about this many commands to the engine [default: no limit].
    #[arg(long, visible_alias = "commands", value_name = "N", value_parser = value_parser!(u64).range(1..))]
    execs: Option<u64>,

    /// Use this seed to generate the commands; the same seed gives the same commands.
    #[arg(long, value_name = "N", default_value_t = 0)]
    seed: u64,

    /// Run this many sessions at the same time.
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = value_parser!(u16).range(1..=256))]
    jobs: u16,

    /// Store the scripts of findings in this directory.
    #[arg(
        long,
        alias = "corpus",
        value_name = "DIR",
        default_value = "ponderhit-findings"
    )]
    findings: PathBuf,

    /// Do not fuzz: play the findings in this directory again and report FIXED, STILL FAILS or FLAKY for each.
    #[arg(long, value_name = "DIR", conflicts_with_all = ["time", "execs", "seed", "jobs", "findings", "report"])]
    replay: Option<PathBuf>,

    /// Write a report as JSON to FILE, or to standard output instead of the text.
    #[arg(long, value_name = "json[=FILE]", value_parser = parse_report_option)]
    report: Option<JsonReportOutput>,

    /// Do not fail for the violations listed in FILE; each line has the form `rule-glob [scenario-glob]  # reason`, and
    /// the scenario of all findings is `fuzz`.
    #[arg(long, visible_alias = "known", value_name = "FILE")]
    known_failures: Option<PathBuf>,

    /// Ignore rules that are newer than this version of ponderhit, or became stricter after it.
    #[arg(long, value_name = "VERSION", value_parser = parse_version)]
    rules_as_of: Option<Version>,

    /// Start the engine without the sandbox, so that the engine can write files anywhere and use the network.
    #[arg(long, alias = "unconfined", help_heading = "Engine")]
    no_sandbox: bool,

    #[command(flatten)]
    engine: EngineOptions,

    /// The program of the engine and its arguments.
    #[arg(value_name = "ENGINE", trailing_var_arg = true)]
    command: Vec<OsString>,
}

/// Without an ENGINE, rejects the options that need one, and says which engine is used.
fn check_engine(args: &Args) -> Result<(), Error> {
    // Stored findings are those of a certain engine, which is hardly the built-in one.
    let replay = args.replay.as_ref().map(|_| "--replay");
    let option = (args.known_failures.as_ref()).map_or(replay, |_| Some("--known-failures"));
    target::require_engine_for_options(&args.command, &args.engine, option)?;
    if args.command.is_empty() {
        output::print_line_to_stderr(&report::text::BUILT_IN_ENGINE_REMARK.to_string());
    }
    Ok(())
}

pub(super) fn run(args: Args) -> Result<CommandResult, Error> {
    check_engine(&args)?;
    let mut target = EngineTarget::new(&args.command, &args.engine)?;
    let scratch = create_scratch_directory()?;
    let hint = (!args.no_sandbox && args.engine.cwd.is_none()).then_some(EMPTY_DIRECTORY_HINT);
    let sandbox = target.restrict_to_sandbox(scratch.path(), args.no_sandbox);
    let protocol = match target.detect_protocol(&args.engine) {
        Detection::Protocol(protocol, _) => protocol::with_default_game(protocol),
        Detection::NotDetected(mut problem) => {
            problem.help.extend(hint);
            output::print_to_stdout(|out| {
                report::text::write_problem(&problem, DEFAULT_REPORT_WIDTH, out)
            })?;
            return Ok(Exit::NoEngine.into());
        }
    };
    let Some(grammar) = protocol.fuzz_grammar() else {
        return Err(fuzz_unsupported_error(protocol));
    };
    version::check_rules_as_of(&protocol.rules(), args.rules_as_of)
        .map_err(|why| Error::option_error("--rules-as-of", why))?;
    let known_failures = KnownFailures::read_optional(args.known_failures.as_deref(), protocol)?;
    let start =
        || link::start_engine_link(&target.engine_spec).map_err(|err| err.message_with_help());
    let minute = Duration::from_secs(60);
    let request = CampaignRequest {
        protocol,
        grammar,
        start_engine: &start,
        starts_engines_ahead: true,
        settings: args.engine.session_settings(),
        seed: args.seed,
        time_limit: args.time.or(args.execs.is_none().then_some(minute)),
        max_commands: args.execs,
        worker_count: usize::from(args.jobs),
        rules_as_of: args.rules_as_of,
    };
    let reproduce = target::reproduce_command(&args.command, &args.engine);
    if let Some(directory) = &args.replay {
        let store = FindingStore::new(directory);
        require_directory_of_findings(directory, &store)?;
        let names_protocol = args.engine.named_protocol().is_some();
        return stored_findings::replay_and_report(
            &request,
            &store,
            &reproduce,
            &known_failures,
            names_protocol,
        );
    }
    let store = FindingStore::new(&args.findings);
    store.create_directory()?;
    let file = args
        .report
        .as_ref()
        .map(JsonReportOutput::open_writer)
        .transpose()?;
    let stored = stored_findings::replay_before_campaign(&request, &store)?;
    let text = args.report != Some(JsonReportOutput::Json);
    let printer = FindingPrinter::new(&request, &store, &reproduce, &known_failures, text);
    printer.print_stored_findings(&stored)?;
    let campaign = campaign::run_campaign(&request, &stored.reproduced_findings, &printer);
    let summary =
        printer.print_summary(campaign, &stored, sandbox, hint, args.command.is_empty())?;
    if let Some(mut file) = file {
        summary.write_json(&mut file)?;
    }
    Ok(summary.exit.into())
}

/// Returns an error if the directory that `--replay` names does not exist.
fn require_directory_of_findings(directory: &Path, store: &FindingStore) -> Result<(), Error> {
    if store.directory_exists() {
        return Ok(());
    }
    let missing = match directory.is_file() {
        true => message!(
            "finding_is_file",
            "this is a file; name the directory of all findings here, or play this finding with `ponderhit replay`"
        ),
        false => message!("no_directory", "no such directory"),
    };
    Err(Error::option_file_error(
        "--replay",
        directory.display(),
        missing,
    ))
}

/// The hint that is printed if the engine does not start in its empty directory.
const EMPTY_DIRECTORY_HINT: Message = message!(
    "fuzz_empty_directory",
    "The engine was started in an empty directory; if the engine needs files, name their directory with --cwd"
);

/// The destination of the JSON report.
#[derive(Clone, Debug, PartialEq, Eq)]
enum JsonReportOutput {
    Json,
    JsonFile(PathBuf),
}

/// Creates an empty directory for the engine.
fn create_scratch_directory() -> Result<tempfile::TempDir, Error> {
    let scratch = tempfile::Builder::new().prefix("ponderhit-").tempdir();
    scratch.map_err(|err| {
        Error::usage_error(message!(
            "no_scratch_directory",
            "cannot create a scratch directory: {error}",
            error = err,
        ))
    })
}

fn fuzz_unsupported_error(protocol: &dyn Protocol) -> Error {
    Error::usage_error(message!(
        "fuzz_unsupported",
        "fuzz does not support {protocol} yet",
        protocol = protocol.title(),
    ))
}

impl JsonReportOutput {
    /// Opens the destination of the report before the campaign, so that a bad path is an error at once.
    fn open_writer(&self) -> Result<Box<dyn Write>, Error> {
        let path = match self {
            JsonReportOutput::Json => return Ok(Box::new(anstream::stdout())),
            JsonReportOutput::JsonFile(path) => path,
        };
        let file = File::create(path);
        let file = file.map_err(|err| Error::option_file_error("--report", path.display(), err));
        Ok(Box::new(file?))
    }
}

fn parse_report_option(text: &str) -> Result<JsonReportOutput, String> {
    match text.split_once('=') {
        None if text == "json" => Ok(JsonReportOutput::Json),
        Some(("json", path)) if !path.is_empty() => Ok(JsonReportOutput::JsonFile(path.into())),
        _ => {
            let expected = message!("json_report_expected", "expected json or json=FILE");
            Err(expected.to_string())
        }
    }
}
