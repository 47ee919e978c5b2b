//! The options that several commands share.

use std::{fs, path::PathBuf, time::Duration};

use clap::{Args, value_parser};

use super::boards::Board;
use crate::{
    check,
    error::Error,
    known::Known,
    launch::engine_config::{self, EngineConfig, one_line},
    protocol::{self, Protocol},
    rule::{Outcome, version::Version},
    session::Settings,
    transcript::{A_DURATION, parse_duration},
    verdict::{Report, Verdict},
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
    /// Only rules and scenarios whose id matches; every scenario that can exercise such a rule is played.
    #[arg(long, value_name = "GLOB")]
    pub(super) only: Vec<String>,

    /// No rules and scenarios whose id matches.
    #[arg(long, value_name = "GLOB")]
    pub(super) skip: Vec<String>,

    /// Which scenarios `check` plays, and how strictly rules bind: full (the default), smoke, league or dialect.
    #[arg(long, value_name = "NAME")]
    pub(super) profile: Option<String>,

    /// Report rules that are newer than this version of ponderhit, or stricter since, at level `may`.
    #[arg(long, value_name = "VERSION", value_parser = version)]
    pub(super) rules_as_of: Option<Version>,

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
    #[arg(long, value_name = "N", default_value_t = check::JOBS, value_parser = value_parser!(u16).range(1..=256))]
    pub(super) jobs: u16,
}

impl EngineOptions {
    /// The protocol that was named; `None` is `auto`.
    pub(super) fn named_protocol(&self) -> Option<&'static dyn Protocol> {
        protocol::find(&self.protocol)
    }

    pub(super) fn settings(&self) -> Settings {
        self.config().settings()
    }

    /// The same, said without a command line.
    pub(super) fn config(&self) -> EngineConfig {
        EngineConfig {
            protocol: self.protocol.clone(),
            setoption: self.setoption.clone(),
            init: self.init.clone(),
            env: self.env.clone(),
            cwd: self.cwd.clone(),
            startup_timeout: self.startup_timeout,
            timeout_scale: self.timeout_scale,
        }
    }
}

impl EngineOptions {
    /// An option that is about the engine, if one was given.
    pub(super) fn about_the_engine(&self) -> Option<&'static str> {
        let given = [
            ("--setoption", !self.setoption.is_empty()),
            ("--init", !self.init.is_empty()),
            ("--env", !self.env.is_empty()),
            ("--cwd", self.cwd.is_some()),
        ];
        given.iter().find(|it| it.1).map(|it| it.0)
    }
}

impl JudgeOptions {
    /// An option that is about the engine, if one was given.
    pub(super) fn about_the_engine(&self) -> Option<&'static str> {
        self.known.as_ref().map(|_| "--known")
    }

    /// The known failures, read once the protocol and so its rules are known.
    pub(super) fn known(&self, protocol: &dyn Protocol) -> Result<Known, Error> {
        // Better said before a run than after it; and reasons written by hand are not lost.
        if let Some(file) = self.known_write.as_ref().filter(|it| it.exists()) {
            let name = file.display();
            return Err(Error::usage(format!(
                "--known-write {name}: it exists already: write another one, or take it away first"
            )));
        }
        Known::read_if_any(self.known.as_deref(), protocol)
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

/// Nobody waits longer.
const LONGEST: Duration = Duration::from_secs(7 * 24 * 3600);

/// A protocol's name, or `auto`.
pub(super) fn protocol_name(text: &str) -> Result<String, String> {
    engine_config::protocol_name(text)?;
    Ok(text.to_owned())
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

pub(super) fn duration(text: &str) -> Result<Duration, String> {
    let parsed = parse_duration(text);
    if parsed.is_some_and(|it| it > LONGEST) {
        return Err("that is longer than a week".to_owned());
    }
    parsed.ok_or_else(|| format!("expected {A_DURATION}"))
}

pub(super) fn version(text: &str) -> Result<Version, String> {
    Version::parse(text)
}

pub(super) fn scale(text: &str) -> Result<f64, String> {
    // What is no number is in no range.
    engine_config::check_scale(text.parse().unwrap_or(f64::NAN))
}
