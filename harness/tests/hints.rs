//! Tests the hints (`help:` lines of a report) with conversations. The files `hints/PROTOCOL.txt` contain the test
//! cases. Each case has a line `## rule`, a line `# help:` with the expected hint (`-` for no hint), and a
//! conversation.

use std::{collections::BTreeSet, fs, path::PathBuf};

use ponderhit::{
    protocol::{
        self, ALL_PROTOCOLS, Protocol,
        hints::{ViolationFacts, find_hint},
    },
    transcript::Transcript,
};

/// A test case: a conversation, and the hint that is expected for it.
struct HintCase {
    rule: String,
    /// The beginning of the expected hint, or `None` if no hint is expected.
    expected_hint: Option<String>,
    transcript: Transcript,
}

fn load_cases(protocol: &dyn Protocol) -> Vec<HintCase> {
    let path = PathBuf::from(env!("CARGO_MANIFEST_DIR"))
        .join("tests/hints")
        .join(format!("{}.txt", protocol.name()));
    let text = fs::read_to_string(path).unwrap();
    let blocks = text.split("## ").skip(1);
    let cases: Vec<HintCase> = blocks.map(parse_case).collect();
    assert!(cases.len() > 5, "{}", protocol.name());
    cases
}

fn parse_case(block: &str) -> HintCase {
    let (rule, rest) = block.split_once('\n').unwrap();
    let (help, lines) = rest.split_once('\n').unwrap();
    let help = help.strip_prefix("# help: ").unwrap();
    HintCase {
        rule: rule.trim().to_owned(),
        expected_hint: Some(help.to_owned()).filter(|it| it != "-"),
        transcript: Transcript::parse(lines.as_bytes())
            .unwrap_or_else(|err| panic!("{rule}:{}: {}", err.line_number, err.message)),
    }
}

/// For each violation of the test case's rule, returns the id and the text of its hint, or `None`.
fn hints_of_case(protocol: &dyn Protocol, case: &HintCase) -> Vec<Option<(&'static str, String)>> {
    let judged = protocol::judge_transcript(protocol, &case.transcript);
    let rules = protocol.rules();
    let rule = rules.iter().find(|it| it.id == case.rule);
    let rule = rule.unwrap_or_else(|| panic!("there is no rule {}", case.rule));
    let findings = judged.findings.get(rule.rule_id()).unwrap();
    let violations = findings.violations.iter().map(|violation| {
        let facts = ViolationFacts {
            rule: rule.id,
            violation,
            transcript: &case.transcript,
        };
        let message = find_hint(protocol.hints(), &facts)?;
        Some((message.id, message.to_string()))
    });
    violations.collect()
}

#[test]
fn every_violation_has_its_expected_hint() {
    let mut wrong = Vec::new();
    for protocol in ALL_PROTOCOLS {
        for case in load_cases(*protocol) {
            let found = hints_of_case(*protocol, &case);
            let texts: Vec<Option<&str>> = found
                .iter()
                .map(|it| it.as_ref().map(|it| it.1.as_str()))
                .collect();
            if texts.first() != Some(&case.expected_hint.as_deref()) {
                wrong.push(format!(
                    "{}: expected {:?}, found {texts:?}",
                    case.rule, case.expected_hint
                ));
            }
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn every_hint_has_a_case() {
    let mut all = 0;
    for protocol in ALL_PROTOCOLS {
        let found: BTreeSet<&str> = load_cases(*protocol)
            .iter()
            .flat_map(|it| hints_of_case(*protocol, it))
            .flatten()
            .map(|it| it.0)
            .collect();
        let listed: BTreeSet<&str> = protocol.hints().iter().map(|it| it.id).collect();
        assert_eq!(found, listed, "{}", protocol.name());
        all += listed.len();
    }
    assert!(all > 50, "{all}");
}

/// Every rule that a hint names must exist, because otherwise the hint is never used.
#[test]
fn a_hint_names_rules_of_its_protocol() {
    for protocol in ALL_PROTOCOLS {
        let ids: BTreeSet<String> = protocol.rules().iter().map(|it| it.id.to_owned()).collect();
        for hint in protocol.hints() {
            for rule in hint.rules {
                let id = format!("{}/{rule}", protocol.name());
                assert!(ids.contains(&id), "{}: {id}", hint.id);
            }
        }
    }
}
