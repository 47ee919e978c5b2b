//! Tests of `check` with hostile engines: the exit code and the message are right, time and memory are limited, and no
//! orphan process remains.

use std::{
    fs,
    process::{Command, Stdio},
    time::{Duration, Instant},
};

use crate::{
    common::{
        self, RunResult, check_engine, check_shell_engine, marked_processes,
        ponderhit_command_with_mark,
    },
    parallel::run_side_by_side,
};

/// The timeout of one run of ponderhit. The timeout is long, because these tests do not measure speed.
const RUN_TIMEOUT: Duration = Duration::from_secs(170);

/// The memory limit of ponderhit without its engines, in KiB.
const MEMORY_LIMIT_KIB: u64 = 300 * 1024;

fn assert_exit(ran: &RunResult, code: i32) {
    assert_eq!(ran.status, Some(code), "{}", ran.output);
    assert_no_leaks(ran);
}

/// Checks that the report has a violation because of the hang, or says that the host was too slow to judge the hang.
fn assert_hang_reported(ran: &RunResult) {
    let late = ran.output.contains("host was too slow");
    let doubted = ran.status == Some(3) && late;
    assert!(
        ran.status == Some(1) || doubted,
        "{:?}: {}",
        ran.status,
        ran.output
    );
    assert_no_leaks(ran);
}

fn assert_no_leaks(ran: &RunResult) {
    let RunResult {
        output,
        peak_memory_kib: rss_kib,
        ..
    } = ran;
    assert!(*rss_kib < MEMORY_LIMIT_KIB, "{rss_kib} KiB:\n{output}");
    assert!(!output.contains("panicked"), "{output}");
    assert_eq!(
        marked_processes(&ran.process_mark),
        Vec::<String>::new(),
        "left behind:\n{output}"
    );
}

/// A shell engine that answers `ucci`, and runs the shell command `then` for every other line.
fn engine_after_handshake(then: &str) -> String {
    format!(
        "while read -r line; do case \"$line\" in \
           ucci) echo 'id name Hostile'; echo ucciok ;; \
           *) {then} ;; \
         esac; done"
    )
}

#[test]
fn cat_completes_no_handshake() {
    let ran = check_engine(&["/bin/cat"], RUN_TIMEOUT);
    assert_exit(&ran, 5);
}

#[test]
fn a_program_that_exits_at_once_is_no_engine() {
    let ran = check_engine(&["/bin/true"], RUN_TIMEOUT);
    assert_exit(&ran, 5);
}

#[test]
fn a_missing_program_cannot_be_started() {
    let ran = check_engine(&["/nonexistent/engine"], RUN_TIMEOUT);
    assert_exit(&ran, 5);
    assert!(ran.output.contains("/nonexistent/engine"), "{}", ran.output);
}

#[test]
fn a_silent_program_completes_no_handshake() {
    let ran = check_engine(&["sleep", "600"], RUN_TIMEOUT);
    assert_exit(&ran, 5);
}

#[test]
fn a_flood_before_the_handshake_is_bounded() {
    let ran = check_engine(&["yes"], RUN_TIMEOUT);
    assert_exit(&ran, 5);
}

#[test]
fn a_flood_after_the_handshake_is_bounded() {
    let ran = check_shell_engine(&engine_after_handshake("yes flooding"), RUN_TIMEOUT);
    assert_exit(&ran, 1);
}

#[test]
fn output_without_a_newline_is_bounded() {
    let ran = check_shell_engine(
        &engine_after_handshake("head -c 1000000000 /dev/zero; sleep 600"),
        RUN_TIMEOUT,
    );
    assert_exit(&ran, 1);
}

#[test]
fn an_engine_that_never_reads_again_hangs() {
    let ran = check_shell_engine("read -r line; echo ucciok; sleep 600", RUN_TIMEOUT);
    assert_exit(&ran, 1);
    assert!(ran.output.contains("no_hang"), "{}", ran.output);
}

#[test]
fn an_engine_that_closes_its_output_violates_a_rule() {
    let ran = check_shell_engine(
        "read -r line; echo ucciok; exec >&-; sleep 600",
        RUN_TIMEOUT,
    );
    assert_exit(&ran, 1);
    assert!(ran.output.contains("no_crash"), "{}", ran.output);
}

#[test]
fn children_that_hold_the_pipe_are_ended_too() {
    let ran = check_shell_engine(
        "sleep 600 & read -r line; echo ucciok; read -r line; exit 0",
        RUN_TIMEOUT,
    );
    assert_exit(&ran, 1);
}

#[test]
fn daemon_processes_are_killed() {
    let script = format!(
        "setsid sh -c 'sleep 600 & sleep 600' </dev/null >/dev/null 2>&1 & {}",
        engine_after_handshake("exit 0")
    );
    let ran = check_shell_engine(&script, RUN_TIMEOUT);
    assert_exit(&ran, 1);
}

