//! Plays every scenario of `check` with a reference engine and some faults, on a virtual clock.

use std::{
    collections::BTreeMap,
    env, fs,
    path::{Path, PathBuf},
    sync::{
        Arc, Mutex,
        atomic::{AtomicU64, AtomicUsize, Ordering},
    },
    thread,
    time::Duration,
};

use ponderhit::{
    inject::{Fault, Faulty, Injector},
    link::{self, Act, Actor},
    protocol::{self, Binding, Protocol, RuleInfo},
    rule::{Findings, Outcome, PerRule, RuleId},
    session::{self, Played, Settings},
    transcript::Script,
};

/// The session waits longer than the limit of a rule by this time.
const MOMENT: Duration = Duration::from_millis(1);

/// The virtual time between two steps of a search.
const BREATH: Duration = Duration::from_millis(20);

/// The results of all scenarios.
#[derive(Default)]
pub(crate) struct Ran {
    pub(crate) applied: u64,
    /// For each scenario, the findings of all rules.
    pub(crate) judged: Vec<(String, PerRule<Findings>)>,
}

impl Ran {
    /// The violated rules, and for each rule the first scenario and message.
    pub(crate) fn violated(&self, protocol: &dyn Protocol) -> BTreeMap<&'static str, String> {
        let mut violated = BTreeMap::new();
        for (scenario, findings) in &self.judged {
            let rules = protocol.rules();
            let engine = findings
                .of(&rules)
                .filter(|it| !it.0.binds_interface() && binds(protocol, profile(scenario), it.0));
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

    /// For each rule, its combined outcome in all scenarios.
    pub(crate) fn outcomes(&self) -> PerRule<Outcome> {
        let first = self.judged.first();
        let rules = first.into_iter().flat_map(|it| it.1.iter()).map(|it| it.0);
        let outcome = |rule: RuleId| self.judged.iter().map(move |(_, it)| it[rule].outcome());
        rules
            .filter_map(|it| Some((it, outcome(it).max()?)))
            .collect()
    }
}

/// The profile in which a scenario is judged: `league` for scenarios in that folder, otherwise `full`.
fn profile(scenario: &str) -> &str {
    let folder = scenario.split('/').nth(1);
    folder.filter(|it| *it == "league").unwrap_or("full")
}

/// Returns true if a rule counts in a profile.
pub(crate) fn binds(protocol: &dyn Protocol, profile: &str, rule: &RuleInfo) -> bool {
    !matches!(protocol.binding(profile, rule), Binding::NotApplicable(_))
}

/// Plays all scenarios with the reference engine without faults.
pub(crate) fn bare(protocol: &'static dyn Protocol) -> Ran {
    let judged = scenarios(protocol).into_iter().map(|(id, script)| {
        let findings = judge(protocol, &script, unhurried(protocol));
        (id, findings)
    });
    Ran {
        applied: 0,
        judged: judged.collect(),
    }
}

/// Plays all scenarios with each list of faults, in parallel on all processors.
pub(crate) fn all(protocol: &'static dyn Protocol, plans: Vec<Vec<Fault>>) -> Vec<Ran> {
    let scenarios = scenarios(protocol);
    let next = AtomicUsize::new(0);
    let results: Vec<_> = plans.iter().map(|_| Mutex::new(Ran::default())).collect();
    let work = || {
        loop {
            let place = next.fetch_add(1, Ordering::Relaxed);
            let Some(plan) = plans.get(place) else {
                return;
            };
            *results[place].lock().unwrap() = faulty(protocol, plan, &scenarios);
        }
    };
    let workers = thread::available_parallelism().map_or(1, |it| it.get());
    thread::scope(|scope| {
        for _ in 0..workers {
            scope.spawn(work);
        }
    });
    results
        .into_iter()
        .map(|it| it.into_inner().unwrap())
        .collect()
}

fn faulty(protocol: &'static dyn Protocol, plan: &[Fault], scenarios: &[(String, Script)]) -> Ran {
    let mut ran = Ran::default();
    for (id, script) in scenarios {
        let applied = Arc::new(AtomicU64::new(0));
        let told = Arc::clone(&applied);
        let injector = Injector::new(protocol, plan.to_vec());
        let actor = Faulty::new(unhurried(protocol), injector)
            .observed(move |counts| told.store(counts.iter().sum(), Ordering::Relaxed));
        ran.judged
            .push((id.clone(), judge(protocol, script, Box::new(actor))));
        ran.applied += applied.load(Ordering::Relaxed);
    }
    ran
}

fn judge(protocol: &dyn Protocol, script: &Script, actor: Box<dyn Actor>) -> PerRule<Findings> {
    play(protocol, script, actor).judged.findings
}

/// Plays a script with an engine in memory.
pub(crate) fn play(protocol: &dyn Protocol, script: &Script, actor: Box<dyn Actor>) -> Played {
    let mut link = link::memory(actor);
    let mut settings = Settings::scaled(1.0);
    // Waits on a real clock always take a little longer than the limit. On the virtual clock the session waits one
    // millisecond longer, so that a missing answer is late for rules with the same limit.
    settings.timeout += MOMENT;
    settings.startup_timeout += MOMENT;
    session::play(protocol, link.as_mut(), script, &settings)
}

/// The reference engine with few steps per virtual second, so that ten virtual seconds need little processor time.
/// These tests do not depend on the number of nodes that the engine searches.
struct Unhurried {
    engine: Box<dyn Actor>,
    last: Duration,
}

pub(crate) fn unhurried(protocol: &dyn Protocol) -> Box<dyn Actor> {
    Box::new(Unhurried {
        engine: protocol.reference().expect("a reference engine"),
        last: Duration::ZERO,
    })
}

impl Actor for Unhurried {
    fn receive(&mut self, now: Duration, bytes: &[u8], out: &mut Vec<Act>) {
        self.engine.receive(now, bytes, out);
    }

