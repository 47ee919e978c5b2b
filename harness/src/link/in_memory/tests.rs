//! Tests of the virtual clock: it advances to the next event or deadline, and never stops.

use std::time::Duration;

use super::*;
use crate::transcript::SessionEnd;

const ONE_SECOND: Duration = Duration::from_secs(1);

/// An engine that echoes its input at once and sends `tick` each second. If `wakes_at_once` is
/// true, the engine always asks to be woken at once.
struct TickingEngine {
    next_tick: Duration,
    wakes_at_once: bool,
}

impl Actor for TickingEngine {
    fn receive_input(&mut self, _now: Duration, bytes: &[u8], out: &mut Vec<ActorAction>) {
        out.push(ActorAction::Stdout(bytes.to_vec()));
    }

    fn handle_input_closed(&mut self, _now: Duration, out: &mut Vec<ActorAction>) {
        out.push(ActorAction::Stdout(b"no newline".to_vec()));
        out.push(ActorAction::CloseOutput);
        out.push(ActorAction::Stdout(b"unheard\n".to_vec()));
        out.push(ActorAction::End(SessionEnd::Exit(3)));
        out.push(ActorAction::Stderr(b"unheard\n".to_vec()));
    }

    fn handle_wake(&mut self, now: Duration, out: &mut Vec<ActorAction>) {
        if now >= self.next_tick {
            self.next_tick += ONE_SECOND;
            out.push(ActorAction::Stdout(b"tick\n".to_vec()));
        }
    }

    fn next_wake_time(&self) -> Option<Duration> {
        Some(if self.wakes_at_once {
            Duration::ZERO
        } else {
            self.next_tick
        })
    }
}

fn ticking_engine(restless: bool) -> InMemoryLink {
    InMemoryLink::new(Box::new(TickingEngine {
        next_tick: ONE_SECOND,
        wakes_at_once: restless,
    }))
}

fn line_received(text: &str) -> ReceivedKind {
    ReceivedKind::Line(text.into())
}

#[test]
fn time_advances_to_the_next_event() {
    let mut link = ticking_engine(false);
    let quiet = link.wait(ONE_SECOND / 2);
    assert_eq!(
        (quiet.at, quiet.kind),
        (ONE_SECOND / 2, ReceivedKind::Timeout)
    );
    let tick = link.wait(10 * ONE_SECOND);
    assert_eq!((tick.at, tick.kind), (ONE_SECOND, line_received("tick")));
    let tick = link.wait(10 * ONE_SECOND);
    assert_eq!(
        (tick.at, tick.kind),
        (2 * ONE_SECOND, line_received("tick"))
    );
}

#[test]
fn answers_are_received_at_once_and_in_order() {
    let mut link = ticking_engine(false);
    link.send(b"one\ntw");
    link.send(b"o\n");
    assert_eq!(link.wait(ONE_SECOND).kind, line_received("one"));
    assert_eq!(link.wait(ONE_SECOND).kind, line_received("two"));
    assert!(link.now() > Duration::ZERO && link.now() < ONE_SECOND);
}

#[test]
fn a_wait_until_a_past_time_advances_the_clock() {
    let mut link = ticking_engine(false);
    let mut last = link.now();
    for _ in 0..10 {
        assert_eq!(link.wait(Duration::ZERO).kind, ReceivedKind::Timeout);
        assert!(link.now() > last);
        last = link.now();
    }
}

#[test]
fn time_advances_although_an_engine_always_wakes_at_once() {
    let mut link = ticking_engine(true);
    assert_eq!(link.wait(ONE_SECOND / 2).kind, ReceivedKind::Timeout);
    assert!(link.now() >= ONE_SECOND / 2);
    assert_eq!(link.wait(2 * ONE_SECOND).kind, line_received("tick"));
}

#[test]
fn the_end_of_the_engine_is_reported_last_and_once() {
    let mut link = ticking_engine(false);
    link.close_input();
    link.send(b"unheard\n");
    let received: Vec<ReceivedKind> = (0..4).map(|_| link.wait(ONE_SECOND).kind).collect();
    let rest = ReceivedKind::Unterminated(b"no newline".to_vec());
    let end = ReceivedKind::End(SessionEnd::Exit(3));
    assert_eq!(
        received,
        [rest, ReceivedKind::Eof, end, ReceivedKind::Timeout]
    );
    link.kill();
    assert_eq!(link.wait(2 * ONE_SECOND).kind, ReceivedKind::Timeout);
}

#[test]
fn the_end_of_a_killed_engine_is_reported_as_killed() {
    let mut link = ticking_engine(false);
    link.send(b"one\n");
    link.kill();
    assert_eq!(link.wait(ONE_SECOND).kind, line_received("one"));
    assert_eq!(
        link.wait(ONE_SECOND).kind,
        ReceivedKind::End(SessionEnd::Killed)
    );
}
