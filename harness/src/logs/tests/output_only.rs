//! Tests of the rules that can be judged without the commands.

use super::{judge_conversation, read_log, sample_log, violated_rules};
use crate::{
    logs::{ConversationId, LogCapabilities},
    protocol, rule,
    transcript::{Event, EventKind, Speaker},
};

const OUTPUT_ONLY_CAPABILITIES: LogCapabilities = LogCapabilities {
    has_commands: false,
    has_times: false,
};

#[test]
fn only_the_form_of_lines_is_judged_in_bare_output() {
    let (_, reader) = read_log("output", &sample_log("ucci/logs/output.log"));
    assert_eq!(reader.capabilities(), OUTPUT_ONLY_CAPABILITIES);
    let rules = protocol::find_protocol("ucci").unwrap().rules();
    let judged: Vec<&str> = rules
        .iter()
        .filter(|it| reader.capabilities().can_judge(it))
        .map(|it| it.topic)
        .collect();
    assert!(judged.len() > 5);
    assert!(
        judged.iter().all(|it| *it == rule::GRAMMAR_TOPIC),
        "{judged:?}"
    );
}

/// Judges the documented examples of all rules after the commands are removed, so that only the engine's lines remain.
#[test]
fn no_rule_is_violated_only_because_the_commands_are_unknown() {
    let protocol = protocol::find_protocol("ucci").unwrap();
    let mut count = 0;
    for rule in protocol.rules() {
        let doc = rule.documentation();
        let blocks = doc.split("```conforms\n").skip(1);
        for block in blocks.filter_map(|it| it.split("```").next()) {
            let transcript = crate::transcript::Transcript::parse(block.as_bytes()).unwrap();
            let whole = protocol::judge_transcript(protocol, &transcript);
            let mut judge = protocol.new_judge();
            for event in &transcript.events {
                if let EventKind::Line(Speaker::Engine, _) = event.kind {
                    judge.observe_event(&Event {
                        at: None,
                        kind: event.kind.clone(),
                    });
                }
            }
            // If an example with its commands violates a rule, it may also violate this rule without its commands.
            let all = violated_rules(
                &whole,
                LogCapabilities {
                    has_commands: true,
                    has_times: true,
                },
            );
            let alone = judge.into_judge_result();
            for id in violated_rules(&alone, OUTPUT_ONLY_CAPABILITIES) {
                assert!(
                    all.contains(&id),
                    "{id} accuses in an example of {}",
                    rule.id
                );
            }
            count += 1;
        }
    }
    assert!(count > 100, "{count}");
}

#[test]
fn a_malformed_line_is_found_without_any_command() {
    let (events, reader) = read_log("output", b"option UseMillisec type check default maybe\n");
    let judged = judge_conversation(&events, ConversationId(0));
    let accused = violated_rules(&judged, reader.capabilities());
    assert_eq!(accused, ["ucci/option_default", "ucci/option_name"]);
}
