//! The innocence matrix: tests that no rule above level `may` reports unusual behaviour that the
//! specification allows.
//!
//! Each oddity (an unusual but allowed behaviour) is injected into the conversation with the
//! reference engine, in memory. An engine with an oddity plays every scenario of `check`. The
//! conversations in `tests/innocence` have a conformant interface. These conversations are played
//! with the oddities of engines and of interfaces, and `judge` judges both sides of the
//! transcripts.

#[path = "innocence/page.rs"]
mod page;
#[path = "matrix/run.rs"]
#[expect(dead_code, reason = "the kill matrix uses the rest")]
mod run;

use std::{
    collections::{BTreeMap, BTreeSet},
    sync::{
        Arc, LazyLock, Mutex,
        atomic::{AtomicU64, AtomicUsize, Ordering},
    },
    thread,
    time::Duration,
};

use ponderhit::{
    inject::{self, FaultyEngine, Injector, Oddity},
    link::{Actor, ActorAction},
    protocol::{self, JudgeResult, Protocol},
    rule::{Level, Outcome},
    transcript::{Event, EventKind, Script, Speaker, Transcript},
};

/// The results of all oddities of one protocol.
struct InnocenceMatrix {
    protocol: &'static dyn Protocol,
    rows: Vec<OddityResult>,
}

/// The result of one oddity.
struct OddityResult {
    oddity: Oddity,
    /// The number of times that each fault (change of a line) of the oddity was applied, in all
    /// sessions together.
    times_applied: Vec<u64>,
    /// The sessions in which at least one fault was applied.
    sessions: BTreeSet<String>,
    /// The violated rules above `may`, and for each rule the first session and message.
    violated_rules: BTreeMap<&'static str, String>,
}

static MATRICES: LazyLock<Vec<InnocenceMatrix>> = LazyLock::new(|| {
    let judged = protocol::ALL_PROTOCOLS.iter().copied();
    judged.filter_map(build_matrix).collect()
});

fn build_matrix(protocol: &'static dyn Protocol) -> Option<InnocenceMatrix> {
    let oddities = inject::listed_oddities(protocol).unwrap_or_else(|it| panic!("oddities: {it}"));
    if oddities.is_empty() {
        return None;
    }
    let wanted = std::env::var("ODDITY").ok();
    let wanted = |it: &Oddity| wanted.as_ref().is_none_or(|name| it.name.contains(name));
    let stage = OddityRunner::new(protocol);
    let next = AtomicUsize::new(0);
    let rows: Mutex<Vec<(usize, OddityResult)>> = Mutex::default();
    let work = || {
        loop {
            let place = next.fetch_add(1, Ordering::Relaxed);
            let Some(oddity) = oddities.get(place) else {
                return;
            };
            if wanted(oddity) {
                let row = stage.run_oddity(oddity);
                rows.lock().unwrap().push((place, row));
            }
        }
    };
    let workers = thread::available_parallelism().map_or(1, |it| it.get());
    thread::scope(|scope| {
        for _ in 0..workers {
            scope.spawn(work);
        }
    });
    let mut rows = rows.into_inner().unwrap();
    rows.sort_by_key(|it| it.0);
    Some(InnocenceMatrix {
        protocol,
        rows: rows.into_iter().map(|it| it.1).collect(),
    })
}

/// The scenarios and conversations that are played with each oddity.
struct OddityRunner {
    protocol: &'static dyn Protocol,
    scenarios: Vec<(String, Script)>,
    conversations: Vec<(String, Script)>,
}

impl OddityRunner {
    fn new(protocol: &'static dyn Protocol) -> OddityRunner {
        let folder = run::package_dir()
            .join("tests/innocence")
            .join(protocol.name());
        // Scenarios with repeated rounds are skipped: they take most of the time and show nothing new.
        let again = |it: &Script| it.directive("repeat").is_some();
        let scenarios = run::load_scenarios(protocol).into_iter();
        // Scenarios that merge standard error into the output are skipped, because the merged lines are part of the
        // conversation.
        let merged = |it: &Script| it.directive("stderr").is_some();
        let scenarios = scenarios.filter(|it| !again(&it.1) && !merged(&it.1));
        OddityRunner {
            protocol,
            scenarios: scenarios.collect(),
            conversations: run::scripts_in(&folder),
        }
    }

