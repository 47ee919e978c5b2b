//! Tests of the GTP rules with a small engine in memory, because GTP has no reference engine yet. Each fault must
//! violate only its declared rules.

use std::{
    collections::BTreeMap,
    env, fs,
    path::PathBuf,
    sync::{
        Arc,
        atomic::{AtomicU64, Ordering::Relaxed},
    },
    time::Duration,
};

use ponderhit::{
    inject::{self, FaultyEngine, Injector},
    link::{self, Actor, ActorAction},
    protocol::{self, Protocol},
    session::{self, SessionSettings},
    transcript::{Script, SessionEnd},
};

/// A small engine that answers only the administrative commands that every GTP engine must answer.
#[derive(Default)]
struct ToyEngine {
    partial_line: Vec<u8>,
}

const TOY_COMMANDS: &[&str] = &[
    "boardsize",
    "clear_board",
    "genmove",
    "known_command",
    "komi",
    "list_commands",
    "name",
    "play",
    "protocol_version",
    "quit",
    "version",
];

impl ToyEngine {
    fn answer_line(line: &[u8], out: &mut Vec<ActorAction>) {
        let line = line
            .iter()
            .filter(|it| **it == b'\t' || !it.is_ascii_control());
        let line: Vec<u8> = line.copied().take_while(|it| *it != b'#').collect();
        let line = String::from_utf8_lossy(&line).into_owned();
        let mut words = line.split_whitespace().peekable();
        let id = words.next_if(|it| it.bytes().all(|it| it.is_ascii_digit()));
        let Some(name) = words.next() else {
            return;
        };
        let answer = match name {
            "protocol_version" => Ok("2".to_owned()),
            "name" => Ok("toy".to_owned()),
            "version" => Ok("1.0".to_owned()),
            "list_commands" => Ok(TOY_COMMANDS.join("\n")),
            "known_command" => Ok(words
                .next()
                .is_some_and(|it| TOY_COMMANDS.contains(&it))
                .to_string()),
            "quit" => Ok(String::new()),
            _ => Err("unknown command"),
        };
        let id = id.unwrap_or_default();
        let text = match answer {
            Ok(text) if text.is_empty() => format!("={id}\n\n"),
            Ok(text) => format!("={id} {text}\n\n"),
            Err(text) => format!("?{id} {text}\n\n"),
        };
        out.push(ActorAction::Stdout(text.into_bytes()));
        if name == "quit" {
            out.push(ActorAction::End(SessionEnd::Exit(0)));
        }
    }
}

impl Actor for ToyEngine {
    fn receive_input(&mut self, _now: Duration, bytes: &[u8], out: &mut Vec<ActorAction>) {
        for piece in bytes.split_inclusive(|it| *it == b'\n') {
            self.partial_line.extend_from_slice(piece);
            if self.partial_line.ends_with(b"\n") {
                ToyEngine::answer_line(&std::mem::take(&mut self.partial_line), out);
            }
        }
    }

    fn handle_input_closed(&mut self, _now: Duration, out: &mut Vec<ActorAction>) {
        out.push(ActorAction::End(SessionEnd::Exit(0)));
    }

    fn handle_wake(&mut self, _now: Duration, _out: &mut Vec<ActorAction>) {}

    fn next_wake_time(&self) -> Option<Duration> {
        None
    }
}

fn gtp_protocol() -> &'static dyn Protocol {
    protocol::find_protocol("gtp").unwrap()
}

fn gtp_scripts() -> Vec<(String, Script)> {
    let root = PathBuf::from(env::var_os("CARGO_MANIFEST_DIR").unwrap());
    let topics = fs::read_dir(root.join("../scripts/gtp")).unwrap();
    let files = topics.flat_map(|it| fs::read_dir(it.unwrap().path()).unwrap());
    let mut files: Vec<PathBuf> = files.map(|it| it.unwrap().path()).collect();
    files.sort();
    let read = |it: &PathBuf| Script::parse(&fs::read(it).unwrap()).unwrap();
    files
        .iter()
        .map(|it| (it.display().to_string(), read(it)))
        .collect()
}

