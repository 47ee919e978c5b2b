//! Tests of the link with misbehaving engines: the reported events, the limits, and that no process remains.
#![cfg(unix)]

#[expect(
    dead_code,
    reason = "the tests of the program use the other functions of this module"
)]
mod common;
#[path = "link/linked_engine.rs"]
mod linked_engine;

use std::{
    fs,
    io::{BufRead as _, BufReader},
    os::unix::fs::PermissionsExt as _,
    path::PathBuf,
    process::{Child, ChildStdout, Command, Stdio},
    time::Duration,
};

use common::{marked_processes, unique_mark};
use linked_engine::{LinkedEngine, WAIT_TIMEOUT, hostile_path, hostile_spec};
use ponderhit::{
    link::{self, EngineSpec, ReceivedKind, SessionCaps, clock::Stopwatch},
    transcript::{Fact, SessionEnd},
};

/// The memory limit of the test program during a flood, in KiB.
const MEMORY_LIMIT_KIB: u64 = 300 * 1024;

fn line_event(text: &str) -> ReceivedKind {
    ReceivedKind::Line(text.into())
}

fn fact_event(name: &str, value: &str) -> ReceivedKind {
    ReceivedKind::Fact(Fact {
        name: name.to_owned(),
        value: value.to_owned(),
    })
}

fn end_event(end: SessionEnd) -> Vec<ReceivedKind> {
    vec![ReceivedKind::End(end)]
}

/// The peak memory of the test program in KiB.
fn peak_kib() -> u64 {
    let status = fs::read_to_string("/proc/self/status").unwrap_or_default();
    let line = status.lines().find_map(|it| it.strip_prefix("VmHWM:"));
    line.and_then(|it| it.split_whitespace().next()?.parse().ok())
        .unwrap_or_default()
}

#[test]
fn a_conforming_engine_answers_and_exits() {
    let mut engine = LinkedEngine::start_hostile(&["echo"]);
    let mut last = Duration::ZERO;
    for n in 0..1000 {
        engine.link.send(format!("line {n}\n").as_bytes());
        let heard = engine.link.wait(last + WAIT_TIMEOUT);
        assert_eq!(heard.kind, line_event(&format!("line {n}")));
        assert!(heard.at >= last && heard.at <= engine.link.now());
        last = heard.at;
    }
    engine.link.close_input();
    assert_eq!(engine.events_without_eof(), end_event(SessionEnd::Exit(0)));
}

#[test]
fn bytes_are_split_into_lines_in_any_chunks() {
    let mut engine = LinkedEngine::start_hostile(&["split"]);
    let expected = [
        line_event("readyok\r"),
        line_event("one"),
        line_event("two"),
        ReceivedKind::Unterminated(b"no end".to_vec()),
        ReceivedKind::End(SessionEnd::Exit(0)),
    ];
    assert_eq!(engine.events_without_eof(), expected);
}

#[test]
fn standard_error_is_separate() {
    let mut engine = LinkedEngine::start_hostile(&["stderr"]);
    let stderr = |text: &str| ReceivedKind::Stderr(text.into());
    let expected = [
        stderr("one"),
        stderr("two"),
        stderr("no end"),
        ReceivedKind::End(SessionEnd::Exit(0)),
    ];
    assert_eq!(engine.events_without_eof(), expected);
}

#[test]
fn the_kind_of_end_is_reported() {
    assert_eq!(
        LinkedEngine::start_hostile(&["7"]).events_without_eof(),
        end_event(SessionEnd::Exit(7))
    );
    assert_eq!(
        LinkedEngine::start_hostile(&["abort"]).events_without_eof(),
        end_event(SessionEnd::Signal("SIGABRT".to_owned()))
    );
    assert_eq!(
        LinkedEngine::start_shell("kill -SEGV $$").events_without_eof(),
        end_event(SessionEnd::Signal("SIGSEGV".to_owned()))
    );
    assert_eq!(
        LinkedEngine::start_shell("kill -KILL $$").events_without_eof(),
        end_event(SessionEnd::Signal("SIGKILL".to_owned()))
    );
}

#[test]
fn an_exit_before_our_signal_is_reported_as_an_exit() {
    let mut engine = LinkedEngine::start_shell("echo up; exit 7");
    // Before its start the process is not marked yet.
    assert_eq!(engine.next(), line_event("up"));
    while !marked_processes(&engine.mark).is_empty() {
        std::thread::yield_now();
    }
    engine.link.kill();
    assert_eq!(engine.events_without_eof(), end_event(SessionEnd::Exit(7)));
}

