//! Tests of the ways in which a run could hide that something was not played or not judged: suites, reports, limits and
//! filters.

use predicates::str::contains;
use serde_json::Value;
use tempfile::TempDir;

use super::{engines::ponderhit_command, write_file};

/// The text of a regression suite that the built-in engine passes.
const PASSED_SUITE: &str = "10 name\n#? [pond.*]\n";

#[test]
fn a_suite_without_an_engine_says_so_and_no_option_is_ignored() {
    let dir = TempDir::new().unwrap();
    let suite = write_file(&dir, "good.tst", PASSED_SUITE);
    let script = write_file(&dir, "a.script", "@protocol gtp\n> name\n...\n<* = [..]\n");
    let engine = [
        "--",
        env!("CARGO_BIN_EXE_ponderhit"),
        "engine",
        "--protocol",
        "gtp",
    ];
    let replay = |args: &[&str], code: i32| {
        ponderhit_command(&[&["replay"], args].concat())
            .assert()
            .code(code)
    };
    replay(&[&suite], 0).stdout(contains("no ENGINE was given"));
    replay(&[&[suite.as_str()], &engine[..]].concat(), 0);
    let mixed = [&[suite.as_str(), script.as_str()], &engine[..]].concat();
    replay(&mixed, 2).stderr(contains("is no regression suite"));
    for option in ["--report=junit=r.xml", "--strict", "--only=gtp/no_crash"] {
        let args = [&[option, suite.as_str()], &engine[..]].concat();
        replay(&args, 2).stderr(contains("has no effect on a regression suite"));
    }
    let misspelled = write_file(&dir, "misspelled.tst", "10 name\n# ? [nosuch]\n");
    let args = [&[misspelled.as_str()], &engine[..]].concat();
    replay(&args, 2).stderr(contains(":2:1: expected `#?`"));
    let untested = write_file(&dir, "untested.tst", format!("{PASSED_SUITE}20 version\n"));
    let args = [&[untested.as_str()], &engine[..]].concat();
    replay(&args, 0).stdout(contains(format!(
        " · numbered commands without an expected answer: 1, the first in {untested}:3\n"
    )));
    let typo = write_file(&dir, "typo.tst", format!("plya b A1\n{PASSED_SUITE}"));
    let args = [&[typo.as_str()], &engine[..]].concat();
    replay(&args, 0).stdout(contains(format!(
        " · other commands that failed: 1, the first in {typo}:1\n"
    )));
    let empty = write_file(&dir, "empty.tst", "10 name\n# nosuch\n");
    let args = [&[suite.as_str(), empty.as_str()], &engine[..]].concat();
    replay(&args, 4).stdout(contains("the suite has no test"));
    let folder = dir.path().to_str().unwrap();
    let args = [&[folder], &engine[..]].concat();
    replay(&args, 2).stderr(contains("is no regression suite"));
}

#[test]
fn the_last_line_says_that_a_stored_report_is_about_a_part() {
    let dir = TempDir::new().unwrap();
    let engine = ["--", env!("CARGO_BIN_EXE_ponderhit"), "engine"];
    for part in [&["--only", "ucci/quit/*"][..], &["--shard", "1/90"]] {
        let file = dir.path().join("part.json").display().to_string();
        let report = format!("json={file}");
        ponderhit_command(&[&["check", "--report", &report], part, &engine].concat())
            .assert()
            .code(0);
        ponderhit_command(&["judge", &file])
            .assert()
            .code(0)
            .stdout(contains(
                " · the report is about a part of the rules or scenarios\n",
            ));
    }
}

#[test]
fn scenarios_that_were_not_reached_are_never_allowed() {
    let engine = [
        "--",
        env!("CARGO_BIN_EXE_ponderhit"),
        "inject",
        "--fault",
        "stop_ignored",
        "--",
        env!("CARGO_BIN_EXE_ponderhit"),
        "engine",
    ];
    let dir = TempDir::new().unwrap();
    let report = dir.path().join("t.json");
    let json = format!("json={}", report.display());
    let args = [
        "check",
        "--time-limit",
        "1ms",
        "-j1",
        "--allow-inconclusive",
        "--report",
        &json,
    ];
    ponderhit_command(&[&args[..], &engine[..]].concat())
        .assert()
        .code(3)
        .stdout(contains("scenarios were not played, so nothing is known"));
    // The transcripts of a run that was not green do not make it green.
    let report = report.to_str().unwrap();
    let judged = ponderhit_command(&["judge", report]).assert();
    assert_ne!(judged.get_output().status.code(), Some(0));
}