#[test]
fn an_engine_that_ignores_sigterm_is_killed() {
    let ran = check_shell_engine(
        "trap '' TERM INT HUP; read -r line; echo ucciok; sleep 600; sleep 600",
        RUN_TIMEOUT,
    );
    assert_exit(&ran, 1);
}

#[test]
fn a_suspended_engine_is_ended_too() {
    let ran = check_shell_engine(&engine_after_handshake("kill -STOP $$"), RUN_TIMEOUT);
    assert_exit(&ran, 1);
}

/// A shell engine that conforms until its first `go`, and runs the shell command `then` for `go`.
fn engine_during_search(then: &str) -> String {
    format!(
        "trap '' TERM INT HUP; while read -r line; do case \"$line\" in \
           ucci) echo ucciok ;; \
           isready) echo readyok ;; \
           quit) echo bye; exit 0 ;; \
           go*) {then} ;; \
         esac; done"
    )
}

/// A shell command that hangs in an endless loop. The loop sleeps most of the time, because other tests need the
/// processor.
const BUSY_LOOP: &str =
    "while :; do i=0; while [ $i -lt 200 ]; do i=$((i+1)); done; sleep 0.1; done";

/// The timeout of a run with a hanging engine. A run with a hanging engine takes less than 45 s, but the machine may be
/// busy.
const HANGING_RUN_TIMEOUT: Duration = Duration::from_secs(180);

#[test]
fn a_run_with_hangs_in_every_search_ends_early() {
    let hangs = [
        "exec <&-; sleep 600",
        "kill -STOP $$",
        BUSY_LOOP,
        "while :; do sleep 600; done",
    ];
    run_side_by_side(hangs, |then| {
        let ran = check_shell_engine(&engine_during_search(then), HANGING_RUN_TIMEOUT);
        assert_hang_reported(&ran);
    });
}

#[test]
fn a_run_with_a_hang_after_the_handshake_ends_early() {
    run_side_by_side(["exec <&-; sleep 600", "kill -STOP $$"], |then| {
        let ran = check_shell_engine(&engine_after_handshake(then), HANGING_RUN_TIMEOUT);
        assert_hang_reported(&ran);
        assert!(ran.output.contains("no_hang"), "{}", ran.output);
    });
}

#[test]
fn a_missing_readyok_is_waited_for_once_in_each_attempt_of_the_first_session() {
    let process_mark = common::unique_process_mark();
    let folder = tempfile::tempdir().unwrap();
    let mut command = ponderhit_command_with_mark(&process_mark);
    command.args(["check", "--protocol", "ucci", "--timeout-scale", "0.3"]);
    command.args(["--transcripts", folder.path().to_str().unwrap()]);
    command.args(["--", "sh", "-c", &engine_after_handshake(":")]);
    let ran = common::run_command(command, process_mark, RUN_TIMEOUT);
    assert_hang_reported(&ran);
    for name in ["start.script", "start.2.script"] {
        let transcript = fs::read_to_string(folder.path().join("ucci").join(name)).unwrap();
        let asked = transcript.split_once("> isready\n").unwrap().1;
        let before_quit = asked.split("> quit").next().unwrap_or_default();
        let waits = before_quit.lines().filter(|it| it.contains(" ~ "));
        assert_eq!(waits.count(), 1, "{transcript}");
    }
}

#[test]
fn a_campaign_with_a_hang_after_the_handshake_ends_early() {
    let hangs = ["exec <&-; sleep 600", "kill -STOP $$"];
    run_side_by_side(hangs, |then| {
        let process_mark = common::unique_process_mark();
        let folder = tempfile::tempdir().unwrap();
        let mut command = ponderhit_command_with_mark(&process_mark);
        command.args(["fuzz", "--protocol", "ucci", "--timeout-scale", "0.3"]);
        command.args(["--findings", folder.path().to_str().unwrap()]);
        command.args(["--", "sh", "-c", &engine_after_handshake(then)]);
        let ran = common::run_command(command, process_mark, HANGING_RUN_TIMEOUT);
        assert_hang_reported(&ran);
        let is_judged = ran.status == Some(1);
        assert!(
            !is_judged || ran.output.contains("no_hang"),
            "{}",
            ran.output
        );
    });
}

/// Runs `check` with an engine that conforms but takes two seconds for every move.
fn check_slow_engine(limit: &str, report: &[&str]) -> RunResult {
    let process_mark = common::unique_process_mark();
    let mut command = ponderhit_command_with_mark(&process_mark);
    let ours = env!("CARGO_BIN_EXE_ponderhit");
    let fault = "delay response \"bestmove [..]\" by 2s while thinking";
    command.args(["check", "--protocol", "ucci", "--time-limit", limit]);
    command
        .args(report)
        .args(["--", ours, "inject", "--fault", fault]);
    command.args(["--", ours, "engine"]);
    common::run_command(command, process_mark, HANGING_RUN_TIMEOUT)
}

