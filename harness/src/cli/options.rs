//! The options that several commands share.

use std::{
    fs,
    io::Read,
    path::{Path, PathBuf},
    time::Duration,
};

use clap::{Args, value_parser};

use super::boards::Board;
use crate::{
    check::mismatch,
    error::Error,
    known::Known,
    protocol::{self, Protocol},
    report::{Report, Verdict},
    rule::Outcome,
    session::Settings,
    transcript,
};

/// How to start the engine, and what every session begins with.
#[derive(Clone, Debug, Args)]
#[command(next_help_heading = "Engine")]
pub(super) struct EngineOptions {
    /// The protocol to speak; `auto` finds out.
    #[arg(long, value_name = "NAME", default_value = "auto", value_parser = protocol_name)]
    pub(super) protocol: String,

    /// Set an option of the engine in every session.
    #[arg(long, value_name = "NAME=VALUE", value_parser = pair)]
    pub(super) setoption: Vec<(String, String)>,

    /// Say this line to the engine in every session, after its options.
    #[arg(long, value_name = "LINE", value_parser = line)]
    pub(super) init: Vec<String>,

    /// Set a variable in the engine's environment.
    #[arg(long, value_name = "NAME=VALUE", value_parser = pair)]
    pub(super) env: Vec<(String, String)>,

    /// Start the engine in this directory.
    #[arg(long, value_name = "DIR")]
    pub(super) cwd: Option<PathBuf>,

    /// How long the engine may take to shake hands [default: 10s].
    #[arg(long, value_name = "TIME", value_parser = duration)]
    pub(super) startup_timeout: Option<Duration>,

    /// Stretch every deadline, for slow machines and sanitizers [default: 1].
    #[arg(long, value_name = "FACTOR", value_parser = scale)]
    pub(super) timeout_scale: Option<f64>,
}

/// What to judge, how strictly, and where to say so.
#[derive(Clone, Debug, Args)]
#[command(next_help_heading = "Judgement and report")]
pub(super) struct JudgeOptions {
    /// Only rules and scenarios whose id matches.
    #[arg(long, value_name = "GLOB")]
    pub(super) only: Vec<String>,

    /// No rules and scenarios whose id matches.
    #[arg(long, value_name = "GLOB")]
    pub(super) skip: Vec<String>,

    /// A violated `should` fails, too.
    #[arg(long)]
    pub(super) strict: bool,

    /// Violations to live with: a file of lines `rule-glob [scenario-glob]  # reason`.
    #[arg(long, value_name = "FILE")]
    known: Option<PathBuf>,

    /// Write such a new file for everything that this run found violated.
    #[arg(long, value_name = "FILE")]
    known_write: Option<PathBuf>,

    /// Exit with 0 even if something could not be judged.
    #[arg(long)]
    pub(super) allow_inconclusive: bool,

    /// Write a report (text, json); without a file in place of the text on standard output.
    #[arg(long, value_name = "FORMAT[=FILE]")]
    pub(super) report: Vec<String>,

    /// Show the position of a violation [default: unicode on a UTF-8 terminal, else ascii].
    #[arg(long, value_enum, value_name = "HOW")]
    pub(super) board: Option<Board>,

    /// Write the transcript of every session into this directory.
    #[arg(long, value_name = "DIR")]
    pub(super) transcripts: Option<PathBuf>,

    /// How many sessions may run side by side.
    #[arg(long, value_name = "N", default_value_t = 2, value_parser = value_parser!(u16).range(1..=256))]
    pub(super) jobs: u16,
}

impl EngineOptions {
    /// The protocol that was named; `None` is `auto`.
    pub(super) fn named_protocol(&self) -> Option<&'static dyn Protocol> {
        protocol::find(&self.protocol)
    }

    pub(super) fn settings(&self) -> Settings {
        let scale = self.timeout_scale.unwrap_or(1.0);
        let mut settings = Settings::scaled(scale);
        if let Some(startup) = self.startup_timeout {
            settings.startup = startup.mul_f64(scale);
        }
        settings.options.clone_from(&self.setoption);
        settings.init = self.init.iter().map(|it| it.clone().into_bytes()).collect();
        settings
    }

    /// The words that have to be said again to see the same.
    pub(super) fn words(&self) -> Vec<String> {
        let mut words = Vec::new();
        let mut say = |name: &str, value: String| words.extend([format!("--{name}"), value]);
        for (name, value) in &self.setoption {
            say("setoption", format!("{name}={value}"));
        }
        for line in &self.init {
            say("init", line.clone());
        }
        for (name, value) in &self.env {
            say("env", format!("{name}={value}"));
        }
        if let Some(cwd) = &self.cwd {
            say("cwd", cwd.display().to_string());
        }
        if let Some(startup) = self.startup_timeout {
            say("startup-timeout", format!("{}ms", startup.as_millis()));
        }
        if let Some(scale) = self.timeout_scale {
            say("timeout-scale", scale.to_string());
        }
        words
    }

    /// What clap cannot see.
    pub(super) fn validate(&self) -> Result<(), Error> {
        is_there(self.cwd.as_deref())
    }
}

