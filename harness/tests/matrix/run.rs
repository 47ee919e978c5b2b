//! Plays every scenario of `check` with a reference engine and some faults, on a virtual clock.

use std::{
    collections::{BTreeMap, BTreeSet},
    env, fs,
    path::{Path, PathBuf},
    sync::Arc,
    time::Duration,
};

use ponderhit::{
    link::{self, Actor, ActorAction},
    protocol::{self, LevelInProfile, Protocol, RuleInfo},
    rule::{Findings, Outcome, RuleId, RuleMap},
    session::{self, PlayedSession, SessionSettings},
    transcript::Script,
};

use crate::parallel;

/// How much longer a session waits for an answer than the limit of a rule allows.
const EXTRA_TIMEOUT: Duration = Duration::from_millis(1);

/// The virtual time between two steps of the engine's search. With long steps, the searches take less processor time.
/// With steps twice as long, the engines of GTP and AGI would not answer within the deadlines of some scenarios.
fn time_per_search_step(protocol: &dyn Protocol) -> Duration {
    Duration::from_millis(match protocol.name() {
        "gtp" => 20,
        "uci" => 40,
        "agi" => 80,
        _ => 50,
    })
}

/// The results of all scenarios of one protocol.
#[derive(Default)]
pub(crate) struct ScenarioResults {
    pub(crate) fault_application_count: u64,
    /// For each scenario, the findings of all rules.
    pub(crate) findings_by_scenario: Vec<(String, Arc<RuleMap<Findings>>)>,
    /// The scenarios whose session sent further commands after an unmet expectation, to prove that an answer was lost.
    pub(crate) scenarios_with_proof: BTreeSet<String>,
}

impl ScenarioResults {
    /// The violated rules, each with the first scenario and message.
    pub(crate) fn violated_rules(&self, protocol: &dyn Protocol) -> BTreeMap<&'static str, String> {
        let mut violated = BTreeMap::new();
        for (scenario, findings) in &self.findings_by_scenario {
            let rules = protocol.rules();
            let engine = findings.values_of(&rules).filter(|it| {
                !it.0.is_about_interface()
                    && is_rule_applicable(protocol, profile_of(scenario), it.0)
            });
            for (rule, findings) in engine {
                if let Some(first) = findings.violations.first() {
                    let why = format!("{scenario}: {}", first.message);
                    violated.entry(rule.id).or_insert(why);
                }
            }
        }
        let causes: Vec<String> = violated.keys().map(|it| (*it).to_owned()).collect();
        let open = |id: &str| {
            let rules = protocol.rules();
            let rule = rules.iter().find(|it| it.id == id);
            rule.is_some_and(|it| {
                protocol::root_cause(protocol, &causes, it.topic, false).is_some()
            })
        };
        violated.retain(|it, _| !open(it));
        violated
    }

    /// For each rule, the outcome that combines its outcomes in all scenarios.
    pub(crate) fn outcomes_by_rule(&self) -> RuleMap<Outcome> {
        let first = self.findings_by_scenario.first();
        let rules = first.into_iter().flat_map(|it| it.1.iter()).map(|it| it.0);
        let outcome = |rule: RuleId| {
            self.findings_by_scenario
                .iter()
                .map(move |(_, it)| it[rule].outcome())
        };
        rules
            .filter_map(|it| Some((it, outcome(it).max()?)))
            .collect()
    }
}

/// The profile in which a scenario is judged. A scenario in a folder `league` or `profile_NAME` is judged in the
/// profile `league` or `NAME`, and every other scenario in `full`.
fn profile_of(scenario: &str) -> &str {
    let folder = scenario.split('/').nth(1).unwrap_or_default();
    match folder.strip_prefix("profile_") {
        Some(profile) => profile,
        None if folder == "league" => folder,
        None => "full",
    }
}

/// Returns true if a rule is applicable in a profile.
pub(crate) fn is_rule_applicable(protocol: &dyn Protocol, profile: &str, rule: &RuleInfo) -> bool {
    !matches!(
        protocol.level_in_profile(profile, rule),
        LevelInProfile::NotApplicable(_)
    )
}

/// Plays all scenarios with the reference engine without faults.
pub(crate) fn run_without_faults(protocol: &'static dyn Protocol) -> ScenarioResults {
    let findings = parallel::map_in_parallel(&load_scenarios(protocol), |(id, script)| {
        let played = play_in_memory(protocol, script, slow_step_engine(protocol));
        (id.clone(), Arc::new(played.judge_result.findings))
    });
    ScenarioResults {
        fault_application_count: 0,
        findings_by_scenario: findings,
        scenarios_with_proof: BTreeSet::new(),
    }
}