    fn run_oddity(&self, oddity: &Oddity) -> OddityResult {
        let mut row = OddityResult {
            oddity: oddity.clone(),
            times_applied: vec![0; oddity.faults.len()],
            sessions: BTreeSet::new(),
            violated_rules: BTreeMap::new(),
        };
        if oddity.acting_side == Speaker::Engine {
            for (id, script) in &self.scenarios {
                let session = self.play_session(oddity, script);
                if !oddity.faults.is_empty() && session.times_applied.iter().all(|it| *it == 0) {
                    continue;
                }
                let checked = Some((format!("check {id}"), &session.checked_findings));
                let judged = judge_as_text(self.protocol, &session.transcript);
                let judged = (format!("judge {id}"), &judged);
                row.add_session(self.protocol, &session, id, checked, false);
                row.add_session(self.protocol, &session, id, Some(judged), false);
            }
        }
        for (id, script) in &self.conversations {
            let session = self.play_session(oddity, script);
            let judged = judge_as_text(self.protocol, &session.transcript);
            let judged = (format!("judge {id}"), &judged);
            row.add_session(self.protocol, &session, id, Some(judged), true);
        }
        row
    }

    fn play_session(&self, oddity: &Oddity, script: &Script) -> OdditySession {
        let applied: Arc<Vec<AtomicU64>> =
            Arc::new(oddity.faults.iter().map(|_| AtomicU64::new(0)).collect());
        let tap: Arc<Mutex<Vec<Event>>> = Arc::default();
        let engine = EngineRecorder {
            engine: run::slow_step_engine(self.protocol),
            events: Arc::clone(&tap),
        };
        let told = Arc::clone(&applied);
        let injector = Injector::new(self.protocol, oddity.faults.clone());
        let actor =
            FaultyEngine::new(Box::new(engine), injector).with_counts_observer(move |counts| {
                for (to, count) in told.iter().zip(counts) {
                    to.store(count, Ordering::Relaxed);
                }
            });
        let played = run::play_in_memory(self.protocol, script, Box::new(actor));
        let events = match oddity.acting_side {
            Speaker::Engine => played.transcript.events,
            Speaker::Interface => std::mem::take(&mut *tap.lock().unwrap()),
        };
        OdditySession {
            checked_findings: played.judge_result,
            transcript: Transcript { events },
            times_applied: applied
                .iter()
                .map(|it| it.load(Ordering::Relaxed))
                .collect(),
        }
    }
}

/// The result of one oddity in one session.
struct OdditySession {
    checked_findings: JudgeResult,
    /// The transcript, in which the lines of the side with the oddity are already changed.
    transcript: Transcript,
    times_applied: Vec<u64>,
}

impl OddityResult {
    fn add_session(
        &mut self,
        protocol: &dyn Protocol,
        session: &OdditySession,
        id: &str,
        judged: Option<(String, &JudgeResult)>,
        both_sides: bool,
    ) {
        if session.times_applied.iter().any(|it| *it > 0) && self.sessions.insert(id.to_owned()) {
            for (all, applied) in self.times_applied.iter_mut().zip(&session.times_applied) {
                *all += applied;
            }
        }
        let Some((place, judged)) = judged else {
            return;
        };
        let rules = protocol.rules();
        let bound = judged.findings.values_of(&rules);
        for (rule, findings) in bound
            .filter(|it| it.0.level != Level::May && (both_sides || !it.0.is_about_interface()))
            .filter(|it| run::rule_counts(protocol, "full", it.0))
            .filter(|it| it.1.outcome() == Outcome::Violates)
        {
            let message = findings.violations.first();
            let message = message.map_or(String::new(), |it| it.message.to_string());
            let why = format!("{place}: {message}");
            self.violated_rules.entry(rule.id).or_insert(why);
        }
    }
}

/// Judges a transcript in its text form, as `judge` does.
fn judge_as_text(protocol: &dyn Protocol, record: &Transcript) -> JudgeResult {
    let text = record.to_bytes();
    let read = Transcript::parse(&text).unwrap_or_else(|it| panic!("{it}"));
    protocol::judge_transcript(protocol, &read)
}

/// Records the lines between an injector and the engine; the injector has already changed the lines
/// of the interface.
struct EngineRecorder {
    engine: Box<dyn Actor>,
    events: Arc<Mutex<Vec<Event>>>,
}

