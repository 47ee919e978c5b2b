//! What can be judged without knowing what the engine was asked.

use super::{accusing, judged, read, sample};
use crate::{
    logs::{Conversation, Knows},
    protocol, rule,
    transcript::{Event, EventKind, Speaker},
};

const ALONE: Knows = Knows {
    commands: false,
    times: false,
};

#[test]
fn only_the_form_of_lines_is_judged_in_what_an_engine_printed() {
    let (_, reader) = read("output", &sample("ucci/logs/output.log"));
    assert_eq!(reader.knows(), ALONE);
    let rules = protocol::find("ucci").unwrap().rules();
    let judged: Vec<&str> = rules
        .iter()
        .filter(|it| reader.knows().judges(it))
        .map(|it| it.topic)
        .collect();
    assert!(judged.len() > 5);
    assert!(judged.iter().all(|it| *it == rule::GRAMMAR), "{judged:?}");
}

/// Everything that a conforming engine says in any documented example, without what it was asked.
#[test]
fn no_rule_accuses_an_engine_of_what_nobody_is_known_to_have_asked() {
    let protocol = protocol::find("ucci").unwrap();
    let mut count = 0;
    for rule in protocol.rules() {
        let doc = rule.doc();
        let blocks = doc.split("```conforms\n").skip(1);
        for block in blocks.filter_map(|it| it.split("```").next()) {
            let transcript = crate::transcript::Transcript::parse(block.as_bytes()).unwrap();
            let whole = protocol::judge(protocol, &transcript);
            let mut judge = protocol.judge();
            for event in &transcript.events {
                if let EventKind::Line(Speaker::Engine, _) = event.kind {
                    judge.observe(&Event {
                        at: None,
                        kind: event.kind.clone(),
                    });
                }
            }
            // What is accused with all that is known may be accused without it.
            let all = accusing(
                &whole,
                Knows {
                    commands: true,
                    times: true,
                },
            );
            let alone = judge.finish();
            for id in accusing(&alone, ALONE) {
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
fn what_is_wrong_with_a_line_is_found_without_any_command() {
    let (heard, reader) = read("output", b"option UseMillisec type check default maybe\n");
    let judged = judged(&heard, Conversation(0));
    let accused = accusing(&judged, reader.knows());
    assert_eq!(accused, ["ucci/option_default", "ucci/option_name"]);
}
