//! `ponderhit record`: stands between an interface and an engine, and writes down what they say.

use std::{
    ffi::OsString,
    fs::{self, File, OpenOptions},
    io::{self, ErrorKind, Write},
    path::{Path, PathBuf},
};

use super::{
    Done,
    options::{pair, protocol_name, scale},
    snapshots,
};
use crate::{
    error::Error,
    exit::Exit,
    launch::{
        detect,
        engine_config::{EngineConfig, check_directory},
    },
    link::{self, Spec, clock::Stopwatch, proxy},
    protocol,
    record::{Live, Recording},
    scenarios,
    snapshot::{self, create::SnapshotRunner},
};

/// Stand between a GUI and an engine: pass every byte on, and write a transcript.
///
/// A GUI starts this command in the engine's place. Nothing but the engine's own words goes to
/// standard output, and the engine's exit status is returned. The file is complete up to the last line
/// whenever it is looked at; `ponderhit judge FILE` judges it, and `replay` plays it again.
#[derive(Debug, clap::Args)]
pub(super) struct Args {
    /// Where to write it. If the file is there already, the name gets a number.
    #[arg(long, short, value_name = "FILE")]
    output: PathBuf,

    /// Play this script instead of listening to a GUI, and make a snapshot: a script that expects what the engine
    /// says now. A file, or an id such as `ucci/go/depth`.
    #[arg(long, value_name = "SCRIPT", conflicts_with = "watch")]
    script: Option<String>,

    /// What a snapshot leaves open, such as `score,pv`, beside what depends on the machine.
    #[arg(
        long,
        value_name = "FIELDS",
        requires = "script",
        default_value = "",
        hide_default_value = true
    )]
    open: String,

    /// Wait longer for what a script asks for: ten seconds, times this.
    #[arg(long, value_name = "FACTOR", requires = "script", value_parser = scale)]
    timeout_scale: Option<f64>,

    /// Judge both sides meanwhile, and say so on standard error, or in a file.
    #[arg(long, value_name = "FILE", num_args = 0..=1, require_equals = true)]
    watch: Option<Option<PathBuf>>,

    /// The protocol that is spoken; `auto` finds out by the handshake.
    #[arg(long, value_name = "NAME", default_value = "auto", value_parser = protocol_name)]
    protocol: String,

    /// Set a variable in the engine's environment.
    #[arg(long, value_name = "NAME=VALUE", value_parser = pair)]
    env: Vec<(String, String)>,

    /// Start the engine in this directory.
    #[arg(long, value_name = "DIR")]
    cwd: Option<PathBuf>,

    /// The engine's program and its arguments.
    #[arg(value_name = "ENGINE", trailing_var_arg = true, required = true)]
    command: Vec<OsString>,
}

pub(super) fn run(args: Args) -> Result<Done, Error> {
    check_directory(args.cwd.as_deref())?;
    let Some((program, words)) = args.command.split_first() else {
        return Err(Error::usage("there is no ENGINE to stand in front of"));
    };
    if program.is_empty() {
        return Err(Error::usage(
            "the ENGINE is an empty word: is a variable empty?",
        ));
    }
    let mut spec = Spec::new(program);
    spec.args = words.to_vec();
    spec.cwd.clone_from(&args.cwd);
    let env = args.env.iter();
    spec.env
        .extend(env.map(|(name, value)| (name.into(), value.into())));
    link::interrupt::install().map_err(|err| Error::Defect(format!("no signals: {err}")))?;
    if let Some(script) = &args.script {
        return make_snapshot(&args, script, &spec);
    }

    if let Some(Some(watch)) = &args.watch
        && *watch == args.output
    {
        return Err(Error::usage("--watch and -o name the same file"));
    }
    let (file, path) = create(&args.output)?;
    let name = path.display().to_string();
    if path != args.output {
        tell(&format!("recording to {name}"));
    }
    let named = protocol::find(&args.protocol);
    let live = args
        .watch
        .as_ref()
        .map(|out| watch(out.as_deref(), named, &name));
    let mut recording = Recording::new(file, named, live.transpose()?);
    let clock = Stopwatch::start();
    let end = proxy::run(&spec, &mut recording);
    let written = recording.finish(clock.elapsed());
    if let Err(err) = written {
        tell(&format!("the recording is not whole: {name}: {err}"));
    }
    match end {
        Ok(end) => Ok(Done::Status(proxy::end_like(&end))),
        Err(err) => {
            // Nobody has said anything.
            let _ = fs::remove_file(&path);
            tell(&format!("{}: {err}", program.display()));
            Ok(Exit::NoEngine.into())
        }
    }
}

