//! The functions that the libFuzzer targets call. Each function must return without a panic for all input bytes.

use std::time::Duration;

use arbitrary::Unstructured;
use ponderhit_engine::protocol::ucci;

use super::{generate, store};
use crate::{
    protocol::{self, Action, JudgeResult, Protocol},
    transcript::{Event, EventKind, Script, Speaker, Transcript},
};

/// Parses arbitrary bytes as a transcript. If the bytes parse as a transcript, printing and parsing it again must give
/// the same transcript.
pub fn check_transcript_parser(data: &[u8]) {
    if let Ok(transcript) = Transcript::parse(data) {
        let text = transcript.to_bytes();
        let again = Transcript::parse(&text);
        assert_eq!(again.as_ref(), Ok(&transcript), "printed and parsed");
    }
}

/// Parses arbitrary bytes as a script. If the bytes parse as a script, printing this script must give the same bytes.
pub fn check_script_parser(data: &[u8]) {
    if let Ok(script) = Script::parse(data) {
        assert_eq!(script.to_bytes(), data, "a script is kept as it is");
    }
}

/// Judges transcripts by every protocol: the bytes themselves, if they parse as a transcript, and a transcript
/// generated from the bytes.
pub fn check_judge(data: &[u8]) {
    let read = Transcript::parse(data).ok();
    let made_up = generate::generate_transcript(&mut Unstructured::new(data)).ok();
    for transcript in read.into_iter().chain(made_up) {
        for protocol in protocol::ALL_PROTOCOLS {
            judge_and_check(*protocol, &transcript);
        }
    }
}

/// Judges arbitrary lines in the middle of a conversation, each as a line of the interface and as a line of the engine.
/// Each line is judged in a conversation of its own, so that no other line affects the result.
pub fn check_line_parsers(data: &[u8]) {
    let event = |speaker, line: &[u8]| Event {
        at: None,
        kind: EventKind::Line(speaker, line.to_vec()),
    };
    let lines = data.split(|byte| *byte == b'\n').take(8);
    for (line, protocol) in
        lines.flat_map(|line| protocol::ALL_PROTOCOLS.iter().map(move |it| (line, it)))
    {
        for thinking in [false, true] {
            for speaker in [Speaker::Interface, Speaker::Engine] {
                let mut events = Vec::new();
                for beat in protocol.new_dialogue().handshake() {
                    events.push(event(Speaker::Interface, &beat.command));
                    events.push(event(Speaker::Engine, beat.answer_pattern()));
                }
                let search = protocol.sample_lines().search_commands;
                let begun = if thinking {
                    search.len()
                } else {
                    search.len().saturating_sub(1)
                };
                for line in &search[..begun] {
                    events.push(event(Speaker::Interface, line.as_bytes()));
                }
                events.push(event(speaker, line));
                judge_and_check(*protocol, &Transcript { events });
            }
        }
    }
}

/// Writes a generated test case as a script. Parsing the script must give the same actions as the test case has.
pub fn check_grammar(data: &[u8]) {
    for grammar in protocol::ALL_PROTOCOLS
        .iter()
        .filter_map(|it| it.fuzz_grammar())
    {
        for tidy in [false, true] {
            let Ok(case) = grammar.random_test_case(&mut Unstructured::new(data), tidy) else {
                continue;
            };
            let mut text = Vec::new();
            for action in &case.actions {
                action.write_to(&mut text);
                grammar.command_shape(action.bytes_to_send());
            }
            let script = Script::parse(&text);
            let script = script.unwrap_or_else(|err| panic!("{err}: {case:?}"));
            let bytes = |actions: &[Action]| {
                actions
                    .iter()
                    .map(|it| it.bytes_to_send().to_vec())
                    .collect()
            };
            let (said, read): (Vec<_>, Vec<_>) =
                (bytes(&case.actions), bytes(&store::script_actions(&script)));
            assert_eq!(said, read, "written and read");
        }
    }
}

/// Judges a transcript, as a whole and in the shortest segments, and checks that the span (marked bytes) of every
/// violation is inside its line.
fn judge_and_check(protocol: &dyn Protocol, transcript: &Transcript) {
    let mut judge = protocol.new_judge();
    judge.shorten_segments();
    for event in &transcript.events {
        judge.observe_event(event);
    }
    check_spans(protocol, transcript, &judge.into_judge_result());
    check_spans(
        protocol,
        transcript,
        &protocol::judge_transcript(protocol, transcript),
    );
}

