//! Options that several commands share.

use std::{
    collections::BTreeSet,
    fs,
    path::{self, PathBuf},
    time::Duration,
};

use clap::{Args, value_parser};

use super::{
    boards::BoardOption, ci_reports, report_layout::ReportLayoutOptions, run_context::Repetition,
    target,
};
use crate::{
    check::{self, StopPolicy},
    error::Error,
    known_failures::KnownFailures,
    launch::engine_config::{self, EngineConfig, check_one_line},
    message::{Message, message},
    protocol::{self, Protocol},
    rule::{Outcome, version::Version},
    session::SessionSettings,
    transcript::{DURATION_EXPECTED, parse_duration},
    verdict::{Report, Verdict},
};

/// The options for the start of the engine and the beginning of every session.
#[derive(Clone, Debug, Args)]
#[command(next_help_heading = "Engine")]
pub(super) struct EngineOptions {
    /// Speak this protocol; `auto` detects it from the handshake.
    #[arg(long, short, value_name = "NAME", default_value = "auto", value_parser = parse_protocol_name)]
    pub(super) protocol: String,

    /// Play and judge this game: chess, chess960 or xiangqi (UCI) [default: the game that options and positions show].
    #[arg(long, value_name = "NAME", value_parser = parse_game_name)]
    pub(super) game: Option<String>,

    /// Set this option of the engine at the start of every session.
    #[arg(long, value_name = "NAME=VALUE", value_parser = parse_name_and_value)]
    pub(super) setoption: Vec<(String, String)>,

    /// Send this line to the engine at the start of every session, after the options.
    #[arg(long, value_name = "LINE", value_parser = parse_init_line)]
    pub(super) init: Vec<String>,

    /// Set this environment variable for the engine.
    #[arg(long, value_name = "NAME=VALUE", value_parser = parse_name_and_value)]
    pub(super) env: Vec<(String, String)>,

    /// Start the engine in this directory [default: the current one; for `fuzz` an empty scratch directory].
    #[arg(long, value_name = "DIR")]
    pub(super) cwd: Option<PathBuf>,

    /// Wait this long for the engine to complete its handshake [default: 10s].
    #[arg(long, value_name = "TIME", value_parser = parse_duration_option)]
    pub(super) startup_timeout: Option<Duration>,

    /// Multiply every deadline by this factor, for slow machines and sanitizers [default: 1].
    #[arg(long, value_name = "FACTOR", value_parser = parse_timeout_scale)]
    pub(super) timeout_scale: Option<f64>,
}

/// The option that selects an engine of `ponderhit.toml`.
#[derive(Clone, Debug, Args)]
#[command(next_help_heading = "Engine")]
pub(super) struct EngineNameOption {
    /// Use the engine with this name: ponderhit.toml has an [[engine]] table for each engine.
    #[arg(long = "engine", value_name = "NAME")]
    pub(super) engine_name: Option<String>,
}

/// The options for the selection of rules and scenarios, the strictness, and the report.
#[derive(Clone, Debug, Args)]
#[command(next_help_heading = "Judgement and report")]
pub(super) struct JudgeOptions {
    /// Select the rules and scenarios whose id matches this glob; every scenario that can exercise a selected rule is
    /// played.
    #[arg(long, value_name = "GLOB")]
    pub(super) only: Vec<String>,

    /// Leave out the rules and scenarios whose id matches this glob.
    #[arg(long, value_name = "GLOB")]
    pub(super) skip: Vec<String>,

    /// Use the scenarios and the rule levels of this profile: full, smoke, long (UCCI, UCI), league or dialect (UCCI),
    /// gui or chess960 (UCI), gtp2, kgs, gogui, tcga or waic (GTP) [default: full].
    #[arg(long, value_name = "NAME")]
    pub(super) profile: Option<String>,

    /// Report a rule at level `may` if it is newer than this version of ponderhit or became stricter after it.
    #[arg(long, value_name = "VERSION", value_parser = parse_version)]
    pub(super) rules_as_of: Option<Version>,

    /// Fail for a violation of a rule of level `should`, too.
    #[arg(long)]
    pub(super) strict: bool,

    /// Do not fail for the violations listed in FILE; each line has the form `rule-glob [scenario-glob]  # reason`.
    #[arg(long, visible_alias = "known", value_name = "FILE")]
    known_failures: Option<PathBuf>,