    fn input_closed(&mut self, now: Duration, out: &mut Vec<Act>) {
        self.engine.input_closed(now, out);
    }

    fn wake(&mut self, now: Duration, out: &mut Vec<Act>) {
        self.last = now;
        self.engine.wake(now, out);
    }

    fn wake_at(&self) -> Option<Duration> {
        Some(self.engine.wake_at()?.max(self.last + BREATH))
    }
}

/// The scenarios that `check` plays in its largest profile.
pub(crate) fn scenarios(protocol: &dyn Protocol) -> Vec<(String, Script)> {
    let folder = root().join("../scripts").join(protocol.name());
    let scripts = scripts_in(&folder).into_iter();
    let scripts = scripts.map(|(id, it)| (format!("{}/{id}", protocol.name()), it));
    scripts
        .filter(|(_, it)| it.directive("profile") != Some("replay"))
        .collect()
}

/// Every script below a folder, with its path in this folder.
pub(crate) fn scripts_in(folder: &Path) -> Vec<(String, Script)> {
    let mut files = Vec::new();
    collect(folder, &mut files);
    files.sort();
    let scripts = files.into_iter().map(|file| {
        let id = file.strip_prefix(folder).unwrap().with_extension("");
        let script = Script::parse(&fs::read(&file).unwrap());
        let script = script.unwrap_or_else(|it| panic!("{}: {it}", file.display()));
        (id.display().to_string(), script)
    });
    scripts.collect()
}

fn collect(folder: &Path, files: &mut Vec<PathBuf>) {
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            collect(&path, files);
        } else if path.extension().is_some_and(|it| it == "script") {
            files.push(path);
        }
    }
}

/// Returns the directory of the package at run time, because the checkout may have moved since the build.
pub(crate) fn root() -> PathBuf {
    env::var_os("CARGO_MANIFEST_DIR").map_or_else(|| PathBuf::from("."), PathBuf::from)
}
