//! Tests of usage errors, which are reported before an engine starts: exit code 2, and the place of the error.

use std::fs;

use predicates::str::contains;

use super::engines::{ponderhit_command, run_on_script};

#[test]
fn help_lists_the_commands_and_the_exit_codes() {
    let out = ponderhit_command(&["--help"]).assert().success();
    insta::assert_snapshot!(String::from_utf8_lossy(&out.get_output().stdout));
}

#[test]
fn every_command_has_help() {
    for command in ["check", "replay", "inject", "engine", "rules", "explain"] {
        ponderhit_command(&[command, "--help"])
            .assert()
            .success()
            .stdout(contains("Usage:"));
    }
}

#[test]
fn the_reference_engine_speaks_every_protocol() {
    for (protocol, hello, ok) in [
        ("auto", "ucci", "ucciok"),
        ("ucci", "ucci", "ucciok"),
        ("uci", "uci", "uciok"),
        ("gtp", "protocol_version", "= 2"),
        ("agi", "agi", "AGIOK"),
    ] {
        ponderhit_command(&["engine", "--protocol", protocol])
            .write_stdin(format!("{hello}\nquit\n"))
            .assert()
            .success()
            .stdout(contains(ok));
    }
}

#[test]
fn unknown_words_are_usage_errors() {
    for args in [
        &["frobnicate"][..],
        &["check", "--frobnicate"],
        &["check", "--jobs", "0"],
        &["check", "--setoption", "novalue"],
        &["check", "--init", "two\nlines"],
        &["check", "--startup-timeout", "5"],
        &["check", "--timeout-scale", "nan"],
        &["check", "--protocol", "checkers"],
        &["replay"],
        &[],
    ] {
        ponderhit_command(args).assert().code(2).stdout("");
    }
}

#[test]
fn judge_accepts_no_options_for_an_engine() {
    for (option, value) in [
        ("--setoption", "a=b"),
        ("--cwd", "/"),
        ("--startup-timeout", "1s"),
        ("--transcripts", "out"),
    ] {
        ponderhit_command(&["judge", "game.txt", option, value])
            .assert()
            .code(2)
            .stderr(contains(format!("unexpected argument '{option}'")));
    }
}

/// `fuzz --replay` plays stored findings and writes no report.
#[test]
fn fuzz_replay_accepts_no_options_of_a_campaign() {
    for option in ["--report=json", "--findings=x", "--jobs=2", "--seed=1"] {
        ponderhit_command(&["fuzz", "--replay", "x", option])
            .assert()
            .code(2)
            .stderr(contains("cannot be used with"));
    }
}

/// A gate may read the report of a run although the run was never made.
#[test]
fn a_wrong_command_line_empties_the_report_of_an_earlier_run() {
    let dir = tempfile::tempdir().unwrap();
    let report = dir.path().join("r.json");
    let own = dir.path().join("own.json");
    for wrong in [
        &["check", "--profil", "smoke"][..],
        &["check", "--profile", "nope"],
        &["check", "--report", "jsn=x"],
        &["merge", "missing.json"],
    ] {
        fs::write(&report, "{\"schema\": \"ponderhit-report/1\", \"exit\": 0}").unwrap();
        let option = format!("--report=json={}", report.display());
        ponderhit_command(&[wrong, &[&option]].concat())
            .assert()
            .code(2);
        assert_eq!(fs::read_to_string(&report).unwrap(), "", "{wrong:?}");
    }
    // A file that is no report stays as it is.
    fs::write(&own, "{}").unwrap();
    let option = format!("--report=json={}", own.display());
    ponderhit_command(&["check", "--profil", "smoke", &option])
        .assert()
        .code(2);
    assert_eq!(fs::read_to_string(&own).unwrap(), "{}");
}