fn check_spans(protocol: &dyn Protocol, transcript: &Transcript, judged: &JudgeResult) {
    let rules = protocol.rules().into_iter().map(|it| it.rule_id());
    assert!(rules.eq(judged.findings.iter().map(|it| it.0)));
    for (rule, findings) in judged.findings.iter() {
        for violation in &findings.violations {
            let event = transcript.events.get(violation.culprit.at.0);
            let Some(EventKind::Line(speaker, line)) = event.map(|it| &it.kind) else {
                assert!(event.is_some(), "{rule}: {violation:?}");
                continue;
            };
            let span = violation.culprit.span.clone().unwrap_or_default();
            // A line may begin in earlier chunks (pieces of output without a newline). If a word is missing at the end
            // of a line, the span of the violation is the one byte behind the line.
            let before = &transcript.events[..violation.culprit.at.0];
            let begun: usize = before.iter().map(|it| chunk_length(it, *speaker)).sum();
            let within = span.start <= span.end && span.end <= begun + line.len() + 1;
            assert!(within, "{rule}: {violation:?} in {line:?}");
        }
    }
}

/// Returns the length of a chunk of one side, or 0 for other events.
fn chunk_length(event: &Event, of: Speaker) -> usize {
    match &event.kind {
        EventKind::Chunk(speaker, bytes) if *speaker == of => bytes.len(),
        _ => 0,
    }
}

/// Sends arbitrary lines to the reference engine. The engine must violate no rule, and must answer the quit command.
pub fn check_reference_engine(data: &[u8]) {
    let referred = |it: &&&dyn Protocol| it.reference_engine().is_some();
    let Some(protocol) = protocol::ALL_PROTOCOLS.iter().find(referred) else {
        return;
    };
    let farewell = protocol.new_dialogue().quit_exchange().map(|it| it.command);
    let mut engine = ucci::new_stepped_engine();
    let mut now = Duration::ZERO;
    let mut transcript = Transcript::default();
    for line in data.split(|byte| *byte == b'\n').chain(farewell.as_deref()) {
        if engine.has_quit() {
            break;
        }
        push_line(&mut transcript, now, Speaker::Interface, line);
        let mut out = Vec::new();
        engine.handle_line(now, line, &mut out);
        for _ in 0..4 {
            now += Duration::from_millis(1);
            if engine.is_searching() {
                engine.run_step(now, &mut out);
            }
        }
        for line in out {
            push_line(&mut transcript, now, Speaker::Engine, line.as_bytes());
        }
    }
    let judged = protocol::judge_transcript(*protocol, &transcript);
    for rule in protocol.rules() {
        let findings = &judged.findings[rule.rule_id()];
        // The virtual clock does not advance while the engine works, so violations that depend on measured time do not
        // count.
        let certain = findings.violations.iter().any(|it| !it.is_measured);
        assert!(
            rule.is_about_interface() || !certain,
            "{}: {findings:?}",
            rule.id
        );
    }
}

fn push_line(transcript: &mut Transcript, now: Duration, speaker: Speaker, line: &[u8]) {
    transcript.events.push(Event {
        at: Some(now),
        kind: EventKind::Line(speaker, line.to_vec()),
    });
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Returns pseudorandom bytes.
    fn pseudorandom_bytes(seed: u64, length: usize) -> Vec<u8> {
        let mut state = seed.wrapping_mul(0x9e37_79b9_7f4a_7c15) | 1;
        let next = || {
            state ^= state << 13;
            state ^= state >> 7;
            state ^= state << 17;
            state.to_le_bytes()[3]
        };
        std::iter::repeat_with(next).take(length).collect()
    }

    #[test]
    fn generated_transcripts_can_be_judged() {
        let (mut events, mut violations) = (0, 0);
        for seed in 1..400 {
            let data = pseudorandom_bytes(seed, 600);
            check_judge(&data);
            let made_up = generate::generate_transcript(&mut Unstructured::new(&data)).unwrap();
            events += made_up.events.len();
            let judged = protocol::judge_transcript(protocol::ALL_PROTOCOLS[0], &made_up);
            violations += judged
                .findings
                .values()
                .map(|it| it.violation_count())
                .sum::<usize>();
        }
        // The generated transcripts must have enough events and violations, or this test would prove nothing.
        assert!(
            events > 10_000 && violations > 1_000,
            "{events} {violations}"
        );
    }

    #[test]
    fn judging_the_largest_numbers_causes_no_panic() {
        let facts = [
            "~ 1000000000s",
            "= late 1000000000s",
            "= late 99999999999999999999s",
            "= scale 1e300",
            "= scale 1000000",
            "= memory 18446744073709551615 KiB",
            "= cpu 1000000000s",
            "= rss 99999999999999999999 KiB",
        ];
        let starts = [
            "> ucci\n< ucciok\n> isready\n",
            "> name\n",
            "> ucci\n< ucciok\n> go time 18446744073709551615\n> quit\n< bye\n",
        ];
        for start in starts {
            for (a, b) in facts.iter().flat_map(|a| facts.iter().map(move |b| (a, b))) {
                let text =
                    format!("{start}{a}\n{b}\n{a}\n{b}\n> stop\n{a}\n>! eof\n{b}\n{a}\n! killed\n");
                assert!(Transcript::parse(text.as_bytes()).is_ok(), "{text}");
                check_judge(text.as_bytes());
            }
        }
    }
}
