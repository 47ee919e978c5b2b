//! Checks an engine from the tests of its own crate, with the same checks as the command line.
//!
//! ```no_run
//! # // A test of an engine's crate says `env!("CARGO_BIN_EXE_my-engine")`.
//! # const ENGINE: &str = "my-engine";
//! use ponderhit::suite::Suite;
//!
//! # /*
//! #[test]
//! # */
//! fn speaks_ucci() {
//!     Suite::new(ENGINE).protocol("ucci").profile("smoke").check().assert_ok();
//! }
//!
//! # /*
//! #[test]
//! # */
//! fn knows_our_opening() {
//!     Suite::new(ENGINE).replay("tests/scripts/opening.script").assert_ok();
//! }
//! ```
//!
//! [`Judgement::assert_ok`] panics with the report that `ponderhit check` or `ponderhit replay` prints. Your own
//! assertions can use everything in the [`Judgement`]: the exit code, the report as text, as JSON and as data, and the
//! transcripts. For tests with snapshots, [`RecordedSession::redacted`] returns a transcript without the parts that
//! vary from run to run.
//!
//! A suite prints nothing, handles no signals, and can be used by several tests in parallel. If a scenario measures
//! time, it waits until no other session of the test program runs. Every engine process has ended when [`Suite::check`]
//! or [`Suite::replay`] returns or panics. If the test program itself is killed, an engine that does not exit at the
//! end of its input may continue to run.

mod collector;
mod judgement;

use std::{
    ffi::OsString,
    path::{Path, PathBuf},
    time::Duration,
};

pub use judgement::Judgement;

pub use crate::snapshot::{RecordedSession, filters};

use crate::{
    check::{
        self, FailurePolicy, RunMode, RunRequest,
        select::{self, ScenarioFilter, Selection},
    },
    error::Error,
    known_failures::KnownFailures,
    launch::{detect, engine_config::EngineConfig},
    link::clock::Stopwatch,
    message::Message,
    protocol::{self, Protocol},
    rule::{self, version::Version},
    scenarios,
};
use collector::TranscriptCollector;

/// An engine, and the options for checking it. Methods of `Suite` that set an option have the name of the command-line
/// option with the same effect.
#[derive(Clone, Debug)]
pub struct Suite {
    program: OsString,
    args: Vec<OsString>,
    config: EngineConfig,
    scenario_filter: ScenarioFilter,
    failure_policy: FailurePolicy,
    known_failures_file: Option<PathBuf>,
    jobs: u16,
    rules_as_of: Option<String>,
    time_limit: Option<Duration>,
}

impl Suite {
    /// Creates a suite for the engine `program`. All options have the default values of the command line.
    pub fn new(program: impl Into<OsString>) -> Suite {
        Suite {
            program: program.into(),
            args: Vec::new(),
            config: EngineConfig::default(),
            scenario_filter: ScenarioFilter {
                profile: select::FULL_PROFILE.to_owned(),
                only: Vec::new(),
                skip: Vec::new(),
            },
            failure_policy: FailurePolicy::default(),
            known_failures_file: None,
            jobs: check::DEFAULT_JOBS,
            rules_as_of: None,
            time_limit: None,
        }
    }

    /// Adds an argument to the engine's command line.
    #[must_use]
    pub fn arg(self, arg: impl Into<OsString>) -> Suite {
        self.args([arg])
    }

    /// Adds arguments to the engine's command line.
    #[must_use]
    pub fn args(mut self, args: impl IntoIterator<Item = impl Into<OsString>>) -> Suite {
        self.args.extend(args.into_iter().map(Into::into));
        self
    }

    /// Sets a variable in the engine's environment.
    #[must_use]
    pub fn env(mut self, name: impl Into<String>, value: impl Into<String>) -> Suite {
        self.config.env.push((name.into(), value.into()));
        self
    }

    /// Starts the engine in this directory. By default, the engine starts in the working directory of the test, which
    /// is the directory of the test's package.
    #[must_use]
    pub fn cwd(mut self, directory: impl Into<PathBuf>) -> Suite {
        self.config.cwd = Some(directory.into());
        self
    }