#[test]
fn a_flood_is_bounded() {
    let mut engine = LinkedEngine::start_hostile(&["flood"]);
    let told = engine.events_until_end();
    let (last, lines) = told
        .split_last_chunk::<2>()
        .map(|(lines, last)| (last, lines))
        .unwrap();
    assert_eq!(
        *last,
        [
            fact_event("truncated", "64 MiB"),
            ReceivedKind::End(SessionEnd::Killed)
        ]
    );
    assert!(
        lines
            .iter()
            .all(|it| *it == line_event("info depth 1 nodes 1"))
    );
    assert!(peak_kib() < MEMORY_LIMIT_KIB, "{} KiB", peak_kib());
}

#[test]
fn a_flood_does_not_block_a_caller_that_drains_the_output() {
    let mut engine = LinkedEngine::start_hostile(&["flood"]);
    assert_eq!(engine.next(), line_event("info depth 1 nodes 1"));
    for _ in 0..3 {
        let until = engine.link.now();
        let heard = std::iter::from_fn(|| Some(engine.link.wait(until).kind));
        let lines = heard.take_while(|it| *it != ReceivedKind::Timeout).count();
        assert!(lines < 100_000, "{lines}");
    }
}

#[test]
fn output_without_a_newline_is_bounded() {
    let mut engine = LinkedEngine::start_hostile(&["endless"]);
    let expected = [
        ReceivedKind::Unterminated(vec![b'x'; 4 << 20]),
        fact_event("truncated", "4 MiB in one line"),
        fact_event("truncated", "64 MiB"),
        ReceivedKind::End(SessionEnd::Killed),
    ];
    assert!(engine.events_until_end() == expected);
    assert!(peak_kib() < MEMORY_LIMIT_KIB, "{} KiB", peak_kib());
}

#[test]
fn an_engine_that_never_reads_does_not_block() {
    let mut engine = LinkedEngine::start_hostile(&["deaf"]);
    for _ in 0..10_000 {
        engine.link.send(&[b'x'; 1000]);
    }
    engine.link.close_input();
    assert!(engine.is_quiet());
    engine.link.kill();
    assert_eq!(engine.events_without_eof(), end_event(SessionEnd::Killed));
}

#[test]
fn the_queue_for_an_engine_that_never_reads_is_bounded() {
    let mut engine = LinkedEngine::start_hostile(&["deaf"]);
    for _ in 0..100 {
        engine.link.send(&vec![b'x'; 1 << 20]);
    }
    assert_eq!(engine.next(), fact_event("unread", "64 MiB"));
    assert!(engine.is_quiet());
    assert!(peak_kib() < MEMORY_LIMIT_KIB, "{} KiB", peak_kib());
}

#[test]
fn input_that_an_engine_reads_late_is_complete() {
    let mut engine = LinkedEngine::start_shell("read -r go; head -c 10000000 | wc -c");
    engine.link.send(b"go\n");
    for _ in 0..10_000 {
        engine.link.send(&[b'x'; 1000]);
    }
    engine.link.close_input();
    assert_eq!(
        engine.events_without_eof(),
        [
            line_event("10000000"),
            ReceivedKind::End(SessionEnd::Exit(0))
        ]
    );
}

#[test]
fn an_engine_that_closes_its_input_is_no_error() {
    let mut engine = LinkedEngine::start_hostile(&["close-input"]);
    engine.link.send(b"x");
    assert_eq!(engine.next(), line_event("closed"));
    for _ in 0..100 {
        engine.link.send(b"isready\n");
    }
    assert!(engine.is_quiet());
    engine.link.kill();
    assert_eq!(engine.events_without_eof(), end_event(SessionEnd::Killed));
}

#[test]
fn an_engine_that_closes_its_output_lives_on() {
    let mut engine = LinkedEngine::start_shell("exec >&-; exec sleep 600");
    assert_eq!(engine.next(), ReceivedKind::Eof);
    assert!(engine.is_quiet());
    engine.link.kill();
    assert_eq!(engine.events_until_end(), end_event(SessionEnd::Killed));
}

#[test]
fn children_that_keep_the_pipe_open_do_not_delay_the_end() {
    let mut engine = LinkedEngine::start_hostile(&["spawn-and-exit", "deaf"]);
    let expected = [
        line_event("started"),
        ReceivedKind::End(SessionEnd::Exit(0)),
    ];
    assert_eq!(engine.events_until_end(), expected);
}

