//! Tests of names that users write: short names, globs, misspelt names, and errors in files with the line and a caret.

use std::{fs, path::Path};

use predicates::{prelude::PredicateBooleanExt as _, str::contains};
use tempfile::TempDir;

use super::{engines::ponderhit_command, write_file};

#[test]
fn misspelt_names_have_a_suggestion() {
    for (args, code, text) in [
        (
            &["check", "--only", "quit"][..],
            4,
            "did you mean `ucci/quit/*`?",
        ),
        (
            &["check", "--only", "ucci/no_crsh"],
            4,
            "did you mean `ucci/no_crash`?",
        ),
        // A misspelt name is reported even if another `--only` has a correct name.
        (
            &["check", "--only", "no_crash", "--only", "no_hung"],
            4,
            "did you mean `ucci/no_hang`?",
        ),
        (&["check", "--only", "ucci/["], 4, "`[` has no meaning"),
        (
            &["check", "--skip", "no_crsh"],
            2,
            "did you mean `ucci/no_crash`?",
        ),
        (&["check", "--profile", "smok"], 2, "did you mean `smoke`?"),
        (
            &["replay", "ucci/quti/*"],
            2,
            "matches no file and no embedded script",
        ),
        (&["replay", "quit/idel"], 2, "quit/idle`?"),
        (&["explain", "no_crsh"], 2, "did you mean"),
        (&["scenarios", "quit"], 2, "did you mean `ucci/quit/*`?"),
    ] {
        let run = ponderhit_command(args).assert().code(code);
        let run = run.get_output();
        let output = [&run.stdout[..], &run.stderr].concat();
        let output = String::from_utf8_lossy(&output);
        // The report wraps long lines, so all blanks and line ends are replaced by one blank.
        let output = output.split_whitespace().collect::<Vec<_>>().join(" ");
        assert!(output.contains(text), "{args:?}: {output}");
    }
    ponderhit_command(&["explain", "ucci/nonsense"])
        .assert()
        .code(2)
        .stderr(contains("did you mean").not());
}

#[test]
fn short_names_are_accepted() {
    let quit = [
        "check",
        "--only",
        "quit/idle",
        "--skip",
        "quit/eof",
        "--report",
        "json",
    ];
    let out = ponderhit_command(&quit).assert().success();
    let report: serde_json::Value = serde_json::from_slice(&out.get_output().stdout).unwrap();
    assert_eq!(report["scenarios"].as_array().unwrap().len(), 1);
    assert_eq!(report["scenarios"][0]["scenario"], "ucci/quit/idle");
    ponderhit_command(&["check", "--only", "id_kind", "--profile", "smoke"])
        .assert()
        .success()
        .stdout(contains("1 conform"));
    ponderhit_command(&["show", "bans/mating"])
        .assert()
        .success();
    ponderhit_command(&["show", "quit/eof"])
        .assert()
        .code(2)
        .stderr(contains("ucci/quit/eof, uci/quit/eof"));
}

#[test]
fn all_errors_of_a_script_are_reported_with_their_lines() {
    let dir = TempDir::new().unwrap();
    let script = "@protocl ucci\nposition startpos\n<* {mvoe} x\n~ 10 s\n";
    let script = write_file(&dir, "broken.script", script);
    let run = ponderhit_command(&["replay", &script]).assert().code(2);
    let text = String::from_utf8_lossy(&run.get_output().stderr).replace(&script, "broken.script");
    insta::assert_snapshot!(text);
    let unknown = write_file(
        &dir,
        "unknown.script",
        "@protocol usi\n@rule ucci/no_crsh\n> ucci\n",
    );
    ponderhit_command(&["replay", &unknown])
        .assert()
        .code(2)
        .stderr(contains("unknown.script:1:11: unknown protocol `usi`"))
        .stderr(contains(
            "unknown.script:2:7: there is no rule `ucci/no_crsh`; did you mean `ucci/no_crash`?",
        ));
}

#[test]
fn a_byte_order_mark_is_accepted_and_utf16_is_an_error() {
    let dir = TempDir::new().unwrap();
    let mark = "\u{feff}";
    let script = write_file(
        &dir,
        "a.script",
        format!("{mark}@protocol ucci\n@ready\n> isready\n...\n< readyok\n"),
    );
    let known = write_file(&dir, "known.txt", format!("{mark}ucci/no_crash # seen\n"));
    let ours = ["--", env!("CARGO_BIN_EXE_ponderhit"), "engine"];
    let args = [&["replay", &*script, "--known-failures", &known][..], &ours].concat();
    let folder = TempDir::new().unwrap();
    write_file(&folder, "ponderhit.toml", format!("{mark}strict = false\n"));
    ponderhit_command(&args)
        .current_dir(folder.path())
        .assert()
        .success();
    let utf16: Vec<u8> = "\u{feff}> ucci\n"
        .encode_utf16()
        .flat_map(u16::to_le_bytes)
        .collect();
    let script = write_file(&dir, "b.script", &utf16);
    ponderhit_command(&["replay", &script])
        .assert()
        .code(2)
        .stderr(contains("UTF-16"));
    let known = write_file(&dir, "utf16.txt", &utf16);
    let args = [
        &["check", "-p", "ucci", "--known-failures", &*known][..],
        &ours,
    ]
    .concat();
    ponderhit_command(&args)
        .assert()
        .code(2)
        .stderr(contains("UTF-16"));
    write_file(&folder, "ponderhit.toml", &utf16);
    ponderhit_command(&["check"])
        .current_dir(folder.path())
        .assert()
        .code(2)
        .stderr(contains("UTF-16"));
}

