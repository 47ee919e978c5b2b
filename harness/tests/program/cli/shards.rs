//! Tests of `check --shard` and `merge`: the merged reports of all shards equal the report of one run.

use std::{fs, path::Path};

use predicates::str::contains;
use serde_json::{Value, json};

use super::engines::{FAST_ENGINE_WITHOUT_BYE, ponderhit_command};

/// The scenarios of these tests. No scenario has a search with a time limit, so equal runs have equal results.
const SCENARIOS: &[&str] = &[
    "--protocol",
    "ucci",
    "--only",
    "ucci/quit/idle",
    "--only",
    "ucci/quit/boot",
    "--only",
    "ucci/handshake/*",
    "--only",
    "ucci/go/depth*",
];

/// Runs `check` and returns its JSON report.
fn check(folder: &Path, options: &[&str], engine: &[&str]) -> Value {
    let file = folder.join("report.json");
    let report = format!("json={}", file.display());
    let args = [
        &["check", "--quiet", "--report", &report],
        SCENARIOS,
        options,
        engine,
    ]
    .concat();
    ponderhit_command(&args).output().unwrap();
    read_json(&file)
}

fn read_json(file: &Path) -> Value {
    serde_json::from_slice(&fs::read(file).unwrap()).unwrap()
}

/// Runs `check --shard` for all shards except `left_out`, merges their reports, and returns the merged report.
fn check_in_shards(folder: &Path, count: usize, engine: &[&str], left_out: Option<usize>) -> Value {
    let mut files = Vec::new();
    for number in (1..=count).rev().filter(|it| Some(*it) != left_out) {
        let file = folder.join(format!("shard-{number}.json"));
        let shard = format!("{number}/{count}");
        let report = format!("json={}", file.display());
        let args = [
            &["check", "--quiet", "--shard", &shard, "--report", &report],
            SCENARIOS,
            engine,
        ]
        .concat();
        ponderhit_command(&args).output().unwrap();
        assert_eq!(read_json(&file)["shard"], shard.as_str());
        files.push(file.display().to_string());
    }
    let files: Vec<&str> = files.iter().map(String::as_str).collect();
    let merged = folder.join("merged.json");
    let report = format!("json={}", merged.display());
    let args = [&["merge", "--quiet", "--report", &report], &files[..]].concat();
    let out = ponderhit_command(&args).output().unwrap();
    assert!(merged.exists(), "{out:?}");
    let report = read_json(&merged);
    assert_eq!(
        out.status.code().unwrap().to_string(),
        report["exit"].to_string()
    );
    report
}

/// Removes everything from the report that may differ between two equal runs, for example line numbers: an additional
/// line `= late` shifts the lines of a transcript.
fn without_varying_fields(mut report: Value) -> Value {
    report.as_object_mut().unwrap().remove("run");
    // The engine answers `go` at once, so it depends on the timing whether an `isready` comes during a search, and
    // whether the `info` lines of a search lie apart.
    let rules = report["verdicts"].as_array_mut().unwrap();
    rules.retain(|it| {
        ![
            "ucci/readyok_while_thinking",
            "ucci/info_flushed",
            "ucci/info_time_unit",
        ]
        .contains(&it["rule"].as_str().unwrap())
    });
    report.as_object_mut().unwrap().remove("summary");
    for verdict in report["verdicts"].as_array_mut().unwrap() {
        // The number of times that a rule is exercised depends on the speed of the machine, because a slow session has
        // an additional `isready`.
        for field in ["witness", "exercised"] {
            verdict.as_object_mut().unwrap().remove(field);
        }
        for violation in verdict["violations"].as_array_mut().unwrap() {
            for field in ["line", "transcript", "culprit"] {
                violation.as_object_mut().unwrap().remove(field);
            }
        }
    }
    report
}

fn scenario_count(report: &Value) -> usize {
    report["scenarios"].as_array().unwrap().len()
}

#[test]
fn shards_of_the_reference_engine_merge_to_the_report_of_one_run() {
    let folder = tempfile::tempdir().unwrap();
    let whole = without_varying_fields(check(folder.path(), &[], &[]));
    for count in [1, 2, 3, 7, scenario_count(&whole)] {
        let merged = without_varying_fields(check_in_shards(folder.path(), count, &[], None));
        assert_eq!(merged, whole, "{count} shards");
    }
}