#[test]
fn children_that_flood_after_the_end_do_not_delay_it() {
    let mut engine = LinkedEngine::start_hostile(&["spawn-and-exit", "flood"]);
    let last = engine.events_until_end().pop();
    assert!(
        matches!(
            last,
            Some(ReceivedKind::End(SessionEnd::Exit(0) | SessionEnd::Killed))
        ),
        "{last:?}"
    );
}

#[test]
fn daemon_processes_are_killed() {
    let daemon = "setsid sh -c 'sleep 600 & sleep 600' </dev/null >/dev/null 2>&1 & ";
    let mut engine =
        LinkedEngine::start_shell(&format!("{daemon} sleep 600 & echo up; read -r line"));
    assert_eq!(engine.next(), line_event("up"));
    engine.link.close_input();
    assert!(matches!(
        engine.events_without_eof()[..],
        [ReceivedKind::End(SessionEnd::Exit(_))]
    ));
}

/// A program that uses the library must not become the parent of orphans.
#[cfg(target_os = "linux")]
#[test]
fn the_program_that_uses_a_link_becomes_no_subreaper() {
    let mut engine = LinkedEngine::start_shell("echo up; read -r line");
    assert_eq!(engine.next(), line_event("up"));
    assert!(rustix::process::child_subreaper().unwrap().is_none());
}

#[test]
fn no_process_is_left_when_a_link_is_dropped() {
    let engine = LinkedEngine::start_hostile(&["spawn", "spawn", "deaf"]);
    let LinkedEngine { mut link, mark } = engine;
    for _ in 0..2 {
        assert_eq!(link.wait(WAIT_TIMEOUT).kind, line_event("started"));
    }
    drop(link);
    assert_eq!(marked_processes(&mark), Vec::<String>::new());
}

#[test]
fn an_engine_behind_a_shell_is_ended_too() {
    let mut engine = LinkedEngine::start_shell("\"$0\" echo; true");
    engine.link.send(b"hello\n");
    assert_eq!(engine.next(), line_event("hello"));
    engine.link.kill();
    assert_eq!(engine.events_without_eof(), end_event(SessionEnd::Killed));
}

#[test]
fn an_engine_that_ignores_sigterm_is_killed() {
    let mut engine = LinkedEngine::start_shell("trap '' TERM; echo up; read -r line; sleep 600");
    assert_eq!(engine.next(), line_event("up"));
    engine.link.terminate();
    assert!(engine.is_quiet());
    engine.link.kill();
    assert_eq!(engine.events_without_eof(), end_event(SessionEnd::Killed));
}

#[test]
fn an_engine_that_handles_sigterm_ends() {
    let mut engine =
        LinkedEngine::start_shell("trap 'echo ouch; exit 0' TERM; echo up; read -r line");
    assert_eq!(engine.next(), line_event("up"));
    engine.link.terminate();
    assert_eq!(
        engine.events_without_eof(),
        [line_event("ouch"), ReceivedKind::End(SessionEnd::Killed)]
    );
}

#[test]
fn an_engine_that_stops_itself_is_silent_and_still_ends() {
    let mut engine = LinkedEngine::start_shell("echo up; kill -STOP $$; echo never");
    assert_eq!(engine.next(), line_event("up"));
    assert!(engine.is_quiet());
    engine.link.terminate();
    assert!(
        engine
            .events_until_end()
            .contains(&ReceivedKind::End(SessionEnd::Killed))
    );
}

#[test]
fn an_engine_that_exceeds_the_memory_cap_is_killed() {
    let mut spec = hostile_spec(&["eat"]);
    spec.caps = SessionCaps {
        memory_kib: Some(200 << 10),
        ..SessionCaps::default_caps()
    };
    let told = LinkedEngine::start(spec).events_without_eof();
    let [
        ReceivedKind::Fact(rss),
        ReceivedKind::End(SessionEnd::Killed),
    ] = &told[..]
    else {
        panic!("{told:?}");
    };
    assert_eq!(rss.name, "rss");
    let kib: u64 = rss.value.strip_suffix(" KiB").unwrap().parse().unwrap();
    assert!(kib > 200 << 10);
}

#[test]
fn memory_is_that_of_the_whole_tree() {
    let mut spec = hostile_spec(&["spawn", "spawn", "eat"]);
    spec.caps = SessionCaps {
        memory_kib: Some(200 << 10),
        ..SessionCaps::default_caps()
    };
    let told = LinkedEngine::start(spec).events_without_eof();
    assert_eq!(told.last(), Some(&ReceivedKind::End(SessionEnd::Killed)));
    assert!(
        told.iter()
            .any(|it| matches!(it, ReceivedKind::Fact(it) if it.name == "rss")),
        "{told:?}"
    );
}

