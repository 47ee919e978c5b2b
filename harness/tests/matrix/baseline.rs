//! Plays each scenario without faults, and finds the scenarios in which a fault is never applied.
//! An injector passes every line unchanged until it applies a fault. A session in which a fault is never applied equals
//! the session without faults. To find out whether a fault is applied, only the injector runs again, with the recorded
//! conversation as its input.

use std::{
    collections::HashSet,
    sync::{
        Arc, Mutex,
        atomic::{AtomicU64, Ordering},
    },
    time::Duration,
};

use ponderhit::{
    inject::{self, Fault, FaultyEngine, Injector},
    link::{Actor, ActorAction},
    protocol::Protocol,
    rule::{Findings, RuleMap},
    session::PlayedSession,
    transcript::{Script, SessionEnd, Speaker, Transcript},
};

use super::{
    recorded_engine::{EngineRecordings, RecordedEngine},
    run,
};

/// A session whose injector changes no line, and everything that the injector received.
pub(crate) struct Baseline {
    pub(crate) transcript: Transcript,
    pub(crate) findings: Arc<RuleMap<Findings>>,
    inputs: Vec<InjectorInput>,
    /// Every different line in `inputs`.
    distinct_lines: HashSet<(Speaker, Vec<u8>)>,
    recordings: Arc<EngineRecordings>,
}

/// One input of an injector, and the time of the input.
struct InjectorInput {
    at: Duration,
    kind: InputKind,
}

enum InputKind {
    Command(Vec<u8>),
    InputClosed,
    Response(Vec<u8>),
    OutputClosed,
    End(SessionEnd),
    Wake,
}

/// A session with injected faults, and the number of times that each fault was applied.
pub(crate) struct FaultySession {
    pub(crate) played: PlayedSession,
    pub(crate) times_applied: Vec<u64>,
}

impl Baseline {
    /// Plays a script with the reference engine and an injector whose fault never matches a line. `add_observer` may
    /// put an observer between the engine and the injector.
    pub(crate) fn play(
        protocol: &'static dyn Protocol,
        script: &Script,
        add_observer: impl FnOnce(Box<dyn Actor>) -> Box<dyn Actor>,
    ) -> Baseline {
        let inputs: InputList = Arc::default();
        let recordings = Arc::new(EngineRecordings::new(protocol));
        let engine = RecordedEngine::new(&recordings);
        let engine = EngineTap {
            engine: add_observer(Box::new(engine)),
            inputs: Arc::clone(&inputs),
        };
        let never = inject::find_faults(protocol, "drop response \"no engine sends this line\"");
        let injector = Injector::new(protocol, never.unwrap());
        let link = LinkTap {
            faulty_engine: FaultyEngine::new(Box::new(engine), injector),
            inputs: Arc::clone(&inputs),
        };
        let played = run::play_in_memory(protocol, script, Box::new(link));
        let inputs = std::mem::take(&mut *inputs.lock().unwrap());
        Baseline {
            recordings,
            transcript: played.transcript,
            findings: Arc::new(played.judge_result.findings),
            distinct_lines: distinct_lines(&inputs),
            inputs,
        }
    }

    /// Returns an engine that repeats this session and the sessions of other such engines, and searches only after
    /// its input differs from all of them.
    pub(crate) fn recorded_engine(&self) -> Box<dyn Actor> {
        Box::new(RecordedEngine::new(&self.recordings))
    }

    /// Whether at least one fault of a chain would be applied in the recorded conversation.
    pub(crate) fn would_apply_any(&self, protocol: &'static dyn Protocol, chain: &[Fault]) -> bool {
        // Most faults match no line at all, which is found faster without an injector.
        let mut lines = self.distinct_lines.iter();
        let applies = |(speaker, line): &(Speaker, Vec<u8>)| {
            (chain.iter()).any(|it| it.could_apply_to_line(protocol, *speaker, line))
        };
        if !lines.any(applies) {
            return false;
        }
        let mut injector = Injector::new(protocol, chain.to_vec());
        self.inputs.iter().any(|input| {
            let at = input.at;
            let _ = match &input.kind {
                InputKind::Command(bytes) => injector.handle_command(at, bytes),
                InputKind::InputClosed => injector.handle_input_closed(at),
                InputKind::Response(bytes) => injector.handle_response(at, bytes),
                InputKind::OutputClosed => injector.handle_output_closed(at),
                InputKind::End(end) => injector.handle_end(at, end.clone()),
                InputKind::Wake => injector.handle_wake(at),
            };
            injector.applied_counts().iter().any(|it| *it > 0)
        })
    }

    /// Plays the script with these faults, and panics if the result of [`Baseline::would_apply_any`] was wrong, or if
    /// the session differs with an engine that repeats recorded sessions.
    pub(crate) fn verify_by_playing(
        &self,
        protocol: &'static dyn Protocol,
        script: &Script,
        chain: &[Fault],
        place: &str,
    ) {
        let played = play_with_faults(protocol, script, chain, run::slow_step_engine(protocol));
        let repeated = play_with_faults(protocol, script, chain, self.recorded_engine());
        assert_eq!(
            played.played.transcript, repeated.played.transcript,
            "{place}"
        );
        let applied = played.times_applied.iter().any(|it| *it > 0);
        assert_eq!(applied, self.would_apply_any(protocol, chain), "{place}");
        if !applied {
            let played = played.played;
            let lines = [&played.transcript, &self.transcript].map(|it| it.to_bytes());
            let [lines, without] = lines.each_ref().map(|it| it.split(|it| *it == b'\n'));
            for (line, without) in lines.zip(without) {
                let [line, without] = [line, without].map(String::from_utf8_lossy);
                assert_eq!(line, without, "{place}");
            }
            assert_eq!(played.transcript, self.transcript, "{place}");
            assert!(played.judge_result.findings == *self.findings, "{place}");
        }
    }
}