    /// Write all violations of this run to a new known-failures file.
    #[arg(long, alias = "known-write", value_name = "FILE")]
    write_known_failures: Option<PathBuf>,

    /// Update the file of --known-failures: remove the lines that no longer fail, and add the new violations.
    #[arg(long)]
    update_known_failures: bool,

    /// Exit with 0 even if rules are inconclusive.
    #[arg(long)]
    pub(super) allow_inconclusive: bool,

    /// Write a report (text, short, json, junit, sarif, tap, markdown, html, github, gitlab) to FILE, or to standard
    /// output instead of the text; `auto` adds the reports that the CI system of this run understands.
    #[arg(long, value_name = "FORMAT[=FILE]")]
    pub(super) report: Vec<String>,

    /// Write no text to standard output; the exit code and the files of --report have the result.
    #[arg(long, short)]
    pub(super) quiet: bool,
    #[command(flatten)]
    pub(super) report_layout: ReportLayoutOptions,

    /// Draw the position of a violation in this style [default: unicode on a UTF-8 terminal, else ascii].
    #[arg(long, value_enum, value_name = "HOW")]
    pub(super) board: Option<BoardOption>,

    /// Play at most this many sessions, or judge at most this many logs, at the same time.
    #[arg(long, short, value_name = "N", default_value_t = check::DEFAULT_JOBS, value_parser = value_parser!(u16).range(1..=256))]
    pub(super) jobs: u16,
}

/// The options that play the scenarios several times or stop the run early.
#[derive(Clone, Debug, Args)]
#[command(next_help_heading = "Repetition")]
pub(super) struct RepeatOptions {
    /// Play all scenarios N times; a rule that is violated in some repeats only is reported as flaky, and fails the
    /// run.
    #[arg(long, value_name = "N", default_value_t = 1, hide_default_value = true, value_parser = value_parser!(u16).range(1..))]
    repeat: u16,

    /// Stop at the first violation that fails the run.
    #[arg(long)]
    fail_fast: bool,
}

/// The option `--transcripts`, for runs that start an engine.
#[derive(Clone, Debug, Args)]
#[command(next_help_heading = "Judgement and report")]
pub(super) struct TranscriptOptions {
    /// Write the transcript of every session to this directory.
    #[arg(long, value_name = "DIR")]
    pub(super) transcripts: Option<PathBuf>,
}

impl RepeatOptions {
    pub(super) fn to_repetition(&self) -> Repetition {
        Repetition {
            repeat_count: usize::from(self.repeat),
            stop_policy: StopPolicy {
                stops_at_first_failure: self.fail_fast,
                scenarios_played_first: BTreeSet::new(),
            },
            state_file: None,
        }
    }
}

impl EngineOptions {
    /// Returns the protocol of `--protocol`, or `None` for `auto`.
    pub(super) fn named_protocol(&self) -> Option<&'static dyn Protocol> {
        self.to_engine_config().named_protocol()
    }

    pub(super) fn session_settings(&self) -> SessionSettings {
        self.to_engine_config().session_settings()
    }

    /// Converts the options to the engine configuration of `launch`.
    pub(super) fn to_engine_config(&self) -> EngineConfig {
        EngineConfig {
            protocol: self.protocol.clone(),
            game: self.game.clone(),
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
    /// The note that the deadlines are longer than usual, because a slow engine can pass then.
    pub(super) fn longer_deadlines_note(&self) -> Option<Message> {
        let scale = self.timeout_scale.filter(|it| *it > 1.0)?;
        Some(message!(
            "deadlines_scaled",
            "`--timeout-scale {scale}` multiplies every deadline, also the time that a result may come after the end of the engine's clock",
            scale = scale.to_string()
        ))
    }

    /// Returns the name of the first option on the command line that needs an engine.
    pub(super) fn option_that_needs_engine(&self) -> Option<&'static str> {
        let given = [
            ("--setoption", !self.setoption.is_empty()),
            ("--init", !self.init.is_empty()),
            ("--env", !self.env.is_empty()),
            ("--cwd", self.cwd.is_some()),
        ];
        given.iter().find(|it| it.1).map(|it| it.0)
    }
}

