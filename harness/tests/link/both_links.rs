//! The tests that every link to a process must pass; `link.rs` includes this file once for each kind of link.

use std::{fs, time::Duration};

use ponderhit::{
    link::{ReceivedKind, SessionCaps},
    transcript::{Fact, SessionEnd},
};

use crate::{
    common::marked_processes,
    linked_engine::{LinkedEngine, WAIT_TIMEOUT, hostile_engine_spec},
};

/// The memory limit of the test program during a flood, in KiB.
const MEMORY_LIMIT_KIB: u64 = 300 * 1024;

fn start_hostile_engine(args: &[&str]) -> LinkedEngine {
    LinkedEngine::start(super::start_link, hostile_engine_spec(args))
}

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

/// Checks the peak memory of the test program, on systems with the directory `/proc`.
fn assert_memory_is_bounded() {
    let Ok(status) = fs::read_to_string("/proc/self/status") else {
        return;
    };
    let line = status.lines().find_map(|it| it.strip_prefix("VmHWM:"));
    let peak_kib: u64 = line
        .and_then(|it| it.split_whitespace().next()?.parse().ok())
        .unwrap();
    assert!(peak_kib < MEMORY_LIMIT_KIB, "{peak_kib} KiB");
}

#[test]
fn a_conforming_engine_answers_and_exits() {
    let mut engine = start_hostile_engine(&["echo"]);
    let mut last = Duration::ZERO;
    for n in 0..1000 {
        engine.link.send(format!("line {n}\n").as_bytes());
        let heard = engine.link.wait(last + WAIT_TIMEOUT);
        assert_eq!(heard.kind, line_event(&format!("line {n}")));
        assert!(heard.at >= last && heard.at <= engine.link.now());
        last = heard.at;
    }
    engine.link.close_input();
    assert_eq!(
        engine.events_until_end_without_eof(),
        end_event(SessionEnd::Exit(0))
    );
}

#[test]
fn bytes_are_split_into_lines_in_any_chunks() {
    let mut engine = start_hostile_engine(&["split"]);
    let expected = [
        line_event("readyok\r"),
        line_event("one"),
        line_event("two"),
        ReceivedKind::Unterminated(b"no end".to_vec()),
        ReceivedKind::End(SessionEnd::Exit(0)),
    ];
    assert_eq!(engine.events_until_end_without_eof(), expected);
}

#[test]
fn standard_error_is_separate() {
    let mut engine = start_hostile_engine(&["stderr"]);
    let stderr = |text: &str| ReceivedKind::Stderr(text.into());
    let expected = [
        stderr("one"),
        stderr("two"),
        stderr("no end"),
        ReceivedKind::End(SessionEnd::Exit(0)),
    ];
    assert_eq!(engine.events_until_end_without_eof(), expected);
}

#[test]
fn the_exit_code_is_reported() {
    assert_eq!(
        start_hostile_engine(&["7"]).events_until_end_without_eof(),
        end_event(SessionEnd::Exit(7))
    );
}

#[test]
fn a_crash_is_reported_as_a_crash_and_not_as_killed() {
    let end = start_hostile_engine(&["abort"])
        .events_until_end_without_eof()
        .pop();
    let is_crash = match &end {
        Some(ReceivedKind::End(SessionEnd::Signal(name))) => cfg!(unix) && name == "SIGABRT",
        Some(ReceivedKind::End(SessionEnd::Exit(code))) => cfg!(windows) && *code != 0,
        _ => false,
    };
    assert!(is_crash, "{end:?}");
}

#[test]
fn a_flood_is_bounded() {
    let mut engine = start_hostile_engine(&["flood"]);
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
    assert_memory_is_bounded();
}

#[test]
fn a_flood_does_not_block_a_caller_that_drains_the_output() {
    let mut engine = start_hostile_engine(&["flood"]);
    assert_eq!(engine.next_event(), line_event("info depth 1 nodes 1"));
    for _ in 0..3 {
        let until = engine.link.now();
        let heard = std::iter::from_fn(|| Some(engine.link.wait(until).kind));
        let lines = heard.take_while(|it| *it != ReceivedKind::Timeout).count();
        assert!(lines < 100_000, "{lines}");
    }
}

