//! `ponderhit check-gui`: plays faults of an engine with a GUI, and reports how the GUI behaves.

mod json_report;
mod text_report;

use std::{
    collections::BTreeSet,
    ffi::OsString,
    fs,
    io::{self, Write as _},
    path::{Path, PathBuf, absolute},
    sync::Mutex,
    time::Duration,
};

use clap::value_parser;

use super::{
    CommandResult,
    inject::fault_list_error,
    options::{
        parse_duration_option, parse_game_name, parse_name_and_value, parse_protocol_name,
        parse_timeout_scale,
    },
    output, target,
};
use crate::{
    check,
    error::Error,
    exit::Exit,
    glob::matches_glob,
    gui_check::{self, GuiCheck, GuiCheckError, GuiOutcome, GuiRuns, violation_counts_as_nonsense},
    inject::{self, Acceptance, NamedFault},
    launch::{engine_config::check_working_directory, reproduce::ReproduceArgs},
    link::{self, EngineSpec},
    message::{Message, message},
    protocol::{self, Protocol},
    suggest,
};

/// Check how a GUI behaves with a faulty engine.
///
/// Starts the GUI with a healthy engine, and then once for each fault. In the words of GUI, `{engine}` is replaced by
/// the path of a program to start as the engine; the environment variable PONDERHIT_ENGINE has the same path. The GUI
/// must play by itself and then end with status 0. The report says for each fault: played on, reported it, hung,
/// crashed, sent nonsense (the GUI violated the protocol), or not met.
#[derive(Debug, clap::Args)]
#[command(after_long_help = outcomes_help())]
pub(super) struct Args {
    /// Play the faults whose name matches this glob, or a fault in the grammar of `inject --help`; `--list` lists the
    /// default faults, `inject --list` all names.
    #[arg(long, value_name = "GLOB|SPEC")]
    fault: Vec<String>,

    /// Do not fail for violations of the rules whose id matches this glob, for example because of a known error of the
    /// GUI.
    #[arg(long, value_name = "GLOB")]
    skip: Vec<String>,

    /// List the faults that are played by default.
    #[arg(long)]
    list: bool,

    /// Speak this protocol; `auto` is the first protocol that has a built-in engine.
    #[arg(long, short, value_name = "NAME", default_value = "auto", value_parser = parse_protocol_name)]
    protocol: String,

    /// Play this game: chess, chess960 or xiangqi (UCI) [default: the game that options and positions show].
    #[arg(long, value_name = "NAME", value_parser = parse_game_name)]
    game: Option<String>,

    /// Use this engine, a program or a command line [default: the built-in reference engine].
    #[arg(long, value_name = "COMMAND")]
    engine: Option<String>,

    /// Set this environment variable for the GUI.
    #[arg(long, value_name = "NAME=VALUE", value_parser = parse_name_and_value)]
    env: Vec<(String, String)>,

    /// Start the GUI in this directory [default: the current one].
    #[arg(long, value_name = "DIR")]
    cwd: Option<PathBuf>,

    /// The GUI hangs if it does not end within this time, or within four times the time that it needs with the healthy
    /// engine, if that is longer.
    #[arg(long, value_name = "TIME", default_value = "30s", value_parser = parse_duration_option)]
    time_limit: Duration,

    /// Multiply the time limit by this factor, for slow machines [default: 1].
    #[arg(long, value_name = "FACTOR", value_parser = parse_timeout_scale)]
    timeout_scale: Option<f64>,

    /// Run at most this many GUIs at the same time; 1 for a GUI that cannot run twice at the same time.
    #[arg(long, short, value_name = "N", default_value_t = check::DEFAULT_JOBS, value_parser = value_parser!(u16).range(1..=256))]
    jobs: u16,

    /// Keep the recordings and the output of the GUI in this directory, one directory for each fault.
    #[arg(long, value_name = "DIR")]
    transcripts: Option<PathBuf>,

    /// Show the details of every failure, not only of the first one with each outcome.
    #[arg(long, short)]
    verbose: bool,

    /// Write a report (text, json) to FILE, or to standard output instead of the text.
    #[arg(long, value_name = "FORMAT[=FILE]")]
    report: Vec<String>,

    /// The program of the GUI and its arguments.
    #[arg(
        value_name = "GUI",
        trailing_var_arg = true,
        required_unless_present = "list"
    )]
    command: Vec<OsString>,
}

/// The default of `--time-limit`.
const DEFAULT_TIME_LIMIT: Duration = Duration::from_secs(30);

/// All contents of a report, except the runs of the GUI.
struct ReportContext {
    protocol: &'static dyn Protocol,
    gui: Vec<String>,
    engine: Vec<String>,
    exit: Exit,
    keeps_transcripts: bool,
    is_verbose: bool,
    reproduce: ReproduceArgs,
    /// What the user can do if the run without a fault failed.
    advice: Option<Message>,
}

