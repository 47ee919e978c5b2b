//! Tests of the exit codes of ponderhit, which users may rely on.

use std::{
    fs,
    process::{Command, Stdio},
    time::Duration,
};

use predicates::{prelude::PredicateBooleanExt as _, str::contains};
use tempfile::TempDir;
use wait_timeout::ChildExt as _;

use crate::parallel::run_side_by_side;

use super::engines::{ENGINE_WITHOUT_BYE, ENGINE_WITHOUT_MOVES, ponderhit_command, run_on_script};

#[test]
fn the_exit_code_is_0_if_every_exercised_requirement_holds() {
    ponderhit_command(&["check", "--only", "ucci/quit/*"])
        .assert()
        .code(0);
    ponderhit_command(&["replay", "ucci/quit/idle", "ucci/handshake/plain"])
        .assert()
        .code(0);
}

#[test]
fn the_exit_code_is_1_if_a_requirement_is_violated() {
    let run = run_on_script(
        &["check", "--protocol", "ucci", "--only", "ucci/quit/idle"],
        ENGINE_WITHOUT_BYE,
    )
    .assert();
    run.code(1).stdout(contains("✗ must   ucci/bye_before_end"));
}

/// An engine that drops `isready` during a search: the result of a later search proves that the answer was lost, so no
/// wait has to be measured and repeated.
#[test]
fn a_lost_answer_is_proved_by_the_result_of_a_later_search() {
    let engine = "while read -r line; do case \"$line\" in \
         ucci) echo ucciok ;; \
         'go infinite'*) busy=1; echo info depth 1 ;; \
         go*) echo bestmove b2e2 ;; \
         stop) busy=; echo bestmove b2e2 ;; \
         isready) [ -n \"$busy\" ] && echo info depth 2 || echo readyok ;; \
         quit) echo bye; exit 0 ;; \
         esac; done";
    let args = ["check", "-p", "ucci", "--only", "ucci/go/infinite"];
    let run = run_on_script(&[&args[..], &["--timeout-scale", "0.2"]].concat(), engine).assert();
    run.code(1).stdout(
        contains("`readyok` never came, although the result of a later `go` came")
            .and(contains("exit 1: 1 must rule violated")),
    );
}

#[test]
fn a_should_violation_counts_only_with_strict() {
    let ours = ["--protocol", "ucci", "--only", "ucci/stop_idle_nobestmove"];
    let engine = ENGINE_WITHOUT_BYE.replace("quit)", "go*) echo bestmove h2e2 ;; quit)");
    run_side_by_side(
        [(&["check"][..], 0), (&["check", "--strict"], 1)],
        |(command, code)| {
            let args = [command, &ours].concat();
            run_on_script(&args, &engine)
                .assert()
                .code(code)
                .stdout(contains("should ucci/stop_idle_nobestmove"));
        },
    );
}

#[test]
fn the_exit_code_is_3_if_something_could_not_be_judged() {
    // The timeouts are short, because the engine of this test never sends the expected move.
    let args = [
        "check",
        "--protocol",
        "ucci",
        "--only",
        "ucci/bans_kept",
        "--only",
        "ucci/bye_before_end",
        "--timeout-scale",
        "0.2",
    ];
    let run = run_on_script(&args, ENGINE_WITHOUT_MOVES).assert();
    run.code(3).stdout(contains("prerequisite not reached"));
    let run = run_on_script(
        &[&args[..], &["--allow-inconclusive"]].concat(),
        ENGINE_WITHOUT_MOVES,
    )
    .assert();
    run.code(0);
}

#[test]
fn the_exit_code_is_4_if_nothing_was_selected() {
    let run = ponderhit_command(&["check", "--only", "ucci/nonsense"]).assert();
    run.code(4)
        .stdout(contains("`ucci/nonsense` matches no rule and no scenario"));
}

#[test]
fn a_problem_at_the_start_has_help() {
    let folder = tempfile::tempdir().unwrap();
    fs::write(folder.path().join("engine"), "#!/bin/sh\n").unwrap();
    for (engine, help) in [
        (
            "./engine",
            "help:           make the file executable: chmod +x",
        ),
        (
            "engine",
            "help:           to start the file in this directory",
        ),
        ("./engine --uci", "without quotes around them"),
    ] {
        for command in [&["check", "--"][..], &["fuzz", "--"]] {
            ponderhit_command(&[command, &[engine]].concat())
                .current_dir(folder.path())
                .assert()
                .code(5)
                .stdout(contains(help));
        }
    }
}

#[test]
fn the_exit_code_is_5_if_there_is_no_engine() {
    ponderhit_command(&["check", "--", "/nonexistent/engine"])
        .assert()
        .code(5)
        .stdout(contains("/nonexistent/engine"));
    run_on_script(
        &["check", "--protocol", "ucci"],
        "read -r line; echo hello; exit 3",
    )
    .assert()
    .code(5)
    .stdout(contains(
        "the engine printed `hello`, and the process exited with status 3",
    ));
}

#[test]
fn an_unmet_expectation_of_a_script_is_a_violation() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("greeting.script");
    fs::write(
        &path,
        "@protocol ucci\n> ucci\n...\n< ucciok\n> isready\n< ready\n",
    )
    .unwrap();
    let path = path.to_str().unwrap();
    let run = run_on_script(
        &["replay", "--only", "script/mismatch", path],
        ENGINE_WITHOUT_BYE,
    )
    .assert()
    .code(1);
    run.stdout(contains("script/mismatch"))
        .stdout(contains("line 6 of the script expects `< ready`"));
}

