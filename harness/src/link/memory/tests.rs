//! The virtual clock moves as the engine and the listener want, and never stands still.

use std::time::Duration;

use super::*;
use crate::transcript::End;

const SECOND: Duration = Duration::from_secs(1);

/// Echoes at once; says `tick` each second; wakes without need at `restless`.
struct Ticker {
    next: Duration,
    restless: bool,
}

impl Actor for Ticker {
    fn hear(&mut self, _now: Duration, bytes: &[u8], out: &mut Vec<Act>) {
        out.push(Act::Say(bytes.to_vec()));
    }

    fn input_closed(&mut self, _now: Duration, out: &mut Vec<Act>) {
        out.push(Act::Say(b"no newline".to_vec()));
        out.push(Act::CloseOutput);
        out.push(Act::Say(b"unheard\n".to_vec()));
        out.push(Act::End(End::Exit(3)));
        out.push(Act::Stderr(b"unheard\n".to_vec()));
    }

    fn wake(&mut self, now: Duration, out: &mut Vec<Act>) {
        if now >= self.next {
            self.next += SECOND;
            out.push(Act::Say(b"tick\n".to_vec()));
        }
    }

    fn wake_at(&self) -> Option<Duration> {
        Some(if self.restless {
            Duration::ZERO
        } else {
            self.next
        })
    }
}

fn ticker(restless: bool) -> Memory {
    Memory::new(Box::new(Ticker {
        next: SECOND,
        restless,
    }))
}

fn line(text: &str) -> What {
    What::Line(text.into())
}

#[test]
fn time_goes_to_what_happens_next() {
    let mut link = ticker(false);
    let quiet = link.wait(SECOND / 2);
    assert_eq!((quiet.at, quiet.what), (SECOND / 2, What::Nothing));
    let tick = link.wait(10 * SECOND);
    assert_eq!((tick.at, tick.what), (SECOND, line("tick")));
    let tick = link.wait(10 * SECOND);
    assert_eq!((tick.at, tick.what), (2 * SECOND, line("tick")));
}

#[test]
fn answers_come_at_once_and_in_order() {
    let mut link = ticker(false);
    link.send(b"one\ntw");
    link.send(b"o\n");
    assert_eq!(link.wait(SECOND).what, line("one"));
    assert_eq!(link.wait(SECOND).what, line("two"));
    assert!(link.now() > Duration::ZERO && link.now() < SECOND);
}

#[test]
fn waiting_for_the_past_still_takes_time() {
    let mut link = ticker(false);
    let mut last = link.now();
    for _ in 0..10 {
        assert_eq!(link.wait(Duration::ZERO).what, What::Nothing);
        assert!(link.now() > last);
        last = link.now();
    }
}

#[test]
fn an_engine_that_wants_to_wake_for_ever_does_not_stop_time() {
    let mut link = ticker(true);
    assert_eq!(link.wait(SECOND / 2).what, What::Nothing);
    assert!(link.now() >= SECOND / 2);
    assert_eq!(link.wait(2 * SECOND).what, line("tick"));
}

#[test]
fn the_end_comes_last_and_once() {
    let mut link = ticker(false);
    link.close_input();
    link.send(b"unheard\n");
    let told: Vec<What> = (0..4).map(|_| link.wait(SECOND).what).collect();
    let rest = What::Unterminated(b"no newline".to_vec());
    let end = What::End(End::Exit(3));
    assert_eq!(told, [rest, What::Eof, end, What::Nothing]);
    link.kill();
    assert_eq!(link.wait(2 * SECOND).what, What::Nothing);
}

#[test]
fn a_killed_engine_ends_so() {
    let mut link = ticker(false);
    link.send(b"one\n");
    link.kill();
    assert_eq!(link.wait(SECOND).what, line("one"));
    assert_eq!(link.wait(SECOND).what, What::End(End::Killed));
}