impl EngineOptions {
    /// Returns the default options of a command that starts no engine.
    pub(super) fn for_protocol(name: &str) -> EngineOptions {
        EngineOptions {
            protocol: name.to_owned(),
            game: None,
            setoption: Vec::new(),
            init: Vec::new(),
            env: Vec::new(),
            cwd: None,
            startup_timeout: None,
            timeout_scale: None,
        }
    }
}

impl JudgeOptions {
    /// Returns the name of the first option that `merge` rejects: an option that selects scenarios or rules must be
    /// given to the runs of the shards.
    pub(super) fn option_for_shards_only(&self) -> Option<&'static str> {
        let given = [
            ("--only", !self.only.is_empty()),
            ("--skip", !self.skip.is_empty()),
            ("--profile", self.profile.is_some()),
            ("--rules-as-of", self.rules_as_of.is_some()),
        ];
        given.iter().find(|it| it.1).map(|it| it.0)
    }

    /// Returns the name of the first option on the command line that needs an engine.
    pub(super) fn option_that_needs_engine(&self) -> Option<&'static str> {
        // A CI job whose variable for the engine is empty, or that runs in a directory without `ponderhit.toml`, must not
        // pass with the built-in engine.
        let writes = |format: &str| {
            let named = |it: &String| it.split('=').next() == Some(format);
            self.report.iter().any(named)
        };
        let given = [
            ("--report junit", writes("junit")),
            ("--report sarif", writes("sarif")),
            ("--report tap", writes("tap")),
            ("--report github", writes("github")),
            ("--report gitlab", writes("gitlab")),
            ("--known-failures", self.known_failures.is_some()),
            (
                "--report auto",
                self.report
                    .iter()
                    .any(|it| it == ci_reports::AUTOMATIC_FORMAT),
            ),
        ];
        given.iter().find(|it| it.1).map(|it| it.0)
    }

    /// Reads the known failures. The known failures can name only rules of `protocol`.
    pub(super) fn read_known_failures(
        &self,
        protocol: &dyn Protocol,
    ) -> Result<KnownFailures, Error> {
        // The file of `--write-known-failures` must not exist before the run, because an existing file may contain
        // reasons that were written by hand.
        if let Some(file) = self.write_known_failures.as_ref().filter(|it| it.exists()) {
            return Err(Error::usage_error(message!(
                "known_failures_exist",
                "--write-known-failures: {file} exists; --known-failures {file} --update-known-failures updates it, and keeps its reasons",
                file = file.display().to_string(),
            )));
        }
        if self.update_known_failures && self.known_failures.is_none() {
            return Err(Error::usage_error(message!(
                "update_without_known_failures",
                "--update-known-failures needs --known-failures, which names the file to update"
            )));
        }
        if self.update_known_failures {
            target::reject_update_in_ci()?;
        }
        // A configuration file may name the file that this run writes.
        let absolute = |it: &Option<PathBuf>| it.as_ref().and_then(|it| path::absolute(it).ok());
        let is_written = absolute(&self.write_known_failures) == absolute(&self.known_failures);
        let file = self.known_failures.as_deref().filter(|_| !is_written);
        let known = KnownFailures::read_optional(file, protocol)?;
        Ok(KnownFailures {
            will_be_updated: self.update_known_failures,
            ..known
        })
    }

    /// Writes the violations to the file of `--write-known-failures`, or updates the file of `--known-failures`.
    pub(super) fn write_known_failures_file(&self, report: &Report) -> Result<(), Error> {
        let (option, file, text) = match (&self.write_known_failures, &self.known_failures) {
            (Some(file), _) => {
                let all = known_failure_lines(report, |it| it.outcome == Outcome::Violates);
                ("--write-known-failures", file, all)
            }
            (None, Some(file)) if self.update_known_failures => {
                let old = fs::read_to_string(file);
                let old = old.map_err(|err| Error::file_error(file.display(), err))?;
                (
                    "--update-known-failures",
                    file,
                    update_known_failures_text(&old, report),
                )
            }
            _ => return Ok(()),
        };
        let name = file.display();
        fs::write(file, text).map_err(|err| Error::option_file_error(option, name, err))
    }
}

