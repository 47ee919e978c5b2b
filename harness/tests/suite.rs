//! Tests that `Suite`, the API for tests in Rust, reports the same as the command line, and leaves no process behind.
#![cfg(unix)]

use std::{panic, thread};

use ponderhit::{
    exit::Exit,
    rule::Outcome,
    suite::{Judgement, Suite},
};

use crate::{
    common,
    program::cli::engines::{
        ENGINE_WITHOUT_BYE, ENGINE_WITHOUT_MOVES, ponderhit_command, replace_times,
    },
};

/// A suite whose engine is a shell script.
fn shell_suite(script: &str) -> Suite {
    Suite::new("sh").args(["-c", script]).protocol("ucci")
}

/// Runs the program `ponderhit` with these arguments, and returns its output and exit code.
fn command_output(args: &[&str]) -> (String, i32) {
    let output = ponderhit_command(args).output().unwrap();
    let text = [output.stdout, output.stderr].concat();
    (replace_times(&text), output.status.code().unwrap())
}

/// Plays the suite and the same arguments on the command line, compares the reports, and returns the suite's result. If
/// the host was late, a rule may be inconclusive in one of the two reports; then both are played again.
#[track_caller]
fn assert_same_report(play: impl Fn() -> Judgement, args: &[&str]) -> Judgement {
    const MAX_ATTEMPTS: usize = 10;
    let mut attempts = (0..MAX_ATTEMPTS).map(|_| (play(), command_output(args)));
    let (judgement, (text, code)) = attempts
        .find(|(ours, (theirs, _))| {
            ![&ours.text(), theirs]
                .iter()
                .any(|it| it.contains("inconclusive"))
        })
        .expect("the host was late in every attempt");
    let ours = replace_times(judgement.text().as_bytes());
    assert_eq!(without_line_numbers(&ours), without_line_numbers(&text));
    assert_eq!(i32::from(judgement.exit().code()), code);
    judgement
}

/// Removes line numbers of transcripts, because a line `= late` in only one of two transcripts changes the numbers, and
/// the blanks before carets, because a time of ten seconds has one more digit. Warnings are removed, because only the
/// command line writes warnings.
fn without_line_numbers(text: &str) -> String {
    let lines = text.lines().filter(|it| !it.starts_with("warning: "));
    let lines = lines.map(|it| match it.rsplit_once(", line ") {
        Some((before, number)) if number.parse::<usize>().is_ok() => before,
        _ if it.trim_start().starts_with('^') => it.trim_start(),
        _ => it,
    });
    lines.collect::<Vec<_>>().join("\n")
}

#[test]
fn the_suite_report_equals_the_report_of_check() {
    let play = || {
        shell_suite(ENGINE_WITHOUT_BYE)
            .setoption("hashsize", "16")
            .env("LEVEL", "9")
            .only("ucci/quit/idle")
            .skip("ucci/no_hang")
            .check()
    };
    let args = [
        &["check", "--protocol", "ucci", "--setoption", "hashsize=16"][..],
        &["--env", "LEVEL=9", "--only", "ucci/quit/idle"],
        &[
            "--skip",
            "ucci/no_hang",
            "--",
            "sh",
            "-c",
            ENGINE_WITHOUT_BYE,
        ],
    ]
    .concat();
    let judgement = assert_same_report(play, &args);
    let report = judgement.report().unwrap();
    let mut verdicts = report.verdicts.iter();
    let bye = verdicts.find(|it| it.rule == "ucci/bye_before_end");
    assert_eq!(bye.map(|it| it.outcome), Some(Outcome::Violates));
    assert!(judgement.json().unwrap().contains("ponderhit-report/1"));
}

#[test]
fn the_suite_report_equals_the_report_of_replay() {
    let play = || {
        Suite::new("sh")
            .args(["-c", ENGINE_WITHOUT_BYE])
            .replay("ucci/quit/idle")
    };
    let judgement = assert_same_report(
        play,
        &[
            "replay",
            "ucci/quit/idle",
            "--",
            "sh",
            "-c",
            ENGINE_WITHOUT_BYE,
        ],
    );
    assert_eq!(judgement.exit(), Exit::Violated);
    let transcript = judgement.transcript("ucci/quit/idle").unwrap();
    assert!(transcript.redacted().ends_with("> quit\n! exit 0\n"));
    assert!(transcript.text().len() > transcript.redacted().len());
}