/// Plays a script, and returns the unmet expectation and the violations with the transcript.
fn play_script(actor: Box<dyn Actor>, script: &Script, settings: &SessionSettings) -> PlayResult {
    let mut link = link::connect_in_memory(actor);
    let played = session::play_session(gtp_protocol(), link.as_mut(), script, settings);
    let text = String::from_utf8_lossy(&played.transcript.to_bytes()).into_owned();
    let found = played
        .judge_result
        .findings
        .iter()
        .filter_map(|(rule, it)| {
            let first = it.violations.first()?;
            Some((rule.as_str(), format!("{}\n{text}", first.message)))
        });
    PlayResult {
        unmet_expectation: played.unmet_expectation.map(|it| format!("{it:?}\n{text}")),
        violated_rules: found.collect(),
    }
}

struct PlayResult {
    unmet_expectation: Option<String>,
    violated_rules: BTreeMap<&'static str, String>,
}

/// Settings with timeouts that are one millisecond longer than the limits of the rules, because the virtual clock is
/// exact.
fn exact_settings() -> SessionSettings {
    let mut settings = SessionSettings::with_scale(1.0);
    settings.line_timeout += Duration::from_millis(1);
    settings.startup_timeout += Duration::from_millis(1);
    settings
}

#[test]
fn the_toy_conforms_and_plays_every_script_to_its_end() {
    for (file, script) in gtp_scripts() {
        let ran = play_script(Box::new(ToyEngine::default()), &script, &exact_settings());
        assert_eq!(ran.unmet_expectation, None, "{file}");
        assert_eq!(ran.violated_rules, BTreeMap::new(), "{file}");
    }
}

#[test]
fn answers_to_initial_commands_are_ignored() {
    let mut settings = exact_settings();
    settings.initial_lines = vec![b"name".to_vec(), b"list_commands".to_vec()];
    for (file, script) in gtp_scripts() {
        let ran = play_script(Box::new(ToyEngine::default()), &script, &settings);
        assert_eq!(ran.unmet_expectation, None, "{file}");
        assert_eq!(ran.violated_rules, BTreeMap::new(), "{file}");
    }
}

#[test]
fn every_fault_violates_exactly_its_declared_rules() {
    let mut wrong = String::new();
    let mut killed: Vec<&str> = Vec::new();
    for fault in inject::listed_faults(gtp_protocol()).unwrap() {
        let (name, breaks) = (
            fault.name.clone().unwrap(),
            fault.broken_rules.clone().unwrap(),
        );
        let mut violated = BTreeMap::new();
        let applied = Arc::new(AtomicU64::new(0));
        for (file, script) in gtp_scripts() {
            let injector = Injector::new(gtp_protocol(), vec![fault.clone()]);
            let told = Arc::clone(&applied);
            let actor = FaultyEngine::new(Box::new(ToyEngine::default()), injector)
                .with_counts_observer(move |counts| {
                    told.fetch_max(counts.iter().sum(), Relaxed);
                });
            let ran = play_script(Box::new(actor), &script, &exact_settings());
            if breaks.must_break.is_empty() && ran.unmet_expectation.is_some() {
                wrong += &format!(
                    "{name}: {file} does not allow it: {:?}\n",
                    ran.unmet_expectation
                );
            }
            violated.extend(ran.violated_rules);
        }
        if applied.load(Relaxed) == 0 {
            wrong += &format!("{name}: it was never applied\n");
        }
        for rule in breaks
            .must_break
            .iter()
            .filter(|it| !violated.contains_key(it.as_str()))
        {
            wrong += &format!("{name}: {rule} is not violated\n");
        }
        for (rule, why) in violated {
            killed.push(rule);
            if !breaks
                .must_break
                .iter()
                .chain(&breaks.may_break)
                .any(|it| it == rule)
            {
                wrong += &format!("{name}: {rule} is violated, too: {why}\n");
            }
        }
    }
    assert!(wrong.is_empty(), "{wrong}");
    for rule in gtp_protocol().rules() {
        assert!(killed.contains(&rule.id), "no fault kills {}", rule.id);
    }
}