/// Makes a snapshot. What somebody may have written into one is not lost.
fn make_snapshot(args: &Args, script: &str, spec: &Spec) -> Result<Done, Error> {
    let scenario = scenarios::read(script)?;
    snapshot::check(&scenario.script)
        .map_err(|err| Error::usage(format!("{script}:{}:1: {}", err.line, err.message)))?;
    let mut config = EngineConfig {
        protocol: args.protocol.clone(),
        timeout_scale: args.timeout_scale,
        ..EngineConfig::default()
    };
    let said = scenarios::common_protocol(std::slice::from_ref(&scenario))?;
    if let (None, Some(said)) = (config.named_protocol(), said) {
        said.name().clone_into(&mut config.protocol);
    }
    let protocol = match config.find_protocol(spec) {
        detect::Detection::Protocol(protocol, _) => protocol,
        detect::Detection::Failed(problem) => {
            tell(&problem);
            return Ok(Exit::NoEngine.into());
        }
    };
    if args.output.exists() {
        let name = args.output.display();
        return Err(Error::usage(format!(
            "{name} is there already: `replay --bless` refreshes a snapshot; to make it anew, take it away first"
        )));
    }
    let stage = SnapshotRunner {
        protocol,
        spec,
        settings: &config.settings(),
    };
    let exit = snapshots::make(&stage, &scenario.script, &args.open, &args.output)?;
    Ok(exit.into())
}

/// A new file of this name, or of this name and a number: an interface may start us once for each
/// game, and nothing that was recorded is lost.
fn create(wanted: &Path) -> Result<(File, PathBuf), Error> {
    let mut path = wanted.to_owned();
    let wrong = |path: &Path, err| Error::usage(format!("{}: {err}", path.display()));
    // A device is there already, and takes whatever comes.
    if fs::metadata(wanted).is_ok_and(|it| !it.is_file() && !it.is_dir()) {
        let file = OpenOptions::new().write(true).open(wanted);
        return file.map(|it| (it, path)).map_err(|err| wrong(wanted, err));
    }
    if wanted.is_dir() {
        let err = ErrorKind::IsADirectory.into();
        return Err(wrong(wanted, err));
    }
    for number in 2_u32.. {
        match OpenOptions::new().write(true).create_new(true).open(&path) {
            Ok(file) => return Ok((file, path)),
            Err(err) if err.kind() == ErrorKind::AlreadyExists && wanted.is_file() => {
                path = numbered(wanted, number);
            }
            Err(err) => return Err(wrong(&path, err)),
        }
    }
    Err(Error::usage("there are too many recordings of that name"))
}

/// `game.txt` is `game-2.txt`.
fn numbered(path: &Path, number: u32) -> PathBuf {
    let mut name = path.file_stem().unwrap_or_default().to_owned();
    name.push(format!("-{number}"));
    if let Some(suffix) = path.extension() {
        name.push(".");
        name.push(suffix);
    }
    path.with_file_name(name)
}

/// A judge who speaks to standard error, or into a file.
fn watch(
    out: Option<&Path>,
    named: Option<&'static dyn protocol::Protocol>,
    recording: &str,
) -> Result<Live, Error> {
    let out: Box<dyn Write> = match out {
        None => Box::new(io::stderr()),
        Some(path) => {
            let file = File::create(path);
            let named = |err| Error::usage(format!("--watch: {}: {err}", path.display()));
            Box::new(file.map_err(named)?)
        }
    };
    // A protocol that is named stands in the first line.
    Ok(match named {
        Some(protocol) => Live::new(out, &[protocol], recording.to_owned(), 2),
        None => Live::new(out, protocol::ALL, recording.to_owned(), 1),
    })
}

fn tell(text: &str) {
    // Whoever reads standard error may have gone; the conversation goes on.
    let _ = writeln!(io::stderr(), "ponderhit: {text}");
}