#[test]
fn the_transcripts_of_a_failed_script_do_not_pass() {
    let dir = TempDir::new().unwrap();
    let script = write_file(
        &dir,
        "bad.script",
        "@protocol ucci\n@ready\n> isready\n...\n< nosuchline\n",
    );
    let report = dir.path().join("b.json");
    let json = format!("json={}", report.display());
    let engine = ["--", env!("CARGO_BIN_EXE_ponderhit"), "engine"];
    ponderhit_command(&[&["replay", &script, "--report", &json], &engine[..]].concat())
        .assert()
        .code(1);
    ponderhit_command(&["judge", report.to_str().unwrap()])
        .assert()
        .code(3)
        .stdout(contains("the stored run ended with exit 1"));
}

#[test]
fn each_rule_that_only_names_must_be_exercised() {
    let check = |only: &[&str]| {
        let args = ["check", "--profile", "smoke", "--report", "json"];
        let names = only.iter().flat_map(|it| ["--only", it]);
        let out = ponderhit_command(&args)
            .args(names)
            .args(["--", env!("CARGO_BIN_EXE_ponderhit"), "engine"])
            .output()
            .unwrap();
        serde_json::from_slice::<Value>(&out.stdout).unwrap()
    };
    let whole = check(&[]);
    let mut verdicts = whole["verdicts"].as_array().unwrap().iter();
    let silent = verdicts.find(|it| it["outcome"] == "not_exercised" && it["level"] == "must");
    let silent = silent.unwrap()["rule"].as_str().unwrap();
    assert_eq!(check(&["ucci/info_grammar"])["exit"], 0);
    assert_eq!(check(&["ucci/info_grammar", silent])["exit"], 3, "{silent}");
    // The same holds for `replay` and `judge`.
    let dir = TempDir::new().unwrap();
    let log = "> ucci\n< ucciok\n> isready\n< readyok\n> quit\n< bye\n";
    let log = write_file(&dir, "log.txt", log);
    let engine = ["--", env!("CARGO_BIN_EXE_ponderhit"), "engine"];
    for (command, engine) in [
        (&["replay", "ucci/quit/idle"][..], &engine[..]),
        (&["judge", "--protocol", "ucci", &log], &[]),
    ] {
        for (names, exit) in [
            (&["--only", "ucci/bye_before_end"][..], 0),
            (
                &["--only", "ucci/bye_before_end", "--only", "bestmove_legal"],
                3,
            ),
        ] {
            ponderhit_command(&[command, names, engine].concat())
                .assert()
                .code(exit);
        }
    }
}

#[test]
fn two_reports_in_one_file_are_an_error() {
    let dir = TempDir::new().unwrap();
    let file = dir.path().join("a.xml");
    let (junit, sarif) = (
        format!("junit={}", file.display()),
        format!("sarif={}", file.display()),
    );
    ponderhit_command(&["check", "--report", &junit, "--report", &sarif])
        .args(["--", env!("CARGO_BIN_EXE_ponderhit"), "engine"])
        .assert()
        .code(2)
        .stderr(contains("two reports"));
}

#[test]
fn a_known_crash_does_not_excuse_what_it_hides() {
    let dir = TempDir::new().unwrap();
    let known = write_file(&dir, "known.txt", "*/no_crash\nscript/mismatch\n");
    let ours = env!("CARGO_BIN_EXE_ponderhit");
    let fault = "exit 1 after command \"go [..]\"";
    ponderhit_command(&["check", "--profile", "smoke", "--known-failures", &known])
        .args(["--allow-inconclusive", "--"])
        .args([ours, "inject", "--fault", fault, "--", ours, "engine"])
        .assert()
        .code(3);
}
