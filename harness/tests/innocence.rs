//! The innocence matrix: tests that no rule above level `may` reports unusual behaviour that the
//! specification allows.
//!
//! Each oddity (an unusual but allowed behaviour) is injected into sessions with the reference engine, in memory. An
//! oddity of an engine is played in every scenario of `check`. Oddities of engines and of interfaces are also played in
//! the conversations in `tests/innocence`, whose interface conforms. The transcripts of the conversations in
//! `tests/innocence` are judged as `judge` judges recordings: by the rules about the engine and by the rules about the
//! interface.

mod page;

use std::{
    collections::{BTreeMap, BTreeSet},
    sync::{Arc, LazyLock, Mutex},
    time::Duration,
};

use ponderhit::{
    inject::{self, Fault, Oddity},
    link::{Actor, ActorAction},
    protocol::{self, JudgeResult, Protocol},
    rule::{Level, Outcome},
    transcript::{Event, EventKind, Script, Speaker, Transcript},
};

use crate::{
    matrix::{
        baseline::{self, Baseline},
        run,
    },
    parallel,
};

/// The results of all oddities of one protocol.
struct OddityMatrix {
    protocol: &'static dyn Protocol,
    runner: OddityRunner,
    oddity_results: Vec<OddityResult>,
}

/// The result of one oddity.
struct OddityResult {
    oddity: Oddity,
    /// For each fault (change of a line) of the oddity, how many times it was applied in all sessions together.
    application_counts: Vec<u64>,
    /// The ids of the sessions in which at least one fault of the oddity was applied.
    session_ids: BTreeSet<String>,
    /// The violated rules above level `may`, each with its first session and message.
    violated_rules: BTreeMap<&'static str, String>,
}

static MATRICES: LazyLock<Vec<OddityMatrix>> = LazyLock::new(|| {
    let judged = protocol::ALL_PROTOCOLS.iter().copied();
    judged.filter_map(build_matrix).collect()
});

fn build_matrix(protocol: &'static dyn Protocol) -> Option<OddityMatrix> {
    let selected = std::env::var("MATRIX").ok();
    if selected.is_some_and(|it| it != protocol.name()) {
        return None;
    }
    let oddities = inject::listed_oddities(protocol).unwrap_or_else(|it| panic!("oddities: {it}"));
    if oddities.is_empty() {
        return None;
    }
    let wanted = std::env::var("ODDITY").ok();
    let wanted = |it: &Oddity| wanted.as_ref().is_none_or(|name| it.name.contains(name));
    let oddities: Vec<Oddity> = oddities.into_iter().filter(wanted).collect();
    let runner = OddityRunner::new(protocol);
    let rows = parallel::map_in_parallel(&oddities, |it| runner.run_oddity(it));
    Some(OddityMatrix {
        protocol,
        runner,
        oddity_results: rows,
    })
}

/// The scenarios and conversations that are played with each oddity.
struct OddityRunner {
    protocol: &'static dyn Protocol,
    scenarios: Vec<PlayedScript>,
    conversations: Vec<PlayedScript>,
}

/// A script, and the results of its session with the unchanged reference engine.
struct PlayedScript {
    id: String,
    script: Script,
    baseline: Baseline,
    /// The findings in the session without oddities: first in the transcript recorded at the interface, then in the
    /// transcript recorded at the engine.
    findings_of_both_sides: [JudgeResult; 2],
}

impl PlayedScript {
    fn play(protocol: &'static dyn Protocol, id: &str, script: &Script) -> PlayedScript {
        let events: Arc<Mutex<Vec<Event>>> = Arc::default();
        let baseline = Baseline::play(protocol, script, |engine| {
            Box::new(EngineRecorder::new(engine, &events))
        });
        let events = std::mem::take(&mut *events.lock().unwrap());
        let judged = [&baseline.transcript, &Transcript { events }];
        PlayedScript {
            findings_of_both_sides: judged.map(|it| print_parse_and_judge(protocol, it)),
            id: id.to_owned(),
            script: script.clone(),
            baseline,
        }
    }

    /// Returns the findings of the session without oddities, from the transcript that was recorded at the other side:
    /// the side that receives the lines of `acting_side`.
    fn judged_without_oddities(&self, acting_side: Speaker) -> &JudgeResult {
        match acting_side {
            Speaker::Engine => &self.findings_of_both_sides[0],
            Speaker::Interface => &self.findings_of_both_sides[1],
        }
    }
}

