//! Children that do each bad thing, under `check`: the right exit code, a sentence that helps,
//! bounded time and memory, and no process left.
#![cfg(unix)]
#![expect(
    clippy::disallowed_methods,
    reason = "tests start processes of their own and wait for them"
)]

mod common;

use std::{
    fs,
    process::{Command, Stdio},
    time::{Duration, Instant},
};

use common::{Ran, check, marked, ponderhit, sh};

/// Not a measure of speed: what is still running by then hangs.
const FOREVER: Duration = Duration::from_secs(170);

/// The most that ponderhit itself may use, in KiB.
const MEMORY: u64 = 300 * 1024;

fn tame(ran: &Ran, code: i32) {
    let Ran {
        status,
        text,
        rss_kib,
        ..
    } = ran;
    assert_eq!(*status, Some(code), "{text}");
    assert!(*rss_kib < MEMORY, "{rss_kib} KiB:\n{text}");
    assert!(!text.contains("panicked"), "{text}");
    assert_eq!(
        marked(&ran.mark),
        Vec::<String>::new(),
        "left behind:\n{text}"
    );
}

/// A shell engine that gets through its handshake; `then` is what it does with each later line.
fn shaking(then: &str) -> String {
    format!(
        "while read -r line; do case \"$line\" in \
           ucci) echo 'id name Hostile'; echo ucciok ;; \
           *) {then} ;; \
         esac; done"
    )
}

#[test]
fn cat_is_no_engine() {
    let ran = check(&["/bin/cat"], FOREVER);
    tame(&ran, 5);
}

#[test]
fn what_ends_at_once_is_no_engine() {
    let ran = check(&["/bin/true"], FOREVER);
    tame(&ran, 5);
}

#[test]
fn what_is_not_there_cannot_be_started() {
    let ran = check(&["/nonexistent/engine"], FOREVER);
    tame(&ran, 5);
    assert!(ran.text.contains("/nonexistent/engine"), "{}", ran.text);
}

#[test]
fn silence_is_no_handshake() {
    let ran = check(&["sleep", "600"], FOREVER);
    tame(&ran, 5);
}

#[test]
fn a_flood_before_the_handshake_is_bounded() {
    let ran = check(&["yes"], FOREVER);
    tame(&ran, 5);
}

#[test]
fn a_flood_after_the_handshake_is_bounded() {
    let ran = sh(&shaking("yes flooding"), FOREVER);
    tame(&ran, 1);
}

#[test]
fn output_without_a_newline_is_bounded() {
    let ran = sh(&shaking("head -c 1000000000 /dev/zero; sleep 600"), FOREVER);
    tame(&ran, 1);
}

#[test]
fn an_engine_that_never_reads_again_hangs() {
    let ran = sh("read -r line; echo ucciok; sleep 600", FOREVER);
    tame(&ran, 1);
    assert!(ran.text.contains("no_hang"), "{}", ran.text);
}

#[test]
fn an_engine_that_closes_its_output_and_lives_on_is_convicted() {
    let ran = sh("read -r line; echo ucciok; exec >&-; sleep 600", FOREVER);
    tame(&ran, 1);
    assert!(ran.text.contains("no_crash"), "{}", ran.text);
}

#[test]
fn children_that_hold_the_pipe_are_ended_too() {
    let ran = sh(
        "sleep 600 & read -r line; echo ucciok; read -r line; exit 0",
        FOREVER,
    );
    tame(&ran, 1);
}

#[test]
fn daemons_are_ended_too() {
    let script = format!(
        "setsid sh -c 'sleep 600 & sleep 600' </dev/null >/dev/null 2>&1 & {}",
        shaking("exit 0")
    );
    let ran = sh(&script, FOREVER);
    tame(&ran, 1);
}

#[test]
fn an_engine_that_ignores_the_polite_signal_is_ended_too() {
    let ran = sh(
        "trap '' TERM INT HUP; read -r line; echo ucciok; sleep 600; sleep 600",
        FOREVER,
    );
    tame(&ran, 1);
}

#[test]
fn an_engine_that_stops_itself_is_ended_too() {
    let ran = sh(&shaking("kill -STOP $$"), FOREVER);
    tame(&ran, 1);
}

#[test]
fn an_engine_that_dies_of_a_signal_is_convicted_of_that_alone() {
    let ran = sh(&shaking("kill -SEGV $$"), FOREVER);
    tame(&ran, 1);
    assert!(ran.text.contains("SIGSEGV"), "{}", ran.text);
    assert!(!ran.text.contains("✗ must"), "{}", ran.text);
}

#[test]
fn an_engine_behind_a_shell_is_ended_too() {
    let ran = sh("sh -c 'sleep 600; true'; true", FOREVER);
    tame(&ran, 5);
}

#[test]
fn an_engine_that_eats_memory_is_ended() {
    let ran = sh(&shaking("head -c 4000000000 /dev/zero | tail"), FOREVER);
    tame(&ran, 1);
}

#[test]
fn nothing_survives_our_own_death() {
    let mark = common::mark();
    let mut command = ponderhit(&mark);
    let script = "setsid sleep 600 & read -r line; echo ucciok; sleep 600";
    command.args(["check", "--protocol", "ucci", "--", "sh", "-c", script]);
    command.stdout(Stdio::null()).stderr(Stdio::null());
    let mut child = command.spawn().unwrap();
    wait_until("the engine runs", || marked(&mark).len() >= 3);
    child.kill().unwrap();
    child.wait().unwrap();
    wait_until("nothing is left", || marked(&mark).is_empty());
}

#[test]
fn nothing_survives_an_interrupt_and_the_code_says_so() {
    let mark = common::mark();
    let mut command = ponderhit(&mark);
    let script = "read -r line; echo ucciok; sleep 600";
    command.args(["check", "--protocol", "ucci", "--", "sh", "-c", script]);
    command.stdout(Stdio::null()).stderr(Stdio::null());
    let mut child = command.spawn().unwrap();
    wait_until("the engine runs", || marked(&mark).len() >= 2);
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
    assert_eq!(marked(&mark), Vec::<String>::new());
}

fn wait_until(what: &str, mut done: impl FnMut() -> bool) {
    let started = Instant::now();
    while !done() {
        assert!(started.elapsed() < Duration::from_secs(60), "{what}");
        let _ = fs::metadata("/proc/self");
        std::thread::yield_now();
    }
}
