//! Tests of `--failed`, `--fail-fast` and `--repeat`, which play scenarios again or stop early.

use std::fs;

use predicates::{function::function, prelude::PredicateBooleanExt, str::contains};
use serde_json::Value;
use tempfile::TempDir;

use super::engines::{GTP_ENGINE_ARGS, ponderhit_command};

/// A shell engine that reads its answer to `quit` from the file `farewell`.
const ENGINE_THAT_ANSWERS_QUIT_FROM_FILE: &str = "while read -r line; do case \"$line\" in \
     ucci) echo ucciok ;; \
     isready) echo readyok ;; \
     quit) cat farewell; exit 0 ;; \
     esac; done";

/// A shell engine that counts its starts in the file `starts`, and sends no `bye` in its fourth process.
const FLAKY_ENGINE: &str = "echo >> starts; n=$(wc -l < starts); while read -r line; do case \"$line\" in \
     ucci) echo ucciok ;; \
     isready) echo readyok ;; \
     quit) test $n -eq 4 || echo bye; exit 0 ;; \
     esac; done";

/// Runs `check` on the scenarios about `quit` in a directory with an engine, and returns the exit code and the report.
fn check_in(dir: &TempDir, engine: &str, args: &[&str]) -> (i32, Value) {
    let own = [
        "check",
        "--protocol",
        "ucci",
        "--report",
        "json",
        "--jobs",
        "1",
    ];
    let engine = ["--", "sh", "-c", engine];
    let mut command = ponderhit_command(&[&own[..], args, &engine].concat());
    let output = command.current_dir(dir.path()).output().unwrap();
    let report = serde_json::from_slice(&output.stdout);
    let report = report.unwrap_or_else(|_| panic!("{}", String::from_utf8_lossy(&output.stderr)));
    (output.status.code().unwrap(), report)
}

/// The ids of the scenarios in the report whose field `end` has this value.
fn scenarios_with_end(report: &Value, end: &str) -> Vec<String> {
    let all = report["scenarios"].as_array().unwrap().iter();
    let found = all.filter(|it| it["end"] == end);
    found
        .map(|it| it["scenario"].as_str().unwrap().to_owned())
        .collect()
}

fn has_note(report: &Value, text: &str) -> bool {
    let mut notes = report["notes"].as_array().unwrap().iter();
    notes.any(|it| it.as_str().unwrap().contains(text))
}