/// Plays a script with an engine in memory.
pub(crate) fn play_in_memory(
    protocol: &dyn Protocol,
    script: &Script,
    actor: Box<dyn Actor>,
) -> PlayedSession {
    let mut link = link::connect_in_memory(actor);
    let mut settings = SessionSettings::with_timeout_scale(1.0);
    // On a real clock, a wait always takes a little longer than its timeout. The virtual clock is exact, so the
    // session's timeouts are one millisecond longer here. With the longer timeout, the wait for a missing answer also
    // exceeds the limit of a rule whose limit equals the original timeout.
    settings.line_timeout += EXTRA_TIMEOUT;
    settings.startup_timeout += EXTRA_TIMEOUT;
    session::play_session(protocol, link.as_mut(), script, &settings)
}

/// The reference engine with only a few search steps per virtual second, so that ten virtual seconds need little
/// processor time. The tests do not depend on the number of nodes that this engine searches.
struct SlowStepEngine {
    engine: Box<dyn Actor>,
    /// The time of the last step of the current search.
    last_wake_time: Option<Duration>,
    time_per_step: Duration,
}

pub(crate) fn slow_step_engine(protocol: &dyn Protocol) -> Box<dyn Actor> {
    engine_with_time_per_step(protocol, time_per_search_step(protocol))
}

/// The reference engine with the virtual time `step` between two steps of a search.
pub(crate) fn engine_with_time_per_step(protocol: &dyn Protocol, step: Duration) -> Box<dyn Actor> {
    Box::new(SlowStepEngine {
        engine: protocol.reference_engine().expect("a reference engine"),
        last_wake_time: None,
        time_per_step: step,
    })
}

impl Actor for SlowStepEngine {
    fn receive_input(&mut self, now: Duration, bytes: &[u8], out: &mut Vec<ActorAction>) {
        // The first step of a search is never late, so a search does not depend on the time at which it starts.
        if self.engine.next_wake_time().is_none() {
            self.last_wake_time = None;
        }
        self.engine.receive_input(now, bytes, out);
    }

    fn handle_input_closed(&mut self, now: Duration, out: &mut Vec<ActorAction>) {
        self.engine.handle_input_closed(now, out);
    }

    fn handle_wake(&mut self, now: Duration, out: &mut Vec<ActorAction>) {
        self.last_wake_time = Some(now);
        self.engine.handle_wake(now, out);
    }

    fn next_wake_time(&self) -> Option<Duration> {
        let wanted = self.engine.next_wake_time()?;
        let earliest = self.last_wake_time.map(|it| it + self.time_per_step);
        Some(earliest.map_or(wanted, |it| it.max(wanted)))
    }
}

/// Loads the scenarios of all profiles except `gui` and `long`. Their scenarios exercise no additional rule, and the
/// oddities are not written for the scenarios of profile `gui`.
pub(crate) fn load_scenarios(protocol: &dyn Protocol) -> Vec<(String, Script)> {
    let folder = package_dir().join("../scripts").join(protocol.name());
    let scripts = scripts_in(&folder).into_iter();
    let scripts = scripts.map(|(id, it)| (format!("{}/{id}", protocol.name()), it));
    scripts
        .filter(|(_, script)| {
            let profiles = script.directive("profile").unwrap_or_default();
            let left_out = |it: &str| ["replay", "gui", "long"].contains(&it);
            !profiles.split_whitespace().any(left_out)
        })
        .collect()
}

/// Every script below a folder, with its path below this folder.
pub(crate) fn scripts_in(folder: &Path) -> Vec<(String, Script)> {
    let mut files = Vec::new();
    collect_scripts(folder, &mut files);
    files.sort();
    let scripts = files.into_iter().map(|file| {
        let id = file.strip_prefix(folder).unwrap().with_extension("");
        let script = Script::parse(&fs::read(&file).unwrap());
        let script = script.unwrap_or_else(|it| panic!("{}: {it}", file.display()));
        (id.display().to_string(), script)
    });
    scripts.collect()
}

fn collect_scripts(folder: &Path, files: &mut Vec<PathBuf>) {
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            collect_scripts(&path, files);
        } else if path.extension().is_some_and(|it| it == "script") {
            files.push(path);
        }
    }
}

/// Returns the directory of the package at run time, because the checkout may have moved since the build.
pub(crate) fn package_dir() -> PathBuf {
    env::var_os("CARGO_MANIFEST_DIR").map_or_else(|| PathBuf::from("."), PathBuf::from)
}
