//! Tests that `--protocol auto` detects the protocol of an engine.

use std::time::Duration;

use ponderhit::{launch::detect, link, protocol};

use super::engines::BYELESS;

fn probe(script: &str, limit: Duration) -> detect::Probe {
    let mut spec = link::Spec::new("sh");
    spec.args = vec!["-c".into(), script.into()];
    let ucci = protocol::find("ucci").unwrap();
    detect::probe(&spec, &[ucci, ucci], limit).unwrap()
}

#[test]
fn the_first_proper_greeting_wins() {
    let probe = probe(BYELESS, Duration::from_secs(60));
    assert_eq!(probe.answered.first().unwrap().name(), "ucci");
}

#[test]
fn what_is_said_instead_is_told() {
    let probe = probe(
        "read -r line; echo; echo \"what is $line?\"",
        Duration::from_secs(60),
    );
    assert!(probe.answered.is_empty());
    let (said, line) = probe.unexpected.unwrap();
    assert_eq!(
        (said.as_str(), line.as_slice()),
        ("ucci", &b"what is ucci?"[..])
    );
}

#[test]
fn silence_and_floods_are_bounded() {
    for script in ["exec sleep 600", "exec yes"] {
        assert!(
            probe(script, Duration::from_millis(1200))
                .answered
                .is_empty()
        );
    }
}
