//! Tests that `--protocol auto` detects the protocol of an engine.

use std::time::Duration;

use ponderhit::{launch::detect, link, protocol};

use super::engines::ENGINE_WITHOUT_BYE;

fn detect_protocol(script: &str, limit: Duration) -> detect::ProbeResult {
    let mut spec = link::EngineSpec::new("sh");
    spec.args = vec!["-c".into(), script.into()];
    let ucci = protocol::find_protocol("ucci").unwrap();
    detect::probe_protocols(&spec, &[ucci, ucci], limit).unwrap()
}

#[test]
fn the_first_complete_handshake_decides() {
    let probe = detect_protocol(ENGINE_WITHOUT_BYE, Duration::from_secs(60));
    assert_eq!(probe.answered_protocols.first().unwrap().name(), "ucci");
}

#[test]
fn an_unexpected_answer_is_reported() {
    let probe = detect_protocol(
        "read -r line; echo; echo \"what is $line?\"",
        Duration::from_secs(60),
    );
    assert!(probe.answered_protocols.is_empty());
    let (said, line) = probe.unexpected_answer.unwrap();
    assert_eq!(
        (said.as_str(), line.as_slice()),
        ("ucci", &b"what is ucci?"[..])
    );
}

#[test]
fn detection_bounds_silence_and_floods() {
    for script in ["exec sleep 600", "exec yes"] {
        assert!(
            detect_protocol(script, Duration::from_millis(1200))
                .answered_protocols
                .is_empty()
        );
    }
}
