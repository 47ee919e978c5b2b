//! Tests of runs that must not exit with success: runs without an engine, a rule or a script, and runs in which a crash
//! or a missing answer hides a violation.

use std::{fs, path::Path};

use predicates::{prelude::PredicateBooleanExt as _, str::contains};
use serde_json::Value;
use tempfile::TempDir;

use super::{
    engines::{
        ENGINE_WITHOUT_BYE, ENGINE_WITHOUT_END_OF_SEARCH, FAST_ENGINE_WITHOUT_BYE,
        ponderhit_command, run_on_script,
    },
    write_file,
};

/// Returns the last line of the output, and the exit code that is printed in this line.
fn last_line_and_exit(text: &[u8]) -> (String, i32) {
    let text = String::from_utf8_lossy(text);
    let last = text.lines().last().unwrap_or_default().to_owned();
    let code = last
        .split("exit ")
        .nth(1)
        .and_then(|it| it.split(':').next());
    let code = code.and_then(|it| it.parse().ok()).unwrap_or(-1);
    (last, code)
}

/// An engine that loses the result of one search in one process: the host is not the cause, so the run is no success
/// although the engine answers when the session is replayed.
#[cfg(unix)]
#[test]
fn an_answer_that_was_missing_once_makes_the_run_inconclusive() {
    let dir = TempDir::new().unwrap();
    let marker = dir.path().join("lost").display().to_string();
    let engine = format!(
        "while read -r line; do case \"$line\" in \
         ucci) echo ucciok ;; \
         isready) echo readyok ;; \
         go*) mkdir '{marker}' 2>/dev/null || echo bestmove e0e1 ;; \
         stop) echo nobestmove ;; \
         quit) echo bye; exit 0 ;; \
         esac; done"
    );
    let args = ["check", "-p", "ucci", "--only", "ucci/bans/twice"];
    run_on_script(&args, &engine)
        .assert()
        .code(3)
        .stdout(contains("must   ucci/depth_ends: inconclusive").and(contains("`--repeat 5`")));
}

/// A shell engine that crashes when it receives a `position` with a long list of moves.
const ENGINE_WITH_SHORT_LISTS: &str = "while read -r line; do case \"$line\" in \
     ucci) echo ucciok ;; \
     isready) echo readyok ;; \
     go* | stop) echo nobestmove ;; \
     probe*) echo pophash ;; \
     position*) [ ${#line} -lt 2000 ] || kill -SEGV $$ ;; \
     quit) echo bye; exit 0 ;; \
     esac; done";

/// A crash at a long list of moves is reported by the rule about long lists. Although the rule `no_crash` does not
/// report this crash, its outcome must not be `conforms`.
#[test]
fn a_crash_that_another_rule_reports_is_no_proof_that_the_engine_does_not_crash() {
    let outcomes = |args: &[&str]| {
        let args = [&["check", "-p", "ucci", "--report", "json"], args].concat();
        let ran = run_on_script(&args, ENGINE_WITH_SHORT_LISTS)
            .output()
            .unwrap();
        let report: Value = serde_json::from_slice(&ran.stdout).unwrap();
        let verdicts = report["verdicts"].as_array().unwrap().clone();
        let outcome = |rule: &str| {
            let found = verdicts.iter().find(|it| it["rule"] == rule).unwrap();
            found["outcome"].as_str().unwrap().to_owned()
        };
        let outcomes = ["ucci/no_crash", "ucci/moves_many"].map(outcome);
        (outcomes, ran.status.code())
    };
    let (found, code) = outcomes(&["--only", "ucci/no_crash"]);
    assert_eq!((&*found[0], code), ("inconclusive", Some(3)));
    let (found, code) = outcomes(&["--only", "ucci/moves_many", "--only", "ucci/no_crash"]);
    assert_eq!(found, ["inconclusive", "violates"]);
    assert_eq!(code, Some(1));
}

