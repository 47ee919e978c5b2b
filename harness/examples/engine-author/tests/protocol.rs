//! Tests of the example engine: a conformant engine passes, and an engine with faults fails.

use ponderhit::{exit::Exit, suite::Suite};

fn engine() -> Suite {
    Suite::new(env!("CARGO_BIN_EXE_engine-author")).protocol("ucci")
}

fn broken() -> Suite {
    Suite::new(env!("CARGO_BIN_EXE_broken")).protocol("ucci")
}

#[test]
fn the_engine_speaks_ucci() {
    engine().profile("smoke").check().assert_ok();
}

#[test]
fn the_engine_plays_our_opening() {
    engine().replay("tests/scripts/opening.script").assert_ok();
}

#[test]
fn it_leaves_with_bye() {
    // `ucci/quit/idle` is the id of a script that is part of ponderhit.
    engine().replay("ucci/quit/idle").assert_ok();
}

#[test]
fn the_opening_is_what_it_was() {
    let script = "tests/scripts/opening.script";
    let judgement = engine().replay(script).assert_ok();
    let transcript = judgement.transcript(script).unwrap();
    insta::assert_snapshot!(transcript.redacted());
}

#[test]
#[should_panic(expected = "✗ must   ucci/bye_before_end")]
fn an_engine_that_forgets_bye_fails() {
    broken().only("ucci/quit/*").check().assert_ok();
}

#[test]
fn an_engine_that_plays_an_illegal_move_is_told_where() {
    let judgement = broken().replay("tests/scripts/opening.script");
    assert_eq!(judgement.exit(), Exit::Violated);
    let text = judgement.text();
    for line in [
        "✗ must   ucci/bestmove_legal",
        "< bestmove e0e9",
        "see it again:   ponderhit replay tests/scripts/opening.script --protocol ucci -- ",
        "exit 1: a requirement is violated",
    ] {
        assert!(text.contains(line), "{line} is not in\n{text}");
    }
}

#[test]
fn one_can_live_with_what_is_known() {
    let broken = broken().only("ucci/quit/idle").only("ucci/go/depth");
    assert_eq!(broken.check().exit(), Exit::Violated);
    broken.known("tests/known-failures.txt").check().assert_ok();
}
