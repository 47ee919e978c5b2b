//! Tests of the rules with hand-written transcripts, whose verdicts follow from the specification.
//!
//! Every file of `corpus/PROTOCOL/judged/` is judged. Each file in `corpus/PROTOCOL/judged/` begins with four comments.
//! `# kind:` is `ok` (the engine conforms), `iok` (both sides conform), `bad` (the engine violates a rule) or `ibad`
//! (the interface violates a rule). `# rule:` lists the rules that the file tests; in `bad` and `ibad` files at least
//! one of these rules must be violated. `# allow:` lists other rules that the transcript may violate. `# why:` contains
//! the requirement of the specification from which the verdict follows.

use std::{
    collections::{BTreeMap, BTreeSet},
    fs,
    path::PathBuf,
};

use ponderhit::{
    protocol::{self, ALL_PROTOCOLS, LevelInProfile, Protocol},
    rule::{Level, Outcome},
    transcript::Transcript,
};

/// A test case: a transcript, and the expected verdict from the comments at its beginning.
struct JudgedCase {
    name: String,
    expected_verdict: String,
    rules: Vec<String>,
    rules_that_may_be_violated: Vec<String>,
    requirement: String,
    transcript: Transcript,
}

impl JudgedCase {
    fn expects_violation(&self) -> bool {
        self.expected_verdict.ends_with("bad")
    }

    /// Returns true if the test case checks the verdict of this rule. A case about one side (engine or interface)
    /// checks only rules about this side.
    fn checks_rule(&self, binds_interface: bool) -> bool {
        match self.expected_verdict.as_str() {
            "ok" | "bad" => !binds_interface,
            "ibad" => binds_interface,
            _ => true,
        }
    }
}

/// The protocols that have transcripts in `corpus/PROTOCOL/judged/`.
fn protocols_with_judged_corpus() -> Vec<&'static dyn Protocol> {
    let all = ALL_PROTOCOLS.iter().copied();
    let judged: Vec<_> = all.filter(|it| judged_corpus_dir(*it).is_dir()).collect();
    assert!(
        judged.len() > 1,
        "several protocols must have judged transcripts"
    );
    judged
}

fn judged_corpus_dir(protocol: &dyn Protocol) -> PathBuf {
    let root = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../corpus");
    root.join(protocol.name()).join("judged")
}

fn load_cases(protocol: &dyn Protocol) -> Vec<JudgedCase> {
    let mut paths: Vec<PathBuf> = fs::read_dir(judged_corpus_dir(protocol))
        .unwrap()
        .map(|it| it.unwrap().path())
        .collect();
    paths.sort();
    paths.iter().map(load_case).collect()
}

fn all_cases() -> Vec<(&'static dyn Protocol, JudgedCase)> {
    let all = protocols_with_judged_corpus().into_iter();
    all.flat_map(|it| load_cases(it).into_iter().map(move |case| (it, case)))
        .collect()
}

fn load_case(path: &PathBuf) -> JudgedCase {
    let bytes = fs::read(path).unwrap();
    let name = path.file_stem().unwrap().to_string_lossy().into_owned();
    let text = String::from_utf8_lossy(&bytes);
    let head = |key: &str| {
        let prefix = format!("# {key}: ");
        let mut lines = text.lines().take_while(|it| it.starts_with('#'));
        let found = lines.find_map(|it| it.strip_prefix(&prefix).map(str::to_owned));
        found.unwrap_or_default()
    };
    let list = |key: &str| -> Vec<String> {
        let all = head(key);
        let words = all.split(',').map(str::trim).filter(|it| !it.is_empty());
        words.map(str::to_owned).collect()
    };
    JudgedCase {
        expected_verdict: head("kind"),
        rules: list("rule"),
        rules_that_may_be_violated: list("allow"),
        requirement: head("why"),
        transcript: Transcript::parse(&bytes)
            .unwrap_or_else(|err| panic!("{name}:{}: {}", err.line_number, err.message)),
        name,
    }
}

