//! Plays scenarios, each in a fresh engine process, judges the sessions and merges them into a report.

mod announce;
mod circuit_breaker;
mod confirm;
mod early_end;
mod exit;
mod first_session;
mod id_globs;
mod job_scheduler;
mod masking;
mod merge;
pub(crate) mod merge_shards;
mod mismatch;
mod play_order;
pub(crate) mod repeat;
mod rule_levels;
pub(crate) mod select;
mod session_result;
mod sessions;
pub(crate) mod shard;
pub(crate) mod shard_results;
mod stop_policy;

use std::{collections::BTreeMap, sync::Arc, time::Duration};

use crate::{
    known_failures::KnownFailures,
    launch::reproduce::ReproduceArgs,
    link::{self, clock::Stopwatch},
    message::{Message, Problem, message},
    protocol::{Protocol, RuleInfo},
    rule::{Level, Outcome, RuleId, version::Version},
    session::{PlayedSession, SessionSettings, TimeoutHistory},
    transcript::Transcript,
    verdict::{self, EngineInfo, Report, RunDetails, ToolInfo, Violation},
};
use circuit_breaker::HangBreaker;
use select::Selection;
use sessions::SessionOutcomes;
use shard::ShardRequest;
pub(crate) use stop_policy::StopPolicy;

/// The default number of parallel sessions.
pub(crate) const DEFAULT_JOBS: u16 = 2;

/// The default time limit of `check`.
pub(crate) const DEFAULT_TIME_LIMIT: Duration = Duration::from_secs(120);

/// The options of a run.
pub(crate) struct RunRequest {
    pub mode: RunMode,
    pub protocol: &'static dyn Protocol,
    pub engine_spec: link::EngineSpec,
    /// The engine's command as the user gave it.
    pub engine_command: Vec<String>,
    pub settings: SessionSettings,
    pub selection: Selection,
    pub profile: Option<String>,
    /// The version of `--rules-as-of`: rules that are newer than this version are reported at level `may`.
    pub rules_as_of: Option<Version>,
    /// The maximum number of parallel sessions.
    pub jobs: usize,
    /// The stopwatch of the run, started before the protocol was detected.
    pub stopwatch: Stopwatch,
    /// The time limit of the run, measured by `stopwatch`. A scenario that has not ended at the
    /// time limit is not judged.
    pub time_limit: Option<Duration>,
    pub failure_policy: FailurePolicy,
    pub stop_policy: StopPolicy,
    /// The shard of `--shard`; `None` for a run of all scenarios.
    pub shard: Option<ShardRequest>,
    /// The known failures.
    pub known_failures: KnownFailures,
    pub reproduce: ReproduceArgs,
    /// Notes for the report.
    pub notes: Vec<Message>,
    /// True if the report contains the transcripts of the sessions.
    pub keeps_transcripts: bool,
}

/// The command (`check`, `replay` or `judge`) that started the run.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum RunMode {
    /// Plays scripts and judges the sessions. In `check`, an unmet expectation of the script is no violation.
    Check,
    /// Plays scripts and judges the sessions. In `replay`, an unmet expectation of the script is a violation of
    /// `script/mismatch`.
    Replay,
    /// Judges recorded conversations and starts no engine. Reports of `judge` also contain the rules about the
    /// interface (the GUI); reports of `check` and `replay` do not.
    Judge,
}

impl RunMode {
    /// The name of the command, such as `check`.
    pub(crate) fn name(self) -> &'static str {
        match self {
            RunMode::Check => "check",
            RunMode::Replay => "replay",
            RunMode::Judge => "judge",
        }
    }
}

/// The options that decide which outcomes fail a run.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct FailurePolicy {
    /// True if a violated rule of level `should` fails the run, too.
    pub fails_on_should_violations: bool,
    pub allow_inconclusive: bool,
}

