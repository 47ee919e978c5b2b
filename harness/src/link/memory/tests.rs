//! Tests that the virtual clock follows the engine and the caller, and never stops.

use std::time::Duration;

use super::*;
use crate::transcript::SessionEnd;

const SECOND: Duration = Duration::from_secs(1);

/// An engine that echoes its input at once and sends `tick` each second. If `restless` is set, it always asks to wake
/// at once.
struct Ticker {
    next: Duration,
    restless: bool,
}

impl Actor for Ticker {
    fn receive_input(&mut self, _now: Duration, bytes: &[u8], out: &mut Vec<ActorAction>) {
        out.push(ActorAction::Stdout(bytes.to_vec()));
    }

    fn input_closed(&mut self, _now: Duration, out: &mut Vec<ActorAction>) {
        out.push(ActorAction::Stdout(b"no newline".to_vec()));
        out.push(ActorAction::CloseOutput);
        out.push(ActorAction::Stdout(b"unheard\n".to_vec()));
        out.push(ActorAction::End(SessionEnd::Exit(3)));
        out.push(ActorAction::Stderr(b"unheard\n".to_vec()));
    }

    fn handle_wake(&mut self, now: Duration, out: &mut Vec<ActorAction>) {
        if now >= self.next {
            self.next += SECOND;
            out.push(ActorAction::Stdout(b"tick\n".to_vec()));
        }
    }

    fn next_wake_time(&self) -> Option<Duration> {
        Some(if self.restless {
            Duration::ZERO
        } else {
            self.next
        })
    }
}

fn ticker(restless: bool) -> MemoryLink {
    MemoryLink::new(Box::new(Ticker {
        next: SECOND,
        restless,
    }))
}

fn line(text: &str) -> ReceivedKind {
    ReceivedKind::Line(text.into())
}

#[test]
fn time_advances_to_the_next_event() {
    let mut link = ticker(false);
    let quiet = link.wait(SECOND / 2);
    assert_eq!((quiet.at, quiet.kind), (SECOND / 2, ReceivedKind::Timeout));
    let tick = link.wait(10 * SECOND);
    assert_eq!((tick.at, tick.kind), (SECOND, line("tick")));
    let tick = link.wait(10 * SECOND);
    assert_eq!((tick.at, tick.kind), (2 * SECOND, line("tick")));
}

#[test]
fn answers_are_received_at_once_and_in_order() {
    let mut link = ticker(false);
    link.send(b"one\ntw");
    link.send(b"o\n");
    assert_eq!(link.wait(SECOND).kind, line("one"));
    assert_eq!(link.wait(SECOND).kind, line("two"));
    assert!(link.now() > Duration::ZERO && link.now() < SECOND);
}

#[test]
fn waiting_for_the_past_still_takes_time() {
    let mut link = ticker(false);
    let mut last = link.now();
    for _ in 0..10 {
        assert_eq!(link.wait(Duration::ZERO).kind, ReceivedKind::Timeout);
        assert!(link.now() > last);
        last = link.now();
    }
}

#[test]
fn an_engine_that_wants_to_wake_for_ever_does_not_stop_time() {
    let mut link = ticker(true);
    assert_eq!(link.wait(SECOND / 2).kind, ReceivedKind::Timeout);
    assert!(link.now() >= SECOND / 2);
    assert_eq!(link.wait(2 * SECOND).kind, line("tick"));
}

#[test]
fn the_end_is_reported_last_and_once() {
    let mut link = ticker(false);
    link.close_input();
    link.send(b"unheard\n");
    let received: Vec<ReceivedKind> = (0..4).map(|_| link.wait(SECOND).kind).collect();
    let rest = ReceivedKind::Unterminated(b"no newline".to_vec());
    let end = ReceivedKind::End(SessionEnd::Exit(3));
    assert_eq!(
        received,
        [rest, ReceivedKind::Eof, end, ReceivedKind::Timeout]
    );
    link.kill();
    assert_eq!(link.wait(2 * SECOND).kind, ReceivedKind::Timeout);
}

#[test]
fn a_killed_engine_ends_so() {
    let mut link = ticker(false);
    link.send(b"one\n");
    link.kill();
    assert_eq!(link.wait(SECOND).kind, line("one"));
    assert_eq!(
        link.wait(SECOND).kind,
        ReceivedKind::End(SessionEnd::Killed)
    );
}
