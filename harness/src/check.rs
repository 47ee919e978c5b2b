//! Plays scenarios to an engine, each in a fresh process, judges them, and puts the verdicts together.

mod as_of;
mod breaker;
mod confirm;
mod digest;
mod exit;
mod merge;
mod mismatch;
mod order;
pub(crate) mod select;
mod sessions;
mod start;
mod undermine;

use std::{collections::BTreeMap, sync::Arc, time::Duration};

use crate::{
    known::Known,
    launch::reproduce::Reproduce,
    link::{self, clock::Stopwatch},
    protocol::{Protocol, RuleInfo},
    rule::{RuleId, version::Version},
    session::{Played, Settings, TimeoutHistory},
    transcript::Transcript,
    verdict::{self, Engine, Report, Run, Tool},
};
use breaker::Breaker;
use select::Selection;
use sessions::Outcomes;

/// How many sessions run side by side, if nobody says otherwise.
pub(crate) const JOBS: u16 = 2;

/// How long `check` may take, if nothing else is said.
pub(crate) const TIME_LIMIT: Duration = Duration::from_secs(120);

/// Everything that a run needs to know.
pub(crate) struct Request {
    pub mode: Mode,
    pub protocol: &'static dyn Protocol,
    pub spec: link::Spec,
    /// The engine's command as the user said it.
    pub command: Vec<String>,
    pub settings: Settings,
    pub selection: Selection,
    pub profile: Option<String>,
    /// Rules newer than this are reported at level `may`.
    pub rules_as_of: Option<Version>,
    /// How many sessions may run side by side.
    pub jobs: usize,
    /// When the run began, finding out about the protocol included.
    pub began: Stopwatch,
    /// What is not played by then, counted from there, is not played.
    pub time_limit: Option<Duration>,
    pub policy: Policy,
    /// The violations to live with.
    pub known: Known,
    pub reproduce: Reproduce,
    /// What to tell beside the verdicts.
    pub notes: Vec<String>,
}

/// What a script is there for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Mode {
    /// A script only drives; rules judge.
    Check,
    /// An unmet expectation is a finding.
    Replay,
    /// Nothing is played: a record of both sides is judged.
    Judge,
}

impl Mode {
    /// The command that it belongs to.
    pub(crate) fn name(self) -> &'static str {
        match self {
            Mode::Check => "check",
            Mode::Replay => "replay",
            Mode::Judge => "judge",
        }
    }
}

/// How strict the exit code is.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Policy {
    /// A violated `should` fails, too.
    pub strict: bool,
    pub allow_inconclusive: bool,
}

/// Somebody who watches a run. Called from several threads.
pub(crate) trait Observer: Sync {
    /// The engine is there, and this is what it calls itself.
    fn began(&self, engine: &Engine);

    /// So many of `total` scenarios are over.
    fn progress(&self, done: usize, total: usize, scenario: &str);

    /// A session is over. Its name is the scenario's id; `attempt` counts from 1.
    fn recorded(&self, protocol: &str, session: &str, attempt: usize, transcript: &Transcript);

    /// What came is not what the snapshot of that id has: it would be this now.
    fn snapshot_updated(&self, _snapshot: &str, _text: &[u8]) {}
}

/// Plays, judges and puts together. What the engine does wrong is in the report.
pub(crate) fn run(request: &Request, observer: &dyn Observer) -> Report {
    let watch = Stopwatch::start();
    let stage = Stage::new(request, observer);
    let mut engine = Engine {
        command: request.command.clone(),
        name: None,
        built_in: request.reproduce.engine.is_empty(),
    };
    let started = start::shake(&stage);
    engine.name.clone_from(&started.engine_name);
    observer.began(&engine);
    let outcomes = match started.problem {
        None => sessions::play_all(&stage),
        Some(_) => Outcomes::default(),
    };
    told(&stage, &watch, engine, started, &outcomes)
}

/// A session that was judged already.
pub(crate) struct Held {
    pub(crate) played: Played,
    /// Whether its transcript has no gaps.
    pub(crate) whole: bool,
}

