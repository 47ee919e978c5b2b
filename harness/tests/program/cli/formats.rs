//! Tests of the report formats: several reports of one run, reports from stored results, comparisons, and engine text
//! that would be a command of a terminal or a CI system.

use std::{fs, path::Path};

use predicates::{prelude::PredicateBooleanExt, str::contains};
use serde_json::Value;

use super::engines::{ENGINE_WITHOUT_BYE, ponderhit_command, run_on_script};

/// All report formats except text, each with the first characters of its file.
const FORMATS: &[(&str, &str)] = &[
    ("json", "{"),
    ("short", "✗ must"),
    ("junit", "<?xml"),
    ("sarif", "{"),
    ("tap", "TAP version 14\n"),
    ("markdown", "## ✗"),
    ("html", "<!DOCTYPE html>"),
    ("github", "::error "),
    ("gitlab", "["),
];

const ONE_SCENARIO: &[&str] = &["check", "--protocol", "ucci", "--only", "ucci/quit/idle"];

#[test]
fn every_format_names_the_violation_also_from_a_stored_result() {
    let folder = tempfile::tempdir().unwrap();
    let path = |format: &str| folder.path().join(format).display().to_string();
    let outputs: Vec<String> = FORMATS
        .iter()
        .map(|it| format!("--report={}={}", it.0, path(it.0)))
        .collect();
    let outputs: Vec<&str> = outputs.iter().map(String::as_str).collect();
    run_on_script(&[ONE_SCENARIO, &outputs].concat(), ENGINE_WITHOUT_BYE)
        .assert()
        .code(1)
        .stdout(contains("✗ must   ucci/bye_before_end"));
    let result = path("json");
    for (format, begin) in FORMATS {
        let text = fs::read_to_string(path(format)).unwrap();
        assert!(text.starts_with(begin), "{format}: {text}");
        assert!(text.contains("ucci/bye_before_end"), "{format}: {text}");
        let stored = ponderhit_command(&["report", &result, "--report", format])
            .output()
            .unwrap();
        assert_eq!(stored.status.code(), Some(0), "{stored:?}");
        // In the formats `html`, `markdown`, `tap`, `sarif` and `junit`, the report of a stored result differs from the
        // report of the run, because stored excerpts of transcripts have no times.
        if !matches!(*format, "html" | "markdown" | "tap" | "sarif" | "junit") {
            assert_eq!(String::from_utf8(stored.stdout).unwrap(), text, "{format}");
        }
    }
    ponderhit_command(&["report", &result])
        .assert()
        .success()
        .stdout(
            contains("✗ must   ucci/bye_before_end").and(contains("exit 1: 1 must rule violated")),
        );
}

#[test]
fn the_json_report_has_the_engine_hash_and_the_date() {
    let out = run_on_script(
        &[ONE_SCENARIO, &["--report", "json"]].concat(),
        ENGINE_WITHOUT_BYE,
    )
    .output()
    .unwrap();
    let report: Value = serde_json::from_slice(&out.stdout).unwrap();
    let hash = report["run"]["engine_files"]["sh"].as_str().unwrap();
    assert!(
        hash.len() == 64 && hash.bytes().all(|it| it.is_ascii_hexdigit()),
        "{hash}"
    );
    let date = report["run"]["date"].as_str().unwrap();
    assert!(
        date.len() == 20 && date.starts_with("20") && date.ends_with('Z'),
        "{date}"
    );
}

fn store_result(folder: &Path, name: &str, options: &[&str], script: &str) -> String {
    let file = folder.join(name).display().to_string();
    let report = format!("json={file}");
    let args = [ONE_SCENARIO, &["--quiet", "--report", &report], options].concat();
    match script {
        "" => drop(ponderhit_command(&args).output().unwrap()),
        script => drop(run_on_script(&args, script).output().unwrap()),
    }
    file
}

#[test]
fn several_results_are_printed_side_by_side() {
    let folder = tempfile::tempdir().unwrap();
    let good = store_result(folder.path(), "good.json", &[], "");
    let bad = store_result(folder.path(), "bad.json", &[], ENGINE_WITHOUT_BYE);
    ponderhit_command(&["report", &good, &bad])
        .assert()
        .success()
        .stdout(contains("| ≠ `ucci/bye_before_end` | ✓ | ✗ |"));
    ponderhit_command(&["report", &good, &bad, "--report", "html"])
        .assert()
        .success()
        .stdout(contains("id=\"ucci-bye_before_end\"").and(contains("Byeless")));
    ponderhit_command(&["report", &good, &bad, "--report", "junit"])
        .assert()
        .code(2)
        .stderr(contains("`junit` is a format for one result"));
    let page = folder.path().join("page.html").display().to_string();
    ponderhit_command(&["report", &good, &bad, "--report", &format!("html={page}")])
        .assert()
        .success()
        .stdout("");
    assert!(fs::read_to_string(page).unwrap().contains("Byeless"));
}

#[test]
fn two_results_of_one_engine_show_what_changed() {
    let folder = tempfile::tempdir().unwrap();
    let old = store_result(folder.path(), "old.json", &[], ENGINE_WITHOUT_BYE);
    let fixed = ENGINE_WITHOUT_BYE.replace("exit 0", "echo bye; exit 0");
    let new = store_result(folder.path(), "new.json", &[], &fixed);
    ponderhit_command(&["report", &old, &new])
        .assert()
        .success()
        .stdout(contains("- `ucci/bye_before_end`: violated → conforms"));
    ponderhit_command(&["report", &new, &new])
        .assert()
        .success()
        .stdout(contains("no rule has a different outcome"));
}