#[test]
fn shards_of_a_broken_engine_merge_to_the_report_of_one_run() {
    let folder = tempfile::tempdir().unwrap();
    let engine = ["--", "sh", "-c", FAST_ENGINE_WITHOUT_BYE];
    let whole = without_varying_fields(check(folder.path(), &[], &engine));
    assert_eq!(whole["exit"], 1);
    for count in [1, 2, 3, 7, scenario_count(&whole)] {
        let merged = without_varying_fields(check_in_shards(folder.path(), count, &engine, None));
        assert_eq!(merged, whole, "{count} shards");
    }
}

#[test]
fn the_report_of_one_shard_names_its_part_in_every_format() {
    let folder = tempfile::tempdir().unwrap();
    for format in ["text", "short", "markdown", "html", "junit", "sarif"] {
        let file = folder.path().join(format).display().to_string();
        let report = format!("{format}={file}");
        let args = ["check", "--shard", "1/3", "--quiet", "--report", &report];
        // A report for a CI system needs an ENGINE.
        let engine = ["--", env!("CARGO_BIN_EXE_ponderhit"), "engine"];
        let args = [&args, SCENARIOS, &engine].concat();
        ponderhit_command(&args).assert().code(0);
        let text = fs::read_to_string(&file).unwrap();
        assert!(text.contains("shard 1 of 3: "), "{format}: {text}");
    }
}

#[test]
fn a_missing_shard_is_reported_and_its_rules_have_not_passed() {
    let folder = tempfile::tempdir().unwrap();
    let merged = check_in_shards(folder.path(), 2, &[], Some(2));
    assert_eq!(merged["exit"], 3, "{:#}", merged["summary"]);
    let notes = merged["notes"].to_string();
    assert!(notes.contains("shard 2/2 is missing"), "{notes}");
    let missing = merged["scenarios"]
        .as_array()
        .unwrap()
        .iter()
        .filter(|it| it["end"] == "not_played");
    assert!(missing.clone().count() > 0);
    for scenario in missing {
        assert_eq!(scenario["why"], "shard 2/2 is missing");
        assert!(
            notes.contains(scenario["scenario"].as_str().unwrap()),
            "{notes}"
        );
    }
    // The option is about rules that could not be judged, not about scenarios that were not played.
    let first = folder.path().join("shard-1.json").display().to_string();
    let args = ["merge", "--quiet", "--allow-inconclusive", &first];
    ponderhit_command(&args).assert().code(3);
}

/// A session in which the engine may have violated a rule is not outweighed by the sessions that conform to the rule.
#[test]
fn a_result_that_no_replay_could_confirm_prevails_over_conforming_sessions() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("shard.json").display().to_string();
    let report = format!("json={file}");
    let args = [
        &["check", "--quiet", "--shard", "1/1", "--report", &report],
        SCENARIOS,
    ]
    .concat();
    ponderhit_command(&args).assert().code(0);
    let late = [
        ("outcome", "inconclusive".into()),
        ("host_was_late", true.into()),
    ];
    let unconfirmed = [
        ("outcome", "inconclusive".into()),
        ("unconfirmed", true.into()),
    ];
    // The text of `ucci/bestmove_grammar` has no time, so a slow host explains why it could not be judged.
    for (rule, changes, exit) in [
        ("ucci/depth_ends", &late, 3),
        ("ucci/bestmove_grammar", &late, 0),
        ("ucci/bestmove_grammar", &unconfirmed, 3),
    ] {
        let mut shard = read_json(Path::new(&file));
        let sessions = shard["sessions"]["sessions"].as_array_mut().unwrap();
        let results = sessions
            .iter_mut()
            .flat_map(|it| it["rules"].as_array_mut().unwrap());
        let conforms = |it: &&mut Value| it["rule"] == rule && it["outcome"] == "conforms";
        let mut conforming: Vec<_> = results.filter(conforms).collect();
        assert!(conforming.len() > 1, "{rule} conforms in one session only");
        for (field, value) in changes.clone() {
            conforming[0][field] = value;
        }
        let changed = folder.path().join("changed.json");
        fs::write(&changed, shard.to_string()).unwrap();
        ponderhit_command(&["merge", changed.to_str().unwrap()])
            .assert()
            .code(exit);
    }
}