#[test]
fn a_missing_engine_is_not_replaced_by_the_built_in_one() {
    let dir = TempDir::new().unwrap();
    let known = write_file(&dir, "known.txt", "");
    for args in [
        &["check", "--"][..],
        &["check", ""],
        &["check", "--", ""],
        &["check", "--", "", "--uci"],
        &["check", "--profile", "smoke", "--"],
        &["check", "--setoption", "threads=8"],
        &["check", "--init", "ucci"],
        &["check", "--env", "A=b"],
        &["check", "--cwd", "/"],
        &["check", "--known-failures", &known],
        &["replay", "ucci/quit/idle", "--"],
        &["replay", "ucci/quit/idle", "--", ""],
        &["replay", "ucci/quit/idle", "--setoption", "threads=8"],
        &["fuzz", "--"],
        &["fuzz", "--time", "1s", "--setoption", "threads=8"],
        &["shrink", "ucci/quit/idle"],
        &["shrink", "ucci/quit/idle", "--"],
        &["record", "-o", "x", "--"],
        &["record", "-o", "x", "--", ""],
    ] {
        ponderhit_command(args)
            .current_dir(dir.path())
            .assert()
            .code(2)
            .stdout("")
            .stderr(contains("ENGINE"));
    }
    // If no engine follows `--`, `check` must not use the engine of the project file.
    write_file(&dir, "ponderhit.toml", "engine = \"true\"\n");
    ponderhit_command(&["check", "--"])
        .current_dir(dir.path())
        .assert()
        .code(2)
        .stderr(contains("is a shell variable empty?"));
}

#[test]
fn in_ci_the_built_in_engine_is_used_only_if_it_is_named() {
    let dir = TempDir::new().unwrap();
    let check = |ci: &str, repository: &str| {
        ponderhit_command(&["check", "--profile", "smoke"])
            .current_dir(dir.path())
            .env("CI", ci)
            .env("CARGO_PKG_NAME", repository)
            .assert()
    };
    check("true", "")
        .code(2)
        .stdout("")
        .stderr(contains("In CI"));
    // Jenkins does not set `CI`.
    ponderhit_command(&["check", "--profile", "smoke"])
        .env("JENKINS_URL", "http://localhost")
        .env_remove("CARGO_PKG_NAME")
        .assert()
        .code(2);
    check("1", "other-engine").code(2);
    check("false", "").code(0);
    // `cargo run --release -- check` in this repository.
    check("true", "ponderhit").code(0);
    ponderhit_command(&["check", "--profile", "smoke", "--"])
        .args([env!("CARGO_BIN_EXE_ponderhit"), "engine"])
        .current_dir(dir.path())
        .env("CI", "true")
        .env_remove("CARGO_PKG_NAME")
        .assert()
        .code(0);
}

/// The program that the user has just built is often in the current directory, and an older one in PATH.
#[cfg(unix)]
#[test]
fn a_name_that_is_a_program_here_and_another_one_in_path_is_rejected() {
    use std::{fs, os::unix::fs::PermissionsExt as _};
    let dir = TempDir::new().unwrap();
    write_file(&dir, "true", "#!/bin/sh\n");
    let check = || {
        ponderhit_command(&["check", "--protocol", "ucci", "--", "true"])
            .current_dir(dir.path())
            .assert()
    };
    // A file that cannot be started is no other program.
    check().code(5);
    let executable = fs::Permissions::from_mode(0o755);
    fs::set_permissions(dir.path().join("true"), executable).unwrap();
    check().code(2).stderr(contains("write its path"));
}

#[test]
fn a_snapshot_is_never_written_from_an_engine_that_was_not_named() {
    let dir = TempDir::new().unwrap();
    let text = "@protocol ucci\n@snapshot\n> ucci\n< ucciok\n> quit\n< bye\n! exit 0\n";
    let snapshot = write_file(&dir, "a.script", text);
    ponderhit_command(&["replay", "--bless", &snapshot])
        .assert()
        .code(2)
        .stderr(contains("no ENGINE was given"));
    assert_eq!(fs::read_to_string(&snapshot).unwrap(), text);
    let made = dir.path().join("new.script");
    let made = made.to_str().unwrap();
    ponderhit_command(&["record", "-o", made, "--script", &snapshot])
        .assert()
        .code(2);
    assert!(!Path::new(made).exists());
}

#[test]
fn the_first_and_last_line_say_that_no_engine_was_given() {
    let dir = TempDir::new().unwrap();
    let ran = ponderhit_command(&["check", "--profile", "smoke"])
        .current_dir(dir.path())
        .assert()
        .code(0);
    let text = String::from_utf8_lossy(&ran.get_output().stdout).into_owned();
    let (first, last) = (text.lines().next().unwrap(), text.lines().last().unwrap());
    for line in [first, last] {
        assert!(line.contains("no ENGINE was given"), "{line}");
    }
    let named = [
        "check",
        "--profile",
        "smoke",
        "--",
        env!("CARGO_BIN_EXE_ponderhit"),
        "engine",
    ];
    ponderhit_command(&named)
        .assert()
        .code(0)
        .stdout(contains("no ENGINE was given").not());
}