impl OddityRunner {
    fn new(protocol: &'static dyn Protocol) -> OddityRunner {
        let folder = run::package_dir()
            .join("tests/innocence")
            .join(protocol.name());
        // Scenarios with `@repeat` are skipped, because they take most of the time and find no additional violations.
        let again = |it: &Script| it.directive("repeat").is_some();
        let scenarios = run::load_scenarios(protocol).into_iter();
        // Scenarios with `@stderr` are skipped, because their merged lines of standard error would become part of the
        // conversation.
        let merged = |it: &Script| it.directive("stderr").is_some();
        let scenarios: Vec<_> = scenarios
            .filter(|it| !again(&it.1) && !merged(&it.1))
            .collect();
        let play = |(id, script): &(String, Script)| PlayedScript::play(protocol, id, script);
        OddityRunner {
            protocol,
            scenarios: parallel::map_in_parallel(&scenarios, play),
            conversations: parallel::map_in_parallel(&run::scripts_in(&folder), play),
        }
    }

    /// Plays every session in which a fault of the oddity can be applied.
    fn run_oddity(&self, oddity: &Oddity) -> OddityResult {
        let mut row = OddityResult {
            oddity: oddity.clone(),
            application_counts: vec![0; oddity.faults.len()],
            session_ids: BTreeSet::new(),
            violated_rules: BTreeMap::new(),
        };
        // An oddity without faults is the unchanged reference engine, which plays every session.
        let shows = |it: &&PlayedScript| {
            oddity.faults.is_empty() || it.baseline.would_apply_any(self.protocol, &oddity.faults)
        };
        // If the oddity drops the engine's `option` lines, no option can select a game. With an oddity that drops the
        // `option` lines, the reference engine plays only the scenarios of its protocol's first game.
        let drops_options = |it: &Fault| it.source_text.starts_with("drop response \"option");
        let first_game_only = oddity.faults.iter().any(drops_options);
        let playable = |it: &&PlayedScript| {
            let games = it.script.directive(protocol::FOR_GAME_DIRECTIVE);
            let first = self.protocol.games().first().copied().unwrap_or_default();
            !first_game_only || games.is_none_or(|it| it.split_whitespace().any(|it| it == first))
        };
        if oddity.acting_side == Speaker::Engine {
            for it in self.scenarios.iter().filter(shows).filter(playable) {
                let (id, session) = (&it.id, self.play_session(oddity, it));
                let checked = (format!("check {id}"), &session.checked_findings);
                let judged = print_parse_and_judge(self.protocol, &session.transcript);
                let judged = (format!("judge {id}"), &judged);
                row.add_session(id, &session.application_counts);
                row.add_violations(self.protocol, checked, false);
                row.add_violations(self.protocol, judged, false);
            }
        }
        for it in &self.conversations {
            let place = format!("judge {}", it.id);
            if !shows(&it) {
                let judged = it.judged_without_oddities(oddity.acting_side);
                row.add_violations(self.protocol, (place, judged), true);
                continue;
            }
            let session = self.play_session(oddity, it);
            let judged = print_parse_and_judge(self.protocol, &session.transcript);
            row.add_session(&it.id, &session.application_counts);
            row.add_violations(self.protocol, (place, &judged), true);
        }
        row
    }

    fn play_session(&self, oddity: &Oddity, played: &PlayedScript) -> OdditySession {
        let events: Arc<Mutex<Vec<Event>>> = Arc::default();
        let engine = played.baseline.recorded_engine();
        let engine = Box::new(EngineRecorder::new(engine, &events));
        let (script, faults) = (&played.script, &oddity.faults);
        let session = baseline::play_with_faults(self.protocol, script, faults, engine);
        let events = match oddity.acting_side {
            Speaker::Engine => session.played.transcript.events,
            Speaker::Interface => std::mem::take(&mut *events.lock().unwrap()),
        };
        OdditySession {
            checked_findings: session.played.judge_result,
            transcript: Transcript { events },
            application_counts: session.times_applied,
        }
    }
}

/// The result of one oddity in one session.
struct OdditySession {
    checked_findings: JudgeResult,
    /// The transcript of the session, with the lines as the oddity changed them.
    transcript: Transcript,
    application_counts: Vec<u64>,
}

impl OddityResult {
    /// If the oddity was applied in this session, adds the session and the number of applications.
    fn add_session(&mut self, id: &str, times_applied: &[u64]) {
        if times_applied.iter().any(|it| *it > 0) && self.session_ids.insert(id.to_owned()) {
            for (all, applied) in self.application_counts.iter_mut().zip(times_applied) {
                *all += applied;
            }
        }
    }

