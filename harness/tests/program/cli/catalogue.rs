//! Tests of the commands `rules` and `explain`.

use predicates::{prelude::PredicateBooleanExt as _, str::contains};

use super::engines::ponderhit_command;

#[test]
fn rules_lists_every_rule_of_every_protocol() {
    let mut run = ponderhit_command(&["rules"]);
    let mut assert = run.assert().success();
    for rule in ponderhit::protocol::ALL_PROTOCOLS
        .iter()
        .flat_map(|it| it.rules())
    {
        assert = assert.stdout(contains(rule.id));
    }
}

#[test]
fn rules_can_be_printed_as_json() {
    let out = ponderhit_command(&["rules", "--protocol", "ucci", "--report", "json"])
        .output()
        .unwrap();
    let rows: serde_json::Value = serde_json::from_slice(&out.stdout).unwrap();
    let rows = rows.as_array().unwrap();
    assert!(rows.iter().all(|it| it["protocol"] == "ucci"));
    assert!(
        rows.iter()
            .any(|it| it["rule"] == "ucci/bye_before_end" && it["level"] == "must")
    );
}

#[test]
fn explain_shows_the_requirement_and_examples_of_both_kinds() {
    let out = ponderhit_command(&["explain", "ucci/bye_before_end"])
        .assert()
        .success();
    insta::assert_snapshot!(String::from_utf8_lossy(&out.get_output().stdout));
}

#[test]
fn every_rule_can_be_explained() {
    for rule in ponderhit::protocol::ALL_PROTOCOLS
        .iter()
        .flat_map(|it| it.rules())
    {
        let run = ponderhit_command(&["explain", rule.id]).assert().success();
        run.stdout(contains("✗ violates")).stdout(contains("^"));
    }
}

#[test]
fn a_rule_name_is_enough_and_a_typo_has_a_suggestion() {
    ponderhit_command(&["explain", "bye_before_end"])
        .assert()
        .success();
    let run = ponderhit_command(&["explain", "bye_befor_end"])
        .assert()
        .code(2);
    run.stderr(contains("did you mean `bye_before_end`?"));
}

#[test]
fn a_name_that_several_protocols_have_explains_the_rules_of_all() {
    ponderhit_command(&["explain", "no_crash"])
        .assert()
        .success()
        .stdout(contains("ucci/no_crash").and(contains("gtp/no_crash")));
    ponderhit_command(&["explain", "bye*"])
        .assert()
        .code(2)
        .stderr(contains("ambiguous"));
}

#[test]
fn the_option_protocol_selects_the_rule_or_the_requirement() {
    for (args, expected) in [
        (["explain", "-p", "uci", "no_crash"], "uci/no_crash  robust"),
        (["explain", "-p", "agi", "R-10"], "AGI R-10"),
        (["explain", "--protocol", "ucci", "UCCI E1"], "E1"),
    ] {
        ponderhit_command(&args)
            .assert()
            .success()
            .stdout(contains(expected).and(contains("explained below").not()));
    }
    ponderhit_command(&["explain", "-p", "gtp", "bye_before_end"])
        .assert()
        .code(2)
        .stderr(contains("no rule `gtp/bye_before_end`"));
}