#[test]
fn the_file_of_a_project_is_found_from_its_folders() {
    let dir = TempDir::new().unwrap();
    let engine = write_file(
        &dir,
        "bin/engine",
        format!("#!/bin/sh\n{ENGINE_WITHOUT_BYE}\n"),
    );
    let mut mode = fs::metadata(&engine).unwrap().permissions();
    std::os::unix::fs::PermissionsExt::set_mode(&mut mode, 0o755);
    fs::set_permissions(&engine, mode).unwrap();
    write_file(&dir, "known.txt", "ucci/bye_before_end # ours\n");
    write_file(&dir, "src/deep/x", "");
    // In the project file, `known` is another name of the option `known-failures`.
    for (folder, using, known) in [
        ("src", "using ../ponderhit.toml", "known-failures"),
        ("src/deep", "using ../../ponderhit.toml", "known"),
    ] {
        let text = format!(
            "engine = \"bin/engine\"\nprotocol = \"ucci\"\nonly = [\"ucci/quit/idle\"]\n{known} = \"known.txt\"\n"
        );
        write_file(&dir, "ponderhit.toml", &text);
        ponderhit_command(&["check"])
            .current_dir(dir.path().join(folder))
            .assert()
            .code(0)
            .stdout(contains("known failure"))
            .stderr(contains(using));
    }
    write_file(&dir, "ponderhit.toml", "engin = \"x\"\n");
    ponderhit_command(&["check"])
        .current_dir(dir.path().join("src"))
        .assert()
        .code(2)
        .stderr(contains("../ponderhit.toml:1:1:"));
}

#[test]
fn a_rule_is_judged_in_every_scenario_that_can_exercise_it() {
    // Only one scenario names the rule `bye_before_end` with `@rule`, but every scenario ends with `quit` and so
    // exercises this rule.
    let args = [
        "check",
        "--protocol",
        "ucci",
        "--only",
        "ucci/bye_before_end",
        "--report",
        "json",
    ];
    let ran = run_on_script(&args, FAST_ENGINE_WITHOUT_BYE)
        .args(["x"])
        .assert()
        .code(1);
    let report: Value = serde_json::from_slice(&ran.get_output().stdout).unwrap();
    let total = report["scenarios"].as_array().unwrap().len();
    assert!(total > 50, "{total}");
    let notes = report["notes"].to_string();
    assert!(notes.contains("`--only` selected"), "{notes}");
    // `check` plays no scenario without `probe`, because only `probe` exercises the rule `probe_keeps_board`.
    let args = [
        "check",
        "--only",
        "ucci/probe_keeps_board",
        "--report",
        "json",
    ];
    let ran = ponderhit_command(&args).assert().code(0);
    let report: Value = serde_json::from_slice(&ran.get_output().stdout).unwrap();
    let few = report["scenarios"].as_array().unwrap().len();
    assert!(few > 0 && few < total, "{few} of {total}");
}

#[test]
fn a_ci_report_needs_an_engine() {
    let dir = TempDir::new().unwrap();
    let mut command = ponderhit_command(&["check", "--report", "auto"]);
    let run = command.current_dir(dir.path()).assert().code(2);
    run.stderr(contains(
        "no ENGINE was given: --report auto needs an engine",
    ));
}

#[test]
fn reviewing_a_folder_without_snapshots_is_an_error() {
    let dir = TempDir::new().unwrap();
    let args = ["replay", "--review=list", dir.path().to_str().unwrap()];
    let run = ponderhit_command(&args).assert().code(2);
    run.stderr(contains("have no file that ends in .script"));
}

#[test]
fn a_fault_of_only_one_process_does_not_pass() {
    check_engine_with_one_faulty_process(3, "stall before command \"isready\"");
    check_engine_with_one_faulty_process(4, "drop response \"bestmove [..]\"");
}

/// Requires exit 3 for an engine whose process of this number, counted from 0, has the fault.
fn check_engine_with_one_faulty_process(process: u32, fault: &str) {
    let dir = TempDir::new().unwrap();
    let ours = env!("CARGO_BIN_EXE_ponderhit");
    let starts = dir.path().join("starts");
    let engine = format!(
        "n=$(cat {starts} 2>/dev/null || echo 0); echo $((n + 1)) > {starts}; \
         [ $n != {process} ] || exec {ours} inject --protocol ucci --fault '{fault}' -- {ours} engine; \
         exec {ours} engine",
        starts = starts.display(),
    );
    let args = [
        "check",
        "--protocol",
        "ucci",
        "--profile",
        "smoke",
        "--jobs",
        "1",
        "--timeout-scale",
        "0.2",
        "--",
        "sh",
        "-c",
        &engine,
    ];
    ponderhit_command(&args).assert().code(3);
}