/// The report of sessions that were not played here, one for each chosen scenario.
pub(crate) fn report_of(request: &Request, held: Vec<Held>, observer: &dyn Observer) -> Report {
    let watch = Stopwatch::start();
    let stage = Stage::new(request, observer);
    let mut name = None;
    let chosen = request.selection.chosen.iter();
    let sessions = chosen.zip(held).map(|(chosen, held)| {
        name = name.take().or(held.played.judged.engine_name.clone());
        let mut session = digest::digest(&stage, chosen, held.played, None);
        // What has gaps would only mislead.
        session.transcript.take_if(|_| !held.whole);
        Ok(session)
    });
    let outcomes = Outcomes {
        sessions: sessions.collect(),
    };
    let engine = Engine {
        command: request.command.clone(),
        name,
        built_in: false,
    };
    observer.began(&engine);
    told(&stage, &watch, engine, start::Started::default(), &outcomes)
}

/// The report of what was played, or recorded.
fn told(
    stage: &Stage<'_>,
    watch: &Stopwatch,
    engine: Engine,
    started: start::Started,
    outcomes: &Outcomes,
) -> Report {
    let request = stage.request;
    let merged = merge::merge(stage, &started, outcomes);
    let mut report = Report {
        schema: verdict::SCHEMA,
        tool: Tool::THIS,
        protocol: request.protocol.name().to_owned(),
        protocol_title: request.protocol.title().to_owned(),
        command: request.mode.name(),
        profile: request.profile.clone(),
        engine,
        seed: None,
        shard: None,
        filtered: !request.selection.whole,
        problem: started
            .problem
            .or_else(|| request.selection.problem.clone()),
        notes: request.notes.iter().cloned().chain(merged.notes).collect(),
        summary: verdict::summarize(&merged.verdicts),
        stale: merged.stale,
        doubts: merged.doubts,
        verdicts: merged.verdicts,
        scenarios: merged.scenarios,
        run: Run {
            seconds: watch.elapsed().as_secs_f64(),
            transcripts: merged.transcripts,
            ..this_run()
        },
        boards: verdict::Boards::default(),
        exit: crate::exit::Exit::Fine,
    };
    report.exit = exit::of(request, started.failed, &report);
    report
}

/// The report of a run that never found out which protocol the engine speaks.
pub(crate) fn without_protocol(
    mode: Mode,
    command: Vec<String>,
    problem: String,
    watch: &Stopwatch,
) -> Report {
    Report {
        schema: verdict::SCHEMA,
        tool: Tool::THIS,
        protocol: "auto".to_owned(),
        protocol_title: "no protocol found".to_owned(),
        command: mode.name(),
        profile: None,
        engine: Engine {
            command,
            name: None,
            built_in: false,
        },
        seed: None,
        shard: None,
        filtered: true,
        problem: Some(problem),
        notes: Vec::new(),
        stale: Vec::new(),
        doubts: Vec::new(),
        verdicts: Vec::new(),
        scenarios: Vec::new(),
        summary: BTreeMap::new(),
        run: Run {
            seconds: watch.elapsed().as_secs_f64(),
            ..this_run()
        },
        boards: verdict::Boards::default(),
        exit: match link::interrupted() {
            true => crate::exit::Exit::Interrupted,
            false => crate::exit::Exit::NoEngine,
        },
    }
}

/// What the parts of a run share.
struct Stage<'a> {
    request: &'a Request,
    /// The protocol's rules, and in `replay` the one about the script itself.
    rules: Vec<RuleInfo>,
    /// Why some of them do not bind in this run.
    unbound: BTreeMap<RuleId, &'static str>,
    breaker: Breaker,
    timeout_history: Arc<TimeoutHistory>,
    observer: &'a dyn Observer,
}

impl<'a> Stage<'a> {
    fn new(request: &'a Request, observer: &'a dyn Observer) -> Stage<'a> {
        let bound = as_of::bound(request);
        let unbound = bound.iter().filter_map(|it| Some((it.0.rule_id(), it.1?)));
        Stage {
            unbound: unbound.collect(),
            rules: bound.into_iter().map(|it| it.0).collect(),
            breaker: Breaker::new(request.settings.scale),
            timeout_history: Arc::default(),
            request,
            observer,
        }
    }
}

fn this_run() -> Run {
    let cwd = std::env::current_dir();
    Run {
        cwd: cwd.map(|it| it.display().to_string()).unwrap_or_default(),
        os: std::env::consts::OS,
        interrupted: link::interrupted(),
        ..Run::default()
    }
}