#[test]
fn parallel_sessions_do_not_end_each_other() {
    let ended = link::pool::run_in_parallel(8, (0..40).collect(), |n| {
        let mut engine = LinkedEngine::start_shell("\"$0\" spawn deaf & \"$0\" echo");
        engine.link.send(format!("{n}\n").as_bytes());
        let told = [engine.next(), engine.next()];
        assert!(told.contains(&line_event(&n.to_string())), "{told:?}");
        engine.link.close_input();
        engine.events_without_eof()
    });
    assert!(
        ended.iter().all(|it| *it == end_event(SessionEnd::Exit(0))),
        "{ended:?}"
    );
}

#[test]
fn lateness_is_what_the_host_adds() {
    let mut engine = LinkedEngine::start_hostile(&["deaf"]);
    assert!(engine.is_quiet());
    // This kernel measures the lateness of the host, which cannot be much longer than the elapsed time.
    let late = engine.link.host_lateness().unwrap();
    assert!(late <= engine.link.now() * 2);
}

#[test]
fn a_start_error_has_its_reason() {
    let folder = tempfile::tempdir().unwrap();
    let write = |name: &str, text: &str, mode| {
        let path = folder.path().join(name);
        fs::write(&path, text).unwrap();
        fs::set_permissions(&path, fs::Permissions::from_mode(mode)).unwrap();
        EngineSpec::new(path)
    };
    let nowhere = EngineSpec {
        cwd: Some("/nonexistent".into()),
        ..EngineSpec::new("true")
    };
    let cases = [
        (
            EngineSpec::new("/nonexistent/engine"),
            "there is no such file",
        ),
        (
            EngineSpec::new("nonexistent-engine"),
            "no such program on the PATH",
        ),
        (EngineSpec::new(folder.path()), "it is a directory"),
        (write("plain", "#!/bin/sh\n", 0o644), "chmod +x"),
        (write("text", "hello\n", 0o755), "#!"),
        (write("lost", "#!/nonexistent/sh\n", 0o755), "interpreter"),
        (nowhere, "/nonexistent does not exist"),
    ];
    for (spec, why) in cases {
        let error = link::start_engine_link(&spec)
            .map(|_| ())
            .unwrap_err()
            .to_string();
        assert!(error.contains(why), "{error}");
        assert!(
            error.contains(&spec.program.display().to_string()),
            "{error}"
        );
    }
}

#[test]
fn a_path_is_relative_to_the_harness_and_not_to_the_engines_directory() {
    let folder = tempfile::tempdir().unwrap();
    let mut up = PathBuf::from(".");
    for _ in std::env::current_dir().unwrap().ancestors().skip(1) {
        up.push("..");
    }
    let mut spec = EngineSpec::new(up.join("bin/sh"));
    spec.args = vec!["-c".into(), "pwd".into()];
    spec.cwd = Some(folder.path().to_owned());
    let told = LinkedEngine::start(spec).events_without_eof();
    let here = folder.path().canonicalize().unwrap();
    assert_eq!(told[0], line_event(here.to_str().unwrap()));
}

/// Starts a program that runs an engine, and waits for the engine's first line.
fn start_engine_parent(mark: &str, args: &[&str]) -> (Child, BufReader<ChildStdout>) {
    #[expect(clippy::disallowed_methods, reason = "a harness to be killed")]
    let mut command = Command::new(hostile_path());
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
        let mark = unique_mark();
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
            let mark = unique_mark();
            let (mut child, _output) = start_engine_parent(&mark, &["sh", "-c", engine]);
            send_signal(name, &child);
            assert_eq!(child.wait().unwrap().code(), Some(130), "{engine}");
            assert_eq!(marked_processes(&mark), Vec::<String>::new(), "{engine}");
        }
    }
}

#[test]
fn an_engine_that_hides_its_mark_is_ended_too() {
    let mark = unique_mark();
    let stray = "setsid env -i sleep 98765";
    let engine = format!("{stray} & echo up; sleep 600");
    let (mut child, _output) = start_engine_parent(&mark, &["sh", "-c", &engine]);
    wait_until("the orphan runs", || process_count("sleep\x0098765\0") == 1);
    send_signal("-TERM", &child);
    assert_eq!(child.wait().unwrap().code(), Some(130));
    assert_eq!(process_count("sleep\x0098765\0"), 0);
}

/// The number of processes with this command line.
fn process_count(command: &str) -> usize {
    let entries = fs::read_dir("/proc").unwrap().flatten();
    let lines = entries.filter_map(|it| fs::read(it.path().join("cmdline")).ok());
    lines.filter(|it| it == command.as_bytes()).count()
}
