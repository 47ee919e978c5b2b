//! An engine in our own memory, on a virtual clock: the same conversation always takes the same time.

use std::time::Duration;

use super::{
    Act, Actor, Heard, Link, Usage, Waste, What,
    output::{Output, Stream},
    spec::Caps,
};
use crate::transcript::End;

/// How long it takes to hear one thing, so that time moves whatever is done.
const HEARING: Duration = Duration::from_micros(10);

/// How long a wake takes that was due already, so that waking for ever comes to an end.
const WAKING: Duration = Duration::from_micros(1);

/// What an actor is said to use.
const USUAL_KIB: u64 = 4096;

/// A link to an actor.
pub struct Memory {
    actor: Box<dyn Actor>,
    now: Duration,
    output: Output,
    open: Open,
    /// What it wasted: bytes, and from when to when a processor.
    leaked: u64,
    burnt: Vec<(Duration, Duration)>,
}

/// What the engine still has.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Open {
    Nothing,
    /// It lives, but closed its output.
    Input,
    Both,
}

impl Memory {
    /// Starts the engine at time zero.
    #[must_use]
    pub fn new(actor: Box<dyn Actor>) -> Memory {
        Memory {
            actor,
            now: Duration::ZERO,
            output: Output::new(Caps::usual()),
            open: Open::Both,
            leaked: 0,
            burnt: Vec::new(),
        }
    }

    fn play(&mut self, part: impl FnOnce(&mut dyn Actor, Duration, &mut Vec<Act>)) {
        if self.open == Open::Nothing {
            return;
        }
        let mut acts = Vec::new();
        part(self.actor.as_mut(), self.now, &mut acts);
        for act in acts {
            self.perform(act);
        }
    }

    fn perform(&mut self, act: Act) {
        match act {
            _ if self.open == Open::Nothing => (),
            Act::Say(bytes) if self.open == Open::Both => self.hear(Stream::Out, &bytes),
            Act::Stderr(bytes) => self.hear(Stream::Err, &bytes),
            Act::CloseOutput if self.open == Open::Both => {
                self.open = Open::Input;
                self.output.rest(self.now, Stream::Out);
                self.output.tell(self.now, What::Eof);
            }
            Act::Say(_) | Act::CloseOutput => (),
            Act::Waste(Waste::Memory(bytes)) => self.leaked = self.leaked.saturating_add(bytes),
            Act::Waste(Waste::Processor(time)) => self.burnt.push((self.now, self.later(time))),
            Act::End(end) => self.end(end),
        }
    }

    fn hear(&mut self, stream: Stream, bytes: &[u8]) {
        if !self.output.hear(self.now, stream, bytes) {
            self.end(End::Killed);
        }
    }

    fn end(&mut self, end: End) {
        if self.open != Open::Nothing {
            self.open = Open::Nothing;
            self.output.end(self.now, end);
        }
    }

    fn later(&self, by: Duration) -> Duration {
        self.now.saturating_add(by)
    }
}

impl Link for Memory {
    fn now(&self) -> Duration {
        self.now
    }

    fn send(&mut self, bytes: &[u8]) {
        self.play(|actor, now, out| actor.hear(now, bytes, out));
    }

    fn close_input(&mut self) {
        self.play(|actor, now, out| actor.input_closed(now, out));
    }

    fn wait(&mut self, until: Duration) -> Heard {
        let until = until.max(self.later(HEARING));
        loop {
            if let Some(heard) = self.output.next() {
                self.now = self.now.max(heard.at).saturating_add(HEARING);
                return heard;
            }
            let wake = self.actor.wake_at().map(|it| it.max(self.later(WAKING)));
            match wake.filter(|it| self.open != Open::Nothing && *it <= until) {
                Some(wake) => {
                    self.now = wake;
                    self.play(|actor, now, out| actor.wake(now, out));
                }
                None => {
                    self.now = until;
                    return Heard {
                        at: until,
                        what: What::Nothing,
                    };
                }
            }
        }
    }

    fn lateness(&mut self) -> Option<Duration> {
        Some(Duration::ZERO)
    }

    fn usage(&mut self) -> Option<Usage> {
        let so_far = |(from, to): &(Duration, Duration)| self.now.min(*to).saturating_sub(*from);
        Some(Usage {
            memory_kib: USUAL_KIB + self.leaked / 1024,
            cpu: self.burnt.iter().map(so_far).sum(),
        })
    }

    fn terminate(&mut self) {
        self.end(End::Killed);
    }

    fn kill(&mut self) {
        self.end(End::Killed);
    }
}

#[cfg(test)]
mod tests;