#[test]
fn output_without_a_newline_is_bounded() {
    let mut engine = start_hostile_engine(&["endless"]);
    let expected = [
        ReceivedKind::Unterminated(vec![b'x'; 4 << 20]),
        fact_event("truncated", "4 MiB in one line"),
        fact_event("truncated", "64 MiB"),
        ReceivedKind::End(SessionEnd::Killed),
    ];
    assert!(engine.events_until_end() == expected);
    assert_memory_is_bounded();
}

#[test]
fn an_engine_that_never_reads_does_not_block() {
    let mut engine = start_hostile_engine(&["deaf"]);
    for _ in 0..10_000 {
        engine.link.send(&[b'x'; 1000]);
    }
    engine.link.close_input();
    assert!(engine.is_quiet());
    engine.link.kill();
    assert_eq!(
        engine.events_until_end_without_eof(),
        end_event(SessionEnd::Killed)
    );
}

#[test]
fn the_queue_for_an_engine_that_never_reads_is_bounded() {
    let mut engine = start_hostile_engine(&["deaf"]);
    for _ in 0..100 {
        engine.link.send(&vec![b'x'; 1 << 20]);
    }
    assert_eq!(engine.next_event(), fact_event("unread", "64 MiB"));
    assert!(engine.is_quiet());
    assert_memory_is_bounded();
}

#[test]
fn an_engine_that_closes_its_input_is_no_error() {
    let mut engine = start_hostile_engine(&["close-input"]);
    engine.link.send(b"x");
    assert_eq!(engine.next_event(), line_event("closed"));
    for _ in 0..100 {
        engine.link.send(b"isready\n");
    }
    assert!(engine.is_quiet());
    engine.link.kill();
    assert_eq!(
        engine.events_until_end_without_eof(),
        end_event(SessionEnd::Killed)
    );
}

#[test]
fn children_that_keep_the_pipe_open_do_not_delay_the_end() {
    let mut engine = start_hostile_engine(&["spawn-and-exit", "deaf"]);
    let expected = [
        line_event("started"),
        ReceivedKind::End(SessionEnd::Exit(0)),
    ];
    assert_eq!(engine.events_until_end(), expected);
}

#[test]
fn children_that_flood_after_the_engine_exits_do_not_delay_its_end() {
    let mut engine = start_hostile_engine(&["spawn-and-exit", "flood"]);
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
fn no_process_is_left_when_a_link_is_dropped() {
    let engine = start_hostile_engine(&["spawn", "spawn", "deaf"]);
    let LinkedEngine {
        mut link,
        process_mark,
    } = engine;
    for _ in 0..2 {
        assert_eq!(link.wait(WAIT_TIMEOUT).kind, line_event("started"));
    }
    drop(link);
    assert_eq!(marked_processes(&process_mark), Vec::<String>::new());
}

#[test]
fn an_engine_that_exceeds_the_memory_cap_is_killed() {
    let mut spec = hostile_engine_spec(&["eat"]);
    spec.caps = SessionCaps {
        max_memory_kib: Some(200 << 10),
        ..SessionCaps::default_caps()
    };
    let told = LinkedEngine::start(super::start_link, spec).events_until_end_without_eof();
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
fn memory_is_measured_for_the_whole_process_tree() {
    let mut spec = hostile_engine_spec(&["spawn", "spawn", "eat"]);
    spec.caps = SessionCaps {
        max_memory_kib: Some(200 << 10),
        ..SessionCaps::default_caps()
    };
    let told = LinkedEngine::start(super::start_link, spec).events_until_end_without_eof();
    assert_eq!(told.last(), Some(&ReceivedKind::End(SessionEnd::Killed)));
    assert!(
        told.iter()
            .any(|it| matches!(it, ReceivedKind::Fact(it) if it.name == "rss")),
        "{told:?}"
    );
}
