//! What the libFuzzer targets call: each takes any bytes and must come back, without a panic.

use std::time::Duration;

use ponderhit_engine::protocol::ucci::Stepped;

use crate::{
    protocol,
    transcript::{Event, EventKind, Script, Speaker, Transcript},
};

/// Parsing a transcript is total, and what parses can be printed and parsed again.
pub fn transcript(data: &[u8]) {
    if let Ok(transcript) = Transcript::parse(data) {
        let text = transcript.to_bytes();
        let again = Transcript::parse(&text);
        assert_eq!(again.as_ref(), Ok(&transcript), "printed and parsed");
    }
}

/// Parsing a script is total, and its text is kept byte for byte.
pub fn script(data: &[u8]) {
    if let Ok(script) = Script::parse(data) {
        assert_eq!(script.to_bytes(), data, "a script is kept as it is");
    }
}

/// Any conversation can be judged, by every protocol; a line that begins with `>` is the
/// interface's, any other the engine's.
pub fn judge(data: &[u8]) {
    let mut transcript = Transcript::default();
    for line in data.split(|byte| *byte == b'\n') {
        let (speaker, line) = match line.strip_prefix(b">") {
            Some(line) => (Speaker::Interface, line),
            None => (Speaker::Engine, line),
        };
        transcript.events.push(Event {
            at: None,
            kind: EventKind::Line(speaker, line.to_vec()),
        });
    }
    for protocol in protocol::ALL {
        let judged = protocol::judge(*protocol, &transcript);
        assert_eq!(judged.findings.len(), protocol.rules().len());
    }
}

/// The reference engine takes any lines, says only legal things, and answers `quit`.
pub fn engine(data: &[u8]) {
    let mut engine = Stepped::new();
    let mut now = Duration::ZERO;
    let mut transcript = Transcript::default();
    for line in data.split(|byte| *byte == b'\n').chain([&b"quit"[..]]) {
        if engine.is_over() {
            break;
        }
        push(&mut transcript, now, Speaker::Interface, line);
        let mut out = Vec::new();
        engine.line(now, line, &mut out);
        for _ in 0..4 {
            now += Duration::from_millis(1);
            if engine.wants_step() {
                engine.step(now, &mut out);
            }
        }
        for line in out {
            push(&mut transcript, now, Speaker::Engine, line.as_bytes());
        }
    }
    if let Some(protocol) = protocol::find("ucci") {
        let judged = protocol::judge(protocol, &transcript);
        let rules = protocol.rules();
        for (rule, findings) in rules.iter().zip(&judged.findings) {
            // Virtual time stands still while the engine works: what is late here is not judged.
            let timed = rule.topic == "time" || rule.binds_interface();
            assert!(
                timed || findings.violations.is_empty(),
                "{}: {findings:?}",
                rule.id
            );
        }
    }
}

fn push(transcript: &mut Transcript, now: Duration, speaker: Speaker, line: &[u8]) {
    transcript.events.push(Event {
        at: Some(now),
        kind: EventKind::Line(speaker, line.to_vec()),
    });
}
