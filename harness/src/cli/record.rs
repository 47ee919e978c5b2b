//! `ponderhit record`: a proxy between an interface and an engine that writes a transcript.

use std::{
    ffi::OsString,
    fmt::Display,
    fs::{self, File, OpenOptions},
    io::{self, ErrorKind, Write},
    path::{Path, PathBuf},
};

use super::{
    CommandResult,
    options::{parse_game_name, parse_name_and_value, parse_protocol_name, parse_timeout_scale},
    output, snapshots,
    target::{ENGINE_IS_EMPTY, signals_not_handled_error},
};
use crate::{
    error::Error,
    exit::Exit,
    launch::{
        detect,
        engine_config::{EngineConfig, check_working_directory},
    },
    link::{self, EngineSpec, clock::Stopwatch, proxy},
    message::message,
    protocol,
    record::{LiveReporter, Recording},
    scenarios,
    snapshot::{self, create::SnapshotRunner},
};

/// Record the conversation of a GUI and an engine as a transcript.
///
/// A GUI starts this command in place of the engine. Every byte is passed on unchanged, standard output has only the
/// output of the engine, and the exit status is that of the engine. The transcript is complete up to the last line at
/// any time; `ponderhit judge FILE` judges it, and `ponderhit replay FILE` plays it again.
#[derive(Debug, clap::Args)]
pub(super) struct Args {
    /// Write the transcript to this file; if the file exists, to a new file with a number, such as game-2.txt.
    #[arg(long, short, value_name = "FILE")]
    output: PathBuf,

    /// Play this script (a file, or an id such as `ucci/go/depth`) and store the engine's output as a snapshot.
    #[arg(long, value_name = "SCRIPT", conflicts_with = "judge_live")]
    script: Option<String>,

    /// Replace these fields of the snapshot by wildcards, for example `score,pv`; the fields time, nodes, nps and
    /// hashfull are always replaced.
    #[arg(
        long,
        alias = "open",
        value_name = "FIELDS",
        requires = "script",
        default_value = "",
        hide_default_value = true
    )]
    wildcard: String,

    /// Multiply the time that a script waits for an answer (10 s) by this factor [default: 1].
    #[arg(long, value_name = "FACTOR", requires = "script", value_parser = parse_timeout_scale)]
    timeout_scale: Option<f64>,

    /// Judge both sides during the game and write violations to FILE (if it exists, to a new file with a number), or to
    /// standard error if no FILE is given.
    #[arg(long, alias = "watch", value_name = "FILE", num_args = 0..=1, require_equals = true)]
    judge_live: Option<Option<PathBuf>>,

    /// Expect this protocol; `auto` detects it from the handshake.
    #[arg(long, value_name = "NAME", default_value = "auto", value_parser = parse_protocol_name)]
    protocol: String,

    /// Judge this game: chess, chess960 or xiangqi (UCI) [default: the game that options and positions show].
    #[arg(long, value_name = "NAME", value_parser = parse_game_name)]
    game: Option<String>,

    /// Set this environment variable for the engine.
    #[arg(long, value_name = "NAME=VALUE", value_parser = parse_name_and_value)]
    env: Vec<(String, String)>,

    /// Start the engine in this directory [default: the current one].
    #[arg(long, value_name = "DIR")]
    cwd: Option<PathBuf>,

    /// The program of the engine and its arguments.
    #[arg(value_name = "ENGINE", trailing_var_arg = true, required = true)]
    command: Vec<OsString>,
}

impl Args {
    fn engine_config(&self) -> EngineConfig {
        EngineConfig {
            protocol: self.protocol.clone(),
            game: self.game.clone(),
            timeout_scale: self.timeout_scale,
            ..EngineConfig::default()
        }
    }
}

pub(super) fn run(args: Args) -> Result<CommandResult, Error> {
    check_working_directory(args.cwd.as_deref())?;
    let Some((program, words)) = args.command.split_first() else {
        return Err(Error::usage_error(message!(
            "no_engine",
            "no ENGINE was given"
        )));
    };
    if program.is_empty() {
        return Err(Error::usage_error(ENGINE_IS_EMPTY));
    }
    let mut spec = EngineSpec::new(program);
    spec.args = words.to_vec();
    spec.cwd.clone_from(&args.cwd);
    let env = args.env.iter();
    spec.env
        .extend(env.map(|(name, value)| (name.into(), value.into())));
    link::interrupt::install_signal_handlers().map_err(|err| signals_not_handled_error(&err))?;
    if let Some(script) = &args.script {
        return make_snapshot(&args, script, &spec);
    }

    if let Some(Some(file)) = &args.judge_live
        && *file == args.output
    {
        return Err(Error::usage_error(message!(
            "same_file_twice",
            "--judge-live and -o name the same file; name two different files"
        )));
    }
    let (file, path) = create_recording_file(&args.output)?;
    let name = path.display().to_string();
    if path != args.output {
        print_status(&message!(
            "recording_to",
            "recording to {file}",
            file = &name
        ));
    }
    let config = args.engine_config();
    let named = config.named_protocol();
    let live = args
        .judge_live
        .as_ref()
        .map(|out| create_live_judge(out.as_deref(), &config, &name));
    let mut recording = Recording::new(file, named, live.transpose()?);
    let clock = Stopwatch::start();
    let end = proxy::run_proxy(&spec, &mut recording);
    let written = recording.finish(clock.elapsed());
    if let Err(err) = written {
        print_status(&message!(
            "recording_incomplete",
            "the recording is incomplete: {file}: {error}",
            file = name,
            error = err,
        ));
    }
    match end {
        Ok(end) => Ok(CommandResult::EngineStatus(proxy::end_process_like_engine(
            &end,
        ))),
        Err(err) => {
            // If the engine did not start, the recording is empty and is removed.
            let _ = fs::remove_file(&path);
            print_status(&Error::file_error(program.display(), err));
            Ok(Exit::NoEngine.into())
        }
    }
}