pub(super) fn run(args: Args) -> Result<CommandResult, Error> {
    let protocol = target::named_or_built_in_protocol(&args.protocol, args.game.as_deref())?;
    let faults = select_faults(protocol, &args.fault)?;
    if args.list {
        return list_faults(&faults);
    }
    if args.command.first().is_none_or(|it| it.is_empty()) {
        return Err(Error::usage_error(message!(
            "gui_empty",
            "the argument GUI is empty: is a shell variable empty?"
        )));
    }
    check_working_directory(args.cwd.as_deref())?;
    let outputs = Outputs::parse(&args.report)?;
    let scratch = tempfile::tempdir().map_err(|err| Error::file_error("TMPDIR", err))?;
    let directory = match &args.transcripts {
        Some(directory) => fs::create_dir_all(directory)
            .and_then(|()| absolute(directory))
            .map_err(|err| Error::option_file_error("--transcripts", directory.display(), err))?,
        None => scratch.path().to_owned(),
    };
    link::interrupt::install_signal_handlers()
        .map_err(|err| target::signals_not_handled_error(&err))?;
    let check = new_gui_check(&args, protocol, faults, directory)?;
    let mut context = ReportContext {
        protocol,
        gui: to_texts(&args.command),
        engine: to_texts(&check.engine),
        exit: Exit::Fine,
        keeps_transcripts: args.transcripts.is_some(),
        is_verbose: args.verbose,
        reproduce: reproduce_command(&args),
        advice: None,
    };
    let printer = Mutex::new(());
    if outputs.prints_text_report() {
        output::print_to_stdout(|out| text_report::write_heading(&context, out))?;
    }
    let runs = check.run(|run| {
        let _lock = printer.lock();
        if outputs.prints_text_report() {
            // A closed standard output is ignored, because the exit code also shows the result.
            let _ = output::print_to_stdout(|out| text_report::write_run(run, out));
        }
    });
    let runs = match runs {
        Ok(runs) => runs,
        Err(GuiCheckError::File(path, err)) => return Err(Error::file_error(path.display(), err)),
        Err(GuiCheckError::NotStarted(err)) => {
            let _ = writeln!(io::stderr(), "ponderhit: {}", err.message());
            return Ok(Exit::NoEngine.into());
        }
    };
    context.exit = exit_of_runs(&runs);
    context.advice = (!runs.is_healthy() && !runs.is_interrupted)
        .then(|| advice_if_not_healthy(&runs, &args.command, protocol));
    outputs.write(&context, &runs)?;
    Ok(context.exit.into())
}

fn new_gui_check(
    args: &Args,
    protocol: &'static dyn Protocol,
    faults: Vec<NamedFault>,
    directory: PathBuf,
) -> Result<GuiCheck, Error> {
    let (ponderhit, engine) = match &args.engine {
        Some(engine) => {
            let words = gui_check::split_engine_command(engine);
            let Some((program, rest)) = words.split_first() else {
                return Err(Error::usage_error(target::ENGINE_IS_EMPTY));
            };
            // The path of the engine becomes absolute, because the GUI may start the wrapper in another directory.
            let program = match Path::new(program).components().count() {
                0 | 1 if !Path::new(program).is_file() => program.clone(),
                _ => absolute(program).map_or_else(|_| program.clone(), OsString::from),
            };
            let engine = std::iter::once(program).chain(rest.iter().cloned());
            (target::ponderhit_path()?, engine.collect())
        }
        None => target::built_in_engine_path_and_command(protocol)?,
    };
    let mut words = args.command.iter();
    let mut gui = EngineSpec::new(words.next().cloned().unwrap_or_default());
    gui.args = words.cloned().collect();
    gui.cwd.clone_from(&args.cwd);
    let env = args.env.iter();
    gui.env
        .extend(env.map(|(name, value)| (name.into(), value.into())));
    Ok(GuiCheck {
        protocol,
        gui,
        ponderhit_path: ponderhit,
        engine,
        faults,
        skipped_rules: select_skipped_rules(protocol, &args.skip)?,
        directory,
        time_limit: args.time_limit.mul_f64(args.timeout_scale.unwrap_or(1.0)),
        job_count: usize::from(args.jobs),
    })
}