#[test]
fn rules_of_a_scenario_that_waits_in_vain_do_not_conform() {
    // Other scenarios exercise `id_echoed`, and no rule is violated: the response comes with the next command.
    let fault = "hold response \"[..]\" until command \"[..]\" answering \"1 no_such_command\"";
    let ours = env!("CARGO_BIN_EXE_ponderhit");
    let args = [
        "check",
        "--protocol",
        "gtp",
        "--timeout-scale",
        "0.2",
        "--only",
        "gtp/handshake/unknown",
        "--only",
        "gtp/handshake/ids",
        "--",
        ours,
        "inject",
        "--protocol",
        "gtp",
        "--fault",
        fault,
        "--",
        ours,
        "engine",
        "--protocol",
        "gtp",
    ];
    ponderhit_command(&args)
        .assert()
        .code(3)
        .stdout(contains("prerequisite not reached"));
}

#[test]
fn an_empty_script_is_an_error() {
    let dir = TempDir::new().unwrap();
    for text in [
        "",
        "\n\n",
        "# nothing\n",
        "@protocol ucci\n@title nothing\n",
    ] {
        let script = write_file(&dir, "empty.script", text);
        ponderhit_command(&["replay", &script])
            .assert()
            .code(2)
            .stderr(contains("the script is empty"));
    }
}

#[test]
fn skipping_an_unknown_rule_is_an_error() {
    let dir = TempDir::new().unwrap();
    let log = write_file(
        &dir,
        "a.script",
        "> ucci\n< ucciok\n> quit\n< bye\n! exit 0\n",
    );
    for args in [
        &["check", "--profile", "smoke", "--skip", "ucci/nonsense"][..],
        &["replay", "ucci/quit/idle", "--skip", "ucci/nonsense"],
        &["judge", &log, "--skip", "ucci/nonsense"],
    ] {
        ponderhit_command(args).assert().code(2).stderr(contains(
            "--skip: `ucci/nonsense` matches no rule and no scenario",
        ));
    }
    // `judge` plays no scenarios, but accepts a `--skip` pattern that matches only scenarios.
    let args = [
        "judge",
        &log,
        "--skip",
        "ucci/go/*",
        "--skip",
        "ucci/usemillisec*",
    ];
    ponderhit_command(&args).assert().code(0);
}

#[test]
fn judge_exits_with_the_printed_code() {
    let dir = TempDir::new().unwrap();
    let good = "> ucci\n< option usemillisec type check default false\n< ucciok\n> quit\n< bye\n! exit 0\n";
    let good = write_file(&dir, "good.script", good);
    let bad = write_file(&dir, "bad.script", "> ucci\n< ucciok\n> quit\n! exit 0\n");
    let torn = write_file(&dir, "torn.script", "> ucci\n< ucciok\n?\n> quit\n");
    let nothing = ["judge", &good, "--only", "ucci/ponder_legal"];
    for (args, code) in [
        (&["judge", &good][..], 0),
        (&["judge", &bad], 1),
        (&["judge", &good, &bad], 1),
        (&["judge", &torn], 2),
        (&["judge", &good, &torn], 2),
        (&["judge", &bad, &torn], 2),
        (&nothing, 4),
    ] {
        let ran = ponderhit_command(args).assert().code(code);
        let (last, printed) = last_line_and_exit(&ran.get_output().stdout);
        assert_eq!(printed, code, "{args:?}: {last}");
        let json = [args, &["--report", "json"]].concat();
        let ran = ponderhit_command(&json).assert().code(code);
        let report: Value = serde_json::from_slice(&ran.get_output().stdout).unwrap();
        assert_eq!(report["exit"], code, "{args:?}");
    }
}

#[test]
fn judge_finds_a_handshake_behind_other_lines() {
    let dir = TempDir::new().unwrap();
    let hands = "> ucci\n< id name x\n< ucciok\n> quit\n< bye\n! exit 0\n";
    for before in [
        "",
        "< Some Engine 1.0\n",
        "> isready\n< readyok\n",
        "> go depth 1\n< hello\n",
        "> quit\n",
        "> hello\n> list\n",
        "> uci\n< unknown command\n",
    ] {
        let log = write_file(&dir, "a.script", format!("{before}{hands}"));
        ponderhit_command(&["judge", &log])
            .assert()
            .stderr("")
            .stdout(contains("UCCI 3.0"));
    }
}