#[test]
fn the_protocol_is_detected() {
    let judgement = Suite::new("sh").args(["-c", ENGINE_WITHOUT_BYE]);
    let judgement = judgement.only("ucci/quit/idle").check();
    let report = judgement.report().unwrap();
    assert_eq!(report.protocol, "ucci");
    assert!(
        report
            .notes
            .iter()
            .any(|it| it.to_string().contains("--protocol ucci"))
    );
    let play = || Suite::new("/nonexistent/engine").check();
    let nobody = assert_same_report(play, &["check", "--", "/nonexistent/engine"]);
    assert_eq!(nobody.exit(), Exit::NoEngine);
}

#[test]
fn invalid_settings_are_errors_and_no_panics() {
    let engine = || shell_suite(ENGINE_WITHOUT_BYE);
    let tail = ["--", "sh", "-c", ENGINE_WITHOUT_BYE];
    let with = |words: &[&'static str]| [words, &tail].concat();
    let check = |words: &[&'static str]| with(&[&["check", "--protocol", "ucci"], words].concat());
    let _ = assert_same_report(
        || engine().profile("fast").check(),
        &check(&["--profile", "fast"]),
    );
    let _ = assert_same_report(
        || engine().known("/nonexistent/list").check(),
        &check(&["--known-failures", "/nonexistent/list"]),
    );
    let _ = assert_same_report(
        || engine().cwd("/nonexistent/folder").check(),
        &check(&["--cwd", "/nonexistent/folder"]),
    );
    let _ = assert_same_report(
        || {
            Suite::new("sh")
                .args(["-c", ENGINE_WITHOUT_BYE])
                .replay("ucci/quit/idel")
        },
        &with(&["replay", "ucci/quit/idel"]),
    );
    for wrong in [
        engine().protocol("uccy"),
        engine().timeout_scale(-1.0),
        engine().init("two\nlines"),
        engine().setoption("", "3"),
    ] {
        let judgement = wrong.check();
        assert_eq!(judgement.exit(), Exit::Usage);
        assert!(judgement.text().starts_with("error: --"));
        assert!(judgement.json().is_err());
        assert_eq!(judgement.transcripts().count(), 0);
    }
}

#[test]
fn an_inconclusive_rule_fails_unless_allowed() {
    let engine = shell_suite(ENGINE_WITHOUT_MOVES)
        .only("ucci/bans_kept")
        .only("ucci/bye_before_end")
        .timeout_scale(0.2);
    assert_eq!(engine.check().exit(), Exit::Inconclusive);
    engine.allow_inconclusive().check().assert_ok();
}

#[test]
fn several_tests_may_use_a_suite_in_parallel() {
    // The scenario `ucci/go/time` measures time; the scenarios `ucci/stop/*` do not. This engine sends no moves, so a
    // session ends before it reaches the lines that follow `stop` in its scenario.
    let engine = shell_suite(ENGINE_WITHOUT_MOVES)
        .only("ucci/go/time")
        .only("ucci/stop/*")
        .allow_inconclusive()
        .timeout_scale(0.2)
        .jobs(3);
    let known = tempfile::NamedTempFile::new().unwrap();
    std::fs::write(known.path(), "ucci/*\n").unwrap();
    thread::scope(|scope| {
        for _ in 0..4 {
            scope.spawn(|| assert_eq!(engine.check().exit(), Exit::Violated));
            scope.spawn(|| engine.clone().known(known.path()).check().assert_ok());
        }
    });
}

#[test]
fn a_test_that_panics_leaves_no_process() {
    // This engine ignores SIGTERM and the end of its input, and has a child process.
    let deaf = "trap '' TERM HUP; sleep 600 & while :; do sleep 600; done";
    let mark = common::unique_process_mark();
    let (name, value) = mark.split_once('=').unwrap();
    let engine = shell_suite(deaf).env(name, value).timeout_scale(0.05);
    let failed = panic::catch_unwind(|| engine.replay("ucci/quit/idle").assert_ok());
    let message = *failed.unwrap_err().downcast::<String>().unwrap();
    assert!(message.contains("did not complete its UCCI 3.0 handshake"));
    assert_eq!(common::all_marked_processes(&mark), [""; 0]);
}