impl EngineRecorder {
    fn record_event(&self, now: Duration, kind: EventKind) {
        let at = Some(Duration::from_micros(now.as_micros().try_into().unwrap()));
        let mut events = self.events.lock().unwrap();
        let over = matches!(events.last().map(|it| &it.kind), Some(EventKind::End(_)));
        if !over {
            events.push(Event { at, kind });
        }
    }

    /// Records complete lines as events of kind `Line`, and the rest as a chunk.
    fn record_bytes(&self, now: Duration, who: Speaker, bytes: &[u8]) {
        for piece in bytes.split_inclusive(|it| *it == b'\n') {
            let kind = match piece.strip_suffix(b"\n") {
                Some(line) => EventKind::Line(who, line.to_vec()),
                None => EventKind::Chunk(who, piece.to_vec()),
            };
            self.record_event(now, kind);
        }
    }

    fn record_acts(&self, now: Duration, acts: &[ActorAction]) {
        for act in acts {
            match act {
                ActorAction::Stdout(bytes) => self.record_bytes(now, Speaker::Engine, bytes),
                ActorAction::End(end) => self.record_event(now, EventKind::End(end.clone())),
                ActorAction::Stderr(_) | ActorAction::CloseOutput | ActorAction::Waste(_) => (),
            }
        }
    }
}

impl Actor for EngineRecorder {
    fn receive_input(&mut self, now: Duration, bytes: &[u8], out: &mut Vec<ActorAction>) {
        self.record_bytes(now, Speaker::Interface, bytes);
        let before = out.len();
        self.engine.receive_input(now, bytes, out);
        self.record_acts(now, &out[before..]);
    }

    fn handle_input_closed(&mut self, now: Duration, out: &mut Vec<ActorAction>) {
        self.record_event(now, EventKind::InputClosed);
        let before = out.len();
        self.engine.handle_input_closed(now, out);
        self.record_acts(now, &out[before..]);
    }

    fn handle_wake(&mut self, now: Duration, out: &mut Vec<ActorAction>) {
        let before = out.len();
        self.engine.handle_wake(now, out);
        self.record_acts(now, &out[before..]);
    }

    fn next_wake_time(&self) -> Option<Duration> {
        self.engine.next_wake_time()
    }
}

#[test]
fn there_are_enough_oddities_and_each_has_a_name_and_a_requirement() {
    for matrix in MATRICES.iter() {
        let faults = inject::listed_faults(matrix.protocol).unwrap();
        let mut names: BTreeSet<String> = faults.into_iter().filter_map(|it| it.name).collect();
        for row in &matrix.rows {
            let name = &row.oddity.name;
            assert!(names.insert(name.clone()), "there are two of {name}");
        }
        assert!(matrix.rows.len() >= 80, "{}", matrix.rows.len());
    }
}

#[test]
fn the_conversations_and_the_engine_without_oddities_are_clean() {
    for matrix in MATRICES.iter() {
        let stage = OddityRunner::new(matrix.protocol);
        let none = inject::listed_oddities(matrix.protocol).unwrap().remove(0);
        for side in [Speaker::Engine, Speaker::Interface] {
            let plain = Oddity {
                faults: Vec::new(),
                acting_side: side,
                ..none.clone()
            };
            assert_eq!(stage.run_oddity(&plain).violated_rules, BTreeMap::new());
        }
    }
}

#[test]
fn every_oddity_is_applied_and_violates_only_listed_rules() {
    let mut wrong = String::new();
    for row in MATRICES.iter().flat_map(|it| &it.rows) {
        let name = &row.oddity.name;
        for (fault, _) in (row.oddity.faults.iter().zip(&row.times_applied)).filter(|it| *it.1 == 0)
        {
            wrong += &format!("{name}: it was never applied: {}\n", fault.source_text);
        }
        let listed: BTreeSet<&str> = row
            .oddity
            .known_false_positives
            .iter()
            .map(String::as_str)
            .collect();
        for (rule, why) in &row.violated_rules {
            if !listed.contains(rule) {
                wrong += &format!("{name}: {rule} is violated: {why}\n");
            }
        }
        for rule in listed
            .iter()
            .filter(|it| !row.violated_rules.contains_key(**it))
        {
            wrong += &format!("{name}: {rule} is no longer violated: remove it from the list\n");
        }
    }
    assert!(wrong.is_empty(), "\n{wrong}");
}

#[test]
fn the_page_is_up_to_date() {
    page::check_page(&page::page_text(&MATRICES));
}
