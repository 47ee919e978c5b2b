//! The engine that the user names, or the built-in one.

use std::{
    env,
    ffi::OsString,
    io::Write,
    path::{self, Path},
};

use super::options::EngineOptions;
use crate::{
    check::{auto, reproduce::Reproduce, start},
    error::Error,
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

/// The protocol to speak, and what the user should know about how it was found.
pub(super) enum Found {
    Protocol(&'static dyn Protocol, Vec<String>),
    /// No protocol; the sentence says why.
    Nothing(String),
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
        options.validate()?;
        // From here on there may be engines that have to be ended before we end.
        link::interrupt::install().map_err(|err| Error::Defect(format!("no signals: {err}")))?;
        warn_of_options(engine);
        let (program, args, command) = match engine.split_first() {
            Some((program, args)) => (program.clone(), args.to_vec(), lossy(engine)),
            None => built_in(options)?,
        };
        let env = options
            .env
            .iter()
            .map(|(name, value)| (name.into(), value.into()));
        let spec = link::Spec {
            program,
            args,
            env: env.collect(),
            cwd: options.cwd.clone(),
            caps: link::Caps::usual(),
            confined_to: None,
        };
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
        spec.confined_to = Some(directory.clone());
        spec.env.push(("TMPDIR".into(), directory.clone().into()));
        link::confine::what_holds()
    }

    /// The protocol that was named, that the built-in engine speaks, or that the engine answers to.
    pub(super) fn protocol(&self, options: &EngineOptions) -> Found {
        if let Some(protocol) = options.named_protocol() {
            return Found::Protocol(protocol, Vec::new());
        }
        if self.said.is_empty() {
            return match with_reference() {
                Some(protocol) => Found::Protocol(protocol, Vec::new()),
                None => Found::Nothing("there is no built-in engine".to_owned()),
            };
        }
        if let [only] = protocol::ALL {
            return Found::Protocol(*only, Vec::new());
        }
        let limit = match options.startup_timeout {
            Some(timeout) => timeout,
            None => auto::LIMIT,
        };
        let limit = limit.mul_f64(options.timeout_scale.unwrap_or(1.0).max(1.0));
        match auto::probe(&self.spec, protocol::ALL, limit) {
            Err(err) => Found::Nothing(err.to_string()),
            Ok(probe) => found(&probe),
        }
    }
}

/// What matters of a command line, to see its findings again.
pub(super) fn reproduce(engine: &[OsString], options: &EngineOptions) -> Reproduce {
    Reproduce {
        protocol: options.named_protocol().map(|it| it.name().to_owned()),
        options: options.words(),
        engine: lossy(engine),
    }
}

fn found(probe: &auto::Probe) -> Found {
    let title = |it: &&'static dyn Protocol| format!("{} (`--protocol {}`)", it.title(), it.name());
    if let Some((first, others)) = probe.answered.split_first() {
        let mut note = format!(
            "it answered like a {} engine; `--protocol {}` says so and saves the try",
            first.title(),
            first.name()
        );
        if !others.is_empty() {
            let others: Vec<String> = others.iter().map(title).collect();
            note.push_str(&format!("; it also answers to {}", others.join(", ")));
        }
        return Found::Protocol(*first, vec![note]);
    }
    let tried: Vec<String> = protocol::ALL.iter().map(title).collect();
    let tried = tried.join(", ");
    let mut sentences = vec![match (&probe.instead, &probe.end) {
        (Some((said, line)), _) => {
            let line = report_line(line);
            format!("The engine gave no proper greeting: to `{said}` it said `{line}`.")
        }
        (None, Some(end)) => {
            let end = start::how_it_ended(end).unwrap_or_else(|| "it ended".to_owned());
            format!("The engine gave no greeting: {end} without a word.")
        }
        (None, None) => "The engine printed nothing that is a greeting of any protocol.".to_owned(),
    }];
    if probe.late {
        sentences.push(start::UNFLUSHED.to_owned());
    }
    if let Some(line) = &probe.stderr {
        let line = report_line(line);
        sentences.push(format!("On its standard error it said `{line}`."));
    }
    sentences.push(format!("Tried {tried}."));
    Found::Nothing(sentences.join(" "))
}

fn report_line(line: &[u8]) -> String {
    crate::report::text::cut(&String::from_utf8_lossy(line), 80)
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
