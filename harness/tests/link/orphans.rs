//! Tests that no engine survives the program that started it.

use std::{
    fs,
    io::{BufRead as _, BufReader},
    process::{Child, ChildStdout, Command, Stdio},
};

use ponderhit::link::clock::Stopwatch;

use crate::{
    common::{marked_processes, unique_process_mark},
    linked_engine::{WAIT_TIMEOUT, hostile_engine_path},
};

/// Starts a program that starts an engine, and waits for the engine's first line.
fn start_engine_parent(mark: &str, args: &[&str]) -> (Child, BufReader<ChildStdout>) {
    #[expect(clippy::disallowed_methods, reason = "a harness to be killed")]
    let mut command = Command::new(hostile_engine_path());
    let (name, value) = mark.split_once('=').unwrap();
    command.arg("master").args(args).env(name, value);
    let mut child = command.stdout(Stdio::piped()).spawn().unwrap();
    let mut first = String::new();
    let mut output = BufReader::new(child.stdout.take().unwrap());
    output.read_line(&mut first).unwrap();
    assert!(first.starts_with("Line"), "{first}");
    (child, output)
}

fn wait_until(what: &str, mut done: impl FnMut() -> bool) {
    let clock = Stopwatch::start();
    while !done() {
        assert!(clock.elapsed() < WAIT_TIMEOUT, "{what}");
        std::thread::yield_now();
    }
}

fn send_signal(name: &str, child: &Child) {
    #[expect(clippy::disallowed_methods, reason = "std sends only one signal")]
    let status = Command::new("kill")
        .args([name, &child.id().to_string()])
        .status();
    assert!(status.unwrap().success());
}

/// Engines that try to keep running after their parent has ended.
const SURVIVING_ENGINES: &[&str] = &[
    "trap '' INT TERM HUP; setsid sh -c 'sleep 600 & sleep 600' & sleep 600 & echo up; sleep 600; sleep 600",
    "sh -c 'sh -c \"echo up; sleep 600; true\"; true'; true",
    "(setsid sh -c 'echo up; sleep 600' &) ; sleep 600",
];

#[test]
fn no_engine_survives_sigkill_of_the_harness() {
    for engine in SURVIVING_ENGINES {
        let mark = unique_process_mark();
        let (mut child, _output) = start_engine_parent(&mark, &["sh", "-c", engine]);
        child.kill().unwrap();
        child.wait().unwrap();
        wait_until("nothing is left", || marked_processes(&mark).is_empty());
    }
}

#[test]
fn no_engine_survives_an_interrupt_of_the_harness() {
    for engine in SURVIVING_ENGINES {
        for name in ["-INT", "-TERM"] {
            let mark = unique_process_mark();
            let (mut child, _output) = start_engine_parent(&mark, &["sh", "-c", engine]);
            send_signal(name, &child);
            assert_eq!(child.wait().unwrap().code(), Some(130), "{engine}");
            assert_eq!(marked_processes(&mark), Vec::<String>::new(), "{engine}");
        }
    }
}

#[test]
fn an_engine_that_hides_its_mark_is_ended_too() {
    let mark = unique_process_mark();
    let stray = "setsid env -i sleep 98765";
    let engine = format!("{stray} & echo up; sleep 600");
    let (mut child, _output) = start_engine_parent(&mark, &["sh", "-c", &engine]);
    wait_until("the orphan runs", || process_count("sleep\x0098765\0") == 1);
    send_signal("-TERM", &child);
    assert_eq!(child.wait().unwrap().code(), Some(130));
    assert_eq!(process_count("sleep\x0098765\0"), 0);
}

/// The number of running processes with this command line.
fn process_count(command: &str) -> usize {
    let entries = fs::read_dir("/proc").unwrap().flatten();
    let lines = entries.filter_map(|it| fs::read(it.path().join("cmdline")).ok());
    lines.filter(|it| it == command.as_bytes()).count()
}