#[test]
fn a_slow_engine_is_tested_until_the_time_limit() {
    let ran = check_slow_engine("5s", &["--only", "ucci/go/*", "--only", "ucci/legality/*"]);
    assert_exit(&ran, 3);
    let text = ran.output.replace("\n      ", " ");
    for words in [
        "not played: the time limit of 5 s was reached",
        "the time limit of 5 s was reached, so ",
        "scenarios were not played: ucci/",
        "exit 3",
    ] {
        assert!(text.contains(words), "{words}: {text}");
    }
    assert!(!text.contains("no_hang"), "{text}");
}

#[test]
fn a_run_that_reaches_its_time_limit_names_every_unplayed_scenario() {
    let ran = check_slow_engine("12s", &["--report", "json"]);
    let report = ran.output.find('{').map(|it| &ran.output[it..]).unwrap();
    let report: serde_json::Value = serde_json::from_str(report).unwrap();
    let notes = report["notes"].to_string();
    let scenarios = report["scenarios"].as_array().unwrap().iter();
    let left_out: Vec<&str> = scenarios
        .filter(|it| it["end"] == "not_played")
        .map(|it| it["scenario"].as_str().unwrap())
        .collect();
    assert!(left_out.len() > 20, "{left_out:?}");
    assert!(left_out.iter().all(|it| notes.contains(it)), "{notes}");
    // `check` first plays the scenarios that exercise the most rules.
    assert!(!left_out.contains(&"ucci/handshake/plain"), "{left_out:?}");
    assert!(left_out.contains(&"ucci/robust/moves"), "{left_out:?}");
    assert_eq!(report["exit"], 3, "{notes}");
}

#[test]
fn a_crash_violates_only_the_crash_rule() {
    let ran = check_shell_engine(&engine_after_handshake("kill -SEGV $$"), RUN_TIMEOUT);
    assert_exit(&ran, 1);
    assert!(ran.output.contains("SIGSEGV"), "{}", ran.output);
    assert!(!ran.output.contains("✗ must"), "{}", ran.output);
}

#[test]
fn an_engine_behind_a_shell_is_ended_too() {
    let ran = check_shell_engine("sh -c 'sleep 600; true'; true", RUN_TIMEOUT);
    assert_exit(&ran, 5);
}

#[test]
fn an_engine_that_exceeds_the_memory_cap_is_killed() {
    let process_mark = common::unique_process_mark();
    let mut command = ponderhit_command_with_mark(&process_mark);
    // The test plays only one session, because the engine needs several seconds to exceed the memory limit.
    command.args(["replay", "--protocol", "ucci", "ucci/handshake/plain", "--"]);
    let hungry = "dd if=/dev/zero of=/dev/null bs=1500M count=50 2>/dev/null";
    let engine = engine_after_handshake(&format!("{hungry} & {hungry}; wait"));
    command.args(["sh", "-c", &engine]);
    let ran = common::run_command(command, process_mark, RUN_TIMEOUT);
    assert_exit(&ran, 1);
    let cause = "the engine used more memory than a session allows";
    assert!(ran.output.contains(cause), "{}", ran.output);
}

#[test]
fn no_process_survives_sigkill_of_ponderhit() {
    let process_mark = common::unique_process_mark();
    let mut command = ponderhit_command_with_mark(&process_mark);
    let script = "setsid sleep 600 & read -r line; echo ucciok; sleep 600";
    command.args(["check", "--protocol", "ucci", "--", "sh", "-c", script]);
    command.stdout(Stdio::null()).stderr(Stdio::null());
    let mut child = command.spawn().unwrap();
    wait_until("the engine runs", || {
        marked_processes(&process_mark).len() >= 3
    });
    child.kill().unwrap();
    child.wait().unwrap();
    wait_until("nothing is left", || {
        marked_processes(&process_mark).is_empty()
    });
}

#[test]
fn no_process_survives_an_interrupt_and_the_exit_code_is_set() {
    let process_mark = common::unique_process_mark();
    let mut command = ponderhit_command_with_mark(&process_mark);
    let script = "read -r line; echo ucciok; sleep 600";
    command.args(["check", "--protocol", "ucci", "--", "sh", "-c", script]);
    command.stdout(Stdio::null()).stderr(Stdio::null());
    let mut child = command.spawn().unwrap();
    wait_until("the engine runs", || {
        marked_processes(&process_mark).len() >= 2
    });
    let pid = child.id().to_string();
    assert!(
        Command::new("kill")
            .args(["-INT", &pid])
            .status()
            .unwrap()
            .success()
    );
    let status = child.wait().unwrap();
    assert_eq!(status.code(), Some(130));
    assert_eq!(marked_processes(&process_mark), Vec::<String>::new());
}

fn wait_until(what: &str, mut done: impl FnMut() -> bool) {
    let started = Instant::now();
    while !done() {
        assert!(started.elapsed() < Duration::from_secs(60), "{what}");
        let _ = fs::metadata("/proc/self");
        std::thread::yield_now();
    }
}