#[test]
fn the_option_failed_plays_the_failed_scenarios_first_and_then_the_others() {
    let dir = TempDir::new().unwrap();
    let farewell = dir.path().join("farewell");
    fs::write(&farewell, "").unwrap();
    let idle = ["--only", "ucci/quit/idle", "--state", "state.json"];
    let both = [
        "--only",
        "ucci/quit/idle",
        "--only",
        "ucci/quit/eof",
        "--state",
        "state.json",
    ];
    let failed = |args: &[&'static str]| [args, &["--failed"]].concat();
    let (exit, report) = check_in(&dir, ENGINE_THAT_ANSWERS_QUIT_FROM_FILE, &failed(&idle));
    assert!(
        has_note(&report, "no earlier run of this engine"),
        "{report:#}"
    );
    assert_eq!(exit, 1);
    // With `--failed`, the scenario that failed before is played first. Here the scenario that failed before fails
    // again, so the other scenario is not played and keeps its earlier result.
    let (exit, report) = check_in(&dir, ENGINE_THAT_ANSWERS_QUIT_FROM_FILE, &failed(&both));
    assert_eq!(exit, 1);
    assert_eq!(scenarios_with_end(&report, "not_played"), ["ucci/quit/eof"]);
    assert!(has_note(&report, "failed again (--failed)"), "{report:#}");
    // From here on the engine sends `bye`, so the scenario that failed before passes, and then the other scenario is
    // played, too.
    fs::write(&farewell, "bye\n").unwrap();
    let (_, report) = check_in(&dir, ENGINE_THAT_ANSWERS_QUIT_FROM_FILE, &failed(&both));
    assert!(
        scenarios_with_end(&report, "not_played").is_empty(),
        "{report:#}"
    );
    assert!(
        has_note(&report, "--failed: the scenario that failed"),
        "{report:#}"
    );
    let state = fs::read_to_string(dir.path().join("state.json")).unwrap();
    assert!(!state.contains("ucci/quit/idle"), "{state}");
    // The results for `--failed` are stored separately for each engine command line.
    let (_, report) = check_in(&dir, FLAKY_ENGINE, &failed(&idle));
    assert!(
        has_note(&report, "no earlier run of this engine"),
        "{report:#}"
    );
}

#[test]
fn a_damaged_state_file_is_an_error() {
    let dir = TempDir::new().unwrap();
    fs::write(
        dir.path().join("state.json"),
        "{\"schema\": \"other\", \"runs\": []}",
    )
    .unwrap();
    let args = [
        "check",
        "--failed",
        "--state",
        "state.json",
        "--protocol",
        "ucci",
        "--",
        "cat",
    ];
    let mut command = ponderhit_command(&args);
    let run = command.current_dir(dir.path()).assert();
    run.code(2).stderr(contains("--state: state.json"));
}

#[test]
fn fail_fast_stops_at_the_first_failure() {
    let dir = TempDir::new().unwrap();
    fs::write(dir.path().join("farewell"), "").unwrap();
    let (exit, report) = check_in(
        &dir,
        ENGINE_THAT_ANSWERS_QUIT_FROM_FILE,
        &["--profile", "smoke", "--fail-fast"],
    );
    assert_eq!(exit, 1);
    assert!(
        !scenarios_with_end(&report, "not_played").is_empty(),
        "{report:#}"
    );
    assert!(
        has_note(&report, "stopped at the first failure"),
        "{report:#}"
    );
}

/// A rule that fails in every repeat may fail in another scenario each time.
#[test]
fn a_known_failure_is_written_as_flaky_if_its_scenario_fails_in_some_repeats() {
    let dir = TempDir::new().unwrap();
    // In each repeat, the engine is started for the handshake and for both scenarios: here the first scenario fails in
    // the first repeat, and the second scenario in the second repeat.
    let engine = FLAKY_ENGINE.replace("test $n -eq 4", "test $n -eq 2 -o $n -eq 6");
    let (exit, report) = check_in(
        &dir,
        &engine,
        &[
            "--only",
            "ucci/quit/idle",
            "--only",
            "ucci/handshake/plain",
            "--repeat",
            "2",
            "--write-known-failures",
            "known.txt",
        ],
    );
    assert_eq!(exit, 1, "{report:#}");
    let known = fs::read_to_string(dir.path().join("known.txt")).unwrap();
    let lines: Vec<&str> = known.lines().collect();
    let (quit, plain) = ("ucci/quit/idle", "ucci/handshake/plain");
    for scenario in [quit, plain] {
        let line = format!("ucci/bye_before_end {scenario}  flaky");
        assert!(lines.iter().any(|it| it.starts_with(&line)), "{known}");
    }
}

#[test]
fn a_rule_that_fails_in_some_repeats_is_flaky_and_fails_the_run() {
    let dir = TempDir::new().unwrap();
    let only = ["--only", "ucci/quit/idle", "--transcripts", "played"];
    // Each repeat of `--repeat` starts the engine twice: for the handshake at its beginning, and for the scenario.
    let (exit, report) = check_in(
        &dir,
        FLAKY_ENGINE,
        &[&only[..], &["--repeat", "3"]].concat(),
    );
    assert_eq!(exit, 1);
    let verdicts = report["verdicts"].as_array().unwrap();
    let flaky: Vec<_> = verdicts
        .iter()
        .filter(|it| !it["flaky"].is_null())
        .collect();
    assert_eq!(flaky.len(), 1, "{report:#}");
    assert_eq!(flaky[0]["rule"], "ucci/bye_before_end");
    assert_eq!(
        flaky[0]["flaky"],
        serde_json::json!({"failed": 1, "repeats": 3})
    );
    assert!(has_note(
        &report,
        "ucci/bye_before_end is flaky: it was violated in 1 of 3 repeats"
    ));
    let played = dir.path().join("played");
    assert!(played.join("repeat-2/ucci/quit").is_dir());
    assert!(played.join("ucci/quit").is_dir());
}

#[test]
fn an_option_that_the_engine_does_not_announce_is_reported() {
    let only = [
        "check",
        "--only",
        "ucci/quit/idle",
        "--setoption",
        "nosuch=1",
    ];
    let ours = ["--", env!("CARGO_BIN_EXE_ponderhit"), "engine"];
    let run = ponderhit_command(&[&only[..], &["--setoption", "hashsize=2"], &ours].concat());
    let told = || contains("the engine announces no option `nosuch`");
    let other = || contains("no option `hashsize`").not();
    let mut run = run;
    run.assert()
        .success()
        .stdout(told().and(other()))
        .stderr(told().and(other()));
}

#[test]
fn settings_without_effect_are_named_in_the_last_line() {
    const WITHOUT_EFFECT: &str = "an option or line for the engine has probably no effect";
    let names_it_in_last_line = |report: &str| {
        let last = report.lines().last().unwrap_or_default();
        last.contains("exit 0") && last.contains(WITHOUT_EFFECT)
    };
    let check = |settings: &[&str]| {
        let only = ["check", "--only", "ucci/quit/idle"];
        let ours = ["--", env!("CARGO_BIN_EXE_ponderhit"), "engine"];
        ponderhit_command(&[&only[..], settings, &ours].concat())
    };
    for (settings, note) in [
        (["--setoption", "threads=1"], None),
        (["--init", "setoption threads 1"], None),
        (
            ["--setoption", "threads=640"],
            Some("the value `640` of its option `threads`"),
        ),
        (
            ["--setoption", "ponder=on"],
            Some("the value `on` of its option `ponder`"),
        ),
        (
            ["--init", "setoption name threads value 4"],
            Some("`setoption name threads value 4` is not a command of the protocol"),
        ),
    ] {
        let run = check(&settings).assert().success();
        match note {
            Some(note) => run
                .stdout(function(names_it_in_last_line))
                .stderr(contains(note)),
            None => run.stdout(contains(WITHOUT_EFFECT).not()),
        };
    }
}

#[test]
fn known_failures_are_updated_by_scenario() {
    let dir = TempDir::new().unwrap();
    let farewell = dir.path().join("farewell");
    let known = dir.path().join("known.txt");
    fs::write(&farewell, "").unwrap();
    let only = ["--only", "ucci/quit/idle"];
    let write = [&only[..], &["--write-known-failures", "known.txt"]].concat();
    assert_eq!(
        check_in(&dir, ENGINE_THAT_ANSWERS_QUIT_FROM_FILE, &write).0,
        1
    );
    let written = fs::read_to_string(&known).unwrap();
    assert!(
        written.contains("ucci/bye_before_end ucci/quit/idle  # "),
        "{written}"
    );
    let read = [&only[..], &["--known-failures", "known.txt"]].concat();
    assert_ne!(
        check_in(&dir, ENGINE_THAT_ANSWERS_QUIT_FROM_FILE, &read).0,
        1
    );
    // `--update-known-failures` adds the new violations to the file, and keeps its other lines.
    fs::write(&known, "# ours\nno_hang flaky\n").unwrap();
    let update = [&read[..], &["--update-known-failures"]].concat();
    assert_eq!(
        check_in(&dir, ENGINE_THAT_ANSWERS_QUIT_FROM_FILE, &update).0,
        1
    );
    let updated = fs::read_to_string(&known).unwrap();
    assert!(
        updated.starts_with("# ours\nno_hang flaky\nucci/"),
        "{updated}"
    );
    assert_ne!(
        check_in(&dir, ENGINE_THAT_ANSWERS_QUIT_FROM_FILE, &read).0,
        1
    );
    // If an entry in the file of known failures has a message, the entry covers only violations with this message.
    let text = "the process exited with status 0 without a `bye`";
    fs::write(&known, format!("bye_before_end \"{text}\"\n")).unwrap();
    assert_ne!(
        check_in(&dir, ENGINE_THAT_ANSWERS_QUIT_FROM_FILE, &read).0,
        1
    );
    fs::write(&known, "bye_before_end \"another message\"\n").unwrap();
    assert_eq!(
        check_in(&dir, ENGINE_THAT_ANSWERS_QUIT_FROM_FILE, &read).0,
        1
    );
}

#[test]
fn an_update_removes_the_lines_that_no_longer_fail() {
    let dir = TempDir::new().unwrap();
    let known = dir.path().join("known.txt");
    fs::write(
        &known,
        "# ours\ngtp/arguments_checked # once\ngtp/no_crash flaky # sometimes\n",
    )
    .unwrap();
    let args = [
        "check",
        "-p",
        "gtp",
        "--known-failures",
        "known.txt",
        "--update-known-failures",
    ];
    let args = [&args[..], &GTP_ENGINE_ARGS].concat();
    // In CI, the same job would pass when it is started again.
    let mut command = ponderhit_command(&args);
    let in_ci = command.env("CI", "true").env_remove("CARGO_PKG_NAME");
    let in_ci = in_ci.current_dir(dir.path()).assert().code(2);
    in_ci.stderr(contains("--update-known-failures is an error in CI"));
    let mut command = ponderhit_command(&args);
    let run = command.current_dir(dir.path()).assert().code(1);
    run.stdout(contains("no longer fails: this line is removed"));
    assert_eq!(
        fs::read_to_string(&known).unwrap(),
        "# ours\ngtp/no_crash flaky # sometimes\n"
    );
    let mut command = ponderhit_command(&["check", "--update-known-failures"]);
    let run = command.current_dir(dir.path()).assert();
    run.code(2).stderr(contains("--known-failures"));
}
