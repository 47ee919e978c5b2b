//! Tests of the example engine: a conformant engine passes, and an engine with faults fails.

use ponderhit::{exit::Exit, suite::Suite};

fn engine_suite() -> Suite {
    Suite::new(env!("CARGO_BIN_EXE_engine-author")).protocol("ucci")
}

fn broken_engine_suite() -> Suite {
    Suite::new(env!("CARGO_BIN_EXE_broken")).protocol("ucci")
}

#[test]
fn the_engine_speaks_ucci() {
    engine_suite().profile("smoke").check().assert_ok();
}

#[test]
fn the_engine_plays_our_opening() {
    engine_suite()
        .replay("tests/scripts/opening.script")
        .assert_ok();
}

#[test]
fn the_engine_sends_bye_before_it_exits() {
    // `ucci/quit/idle` is the id of a script that is part of ponderhit.
    engine_suite().replay("ucci/quit/idle").assert_ok();
}

#[test]
fn the_opening_matches_its_snapshot() {
    let script = "tests/scripts/opening.script";
    let judgement = engine_suite().replay(script).assert_ok();
    let transcript = judgement.transcript(script).unwrap();
    insta::assert_snapshot!(transcript.redacted());
}

#[test]
#[should_panic(expected = "✗ must   ucci/bye_before_end")]
fn an_engine_that_forgets_bye_fails() {
    broken_engine_suite()
        .only("ucci/quit/*")
        .check()
        .assert_ok();
}

#[test]
fn an_illegal_move_is_reported_with_its_line() {
    let judgement = broken_engine_suite().replay("tests/scripts/opening.script");
    assert_eq!(judgement.exit(), Exit::Violated);
    let text = judgement.text();
    for line in [
        "✗ must   ucci/bestmove_legal",
        "< bestmove e0e9",
        "see it again:   ponderhit replay tests/scripts/opening.script --protocol ucci -- ",
        "exit 1: 3 must rules violated",
    ] {
        assert!(text.contains(line), "{line} is not in\n{text}");
    }
}

#[test]
fn known_failures_do_not_fail_the_test() {
    let broken = broken_engine_suite()
        .only("ucci/quit/idle")
        .only("ucci/go/depth");
    assert_eq!(broken.check().exit(), Exit::Violated);
    broken.known("tests/known-failures.txt").check().assert_ok();
}