#[test]
fn errors_in_the_project_file_name_the_file_and_the_line() {
    for (text, expected) in [
        (
            "engin = \"x\"\n",
            "ponderhit.toml:1:1: unrecognized option `engin`; did you mean `engine`?",
        ),
        (
            "strict = true\ntimeout_scale = 2\n",
            "ponderhit.toml:2:1: unrecognized option `timeout_scale`; did you mean `timeout-scale`?",
        ),
        ("profle = \"full\"\n", "did you mean `profile`?"),
        (
            "timeout-scale = \"x\"\n",
            "ponderhit.toml:1:1: invalid value 'x' for '--timeout-scale",
        ),
        ("jobs = 0\n", "ponderhit.toml:1:1: invalid value"),
    ] {
        let dir = TempDir::new().unwrap();
        write_file(&dir, "ponderhit.toml", text);
        let mut command = ponderhit_command(&["check"]);
        let run = command.current_dir(dir.path()).assert();
        run.code(2)
            .stderr(contains(expected))
            .stderr(contains("    | ^"));
    }
}

#[test]
fn a_directory_or_a_glob_selects_its_scripts() {
    let dir = TempDir::new().unwrap();
    let script = "@protocol ucci\n@ready\n> isready\n...\n< readyok\n";
    write_file(&dir, "found/one.script", script);
    write_file(&dir, "found/deep/two.script", script);
    write_file(&dir, "found/deep/two.transcript", "not a script");
    let played = |name: &str, count: usize| {
        let mut command = ponderhit_command(&["replay", name, "--report", "json"]);
        let out = command.current_dir(dir.path()).assert().success();
        let report: serde_json::Value = serde_json::from_slice(&out.get_output().stdout).unwrap();
        assert_eq!(
            report["scenarios"].as_array().unwrap().len(),
            count,
            "{name}"
        );
    };
    played("found", 2);
    played("found/deep", 1);
    played("found/**/*.script", 2);
    played("ucci/quit/*", embedded_script_count("ucci/quit/"));
    fs::create_dir(dir.path().join("empty")).unwrap();
    let mut command = ponderhit_command(&["replay", "empty"]);
    command
        .current_dir(dir.path())
        .assert()
        .code(2)
        .stderr(contains("no file that ends in .script or .tst"));
}

#[test]
fn a_script_with_another_name_in_a_directory_is_an_error() {
    let dir = TempDir::new().unwrap();
    let script = "@protocol ucci\n@ready\n> isready\n...\n< readyok\n";
    write_file(&dir, "found/one.script", script);
    // Files of these kinds are no scripts, or ponderhit itself writes them.
    write_file(&dir, "found/one.script.new", script);
    write_file(&dir, "found/one.transcript", script);
    write_file(&dir, "found/README.md", "# Scripts\n\n> The best ones.\n");
    write_file(&dir, "found/play.bat", "@echo off\n");
    let replay = |names: &[&str], code: i32| {
        let mut command = ponderhit_command(&[&["replay"], names].concat());
        command.current_dir(dir.path()).assert().code(code)
    };
    replay(&["found"], 0).stderr(contains("begin").not());
    let text = "# our second script\n> ucci\n...\n< ucciok\n";
    let second = write_file(&dir, "found/two.txt", text);
    let name = Path::new("found").join("two.txt").display().to_string();
    replay(&["found"], 2)
        .stdout(contains("ucci/").not())
        .stderr(contains(format!(
            "{name} looks like a script or a regression suite, but its name does not end in `.script` or `.tst`: \
             rename it, or move it out of the directory"
        )));
    write_file(&dir, "found/deep/three", script);
    replay(&["found", "found/deep"], 2)
        .stderr(contains("two.txt; rename them").and(contains("three,")))
        .stderr(contains("one.script").not().and(contains("README").not()));
    // A glob selects files by their whole name, and a file that the user names is played.
    replay(&["found/*.script"], 0);
    replay(&["found/*"], 2).stderr(contains("two.txt"));
    replay(&[&second, "--protocol", "ucci"], 0);
    // `show` passes no verdict, so a note is enough.
    let mut command = ponderhit_command(&["show", "found"]);
    command
        .current_dir(dir.path())
        .assert()
        .success()
        .stderr(contains("not played").and(contains("two.txt")));
}