    /// Sets the protocol, such as `ucci`, `uci` or `gtp`. By default, the protocol is detected; for this, at least one
    /// additional engine process is started.
    #[must_use]
    pub fn protocol(mut self, name: impl Into<String>) -> Suite {
        self.config.protocol = name.into();
        self
    }

    /// Sets an option of the engine in every session.
    #[must_use]
    pub fn setoption(mut self, name: impl Into<String>, value: impl Into<String>) -> Suite {
        self.config.setoption.push((name.into(), value.into()));
        self
    }

    /// Sends this line to the engine in every session, after its options.
    #[must_use]
    pub fn init(mut self, line: impl Into<String>) -> Suite {
        self.config.init.push(line.into());
        self
    }

    /// Sets the time that the engine may take for the handshake; ten seconds by default.
    #[must_use]
    pub fn startup_timeout(mut self, time: Duration) -> Suite {
        self.config.startup_timeout = Some(time);
        self
    }

    /// Multiplies every deadline by a factor, for slow machines and sanitizers.
    #[must_use]
    pub fn timeout_scale(mut self, factor: f64) -> Suite {
        self.config.timeout_scale = Some(factor);
        self
    }

    /// Selects the profile that [`check`](Suite::check) plays. The profiles are `full` (default), `smoke`, `league` or
    /// `dialect` (UCCI), `gui` or `chess960` (UCI).
    #[must_use]
    pub fn profile(mut self, name: impl Into<String>) -> Suite {
        self.scenario_filter.profile = name.into();
        self
    }

    /// Selects only rules and scenarios whose id matches this glob. If `only` is called several times, rules and
    /// scenarios are selected if at least one of the globs matches their id.
    #[must_use]
    pub fn only(mut self, glob: impl Into<String>) -> Suite {
        self.scenario_filter.only.push(glob.into());
        self
    }

    /// Skips rules and scenarios whose id matches this glob.
    #[must_use]
    pub fn skip(mut self, glob: impl Into<String>) -> Suite {
        self.scenario_filter.skip.push(glob.into());
        self
    }

    /// Sets the file of known failures, with lines `rule-glob [scenario-glob]  # reason`.
    #[must_use]
    pub fn known(mut self, file: impl Into<PathBuf>) -> Suite {
        self.known_failures_file = Some(file.into());
        self
    }

    /// A violated rule of level `should` fails the run, too.
    #[must_use]
    pub fn strict(mut self) -> Suite {
        self.failure_policy.fails_on_should_violations = true;
        self
    }

    /// Inconclusive rules (rules without a certain verdict) do not fail the run.
    #[must_use]
    pub fn allow_inconclusive(mut self) -> Suite {
        self.failure_policy.allow_inconclusive = true;
        self
    }

    /// Sets the maximum number of parallel sessions of one run; two by default.
    #[must_use]
    pub fn jobs(mut self, jobs: u16) -> Suite {
        self.jobs = jobs;
        self
    }

    /// Reports rules at level `may` if they are newer than this version, or became stricter after it.
    #[must_use]
    pub fn rules_as_of(mut self, version: impl Into<String>) -> Suite {
        self.rules_as_of = Some(version.into());
        self
    }

    /// Sets the time limit of a run; scenarios that have not ended by then are inconclusive. By default a run has no
    /// time limit, because it may have to wait for the runs of other tests.
    #[must_use]
    pub fn time_limit(mut self, limit: Duration) -> Suite {
        self.time_limit = Some(limit);
        self
    }

    /// Plays the scenarios of the profile against the engine and judges every line, as `ponderhit check` does.
    pub fn check(&self) -> Judgement {
        self.run_suite(RunMode::Check, &self.config, |protocol| {
            select::select_scenarios(protocol, &self.scenario_filter)
        })
    }