#[test]
fn an_interrupted_run_reports_and_leaves_no_process() {
    let folder = tempfile::tempdir().unwrap();
    let started = folder.path().join("started");
    let script = format!(
        "echo $$ > {0}.new; mv {0}.new {0}; exec sleep 600",
        started.display()
    );
    let mut child = Command::new(env!("CARGO_BIN_EXE_ponderhit"))
        .args([
            "check",
            "--protocol",
            "ucci",
            "--startup-timeout",
            "10min",
            "--",
            "sh",
            "-c",
            &script,
        ])
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    let engine = loop {
        if let Ok(pid) = fs::read_to_string(&started) {
            break pid.trim().to_owned();
        }
        assert_eq!(child.wait_timeout(Duration::from_millis(5)).unwrap(), None);
    };
    let ours = child.id().to_string();
    assert!(
        Command::new("kill")
            .args(["-INT", &ours])
            .status()
            .unwrap()
            .success()
    );
    assert_eq!(child.wait().unwrap().code(), Some(130));
    let mut text = String::new();
    std::io::Read::read_to_string(&mut child.stdout.take().unwrap(), &mut text).unwrap();
    assert!(text.contains("exit 130"), "{text}");
    assert!(
        !fs::exists(format!("/proc/{engine}/cwd")).unwrap(),
        "{engine} is still there"
    );
}

#[test]
fn a_missing_flush_is_reported_as_a_hint() {
    // This engine writes its answers only when it receives `quit`, because it does not flush its output.
    let unflushed = "said=; while read -r line; do case \"$line\" in \
        ucci) said=ucciok ;; quit) echo \"$said\"; echo bye; exit 0 ;; esac; done";
    for protocol in ["auto", "ucci"] {
        let args = ["check", "--protocol", protocol, "--startup-timeout", "1s"];
        run_on_script(&args, unflushed)
            .assert()
            .code(5)
            .stdout(contains("does it flush its standard"));
    }
}

#[test]
fn an_engine_that_exits_at_once_is_reported_as_exited() {
    run_on_script(&["check"], "echo oops >&2; exit 3")
        .assert()
        .code(5)
        .stdout(contains("the process exited with status 3"))
        .stdout(contains("oops"));
}

#[test]
fn options_after_the_engine_cause_a_warning_and_in_ci_an_error() {
    let args = ["check", "true", "--jobs", "1"];
    ponderhit_command(&args).assert().code(5).stderr(contains(
        "warning: `--jobs`: words after the ENGINE are passed to it",
    ));
    // In CI nobody reads a warning.
    ponderhit_command(&args)
        .env("CI", "true")
        .env_remove("CARGO_PKG_NAME")
        .assert()
        .code(2)
        .stderr(contains("`--jobs`"));
}

/// The shell turns `engines/*` into one engine with the names of the others as arguments.
#[cfg(unix)]
#[test]
fn programs_beside_the_engine_are_no_arguments() {
    use std::os::unix::fs::PermissionsExt as _;
    let dir = TempDir::new().unwrap();
    for name in ["a", "b", "c"] {
        let file = dir.path().join(name);
        fs::write(&file, "#!/bin/sh\nexit 1\n").unwrap();
        fs::set_permissions(&file, fs::Permissions::from_mode(0o755)).unwrap();
    }
    let check = |engine: &[&str]| {
        let mut command = ponderhit_command(&[&["check", "--"], engine].concat());
        command.current_dir(dir.path()).assert()
    };
    let several = check(&["./a", "./b", "./c"]).code(2);
    several.stderr(contains("programs of the same directory, such as `./b`"));
    // A wrapper gets an engine.
    check(&["./a", "./b"]).code(5);
    // The order of a glob depends on the language.
    check(&["./c", "./b", "./a"]).code(2);
    // A program that is no script is no wrapper.
    fs::write(dir.path().join("a"), "no script").unwrap();
    check(&["./a", "./b"]).code(2);
}

/// The options of ponderhit that decide what is judged are no words of an engine, unless both get them.
#[test]
fn an_option_that_decides_what_is_judged_is_an_error_behind_the_engine() {
    for option in ["--profile=smoke", "--only", "--shard"] {
        for separator in [&["--"][..], &[]] {
            ponderhit_command(&[&["check"], separator, &["true", option]].concat())
                .assert()
                .code(2)
                .stderr(contains(format!("passed to it: `{option}`")));
        }
    }
    let of_both = ["check", "--profile", "smoke", "--", "true", "--profile=x"];
    ponderhit_command(&of_both).assert().code(5);
    let of_engine = ["check", "--profile", "smoke", "--", "true", "--time-limit"];
    ponderhit_command(&of_engine).assert().code(5);
}

/// The last line says what a reader of only this line would take for granted.
#[test]
fn the_last_line_names_the_guilty_side_and_the_detected_protocol() {
    let cases = concat!(env!("CARGO_MANIFEST_DIR"), "/../corpus/uci/judged");
    let swapped = format!("{cases}/ibad_increments_swapped.script");
    let judged = ponderhit_command(&["judge", &swapped]).assert().code(1);
    judged.stdout(contains(
        "the interface, not the engine, violates rules: 1 must",
    ));
    let engine = [env!("CARGO_BIN_EXE_ponderhit"), "engine"];
    let check = ["check", "--profile", "smoke"];
    let is_detected = contains("judged as UCCI 3.0, which was detected");
    let detected = ponderhit_command(&[&check[..], &["--"], &engine].concat());
    let named = ponderhit_command(&[&check[..], &["-p", "ucci", "--"], &engine].concat());
    for (mut command, expected) in [(detected, true), (named, false)] {
        let run = command.assert().code(0);
        match expected {
            true => run.stdout(is_detected.clone()),
            false => run.stdout(is_detected.clone().not()),
        };
    }
}