impl FailurePolicy {
    /// True if a violation of a rule of this level fails the run.
    fn fails_run_if_violated(self, level: Level) -> bool {
        match level {
            Level::Must | Level::Robust => true,
            Level::Should => self.fails_on_should_violations,
            Level::May => false,
        }
    }
}

/// Receives the progress of a run, from several threads.
pub(crate) trait CheckObserver: Sync {
    /// Called once, before the first scenario; `engine.name` is the name of the engine, if it is
    /// known.
    fn engine_started(&self, engine: &EngineInfo);

    /// Called at the start of the run for each warning. The report also contains the warning as a note.
    fn warn(&self, _warning: &Message) {}

    /// Called each time a scenario has ended, to show progress. So far, `done` of `total` scenarios have ended.
    fn scenario_done(&self, done: usize, total: usize, scenario: &str);

    /// Called before a scenario is played or replayed.
    fn session_started(&self, _scenario: &str) {}
    /// Called once for each violated rule, as soon as one of its violations is certain. A later violation of another
    /// rule may turn out to be the cause of this violation.
    fn violation_found(&self, _level: Level, _rule: &str, _violation: &Violation) {}

    /// Called when a session has ended. `session` is the id of the scenario. `attempt` is 1 for the
    /// first session of a scenario, and higher for its replays.
    fn session_recorded(
        &self,
        protocol: &str,
        session: &str,
        attempt: usize,
        transcript: &Transcript,
    );

    /// Called when the engine's output differs from a snapshot. The arguments are the id of the snapshot, and its text
    /// with the engine's new output.
    fn snapshot_updated(&self, _snapshot: &str, _text: &[u8]) {}
}

/// Plays the scenarios, judges the sessions and builds the report.
pub(crate) fn run_scenarios(request: &RunRequest, observer: &dyn CheckObserver) -> Report {
    let watch = Stopwatch::start();
    let run = RunState::new(request, observer);
    let mut engine = EngineInfo {
        command: request.engine_command.clone(),
        label: None,
        name: None,
        built_in: request.reproduce.engine.is_empty(),
    };
    let started = first_session::play_first_session(&run);
    engine.name.clone_from(&started.engine_name);
    observer.engine_started(&engine);
    for warning in &started.warnings {
        observer.warn(warning);
    }
    let outcomes = match started.failure_reason {
        None => sessions::play_all_scenarios(&run),
        Some(_) => SessionOutcomes::default(),
    };
    build_report(&run, &watch, engine, started, &outcomes)
}

/// A recorded conversation that is already judged.
pub(crate) struct JudgedRecord {
    pub(crate) played_session: PlayedSession,
    /// True if the transcript is complete: no event was dropped.
    pub(crate) is_complete: bool,
}

/// Builds the report on recorded conversations that are already judged. In the report, each conversation is one
/// scenario.
pub(crate) fn report_judged_records(
    request: &RunRequest,
    held: Vec<JudgedRecord>,
    observer: &dyn CheckObserver,
) -> Report {
    let watch = Stopwatch::start();
    let run = RunState::new(request, observer);
    let mut name = None;
    let chosen = request.selection.scenarios.iter();
    let sessions = chosen.zip(held).map(|(chosen, held)| {
        name = name
            .take()
            .or(held.played_session.judge_result.engine_name.clone());
        let mut session =
            session_result::summarize_session(&run, chosen, held.played_session, None);
        // Leaves an incomplete transcript out of the report.
        session.transcript.take_if(|_| !held.is_complete);
        Ok(session)
    });
    let outcomes = SessionOutcomes {
        sessions: sessions.collect(),
    };
    let engine = EngineInfo {
        command: request.engine_command.clone(),
        label: None,
        name,
        built_in: false,
    };
    observer.engine_started(&engine);
    build_report(
        &run,
        &watch,
        engine,
        first_session::FirstSessionResult::default(),
        &outcomes,
    )
}

