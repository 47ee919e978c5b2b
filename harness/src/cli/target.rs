//! The engine that the user names, or the built-in one.

use std::{
    env,
    ffi::OsString,
    io::Write,
    path::{self, Path},
};

use super::options::EngineOptions;
pub(super) use crate::launch::detect::Detection;
use crate::{
    error::Error,
    launch::reproduce::Reproduce,
    link,
    protocol::{self, Protocol},
};

/// An engine that can be started.
pub(super) struct Target {
    pub(super) spec: link::Spec,
    /// What the report calls it.
    pub(super) command: Vec<String>,
    /// What the user said; nothing for the built-in one.
    said: Vec<String>,
}

impl Target {
    /// No engine: records are judged.
    pub(super) fn nobody(files: Vec<String>) -> Target {
        Target {
            spec: link::Spec::new(""),
            command: files,
            said: Vec::new(),
        }
    }

    /// The engine of a command line.
    pub(super) fn new(engine: &[OsString], options: &EngineOptions) -> Result<Target, Error> {
        if engine.first().is_some_and(|it| it.is_empty()) {
            return Err(Error::usage(
                "the ENGINE is an empty word: is a variable empty?",
            ));
        }
        let config = options.config();
        config.validate()?;
        // From here on there may be engines that have to be ended before we end.
        link::interrupt::install().map_err(|err| Error::Defect(format!("no signals: {err}")))?;
        warn_of_options(engine);
        let (program, args, command) = match engine.split_first() {
            Some((program, args)) => (program.clone(), args.to_vec(), lossy(engine)),
            None => built_in(options)?,
        };
        let spec = config.spec(program, args);
        Ok(Target {
            spec,
            command,
            said: lossy(engine),
        })
    }

    /// Keeps the engine to a directory, unless nobody wants that; what that comes to, in words.
    pub(super) fn confine(&mut self, scratch: &Path, unconfined: bool) -> &'static str {
        if unconfined {
            return "nothing keeps the engine from writing files elsewhere (--unconfined)";
        }
        let spec = &mut self.spec;
        // A file that an argument names is there whatever the directory is.
        for arg in &mut spec.args {
            if Path::new(arg).is_file()
                && let Ok(absolute) = path::absolute(&*arg)
            {
                *arg = absolute.into();
            }
        }
        let directory = spec.cwd.get_or_insert_with(|| scratch.to_owned());
        spec.sandbox_dir = Some(directory.clone());
        spec.env.push(("TMPDIR".into(), directory.clone().into()));
        link::sandbox::description()
    }

    /// The protocol that was named, that the built-in engine speaks, or that the engine answers to.
    pub(super) fn protocol(&self, options: &EngineOptions) -> Detection {
        if let Some(protocol) = options.named_protocol() {
            return Detection::Protocol(protocol, Vec::new());
        }
        if self.said.is_empty() {
            return match with_reference() {
                Some(protocol) => Detection::Protocol(protocol, Vec::new()),
                None => Detection::Failed("there is no built-in engine".to_owned()),
            };
        }
        options.config().find_protocol(&self.spec)
    }
}

/// Whether an engine was named, where the built-in one is not meant.
pub(super) fn named(engine: &[OsString], why: &str) -> Result<(), Error> {
    match engine.is_empty() {
        false => Ok(()),
        true => Err(Error::usage(format!("no ENGINE was named: {why}"))),
    }
}

/// Whether an engine was named, if there is an option about one.
pub(super) fn named_if_options(
    engine: &[OsString],
    options: &EngineOptions,
    other: Option<&str>,
) -> Result<(), Error> {
    match options.about_the_engine().or(other) {
        None => Ok(()),
        Some(option) => named(engine, &format!("{option} is about one")),
    }
}

/// What matters of a command line, to see its findings again.
pub(super) fn reproduce(engine: &[OsString], options: &EngineOptions) -> Reproduce {
    options.config().reproduce(lossy(engine))
}

/// Says so if words that look like our own options went to the engine, which nobody meant who did
/// not write `--` before it.
fn warn_of_options(engine: &[OsString]) {
    if env::args_os().any(|it| it == "--") {
        return;
    }
    let ours = |word: &&OsString| {
        let word = word.to_string_lossy();
        let name = word.split('=').next().unwrap_or_default();
        OURS.contains(&name)
    };
    for word in engine.iter().skip(1).filter(ours) {
        let word = word.to_string_lossy();
        let _ = writeln!(
            anstream::stderr().lock(),
            "warning: `{word}` stands behind the engine and was passed to it; options of ponderhit \
             go before it, and a `--` between them says that this is meant"
        );
    }
}

/// Options that are most easily written behind the engine.
const OURS: [&str; 12] = [
    "--profile",
    "--protocol",
    "--only",
    "--skip",
    "--strict",
    "--known",
    "--known-write",
    "--report",
    "--transcripts",
    "--allow-inconclusive",
    "--timeout-scale",
    "--jobs",
];

/// Ourselves as an engine: a real process like any other.
fn built_in(options: &EngineOptions) -> Result<(OsString, Vec<OsString>, Vec<String>), Error> {
    let protocol = options.named_protocol().or_else(with_reference);
    let Some(protocol) = protocol.filter(|it| it.reference().is_some()) else {
        let name = &options.protocol;
        return Err(Error::usage(format!(
            "there is no built-in {name} engine yet: name an engine"
        )));
    };
    let program = env::current_exe().map_err(|err| Error::Defect(format!("where am I? {err}")))?;
    let words = ["engine", "--protocol", protocol.name()];
    let mut command = vec!["ponderhit".to_owned()];
    command.extend(words.map(str::to_owned));
    Ok((program.into(), words.map(OsString::from).to_vec(), command))
}

/// The first protocol that has a built-in engine.
pub(super) fn with_reference() -> Option<&'static dyn Protocol> {
    protocol::ALL
        .iter()
        .copied()
        .find(|it| it.reference().is_some())
}

fn lossy(words: &[OsString]) -> Vec<String> {
    words
        .iter()
        .map(|it| it.to_string_lossy().into_owned())
        .collect()
}