/// Returns the parts of the command line that play a fault again.
fn reproduce_command(args: &Args) -> ReproduceArgs {
    let mut options = Vec::new();
    let mut add = |name: &str, value: String| options.extend([name.to_owned(), value]);
    if let Some(game) = &args.game {
        add("--game", game.clone());
    }
    if let Some(engine) = &args.engine {
        add("--engine", engine.clone());
    }
    for (name, value) in &args.env {
        add("--env", format!("{name}={value}"));
    }
    if let Some(cwd) = &args.cwd {
        add("--cwd", cwd.display().to_string());
    }
    for glob in &args.skip {
        add("--skip", glob.clone());
    }
    if args.time_limit != DEFAULT_TIME_LIMIT {
        add("--time-limit", format!("{}ms", args.time_limit.as_millis()));
    }
    ReproduceArgs {
        protocol: None,
        options,
        engine: to_texts(&args.command),
    }
}

/// Selects the faults: the default ones, or those that `--fault` names.
fn select_faults(protocol: &dyn Protocol, specs: &[String]) -> Result<Vec<NamedFault>, Error> {
    let default = inject::gui_faults(protocol).map_err(fault_list_error)?;
    if specs.is_empty() {
        return Ok(default);
    }
    let known = inject::all_named_faults(protocol).map_err(fault_list_error)?;
    let mut selected: Vec<NamedFault> = Vec::new();
    for spec in specs {
        let mut found: Vec<NamedFault> = Vec::new();
        if spec.contains(char::is_whitespace) {
            found.push(NamedFault {
                name: spec.clone(),
                faults: super::inject::find_faults(protocol, spec)?,
                acceptance: Acceptance::NotRequired,
            });
        } else {
            // A glob or name selects from the default faults, and from all named faults only if it matches no default
            // fault.
            let matches = |it: &&NamedFault| matches_glob(spec, &it.name);
            found.extend(default.iter().filter(matches).cloned());
            if found.is_empty() {
                found.extend(known.iter().filter(matches).cloned());
            }
        }
        if found.is_empty() {
            let names = known.iter().map(|it| it.name.as_str());
            return Err(unknown_fault_error(spec, suggest::nearest_id(spec, names)));
        }
        selected.extend(found);
    }
    let mut names = BTreeSet::new();
    selected.retain(|it| names.insert(it.name.clone()));
    Ok(selected)
}

/// Returns the ids of the rules that `--skip` names; a glob may leave out the name of the protocol.
fn select_skipped_rules(
    protocol: &dyn Protocol,
    globs: &[String],
) -> Result<Vec<&'static str>, Error> {
    let rules = protocol.rules();
    let counted = || {
        rules
            .iter()
            .filter(|it| violation_counts_as_nonsense(it))
            .map(|it| it.id)
    };
    let mut skipped = Vec::new();
    for glob in globs {
        let long = format!("{}/{glob}", protocol.name());
        let before = skipped.len();
        skipped.extend(counted().filter(|it| matches_glob(glob, it) || matches_glob(&long, it)));
        if skipped.len() == before {
            return Err(Error::usage_error(
                match suggest::nearest_id(glob, counted()) {
                    Some(nearest) => message!(
                        "gui_skip_misspelt",
                        "--skip {glob}: no rule about the GUI matches; did you mean `{nearest}`?",
                        glob,
                        nearest
                    ),
                    None => message!(
                        "gui_skip_unknown",
                        "--skip {glob}: no rule about the GUI matches",
                        glob
                    ),
                },
            ));
        }
    }
    Ok(skipped)
}

fn unknown_fault_error(spec: &str, nearest: Option<&str>) -> Error {
    Error::usage_error(match nearest {
        Some(nearest) => message!(
            "gui_fault_misspelt",
            "--fault {fault}: no fault matches; did you mean `{nearest}`?",
            fault = spec,
            nearest
        ),
        None => message!(
            "gui_fault_unknown",
            "--fault {fault}: no fault matches; `inject --list` lists the names",
            fault = spec
        ),
    })
}

fn list_faults(faults: &[NamedFault]) -> Result<CommandResult, Error> {
    let width = faults
        .iter()
        .map(|it| it.name.len())
        .max()
        .unwrap_or_default();
    output::print_to_stdout(|out| {
        for fault in faults {
            writeln!(out, "{:width$}  {}", fault.name, fault.source_text())?;
        }
        Ok(())
    })?;
    Ok(Exit::Fine.into())
}

fn exit_of_runs(runs: &GuiRuns) -> Exit {
    let all = || std::iter::once(&runs.healthy_run).chain(&runs.fault_runs);
    if runs.is_interrupted {
        Exit::Interrupted
    } else if all().any(|it| it.outcome == GuiOutcome::NeverStarted) {
        Exit::NoEngine
    } else if !runs.is_healthy() || all().any(|it| it.outcome.is_failure()) {
        Exit::Violated
    } else if runs
        .fault_runs
        .iter()
        .all(|it| it.outcome == GuiOutcome::NotMet)
    {
        Exit::Nothing
    } else {
        Exit::Fine
    }
}