#[test]
fn results_that_do_not_belong_together_are_refused() {
    let folder = tempfile::tempdir().unwrap();
    let shard = |name: &str, options: &[&str]| {
        let file = folder.path().join(name).display().to_string();
        let report = format!("json={file}");
        let args = [
            &["check", "--quiet", "--report", &report],
            SCENARIOS,
            options,
        ]
        .concat();
        ponderhit_command(&args).output().unwrap();
        file
    };
    let first = shard("1.json", &["--shard", "1/3"]);
    let other_count = shard("2.json", &["--shard", "2/4"]);
    let other_rules = shard(
        "3.json",
        &["--shard", "2/3", "--skip", "ucci/bye_before_end"],
    );
    let no_shard = shard("4.json", &[]);
    // The command may be a wrapper that starts another version of the engine.
    let other_name = shard("5.json", &["--shard", "2/3"]);
    let mut renamed = read_json(Path::new(&other_name));
    renamed["sessions"]["start"]["engine_name"] = "another 1.1".into();
    fs::write(&other_name, renamed.to_string()).unwrap();
    let other_commit = shard("6.json", &["--shard", "2/3"]);
    for (file, commit) in [(&first, "a"), (&other_commit, "b")] {
        let mut built = read_json(Path::new(file));
        built["run"]["commit"] = commit.into();
        fs::write(file, built.to_string()).unwrap();
    }
    let other_option = shard("7.json", &["--shard", "2/3", "--timeout-scale", "9"]);
    // Since the shard was played, the engine's file was replaced.
    let program = folder.path().join("engine");
    fs::write(&program, "new").unwrap();
    let old = shard("8.json", &["--shard", "1/3"]);
    let mut replaced = read_json(Path::new(&old));
    replaced["run"]["engine_files"] = json!({program.to_str().unwrap(): "0".repeat(64)});
    fs::write(&old, replaced.to_string()).unwrap();
    let refused = |files: &[&str], why: &str| {
        let args = [&["merge"], files].concat();
        ponderhit_command(&args)
            .assert()
            .code(2)
            .stderr(contains(why.to_owned()));
    };
    refused(&[&first, &other_count], "number of shards");
    refused(&[&first, &other_rules], "--skip");
    refused(&[&first, &other_name], "name of the engine");
    refused(&[&first, &other_commit], "commit");
    refused(&[&first, &other_option], "options about the engine");
    refused(&[&old], "has changed");
    refused(&[&first, &first], "given twice");
    refused(&[&first, &no_shard], "--shard");
    refused(&["--only", "x", &first], "--only");
}

/// The file of the engine is found again, although the start script names it from another directory.
#[cfg(unix)]
#[test]
fn a_shard_of_an_engine_in_another_directory_is_compared_with_its_file() {
    use std::os::unix::fs::PermissionsExt as _;
    let folder = tempfile::tempdir().unwrap();
    fs::create_dir_all(folder.path().join("build/bin")).unwrap();
    let write_program = |name: &str, line: &str| {
        let file = folder.path().join(name);
        fs::write(&file, format!("#!/bin/sh\n{line}\n")).unwrap();
        fs::set_permissions(&file, fs::Permissions::from_mode(0o755)).unwrap();
        file.to_str().unwrap().to_owned()
    };
    let ours = env!("CARGO_BIN_EXE_ponderhit");
    let start = write_program("start", "exec ./bin/engine");
    write_program("build/bin/engine", &format!("exec {ours} engine"));
    let in_folder = |args: &[&str]| {
        let mut command = ponderhit_command(args);
        command.current_dir(folder.path()).assert()
    };
    let options = ["--only", "ucci/quit/*", "--report", "json=1.json"];
    let engine = ["--shard", "1/1", "--cwd", "build", "--", &start];
    in_folder(&[&["check"], &options[..], &engine].concat()).code(0);
    in_folder(&["merge", "1.json"]).code(0);
    write_program("build/bin/engine", "exit 1");
    let merged = in_folder(&["merge", "1.json"]).code(2);
    merged.stderr(contains("has changed"));
}