/// Merges the sessions and builds the report.
fn build_report(
    run: &RunState<'_>,
    watch: &Stopwatch,
    engine: EngineInfo,
    started: first_session::FirstSessionResult,
    outcomes: &SessionOutcomes,
) -> Report {
    let request = run.request;
    let merged = merge::merge_sessions(run, &started, outcomes);
    let sessions = shard_results::shard_results(run, &started, outcomes);
    let mut report = Report {
        schema: verdict::REPORT_SCHEMA,
        tool: ToolInfo::CURRENT_TOOL,
        protocol: request.protocol.name().to_owned(),
        protocol_title: request.protocol.title().into(),
        command: request.mode.name(),
        profile: request.profile.clone(),
        engine,
        seed: None,
        shard: request.shard.as_ref().map(|it| it.shard.name()),
        selection: request.selection.options.clone(),
        filtered: !request.selection.selects_everything,
        problem: started
            .failure_reason
            .or_else(|| request.selection.selection_error.clone().map(Problem::from)),
        notes: (request.notes.iter().cloned())
            .chain(started.warnings)
            .chain(merged.notes)
            .collect(),
        summary: verdict::count_outcomes(&merged.verdicts),
        stale_lines: (merged.stale_known_failures.iter())
            .map(|it| it.0)
            .collect(),
        stale: (merged.stale_known_failures.into_iter())
            .map(|it| it.1)
            .collect(),
        doubts: merged.unjudged_ranges,
        verdicts: merged.verdicts,
        fix_first: None,
        all_scenarios: request.selection.total_scenario_count,
        scenarios: merged.scenarios,
        run: RunDetails {
            seconds: watch.elapsed().as_secs_f64(),
            coverage: merged.coverage,
            deadlines: merged.deadlines,
            transcripts: merged.transcripts,
            ..collect_run_details()
        },
        sessions,
        layout: verdict::TextLayout::default(),
        exit: crate::exit::Exit::Fine,
    };
    report.fix_first = report.rule_to_fix_first().map(|it| it.rule.clone());
    let note = report.capability_that_all_scenarios_need().map(|it| {
        message!(
            "all_scenarios_need",
            "every selected scenario needs `{capability}`, which the engine does not announce: nothing after the handshake was judged",
            capability = it
        )
    });
    let some_need = note
        .is_none()
        .then(|| scripts_without_capability_note(request, &report));
    report.notes.extend(note.or(some_need.flatten()));
    let note = busy_host_note(request, &report);
    report.notes.extend(note);
    report.exit = exit::exit_code(request, started.has_failed, &report);
    report
}

/// A note that names the scripts of `replay` that the engine did not play, because it does not announce what they need.
fn scripts_without_capability_note(request: &RunRequest, report: &Report) -> Option<Message> {
    let scenarios = report.scenarios.iter();
    let left_out: Vec<String> = scenarios
        .filter_map(|it| Some(format!("{} (`{}`)", it.scenario, it.needs.as_ref()?)))
        .collect();
    let scripts: Vec<&str> = left_out.iter().map(String::as_str).collect();
    (request.mode == RunMode::Replay && !scripts.is_empty()).then(|| {
        message!(
            "scripts_without_capability",
            "not played, because the engine does not announce what they need: {scripts}",
            scripts
        )
    })
}

/// The ids of the reasons for which a replay without other sessions may give a verdict.
const BUSY_HOST_REASONS: [&str; 4] = [
    "host_late_after_violation",
    "host_late_in_replays",
    "host_late_not_replayed",
    "not_confirmed",
];