/// Returns the new text of a file of known failures: stale lines are removed, and new violations are added.
fn update_known_failures_text(old: &str, report: &Report) -> String {
    let lines = old.split_inclusive('\n').enumerate();
    let kept = lines.filter(|it| !report.stale_lines.contains(&(it.0 + 1)));
    let mut text: String = kept.map(|it| it.1).collect();
    if !(text.is_empty() || text.ends_with('\n')) {
        text.push('\n');
    }
    text + &known_failure_lines(report, Verdict::is_violated)
}

/// Returns a glob that matches the name of a scenario or a conversation and is one word in a file of known failures: a
/// file name can contain blanks, quotes and `#`.
fn one_word_glob(name: &str) -> String {
    let separates = |it: char| it.is_whitespace() || matches!(it, '#' | '"');
    name.replace(separates, "?")
}

/// From this number of scenarios on, a rule that is violated in most of those that were played is violated in general.
const MIN_SCENARIOS_IN_GENERAL: usize = 10;

/// Returns one line for each scenario in which a `wanted` rule is violated, or one for the rule if it is violated in
/// general: whether a violation is found in the last scenarios, too, may depend on the time that the run takes.
fn known_failure_lines(report: &Report, wanted: impl Fn(&Verdict) -> bool) -> String {
    let violated = |it: &&Verdict| it.selected && wanted(it);
    let mut text = String::new();
    for verdict in report.verdicts.iter().filter(violated) {
        let count = verdict.violated_in.len();
        let is_flaky = verdict.flaky.is_some() || !verdict.flaky_in.is_empty();
        let is_general = count >= MIN_SCENARIOS_IN_GENERAL && 2 * count > report.scenarios.len();
        if is_general && !is_flaky {
            text += &format!("{}  # {}\n", verdict.rule, verdict.title);
            continue;
        }
        for scenario in &verdict.violated_in {
            let flaky = match verdict.flaky.is_some() || verdict.flaky_in.contains(scenario) {
                true => "  flaky",
                false => "",
            };
            let scenario = one_word_glob(scenario);
            text += &format!("{} {scenario}{flaky}  # {}\n", verdict.rule, verdict.title);
        }
    }
    text
}

/// The longest duration that an option accepts.
const MAX_DURATION: Duration = Duration::from_secs(7 * 24 * 3600);

/// Parses the name of a protocol, or `auto`.
pub(super) fn parse_protocol_name(text: &str) -> Result<String, String> {
    engine_config::check_protocol_name(text).map_err(|it| it.to_string())?;
    Ok(text.to_owned())
}

/// Parses the name of a game, which at least one protocol must have.
pub(super) fn parse_game_name(text: &str) -> Result<String, String> {
    engine_config::check_game(text, protocol::ALL_PROTOCOLS).map_err(|it| it.to_string())?;
    Ok(text.to_owned())
}

pub(super) fn parse_name_and_value(text: &str) -> Result<(String, String), String> {
    match text.split_once('=') {
        Some((name, value)) if !name.trim().is_empty() => {
            check_one_line(text).map_err(|it| it.to_string())?;
            Ok((name.trim().to_owned(), value.to_owned()))
        }
        _ => Err(message!("name_and_value_expected", "expected NAME=VALUE").to_string()),
    }
}

fn parse_init_line(text: &str) -> Result<String, String> {
    check_one_line(text).map_err(|it| it.to_string())?;
    Ok(text.to_owned())
}

pub(super) fn parse_duration_option(text: &str) -> Result<Duration, String> {
    let parsed = parse_duration(text);
    if parsed.is_some_and(|it| it > MAX_DURATION) {
        let week = message!("duration_too_long", "expected a duration of at most a week");
        return Err(week.to_string());
    }
    if parsed.is_some_and(|it| it.is_zero()) {
        let zero = message!("duration_zero", "expected a duration of more than 0");
        return Err(zero.to_string());
    }
    parsed.ok_or_else(|| DURATION_EXPECTED.to_string())
}

pub(super) fn parse_version(text: &str) -> Result<Version, String> {
    Version::parse(text).map_err(|it| it.to_string())
}

pub(super) fn parse_timeout_scale(text: &str) -> Result<f64, String> {
    // A text that is not a number becomes NaN, and then the range check rejects it.
    let scale = text.parse().unwrap_or(f64::NAN);
    engine_config::check_timeout_scale(scale).map_err(|it| it.to_string())
}
