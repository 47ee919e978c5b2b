//! Tests of GTP sessions with the reference engine in memory.

use std::time::Duration;

use ponderhit::{
    link::{self, Actor, ActorAction},
    protocol::{self, Protocol},
    scenarios,
    session::{self, SessionSettings},
};

fn gtp_protocol() -> &'static dyn Protocol {
    protocol::find_protocol("gtp").unwrap()
}

/// The initial lines of a session are sent before the script begins, and their answers must not be
/// mistaken for answers that the script expects.
#[test]
fn answers_to_initial_commands_are_ignored() {
    let mut settings = SessionSettings::with_timeout_scale(1.0);
    settings.initial_lines = vec![b"name".to_vec(), b"list_commands".to_vec()];
    let all = scenarios::embedded_scenarios("gtp").unwrap();
    let handshakes: Vec<_> = all
        .into_iter()
        .filter(|it| it.id.starts_with("gtp/handshake/"))
        .collect();
    assert!(handshakes.len() > 5);
    for scenario in handshakes {
        let engine = gtp_protocol().reference_engine().unwrap();
        let mut link = link::connect_in_memory(engine);
        let script = &scenario.script;
        let played = session::play_session(gtp_protocol(), link.as_mut(), script, &settings);
        let text = String::from_utf8_lossy(&played.transcript.to_bytes()).into_owned();
        assert!(
            played.unmet_expectation.is_none(),
            "{}: {:?}\n{text}",
            scenario.id,
            played.unmet_expectation
        );
        let violated = played.judge_result.findings.iter();
        let violated: Vec<_> = violated
            .filter(|it| !it.1.violations.is_empty())
            .map(|it| it.0.as_str())
            .filter(|it| !it.ends_with("_commands"))
            .collect();
        assert!(violated.is_empty(), "{}: {violated:?}\n{text}", scenario.id);
    }
}

/// The commands that every engine must know (`GTP G-77`).
const REQUIRED_COMMANDS: [&str; 11] = [
    "protocol_version",
    "name",
    "version",
    "known_command",
    "list_commands",
    "quit",
    "boardsize",
    "clear_board",
    "komi",
    "play",
    "genmove",
];

/// The reference engine without the commands that an engine need not know.
struct SmallEngine {
    engine: Box<dyn Actor>,
    unfinished_line: Vec<u8>,
}

impl SmallEngine {
    fn new() -> SmallEngine {
        SmallEngine {
            engine: gtp_protocol().reference_engine().unwrap(),
            unfinished_line: Vec::new(),
        }
    }

    /// The response to a line, or `None` if the reference engine answers it.
    fn response(line: &[u8]) -> Option<String> {
        let text: String = String::from_utf8_lossy(line)
            .chars()
            .filter(|it| *it == '\t' || !it.is_control())
            .collect();
        let text = text.split('#').next().unwrap_or_default();
        let mut words = text.split_whitespace().peekable();
        let id = words.next_if(|it| it.bytes().all(|it| it.is_ascii_digit()));
        let id = id.unwrap_or_default();
        let known = |name: &str| REQUIRED_COMMANDS.contains(&name);
        match words.next()? {
            "list_commands" => Some(format!("={id} {}\n\n", REQUIRED_COMMANDS.join("\n"))),
            "known_command" => {
                let is_known = words.next().is_some_and(known);
                Some(format!("={id} {is_known}\n\n"))
            }
            name if known(name) => None,
            _ => Some(format!("?{id} unknown command\n\n")),
        }
    }
}

impl Actor for SmallEngine {
    fn receive_input(&mut self, now: Duration, bytes: &[u8], out: &mut Vec<ActorAction>) {
        self.unfinished_line.extend_from_slice(bytes);
        while let Some(end) = self.unfinished_line.iter().position(|it| *it == b'\n') {
            let line: Vec<u8> = self.unfinished_line.drain(..=end).collect();
            match SmallEngine::response(&line) {
                Some(response) => out.push(ActorAction::Stdout(response.into_bytes())),
                None => self.engine.receive_input(now, &line, out),
            }
        }
    }

    fn handle_input_closed(&mut self, now: Duration, out: &mut Vec<ActorAction>) {
        let rest = std::mem::take(&mut self.unfinished_line);
        self.engine.receive_input(now, &rest, out);
        self.engine.handle_input_closed(now, out);
    }

    fn handle_wake(&mut self, now: Duration, out: &mut Vec<ActorAction>) {
        self.engine.handle_wake(now, out);
    }

    fn next_wake_time(&self) -> Option<Duration> {
        self.engine.next_wake_time()
    }
}

/// A script that needs a command names it with `@needs`. Otherwise an engine without this command would not complete
/// the script, and `check` of a conforming engine would be inconclusive.
#[test]
fn an_engine_with_the_required_commands_completes_every_script() {
    let settings = SessionSettings::with_timeout_scale(1.0);
    let mut wrong = Vec::new();
    for scenario in scenarios::embedded_scenarios("gtp").unwrap() {
        let in_full = scenario
            .profiles
            .iter()
            .any(|it| it == "full" || it == "gtp2");
        if !in_full {
            continue;
        }
        let mut link = link::connect_in_memory(Box::new(SmallEngine::new()));
        let script = &scenario.script;
        let played = session::play_session(gtp_protocol(), link.as_mut(), script, &settings);
        if let (Some(unmet), None) = (&played.unmet_expectation, &played.missing_capability) {
            wrong.push(format!("{}: {unmet:?}", scenario.id));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}