    /// Adds to `violated_rules` the rules that are violated in a session or in a judged transcript.
    fn add_violations(
        &mut self,
        protocol: &dyn Protocol,
        (place, judged): (String, &JudgeResult),
        both_sides: bool,
    ) {
        let rules = protocol.rules();
        let bound = judged.findings.values_of(&rules);
        for (rule, findings) in bound
            .filter(|it| it.0.level != Level::May && (both_sides || !it.0.is_about_interface()))
            .filter(|it| run::is_rule_applicable(protocol, "full", it.0))
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
fn print_parse_and_judge(protocol: &dyn Protocol, record: &Transcript) -> JudgeResult {
    let text = record.to_bytes();
    let read = Transcript::parse(&text).unwrap_or_else(|it| panic!("{it}"));
    protocol::judge_transcript(protocol, &read)
}

/// Records the lines between an injector and the engine. If the oddity changes lines of the interface, the injector has
/// already changed these lines before they are recorded.
struct EngineRecorder {
    engine: Box<dyn Actor>,
    events: Arc<Mutex<Vec<Event>>>,
}

impl EngineRecorder {
    fn new(engine: Box<dyn Actor>, events: &Arc<Mutex<Vec<Event>>>) -> EngineRecorder {
        EngineRecorder {
            engine,
            events: Arc::clone(events),
        }
    }

    fn record_event(&self, now: Duration, kind: EventKind) {
        let at = Some(Duration::from_micros(now.as_micros().try_into().unwrap()));
        let mut events = self.events.lock().unwrap();
        let over = matches!(events.last().map(|it| &it.kind), Some(EventKind::End(_)));
        if !over {
            events.push(Event { at, kind });
        }
    }

    /// Records complete lines as events of kind `Line`, and bytes without a final newline as a `Chunk`.
    fn record_bytes(&self, now: Duration, who: Speaker, bytes: &[u8]) {
        for piece in bytes.split_inclusive(|it| *it == b'\n') {
            let kind = match piece.strip_suffix(b"\n") {
                Some(line) => EventKind::Line(who, line.to_vec()),
                None => EventKind::Chunk(who, piece.to_vec()),
            };
            self.record_event(now, kind);
        }
    }

    fn record_actions(&self, now: Duration, acts: &[ActorAction]) {
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
        self.record_actions(now, &out[before..]);
    }

    fn handle_input_closed(&mut self, now: Duration, out: &mut Vec<ActorAction>) {
        self.record_event(now, EventKind::InputClosed);
        let before = out.len();
        self.engine.handle_input_closed(now, out);
        self.record_actions(now, &out[before..]);
    }

    fn handle_wake(&mut self, now: Duration, out: &mut Vec<ActorAction>) {
        let before = out.len();
        self.engine.handle_wake(now, out);
        self.record_actions(now, &out[before..]);
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
        for row in &matrix.oddity_results {
            let name = &row.oddity.name;
            assert!(names.insert(name.clone()), "there are two of {name}");
        }
        // GTP needs fewer oddities, because it has fewer forms of lines than protocols with options and searches.
        let enough = match matrix.protocol.name() {
            "gtp" => 50,
            _ => 80,
        };
        assert!(
            matrix.oddity_results.len() >= enough,
            "{}",
            matrix.oddity_results.len()
        );
    }
}

#[test]
fn the_conversations_and_the_engine_without_oddities_are_clean() {
    for matrix in MATRICES.iter() {
        let none = inject::listed_oddities(matrix.protocol).unwrap().remove(0);
        for side in [Speaker::Engine, Speaker::Interface] {
            let plain = Oddity {
                faults: Vec::new(),
                acting_side: side,
                ..none.clone()
            };
            assert_eq!(
                matrix.runner.run_oddity(&plain).violated_rules,
                BTreeMap::new()
            );
        }
    }
}

#[test]
fn every_oddity_is_applied_and_violates_only_listed_rules() {
    let mut wrong = String::new();
    for row in MATRICES.iter().flat_map(|it| &it.oddity_results) {
        let name = &row.oddity.name;
        for (fault, _) in
            (row.oddity.faults.iter().zip(&row.application_counts)).filter(|it| *it.1 == 0)
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
fn an_oddity_that_is_never_applied_changes_no_session() {
    for matrix in MATRICES.iter() {
        let runner = &matrix.runner;
        let scripts: Vec<&PlayedScript> = runner
            .scenarios
            .iter()
            .chain(&runner.conversations)
            .collect();
        let pairs = baseline::compared_pairs(matrix.oddity_results.len(), scripts.len(), 100);
        parallel::map_in_parallel(&pairs, |(row, script)| {
            let (oddity, it) = (&matrix.oddity_results[*row].oddity, scripts[*script]);
            let place = format!("{} in {}", oddity.name, it.id);
            let (baseline, chain) = (&it.baseline, &oddity.faults);
            baseline.verify_by_playing(matrix.protocol, &it.script, chain, &place);
        });
    }
}

#[test]
fn the_page_is_up_to_date() {
    page::compare_with_stored_page(&page::page_text(&MATRICES));
}