/// Returns advice for a GUI that does not work with the healthy engine.
fn advice_if_not_healthy(runs: &GuiRuns, command: &[OsString], protocol: &dyn Protocol) -> Message {
    let healthy = &runs.healthy_run;
    let mentions_engine = command
        .iter()
        .any(|it| it.to_string_lossy().contains(gui_check::ENGINE_PLACEHOLDER));
    match healthy.outcome {
        GuiOutcome::NeverStarted if !mentions_engine => message!(
            "gui_advice_placeholder",
            "write {{engine}} in the command line of the GUI, in place of the engine's path, or let the GUI start the program in the environment variable {variable}",
            variable = gui_check::ENGINE_VARIABLE
        ),
        GuiOutcome::NeverStarted => message!(
            "gui_advice_start",
            "the GUI must start the program whose path replaces {{engine}}, without asking the user"
        ),
        _ if !healthy.evidence.engine_answered => match protocol_begun_by_gui(runs, protocol) {
            Some(other) => message!(
                "gui_advice_protocol",
                "the GUI seems to speak {protocol}; name it with --protocol {name}",
                protocol = other.title(),
                name = other.name()
            ),
            None => message!(
                "gui_advice_handshake",
                "the engine did not answer, because the GUI did not send the handshake of {protocol}; name another protocol with --protocol",
                protocol = protocol.title()
            ),
        },
        GuiOutcome::Hung => message!(
            "gui_advice_end",
            "the GUI must end by itself: let it play a short game and exit, or give it more time with --time-limit"
        ),
        GuiOutcome::SentNonsense => message!(
            "gui_advice_violation",
            "the GUI violates the protocol with a healthy engine, so a fault would show nothing; fix this first, or leave the rule out with --skip"
        ),
        _ => message!(
            "gui_advice_status",
            "the GUI must end with status 0 when it plays with a healthy engine; fix this first"
        ),
    }
}

/// Returns the protocol whose handshake the GUI began, if this is not the expected protocol.
fn protocol_begun_by_gui(runs: &GuiRuns, expected: &dyn Protocol) -> Option<&'static dyn Protocol> {
    let first = runs.healthy_run.evidence.first_command.as_deref()?;
    protocol::find_protocol_by_opening(first).filter(|it| it.name() != expected.name())
}

/// The formats and destinations of `--report`.
struct Outputs {
    stdout_format: Format,
    files: Vec<(Format, PathBuf)>,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Format {
    Text,
    Json,
}

impl Outputs {
    /// Parses the options `--report`, and creates the files before the run.
    fn parse(options: &[String]) -> Result<Outputs, Error> {
        let (mut stdout, mut files) = (None, Vec::new());
        for option in options {
            let (format, path) = match option.split_once('=') {
                Some((format, path)) => (format, Some(path)),
                None => (option.as_str(), None),
            };
            let format = match format {
                "text" => Format::Text,
                "json" => Format::Json,
                _ => {
                    return Err(Error::usage_error(message!(
                        "report_unrecognized",
                        "--report: unrecognized format `{format}`; expected one of {names}",
                        format,
                        names = "text, json"
                    )));
                }
            };
            match path {
                Some(path) => {
                    fs::write(path, "")
                        .map_err(|err| Error::option_file_error("--report", path, err))?;
                    files.push((format, PathBuf::from(path)));
                }
                None if stdout.is_some() => return Err(output::two_reports_error()),
                None => stdout = Some(format),
            }
        }
        let stdout = stdout.unwrap_or(Format::Text);
        Ok(Outputs {
            stdout_format: stdout,
            files,
        })
    }

    /// True if the text report is written to standard output, line by line during the run.
    fn prints_text_report(&self) -> bool {
        self.stdout_format == Format::Text
    }

    fn write(&self, context: &ReportContext, runs: &GuiRuns) -> Result<(), Error> {
        output::print_to_stdout(|out| match self.stdout_format {
            Format::Text => text_report::write_details(context, runs, out),
            Format::Json => json_report::write_report(context, runs, out),
        })?;
        for (format, path) in &self.files {
            let mut bytes = Vec::new();
            let written = match format {
                Format::Text => text_report::write_whole_report(context, runs, &mut bytes),
                Format::Json => json_report::write_report(context, runs, &mut bytes),
            };
            let plain = anstream::adapter::strip_bytes(&bytes).into_vec();
            written
                .and_then(|()| fs::write(path, plain))
                .map_err(|err| Error::option_file_error("--report", path.display(), err))?;
        }
        Ok(())
    }
}

fn to_texts(words: &[OsString]) -> Vec<String> {
    words
        .iter()
        .map(|it| it.to_string_lossy().into_owned())
        .collect()
}

fn outcomes_help() -> &'static str {
    include_str!("help/gui_outcomes.txt")
}