/// Makes a snapshot. An existing file is not overwritten, because it may have lines written by hand.
fn make_snapshot(args: &Args, script: &str, spec: &EngineSpec) -> Result<CommandResult, Error> {
    let scenario = scenarios::read_scenario(script)?;
    snapshot::check_snapshot_directives(&scenario.script)
        .map_err(|err| Error::error_at_position(script, err.line_number, 1, err.message))?;
    let mut config = args.engine_config();
    let named = scenarios::common_protocol(std::slice::from_ref(&scenario))?;
    if let (None, Some(named)) = (config.named_protocol(), named) {
        named.name().clone_into(&mut config.protocol);
    }
    let protocol = match config.named_or_detected_protocol(spec) {
        detect::Detection::Protocol(protocol, _) => protocol,
        detect::Detection::NotDetected(problem) => {
            print_status(&problem);
            return Ok(Exit::NoEngine.into());
        }
    };
    if args.output.exists() {
        return Err(Error::usage_error(message!(
            "snapshot_exists",
            "{file} exists; update it with `replay --bless`, or delete it first",
            file = args.output.display().to_string(),
        )));
    }
    let stage = SnapshotRunner {
        protocol,
        spec,
        settings: &config.session_settings(),
    };
    let exit = snapshots::create_snapshot(&stage, &scenario.script, &args.wildcard, &args.output)?;
    Ok(exit.into())
}

/// Creates a recording; see [`create_numbered_file`].
pub(super) fn create_recording_file(wanted: &Path) -> Result<(File, PathBuf), Error> {
    create_numbered_file(wanted, |path, err| Error::file_error(path.display(), err))
}

/// Creates a new file with this name; if the file exists, adds a number to the name. An interface may start `record`
/// once for each game or for each of its engines, so an earlier file must never be overwritten.
fn create_numbered_file(
    wanted: &Path,
    error: impl Fn(&Path, io::Error) -> Error,
) -> Result<(File, PathBuf), Error> {
    let mut path = wanted.to_owned();
    // A device such as /dev/null exists already, so it must be opened instead of created.
    if fs::metadata(wanted).is_ok_and(|it| !it.is_file() && !it.is_dir()) {
        let file = OpenOptions::new().write(true).open(wanted);
        return file.map(|it| (it, path)).map_err(|err| error(wanted, err));
    }
    if wanted.is_dir() {
        return Err(error(wanted, ErrorKind::IsADirectory.into()));
    }
    for number in 2_u32.. {
        match OpenOptions::new().write(true).create_new(true).open(&path) {
            Ok(file) => return Ok((file, path)),
            Err(err) if err.kind() == ErrorKind::AlreadyExists && wanted.is_file() => {
                path = add_number_to_name(wanted, number);
            }
            Err(err) => return Err(error(&path, err)),
        }
    }
    Err(Error::usage_error(message!(
        "too_many_recordings",
        "too many recordings with that name"
    )))
}

/// The last recording that `record` made after this one, because the name was taken.
pub(super) fn find_last_later_recording(recording: &Path) -> Option<PathBuf> {
    let later = (2_u32..).map(|number| add_number_to_name(recording, number));
    later.take_while(|it| it.is_file()).last()
}

/// Adds a number to a file name, so that `game.txt` becomes `game-2.txt`.
fn add_number_to_name(path: &Path, number: u32) -> PathBuf {
    let mut name = path.file_stem().unwrap_or_default().to_owned();
    name.push(format!("-{number}"));
    if let Some(suffix) = path.extension() {
        name.push(".");
        name.push(suffix);
    }
    path.with_file_name(name)
}

/// Creates a judge that writes violations to standard error, or to a file.
fn create_live_judge(
    out: Option<&Path>,
    config: &EngineConfig,
    recording: &str,
) -> Result<LiveReporter, Error> {
    let out: Box<dyn Write> = match out {
        None => Box::new(output::StderrWithoutCiCommands::default()),
        Some(path) => {
            let named =
                |path: &Path, err| Error::option_file_error("--judge-live", path.display(), err);
            let (file, new_path) = create_numbered_file(path, named)?;
            if new_path != path {
                print_status(&message!(
                    "judging_to",
                    "reporting violations to {file}",
                    file = new_path.display().to_string()
                ));
            }
            Box::new(file)
        }
    };
    // If the user named the protocol, the first line of the recording is a `@protocol` directive, so events begin at
    // line 2.
    Ok(match config.named_protocol() {
        Some(protocol) => LiveReporter::new(out, &[protocol], recording.to_owned(), 2),
        None => {
            let all = protocol::ALL_PROTOCOLS.iter();
            let all: Vec<_> = all.map(|it| config.restrict_to_named_game(*it)).collect();
            LiveReporter::new(out, &all, recording.to_owned(), 1)
        }
    })
}

fn print_status(text: &impl Display) {
    // Write errors are ignored, because the user may have closed standard error while the recording goes on.
    let _ = writeln!(io::stderr(), "ponderhit: {text}");
}