#[test]
fn every_transcript_has_its_expected_verdict() {
    let mut wrong = Vec::new();
    for (protocol, case) in all_cases() {
        assert!(
            ["ok", "iok", "bad", "ibad"].contains(&case.expected_verdict.as_str()),
            "{}: no kind",
            case.name
        );
        assert!(
            !case.requirement.is_empty(),
            "{} does not say why",
            case.name
        );
        let convicted = violated_rules(protocol, &case);
        let named = |list: &[String], id: &str| list.iter().any(|it| it == id);
        let others: Vec<&str> = convicted
            .iter()
            .copied()
            .filter(|it| {
                !named(&case.rules_that_may_be_violated, it)
                    && (!case.expects_violation() || !named(&case.rules, it))
            })
            .collect();
        if !others.is_empty() {
            wrong.push(format!("{}: {} accuses", case.name, others.join(", ")));
        }
        if case.expects_violation() && !convicted.iter().any(|it| named(&case.rules, it)) {
            wrong.push(format!(
                "{}: missed by {}",
                case.name,
                case.rules.join(", ")
            ));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

/// The violated rules of a test case. Rules of level `may`, rules outside of profile `full`, and
/// `usemillisec_announced` count only if the comments of the case name them.
fn violated_rules(protocol: &dyn Protocol, case: &JudgedCase) -> Vec<&'static str> {
    let judged = protocol::judge_transcript(protocol, &case.transcript);
    let rules = protocol.rules();
    let pairs = judged.findings.values_of(&rules);
    pairs
        .filter(|(rule, findings)| {
            let about = case.rules.iter().any(|it| it == rule.id);
            let unbound = matches!(
                protocol.level_in_profile("full", rule),
                LevelInProfile::NotApplicable(_)
            );
            let minor =
                rule.level == Level::May || unbound || rule.id == "ucci/usemillisec_announced";
            findings.outcome() == Outcome::Violates
                && (!minor || about)
                && case.checks_rule(rule.is_about_interface())
        })
        .map(|(rule, _)| rule.id)
        .collect()
}

/// Each message about a mistake with the clocks of an interface must be seen in a transcript.
#[test]
fn every_mistake_with_the_clocks_has_a_case() {
    let directory =
        PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("src/protocol/search/clock_habits/mistakes");
    let sources = fs::read_dir(directory).unwrap();
    let sources = sources.map(|it| fs::read_to_string(it.unwrap().path()).unwrap());
    let ids_of = |source: String| -> Vec<String> {
        let messages = source.split("message!(").skip(1);
        let ids = messages.filter_map(|it| Some(it.split('"').nth(1)?.to_owned()));
        ids.collect()
    };
    let mut unseen: BTreeSet<String> = sources.flat_map(ids_of).collect();
    assert!(unseen.len() > 30, "{unseen:?}");
    let cases = all_cases();
    let cases = cases.iter().filter(|it| it.1.expected_verdict == "ibad");
    for (protocol, case) in cases {
        let judged = protocol::judge_transcript(*protocol, &case.transcript);
        for finding in judged.findings.values() {
            for violation in &finding.violations {
                unseen.remove(violation.message.id);
            }
        }
    }
    assert!(unseen.is_empty(), "no case shows {unseen:?}");
}

/// The findings must not depend on the places where a conversation is split into segments.
#[test]
fn judging_in_short_segments_yields_the_same_findings() {
    let mut wrong = Vec::new();
    // In the listed test cases, a rule needs events from before its segment if the conversation is split into short
    // segments. Without the events from before its segment, the rule is not exercised, or another rule reports the same
    // line.
    const CASES_NEEDING_EARLIER_EVENTS: &[&str] = &[
        "interface_ucci_first_lines_before",
        "ok_handshake_lines_excerpt_in_search",
    ];
    let looks_back = |it: &JudgedCase| CASES_NEEDING_EARLIER_EVENTS.contains(&it.name.as_str());
    let all = all_cases().into_iter();
    for (protocol, case) in all.filter(|it| !looks_back(&it.1)) {
        let mut judge = protocol.new_judge();
        judge.shorten_segments();
        for event in &case.transcript.events {
            judge.observe_event(event);
        }
        let (cut, whole) = (
            judge.into_judge_result(),
            protocol::judge_transcript(protocol, &case.transcript),
        );
        for (rule, cut) in cut.findings.iter() {
            let whole = &whole.findings[rule];
            // Only the outcome and the number of violations are compared, because measured times
            // may differ.
            if (cut.outcome(), cut.violation_count()) != (whole.outcome(), whole.violation_count())
            {
                wrong.push(format!("{}: {rule}", case.name));
            }
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn every_rule_has_conforming_and_violating_cases() {
    for protocol in protocols_with_judged_corpus() {
        assert_every_rule_has_cases(protocol);
    }
}

fn assert_every_rule_has_cases(protocol: &dyn Protocol) {
    let mut tried: BTreeMap<String, [usize; 2]> = BTreeMap::new();
    for case in load_cases(protocol) {
        let guilty = usize::from(case.expects_violation());
        for rule in &case.rules {
            tried.entry(rule.clone()).or_default()[guilty] += 1;
        }
    }
    let rules = protocol.rules();
    let unknown: Vec<&String> = tried
        .keys()
        .filter(|it| rules.iter().all(|rule| rule.id != **it))
        .collect();
    assert!(unknown.is_empty(), "no such rules: {unknown:?}");
    let lacking: Vec<String> = rules
        .iter()
        .filter_map(|rule| {
            let [innocent, guilty] = tried.get(rule.id).copied().unwrap_or_default();
            match (innocent, guilty) {
                (0, 0) => Some(format!("{}: a transcript of each kind", rule.id)),
                (0, _) => Some(format!("{}: one of kind ok (or iok)", rule.id)),
                (_, 0) => Some(format!("{}: one of kind bad (or ibad)", rule.id)),
                _ => None,
            }
        })
        .collect();
    assert!(
        lacking.is_empty(),
        "add to corpus/{}/judged/, in the format that this file's first lines describe:\n{}",
        protocol.name(),
        lacking.join("\n")
    );
}