    /// Plays a script, as `ponderhit replay` does: a file, or an embedded script with an id such as `ucci/quit/idle`.
    /// An unmet expectation is a violation of `script/mismatch`.
    pub fn replay(&self, script: impl AsRef<Path>) -> Judgement {
        let name = script.as_ref().to_string_lossy();
        let scenarios = match scenarios::read_scenario(&name) {
            Ok(scenario) => vec![scenario],
            Err(err) => return err.into(),
        };
        let mut config = self.config.clone();
        match scenarios::common_protocol(&scenarios) {
            Ok(Some(named)) if config.named_protocol().is_none() => {
                named.name().clone_into(&mut config.protocol);
            }
            Ok(_) => (),
            Err(err) => return err.into(),
        }
        self.run_suite(RunMode::Replay, &config, |protocol| {
            let mut selection = Selection::from_scripts(protocol, scenarios);
            selection.filter_rules(
                protocol,
                &self.scenario_filter.only,
                &self.scenario_filter.skip,
            )?;
            Ok((selection, Vec::new()))
        })
    }

    fn run_suite(
        &self,
        mode: RunMode,
        config: &EngineConfig,
        choose: impl FnOnce(&dyn Protocol) -> Result<(Selection, Vec<Message>), Error>,
    ) -> Judgement {
        self.try_run_suite(mode, config, choose)
            .unwrap_or_else(Judgement::from)
    }

    fn try_run_suite(
        &self,
        mode: RunMode,
        config: &EngineConfig,
        choose: impl FnOnce(&dyn Protocol) -> Result<(Selection, Vec<Message>), Error>,
    ) -> Result<Judgement, Error> {
        let began = Stopwatch::start();
        self.config.validate()?;
        let rules_as_of = self.rules_as_of.as_deref().map(Version::parse).transpose();
        let rules_as_of = rules_as_of.map_err(|why| Error::option_error("--rules-as-of", why))?;
        let spec = config.engine_spec(self.program.clone(), self.args.clone());
        let command = self.engine_command();
        let (protocol, mut notes) = match config.named_or_detected_protocol(&spec) {
            detect::Detection::Protocol(protocol, notes) => (protocol, notes),
            detect::Detection::NotDetected(problem) => {
                let report = check::report_without_protocol(mode, command, problem, &began);
                return Ok(Judgement::new(report, TranscriptCollector::default()));
            }
        };
        rule::version::check_rules_as_of(&protocol.rules(), rules_as_of)
            .map_err(|why| Error::option_error("--rules-as-of", why))?;
        let protocol = match mode {
            RunMode::Check => protocol::with_default_game(protocol),
            RunMode::Replay | RunMode::Judge => protocol,
        };
        let (selection, remarks) = choose(protocol)?;
        notes.extend(remarks);
        let known = KnownFailures::read_optional(self.known_failures_file.as_deref(), protocol)?;
        if mode == RunMode::Check {
            notes.extend(select::known_failure_warnings(protocol, &known)?);
        }
        let request = RunRequest {
            shard: None,
            mode,
            protocol,
            engine_spec: spec,
            // The command line that reproduces a finding contains `--protocol` only if the user gave this option;
            // otherwise, the script names the protocol.
            reproduce: self.config.reproduce_command(command.clone()),
            engine_command: command,
            settings: config.session_settings(),
            selection,
            profile: (mode == RunMode::Check).then(|| self.scenario_filter.profile.clone()),
            rules_as_of,
            stopwatch: began,
            time_limit: self.time_limit,
            jobs: usize::from(self.jobs),
            failure_policy: self.failure_policy,
            stop_policy: check::StopPolicy::default(),
            known_failures: known,
            notes,
            keeps_transcripts: true,
        };
        let collector = TranscriptCollector::default();
        let report = check::run_scenarios(&request, &collector);
        Ok(Judgement::new(report, collector))
    }

    /// The engine's command line.
    fn engine_command(&self) -> Vec<String> {
        let words = std::iter::once(&self.program).chain(&self.args);
        words.map(|it| it.to_string_lossy().into_owned()).collect()
    }
}