impl JudgeOptions {
    /// The known failures, read once the protocol and so its rules are known.
    pub(super) fn known(&self, protocol: &dyn Protocol) -> Result<Known, Error> {
        // Better said before a run than after it; and reasons written by hand are not lost.
        if let Some(file) = self.known_write.as_ref().filter(|it| it.exists()) {
            let name = file.display();
            return Err(Error::usage(format!(
                "--known-write {name}: it exists already: write another one, or take it away first"
            )));
        }
        known(self.known.as_deref(), protocol)
    }

    /// Writes what is violated as known failures, sorted by rule.
    pub(super) fn write_known(&self, report: &Report) -> Result<(), Error> {
        let Some(file) = &self.known_write else {
            return Ok(());
        };
        let violated = |it: &&Verdict| it.selected && it.outcome == Outcome::Violates;
        let lines = report.verdicts.iter().filter(violated);
        let text: String = lines
            .map(|it| format!("{}  # {}\n", it.rule, it.title))
            .collect();
        let name = file.display();
        fs::write(file, text).map_err(|err| Error::usage(format!("--known-write {name}: {err}")))
    }
}

/// Whether the directory of `--cwd` is there.
pub(super) fn is_there(cwd: Option<&Path>) -> Result<(), Error> {
    match cwd.filter(|it| !it.is_dir()) {
        None => Ok(()),
        Some(cwd) => Err(Error::usage(format!(
            "--cwd: there is no directory `{}`",
            cwd.display()
        ))),
    }
}

/// The known failures of a file, if there is one.
pub(super) fn known(file: Option<&Path>, protocol: &dyn Protocol) -> Result<Known, Error> {
    let Some(file) = file else {
        return Ok(Known::default());
    };
    let name = file.display().to_string();
    let mut text = Vec::new();
    let read =
        fs::File::open(file).and_then(|it| it.take(KNOWN_AT_MOST + 1).read_to_end(&mut text));
    read.map_err(|err| Error::usage(format!("--known {name}: {err}")))?;
    if text.len() as u64 > KNOWN_AT_MOST {
        return Err(Error::usage(format!(
            "--known {name}: this is longer than any list of known failures"
        )));
    }
    let mut rules = protocol.rules();
    rules.push(mismatch::RULE);
    Known::parse(&name, &text, &rules).map_err(|err| {
        let (line, column, message) = (err.line, err.column, err.message);
        Error::usage(format!("{name}:{line}:{column}: {message}"))
    })
}

/// How many bytes a list of known failures has at most.
const KNOWN_AT_MOST: u64 = 1024 * 1024;

/// Nobody waits longer.
const LONGEST: Duration = Duration::from_secs(7 * 24 * 3600);

/// A protocol's name, or `auto`.
pub(super) fn protocol_name(text: &str) -> Result<String, String> {
    if text == "auto" || protocol::find(text).is_some() {
        return Ok(text.to_owned());
    }
    let names: Vec<&str> = protocol::ALL.iter().map(|it| it.name()).collect();
    Err(format!("there is: auto, {}", names.join(", ")))
}

pub(super) fn pair(text: &str) -> Result<(String, String), String> {
    match text.split_once('=') {
        Some((name, value)) if !name.trim().is_empty() => {
            one_line(text)?;
            Ok((name.trim().to_owned(), value.to_owned()))
        }
        _ => Err("it has to look like NAME=VALUE".to_owned()),
    }
}

fn line(text: &str) -> Result<String, String> {
    one_line(text)?;
    Ok(text.to_owned())
}

fn one_line(text: &str) -> Result<(), String> {
    match text.contains(['\n', '\r', '\0']) {
        true => Err("it has to be one line".to_owned()),
        false => Ok(()),
    }
}

pub(super) fn duration(text: &str) -> Result<Duration, String> {
    // Beside what a script says, the short forms of a shell.
    let parsed = match (text.strip_suffix('m'), text.strip_suffix('h')) {
        (Some(minutes), _) => transcript::parse_duration(&format!("{minutes}min")),
        (_, Some(hours)) => {
            let minutes = transcript::parse_duration(&format!("{hours}min"));
            minutes.and_then(|it| it.checked_mul(60))
        }
        _ => transcript::parse_duration(text),
    };
    if parsed.is_some_and(|it| it > LONGEST) {
        return Err("that is longer than a week".to_owned());
    }
    parsed.ok_or_else(|| "it has to look like 500ms, 2s, 1.5s, 10m or 1h".to_owned())
}

fn scale(text: &str) -> Result<f64, String> {
    match text.parse::<f64>() {
        Ok(it) if (0.01..=1000.0).contains(&it) => Ok(it),
        _ => Err("it has to be a number between 0.01 and 1000".to_owned()),
    }
}