#[test]
fn judge_lists_the_rules_about_the_interface_that_were_not_exercised() {
    let dir = TempDir::new().unwrap();
    let log = write_file(
        &dir,
        "a.script",
        "> ucci\n< ucciok\n> quit\n< bye\n! exit 0\n",
    );
    let ran = ponderhit_command(&["judge", &log, "--report", "json"]).assert();
    let report: Value = serde_json::from_slice(&ran.get_output().stdout).unwrap();
    let notes = report["notes"].as_array().unwrap();
    let note = notes.iter().find_map(|it| {
        let text = it.as_str()?;
        text.starts_with("rules about the interface that were not exercised: ")
            .then_some(text)
    });
    let note = note.unwrap();
    let silent = report["verdicts"].as_array().unwrap().iter();
    // A log without times cannot show a wrong clock, so the rules about clocks are not selected.
    let silent = silent.filter(|it| {
        it["selected"] == true && it["topic"] == "interface" && it["outcome"] == "not_exercised"
    });
    let silent: Vec<&str> = silent.map(|it| it["rule"].as_str().unwrap()).collect();
    assert!(!silent.is_empty());
    assert!(note.ends_with(&silent.join(", ")), "{note}");
}

#[test]
fn every_command_accepts_rules_as_of_a_version() {
    let json = |args: &[&str]| -> Value {
        let out = ponderhit_command(args).output().unwrap().stdout;
        serde_json::from_slice(&out).unwrap()
    };
    let all = json(&["rules", "--report", "json"]);
    assert!(
        all.as_array()
            .unwrap()
            .iter()
            .all(|it| it["since"].is_string())
    );
    // The rule `ucci/option_default` was added in version 0.2.0. By the rules of version 0.1.0, its violation is reported
    // at level `may`, so that it does not fail the run.
    let option = "option hashsize type spin min 1 max 2 default 3";
    let engine =
        ENGINE_WITHOUT_END_OF_SEARCH.replace("echo ucciok", &format!("echo {option}; echo ucciok"));
    let args = [
        "check",
        "--protocol",
        "ucci",
        "--only",
        "ucci/quit/idle",
        "--rules-as-of",
    ];
    run_on_script(&[&args[..], &["0.1.0"]].concat(), &engine)
        .assert()
        .code(0)
        .stdout(contains("! may    ucci/option_default"));
    run_on_script(&[&args[..], &["0.2.0"]].concat(), &engine)
        .assert()
        .code(1);
    for (version, error) in [
        ("soon", "expected a version such as 0.1.0"),
        ("0.0.1", "version 0.0.1 has no rule of this protocol"),
        ("9.9.9", "the rules of version 9.9.9 are not known"),
    ] {
        run_on_script(&[&args[..], &[version]].concat(), &engine)
            .assert()
            .code(2)
            .stderr(contains(error));
    }
    let dir = TempDir::new().unwrap();
    let log = format!("> ucci\n< {option}\n< ucciok\n> quit\n< bye\n! exit 0\n");
    let log = write_file(&dir, "a.script", &log);
    ponderhit_command(&["judge", &log]).assert().code(1);
    ponderhit_command(&["judge", &log, "--rules-as-of", "0.1.0"])
        .assert()
        .code(0);
    write_file(&dir, "ponderhit.toml", "rules-as-of = \"0.1.0\"\n");
    ponderhit_command(&["judge", &log])
        .current_dir(dir.path())
        .assert()
        .code(0);
    let report = json(&["judge", &log, "--report", "json"]);
    let verdicts = report["verdicts"].as_array().unwrap();
    assert!(verdicts.iter().all(|it| it["since"].is_string()));
}

#[test]
fn judge_knows_the_profiles() {
    let dir = TempDir::new().unwrap();
    let log = write_file(&dir, "a.script", "> ucci\n< ucciok\n> quit\n! exit 0\n");
    ponderhit_command(&["judge", &log, "--profile", "league"])
        .assert()
        .stdout(contains("profile league"));
    ponderhit_command(&["judge", &log, "--profile", "nope"])
        .assert()
        .code(2)
        .stderr(contains(
            "unrecognized profile `nope`; expected one of: full",
        ));
}