/// `replay --review` plays nothing, so it must not be taken for a replay.
#[test]
fn a_review_has_no_engine_and_is_an_error_in_ci() {
    ponderhit_command(&["replay", "--review=list", "x.script", "--", "cat"])
        .assert()
        .code(2)
        .stderr(contains("cannot be used with"));
    let mut command = ponderhit_command(&["replay", "--review=list", "x.script"]);
    command
        .env("CI", "true")
        .env_remove("CARGO_PKG_NAME")
        .assert()
        .code(2)
        .stderr(contains("plays no snapshot, and in CI"));
}

#[test]
fn unusable_arguments_are_usage_errors() {
    for (args, text) in [
        (
            &["check", "--profile", "nope"][..],
            "unrecognized profile `nope`; expected one of: full",
        ),
        (&["check", "--cwd", "/nonexistent"], "--cwd"),
        (
            &["fuzz", "--time", "0s", "--", "cat"],
            "expected a duration of more than 0",
        ),
        (
            &["check", "--shard", "0/3"],
            "--shard: expected auto, or K/N",
        ),
        (&["check", "--report", "docx"], "unrecognized format `docx`"),
        // In CI the built-in engine must not pass in place of the engine.
        (
            &["check", "--report", "junit=unwritten.xml"],
            "no ENGINE was given: --report junit needs an engine",
        ),
        (
            &["check", "--report", "json", "--report", "text"],
            "only one report",
        ),
        (
            &["check", "--report", "json=/nonexistent/file"],
            "/nonexistent/file",
        ),
        (
            &["replay", "ucci/quit/idel"],
            "did you mean `ucci/quit/idle`?",
        ),
        (&["replay", "/nonexistent.script"], "/nonexistent.script"),
        (&["inject", "--fault", "nope", "--", "cat"], "nope"),
    ] {
        ponderhit_command(args)
            .assert()
            .code(2)
            .stdout("")
            .stderr(contains(text));
    }
}

#[test]
fn old_names_of_options_are_accepted() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("file");
    fs::write(&file, "").unwrap();
    let file = file.to_str().unwrap();
    let below = format!("{file}/below");
    let watch = format!("--watch={file}");
    let record = ["record", "--protocol", "ucci", "-o"];
    // ponderhit accepts the old name of each option, so the error is only about the option's value. The error contains
    // the new name of the option.
    for (args, text) in [
        (
            [&["fuzz", "--corpus"], &[&*below][..]].concat(),
            "--findings: ",
        ),
        (
            [
                &["fuzz", "--unconfined", "--protocol", "ucci"][..],
                &["--replay", &below, "--", "cat"],
            ]
            .concat(),
            "--replay: ",
        ),
        (
            vec!["fuzz", "--protocol", "ucci", "--known", &below, "--", "cat"],
            "known failures: ",
        ),
        (vec!["fuzz", "--known", &below], "--known-failures "),
        (vec!["check", "--known", &below], "--known-failures "),
        (
            vec!["check", "--known-write", file],
            "--write-known-failures: ",
        ),
        (
            [
                &record[..],
                &[
                    &below,
                    "--script",
                    "ucci/quit/idle",
                    "--open",
                    "colour",
                    "cat",
                ],
            ]
            .concat(),
            "`colour`",
        ),
        (
            [&record[..], &[file, &watch, "cat"]].concat(),
            "--judge-live ",
        ),
    ] {
        ponderhit_command(&args)
            .assert()
            .code(2)
            .stdout("")
            .stderr(contains(text));
    }
}

#[test]
fn an_error_in_a_script_has_a_line_and_a_column() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("broken.script");
    fs::write(&path, "@protocol ucci\n> ucci\n<* foo {bar\n").unwrap();
    let path = path.to_str().unwrap();
    let place = format!("error: {path}:3:");
    ponderhit_command(&["replay", path])
        .assert()
        .code(2)
        .stderr(contains(place));
}

#[test]
fn options_after_the_engine_are_passed_to_the_engine() {
    let script = "test \"$1\" = --strict && echo \"got $1\"";
    let run = run_on_script(&["check", "--protocol", "ucci"], script)
        .args(["sh", "--strict"])
        .assert();
    run.code(5).stdout(contains("got --strict"));
}