fn distinct_lines(inputs: &[InjectorInput]) -> HashSet<(Speaker, Vec<u8>)> {
    let mut lines = HashSet::new();
    for speaker in [Speaker::Interface, Speaker::Engine] {
        let bytes = inputs.iter().filter_map(|it| match (&it.kind, speaker) {
            (InputKind::Command(bytes), Speaker::Interface)
            | (InputKind::Response(bytes), Speaker::Engine) => Some(&bytes[..]),
            _ => None,
        });
        let bytes = bytes.collect::<Vec<_>>().concat();
        let without_cr = |it: &[u8]| it.strip_suffix(b"\r").unwrap_or(it).to_vec();
        let whole = bytes.split(|it| *it == b'\n');
        lines.extend(whole.map(|it| (speaker, without_cr(it))));
    }
    lines
}

/// Plays a script with an engine and an injector that applies the faults of a chain.
pub(crate) fn play_with_faults(
    protocol: &'static dyn Protocol,
    script: &Script,
    chain: &[Fault],
    engine: Box<dyn Actor>,
) -> FaultySession {
    let injector = Injector::new(protocol, chain.to_vec());
    let counts = injector.applied_counts().into_iter();
    let counts: Arc<Vec<AtomicU64>> = Arc::new(counts.map(AtomicU64::new).collect());
    let reported = Arc::clone(&counts);
    let actor = FaultyEngine::new(engine, injector).with_applied_counts_observer(move |counts| {
        for (to, count) in reported.iter().zip(counts) {
            to.store(count, Ordering::Relaxed);
        }
    });
    let played = run::play_in_memory(protocol, script, Box::new(actor));
    FaultySession {
        played,
        times_applied: counts.iter().map(|it| it.load(Ordering::Relaxed)).collect(),
    }
}

/// Returns true if the tests play every pair of a fault and a scenario for comparison, and false if they play only a
/// sample of the pairs.
pub(crate) fn compares_every_pair() -> bool {
    std::env::var_os("WHOLE_MATRIX").is_some()
}

/// Returns the pairs of a row (fault) and a column (scenario) to compare: all pairs, or a random sample that is the
/// same in every run.
pub(crate) fn compared_pairs(rows: usize, columns: usize, sample: usize) -> Vec<(usize, usize)> {
    let mut pairs: Vec<_> = (0..rows)
        .flat_map(|row| (0..columns).map(move |column| (row, column)))
        .collect();
    if !compares_every_pair() {
        fastrand::Rng::with_seed(1).shuffle(&mut pairs);
        pairs.truncate(sample);
    }
    pairs
}

type InputList = Arc<Mutex<Vec<InjectorInput>>>;

fn add_input(inputs: &InputList, at: Duration, kind: InputKind) {
    let mut inputs = inputs.lock().unwrap();
    // The injector in the recorded session holds no line back, so a wake-up matters only if it comes before the first
    // input.
    if inputs.is_empty() || !matches!(kind, InputKind::Wake) {
        inputs.push(InjectorInput { at, kind });
    }
}

/// Records the commands that an injector receives.
struct LinkTap {
    faulty_engine: FaultyEngine,
    inputs: InputList,
}

impl Actor for LinkTap {
    fn receive_input(&mut self, now: Duration, bytes: &[u8], out: &mut Vec<ActorAction>) {
        add_input(&self.inputs, now, InputKind::Command(bytes.to_vec()));
        self.faulty_engine.receive_input(now, bytes, out);
    }

    fn handle_input_closed(&mut self, now: Duration, out: &mut Vec<ActorAction>) {
        add_input(&self.inputs, now, InputKind::InputClosed);
        self.faulty_engine.handle_input_closed(now, out);
    }

    fn handle_wake(&mut self, now: Duration, out: &mut Vec<ActorAction>) {
        add_input(&self.inputs, now, InputKind::Wake);
        self.faulty_engine.handle_wake(now, out);
    }

    fn next_wake_time(&self) -> Option<Duration> {
        self.faulty_engine.next_wake_time()
    }
}

/// Records the output of the engine that an injector receives.
struct EngineTap {
    engine: Box<dyn Actor>,
    inputs: InputList,
}

impl EngineTap {
    fn record_actions(&self, now: Duration, acts: &[ActorAction]) {
        for act in acts {
            let kind = match act {
                ActorAction::Stdout(bytes) => InputKind::Response(bytes.clone()),
                ActorAction::CloseOutput => InputKind::OutputClosed,
                ActorAction::End(end) => InputKind::End(end.clone()),
                ActorAction::Stderr(_) | ActorAction::Waste(_) => continue,
            };
            add_input(&self.inputs, now, kind);
        }
    }
}

impl Actor for EngineTap {
    fn receive_input(&mut self, now: Duration, bytes: &[u8], out: &mut Vec<ActorAction>) {
        let before = out.len();
        self.engine.receive_input(now, bytes, out);
        self.record_actions(now, &out[before..]);
    }

    fn handle_input_closed(&mut self, now: Duration, out: &mut Vec<ActorAction>) {
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