fn embedded_script_count(prefix: &str) -> usize {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR"))
        .join("../scripts")
        .join(prefix);
    fs::read_dir(folder).unwrap().count()
}

#[test]
fn a_missing_separator_before_the_engine_is_reported() {
    ponderhit_command(&["replay", "ucci/quit/idle", "sh", "engine.sh"])
        .assert()
        .code(2)
        .stderr(contains(
            "sh is a program, not a script; write `--` before the engine",
        ));
}

#[test]
fn a_command_line_in_quotes_is_reported() {
    ponderhit_command(&["check", "sh engine.sh"])
        .assert()
        .code(5)
        .stdout(contains("the name has a space"));
}

#[test]
fn an_unusable_directory_for_transcripts_is_an_error_before_the_run() {
    let dir = TempDir::new().unwrap();
    let file = write_file(&dir, "file", "");
    let below = format!("{file}/below");
    let ours = ["--", env!("CARGO_BIN_EXE_ponderhit"), "engine"];
    let args = [
        &["check", "-p", "ucci", "--transcripts", &*below][..],
        &ours,
    ]
    .concat();
    ponderhit_command(&args)
        .assert()
        .code(2)
        .stdout("")
        .stderr(contains("--transcripts"));
}

#[test]
fn a_conversation_is_printed_while_it_is_played() {
    let ours = ["--", env!("CARGO_BIN_EXE_ponderhit"), "engine"];
    let lines = || contains("> quit\n").and(contains("< bye\n"));
    let args = [&["show", "ucci/quit/idle"][..], &ours].concat();
    ponderhit_command(&args).assert().success().stdout(lines());
    let args = [&["replay", "-v", "ucci/quit/idle"][..], &ours].concat();
    let run = ponderhit_command(&args).assert().success();
    run.stdout(lines().and(contains("exit 0:")));
    let args = [&["replay", "-q", "ucci/quit/idle"][..], &ours].concat();
    ponderhit_command(&args).assert().success().stdout("");
}

#[test]
fn scenarios_are_listed_with_profiles_and_rules() {
    ponderhit_command(&["scenarios", "quit/idle"])
        .assert()
        .success()
        .stdout(
            contains("ucci/quit/idle")
                .and(contains("full · smoke"))
                .and(contains("ucci/bye_before_end")),
        );
    let out = ponderhit_command(&["scenarios", "--profile", "smoke", "--report", "json"])
        .assert()
        .success();
    let rows: serde_json::Value = serde_json::from_slice(&out.get_output().stdout).unwrap();
    let rows = rows.as_array().unwrap();
    assert!(
        rows.len() > 3
            && rows
                .iter()
                .all(|it| it["profiles"].to_string().contains("smoke"))
    );
}

#[test]
fn a_requirement_is_explained() {
    for words in [
        &["explain", "UCCI", "E1"][..],
        &["explain", "UCCI E1"],
        &["explain", "e1"],
    ] {
        ponderhit_command(words)
            .assert()
            .success()
            .stdout(contains("UCCI 3.0 E1").and(contains("ucci/bye_before_end")))
            .stdout(contains("section: §5.18, §5.19"));
    }
}

/// The command line that a report shows, which users paste, must start the same program.
#[test]
fn a_command_line_in_a_report_begins_as_the_program_was_started() {
    let program = env!("CARGO_BIN_EXE_ponderhit");
    let engine = [
        "check",
        "-p",
        "ucci",
        "--only",
        "quit/idle",
        "--",
        "sh",
        "-c",
        super::engines::ENGINE_WITHOUT_BYE,
    ];
    assert_cmd::Command::new(program)
        .args(engine)
        .env("XDG_CACHE_HOME", env!("CARGO_TARGET_TMPDIR"))
        .assert()
        .code(1)
        .stdout(contains(format!("{program} replay ucci/quit/idle")));
}

#[test]
fn every_command_has_a_manual_page() {
    let dir = TempDir::new().unwrap();
    let path = dir.path().to_str().unwrap();
    ponderhit_command(&["completions", "man", "--dir", path])
        .assert()
        .success();
    let page = |name: &str| fs::read_to_string(dir.path().join(name)).unwrap();
    for command in ["check", "judge", "check-gui", "init", "completions"] {
        let text = page(&format!("ponderhit-{command}.1"));
        assert!(
            text.contains(".TH ") && text.contains(".SH OPTIONS"),
            "{text}"
        );
    }
    assert!(page("ponderhit-check.1").contains("fail\\-fast"));
    let main = ponderhit_command(&["completions", "man"]).output().unwrap();
    let main = String::from_utf8(main.stdout).unwrap();
    assert!(main.contains(".TH ponderhit 1") && page("ponderhit.1").contains(".TH ponderhit 1"));
}

#[test]
fn shells_get_completions() {
    for shell in ["bash", "zsh", "fish", "powershell"] {
        ponderhit_command(&["completions", shell])
            .assert()
            .success()
            .stdout(contains("ponderhit").and(contains("fail-fast")));
    }
}