/// If the host was too slow to judge a rule, a note with the command that plays one of the rule's scenarios alone.
fn busy_host_note(request: &RunRequest, report: &Report) -> Option<Message> {
    let open = report.verdicts.iter();
    let open =
        open.filter(|it| it.selected && it.is_error() && it.outcome == Outcome::Inconclusive);
    let mut reasons = open.flat_map(|it| &it.reasons);
    let reason = reasons.find(|it| BUSY_HOST_REASONS.contains(&it.why.id))?;
    let mut scenarios = request.selection.scenarios.iter().map(|it| &it.scenario);
    let scenario = scenarios.find(|it| Some(&it.id) == reason.scenario.as_ref())?;
    let command = request
        .reproduce
        .replay_command(request.protocol.name(), scenario);
    let is_out_of_time = (request.time_limit).is_some_and(|it| request.stopwatch.elapsed() >= it);
    (request.mode == RunMode::Check).then(|| match request.time_limit.filter(|_| is_out_of_time) {
        Some(limit) => message!(
            "time_limit_before_replays",
            "the time limit of {limit} was reached before all violations were confirmed: `--time-limit` sets a longer one, and `{command}` plays one of the scenarios alone",
            limit,
            command
        ),
        None => message!(
            "busy_host_replay",
            "the host was too slow to judge some rules; `{command}` plays one of their scenarios alone, and `-j 1` all of them one after the other",
            command
        ),
    })
}

/// Builds the report of a run in which no protocol was detected.
pub(crate) fn report_without_protocol(
    mode: RunMode,
    command: Vec<String>,
    problem: Problem,
    watch: &Stopwatch,
) -> Report {
    Report {
        schema: verdict::REPORT_SCHEMA,
        tool: ToolInfo::CURRENT_TOOL,
        protocol: "auto".to_owned(),
        protocol_title: message!("no_protocol_found", "no protocol found").into(),
        command: mode.name(),
        profile: None,
        engine: EngineInfo {
            command,
            label: None,
            name: None,
            built_in: false,
        },
        seed: None,
        shard: None,
        selection: verdict::ReportSelection::default(),
        filtered: true,
        problem: Some(problem),
        notes: Vec::new(),
        stale: Vec::new(),
        stale_lines: Vec::new(),
        doubts: Vec::new(),
        verdicts: Vec::new(),
        fix_first: None,
        all_scenarios: 0,
        scenarios: Vec::new(),
        summary: BTreeMap::new(),
        run: RunDetails {
            seconds: watch.elapsed().as_secs_f64(),
            ..collect_run_details()
        },
        sessions: None,
        layout: verdict::TextLayout::default(),
        exit: match link::was_interrupted() {
            true => crate::exit::Exit::Interrupted,
            false => crate::exit::Exit::NoEngine,
        },
    }
}

/// The state that all parts of a run share.
struct RunState<'a> {
    request: &'a RunRequest,
    /// The protocol's rules, and in `replay` also `script/mismatch`.
    rules: Vec<RuleInfo>,
    /// The rules that do not apply in this run, each with the reason.
    not_applicable_rules: BTreeMap<RuleId, &'static Message>,
    breaker: HangBreaker,
    timeout_history: Arc<TimeoutHistory>,
    observer: &'a dyn CheckObserver,
    announced_rules: announce::AnnouncedRules,
}

impl<'a> RunState<'a> {
    fn new(request: &'a RunRequest, observer: &'a dyn CheckObserver) -> RunState<'a> {
        let bound = rule_levels::rules_in_run(request);
        let unbound = bound.iter().filter_map(|it| Some((it.0.rule_id(), it.1?)));
        RunState {
            not_applicable_rules: unbound.collect(),
            rules: bound.into_iter().map(|it| it.0).collect(),
            breaker: HangBreaker::new(request.settings.timeout_scale),
            timeout_history: Arc::default(),
            announced_rules: announce::AnnouncedRules::default(),
            request,
            observer,
        }
    }
}

fn collect_run_details() -> RunDetails {
    let cwd = std::env::current_dir();
    RunDetails {
        cwd: cwd.map(|it| it.display().to_string()).unwrap_or_default(),
        os: std::env::consts::OS,
        interrupted: link::was_interrupted(),
        ..RunDetails::default()
    }
}
