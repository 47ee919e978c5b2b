//! Tests of GTP sessions with the reference engine in memory.

use ponderhit::{
    link,
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