#[test]
fn the_dates_of_two_results_decide_which_one_is_earlier() {
    let folder = tempfile::tempdir().unwrap();
    let old = store_result(folder.path(), "old.json", &[], ENGINE_WITHOUT_BYE);
    let mut result: Value = serde_json::from_str(&fs::read_to_string(&old).unwrap()).unwrap();
    result["run"]["date"] = "2001-01-01T00:00:00Z".into();
    fs::write(&old, result.to_string()).unwrap();
    let fixed = ENGINE_WITHOUT_BYE.replace("exit 0", "echo bye; exit 0");
    let new = store_result(folder.path(), "new.json", &[], &fixed);
    ponderhit_command(&["report", &new, &old])
        .assert()
        .success()
        .stdout(contains("from result 2 to result 1"))
        .stdout(contains("- `ucci/bye_before_end`: violated → conforms"));
}

#[test]
fn several_results_show_what_changed_for_each_engine_that_has_two() {
    let folder = tempfile::tempdir().unwrap();
    let good = store_result(folder.path(), "good.json", &[], "");
    let bad = store_result(folder.path(), "bad.json", &[], ENGINE_WITHOUT_BYE);
    ponderhit_command(&["report", &bad, &good, &bad, "--report", "text"])
        .assert()
        .success()
        .stdout(contains("Byeless: from result 1 to result 3"))
        .stdout(contains("no rule has a different outcome"))
        .stdout(contains("to result 2").not());
    ponderhit_command(&["report", &bad, &good, &bad, "--report", "html"])
        .assert()
        .success()
        .stdout(contains("no rule is violated by all engines"))
        .stdout(contains("violated by most engines").not());
    let other = ENGINE_WITHOUT_BYE.replace("Byeless", "Another");
    let other = store_result(folder.path(), "other.json", &[], &other);
    ponderhit_command(&["report", &bad, &good, &other, "--report", "html"])
        .assert()
        .success()
        .stdout(contains("2 of 3: <a href=\"#ucci-bye_before_end\">"));
}

#[test]
fn the_page_of_one_engine_shows_which_command_had_which_response() {
    let args = [ONE_SCENARIO, &["--report", "html"]].concat();
    run_on_script(&args, ENGINE_WITHOUT_BYE)
        .assert()
        .stdout(contains("<h2>coverage</h2>").and(contains("<code>readyok</code>")));
}

#[test]
fn an_invalid_result_file_is_reported_with_the_line_of_the_error() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("x.json");
    fs::write(&file, "{\n  \"schema\": 1}").unwrap();
    ponderhit_command(&["report", &file.display().to_string()])
        .assert()
        .code(2)
        .stderr(contains("x.json:2:"));
    ponderhit_command(&["report", "no-such-file.json"])
        .assert()
        .code(2);
}

/// An engine whose lines would be commands of a terminal or of a CI system if a report contained them unchanged.
const HOSTILE_ENGINE: &str = "while read -r line; do case \"$line\" in \
     ucci) echo 'id name ##[error]evil <b>'; echo '::error::pwned'; printf 'id author \\033]0;evil\\007\\n'; \
           echo '##vso[task.complete]'; echo '::error::stderr' >&2; echo ucciok ;; \
     isready) echo readyok; echo '::set-output name=x::y' ;; \
     quit) exit 0 ;; \
     esac; done";

#[test]
fn no_line_of_an_engine_is_a_command_for_a_ci_system() {
    for options in [
        &["--verbose"][..],
        &["--report", "short"],
        &["--report", "json"],
        &["--report", "auto"],
        &["--report", "markdown"],
    ] {
        let args = [ONE_SCENARIO, options].concat();
        let out = run_on_script(&args, HOSTILE_ENGINE)
            .env("GITHUB_ACTIONS", "true")
            .env_remove("GITHUB_STEP_SUMMARY")
            .output()
            .unwrap();
        assert_eq!(out.status.code(), Some(1), "{out:?}");
        let text = String::from_utf8(out.stdout).unwrap() + &String::from_utf8(out.stderr).unwrap();
        assert!(
            options.contains(&"short") || text.contains("evil"),
            "{text}"
        );
        for line in text.lines() {
            let annotations = options.contains(&"auto") && line.contains("title=");
            assert!(
                annotations || !line.trim_start().starts_with("::"),
                "{line:?}"
            );
            assert!(
                !line.contains("##[") && !line.contains("##vso["),
                "{line:?}"
            );
            assert!(
                !line.contains('\u{7}') && !line.contains("\u{1b}]"),
                "{line:?}"
            );
        }
    }
}

#[test]
fn the_report_format_auto_adds_annotations_and_the_step_summary() {
    let folder = tempfile::tempdir().unwrap();
    let summary = folder.path().join("summary.md");
    fs::write(&summary, "before\n").unwrap();
    run_on_script(
        &[ONE_SCENARIO, &["--report", "auto"]].concat(),
        ENGINE_WITHOUT_BYE,
    )
    .env("GITHUB_ACTIONS", "true")
    .env("GITHUB_STEP_SUMMARY", &summary)
    .assert()
    .code(1)
    .stdout(contains("why it matters").and(contains("\n::error title=must ucci/bye_before_end")));
    let text = fs::read_to_string(&summary).unwrap();
    assert!(text.starts_with("before\n## ✗ ponderhit"), "{text}");
}
