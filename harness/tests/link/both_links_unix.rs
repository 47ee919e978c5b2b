//! Tests with shell scripts as engines. On Unix, every link to a process must pass these tests.

use std::{fs, os::unix::fs::PermissionsExt as _, path::PathBuf};

use ponderhit::{
    link::{self, EngineSpec, ReceivedKind},
    transcript::SessionEnd,
};

use crate::{
    common::marked_processes,
    linked_engine::{LinkedEngine, shell_spec},
};

fn start_shell(script: &str) -> LinkedEngine {
    LinkedEngine::start(super::start_link, shell_spec(script))
}

fn line_event(text: &str) -> ReceivedKind {
    ReceivedKind::Line(text.into())
}

fn end_event(end: SessionEnd) -> Vec<ReceivedKind> {
    vec![ReceivedKind::End(end)]
}

#[test]
fn the_signal_that_ended_the_engine_is_reported() {
    for (command, name) in [
        ("kill -ABRT $$", "SIGABRT"),
        ("kill -SEGV $$", "SIGSEGV"),
        ("kill -KILL $$", "SIGKILL"),
    ] {
        assert_eq!(
            start_shell(command).events_until_end_without_eof(),
            end_event(SessionEnd::Signal(name.to_owned()))
        );
    }
}

#[test]
fn an_exit_before_our_signal_is_reported_as_an_exit() {
    let mut engine = start_shell("echo up; exit 7");
    // When the engine's first line is received, the engine process has certainly started, and its
    // environment has the mark.
    assert_eq!(engine.next_event(), line_event("up"));
    while !marked_processes(&engine.process_mark).is_empty() {
        std::thread::yield_now();
    }
    engine.link.kill();
    assert_eq!(
        engine.events_until_end_without_eof(),
        end_event(SessionEnd::Exit(7))
    );
}

#[test]
fn input_that_an_engine_reads_late_is_complete() {
    let mut engine = start_shell("read -r go; head -c 10000000 | wc -c");
    engine.link.send(b"go\n");
    for _ in 0..10_000 {
        engine.link.send(&[b'x'; 1000]);
    }
    engine.link.close_input();
    assert_eq!(
        engine.events_until_end_without_eof(),
        [
            line_event("10000000"),
            ReceivedKind::End(SessionEnd::Exit(0))
        ]
    );
}

#[test]
fn an_engine_that_closes_its_output_lives_on() {
    let mut engine = start_shell("exec >&-; exec sleep 600");
    assert_eq!(engine.next_event(), ReceivedKind::Eof);
    assert!(engine.is_quiet());
    engine.link.kill();
    assert_eq!(engine.events_until_end(), end_event(SessionEnd::Killed));
}

#[test]
fn daemon_processes_are_killed() {
    let daemon = "setsid sh -c 'sleep 600 & sleep 600' </dev/null >/dev/null 2>&1 & ";
    let mut engine = start_shell(&format!("{daemon} sleep 600 & echo up; read -r line"));
    assert_eq!(engine.next_event(), line_event("up"));
    engine.link.close_input();
    assert!(matches!(
        engine.events_until_end_without_eof()[..],
        [ReceivedKind::End(SessionEnd::Exit(_))]
    ));
}

#[test]
fn an_engine_behind_a_shell_is_ended_too() {
    let mut engine = start_shell("\"$0\" echo; true");
    engine.link.send(b"hello\n");
    assert_eq!(engine.next_event(), line_event("hello"));
    engine.link.kill();
    assert_eq!(
        engine.events_until_end_without_eof(),
        end_event(SessionEnd::Killed)
    );
}

#[test]
fn an_engine_that_ignores_sigterm_is_killed() {
    let mut engine = start_shell("trap '' TERM; echo up; read -r line; sleep 600");
    assert_eq!(engine.next_event(), line_event("up"));
    engine.link.terminate();
    assert!(engine.is_quiet());
    engine.link.kill();
    assert_eq!(
        engine.events_until_end_without_eof(),
        end_event(SessionEnd::Killed)
    );
}

#[test]
fn an_engine_that_handles_sigterm_ends() {
    let mut engine = start_shell("trap 'echo ouch; exit 0' TERM; echo up; read -r line");
    assert_eq!(engine.next_event(), line_event("up"));
    engine.link.terminate();
    assert_eq!(
        engine.events_until_end_without_eof(),
        [line_event("ouch"), ReceivedKind::End(SessionEnd::Killed)]
    );
}

#[test]
fn a_suspended_engine_is_silent_and_still_ends() {
    let mut engine = start_shell("echo up; kill -STOP $$; echo never");
    assert_eq!(engine.next_event(), line_event("up"));
    assert!(engine.is_quiet());
    engine.link.terminate();
    assert!(
        engine
            .events_until_end()
            .contains(&ReceivedKind::End(SessionEnd::Killed))
    );
}

#[test]
fn parallel_sessions_do_not_end_each_other() {
    let ended = link::pool::run_in_parallel(8, (0..40).collect(), |n| {
        let mut engine = start_shell("\"$0\" spawn deaf & \"$0\" echo");
        engine.link.send(format!("{n}\n").as_bytes());
        let told = [engine.next_event(), engine.next_event()];
        assert!(told.contains(&line_event(&n.to_string())), "{told:?}");
        engine.link.close_input();
        engine.events_until_end_without_eof()
    });
    assert!(
        ended.iter().all(|it| *it == end_event(SessionEnd::Exit(0))),
        "{ended:?}"
    );
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
        (EngineSpec::new(folder.path()), "this path is a directory"),
        (write("plain", "#!/bin/sh\n", 0o644), "chmod +x"),
        (write("text", "hello\n", 0o755), "#!"),
        (write("lost", "#!/nonexistent/sh\n", 0o755), "interpreter"),
        (nowhere, "/nonexistent does not exist"),
    ];
    for (spec, why) in cases {
        let error = super::start_link(&spec)
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
    let told = LinkedEngine::start(super::start_link, spec).events_until_end_without_eof();
    let here = folder.path().canonicalize().unwrap();
    assert_eq!(told[0], line_event(here.to_str().unwrap()));
}
