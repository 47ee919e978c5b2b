//! Plays the conversation of a random interface with the simulated engine, event by event.

use std::{collections::VecDeque, time::Duration};

use ponderhit::transcript::{End, Event, EventKind, Speaker, Transcript};

use crate::{
    engine::Engine,
    interface::{Close, Talk, Wait},
    temper::{MS, Temper},
};

/// The time that the interface waits for an answer.
const PATIENCE: u64 = 12_000 * MS;

struct Run<'a> {
    talk: &'a Talk,
    engine: Engine,
    events: Vec<Event>,
    /// The lines that the engine has not yet executed: the time and the index of each line.
    pipe: VecDeque<(u64, usize)>,
    next: usize,
    /// The time at which the interface sends its next line, unless an answer comes first.
    acts_at: u64,
    waits: Option<Wait>,
    closed: bool,
    cut: bool,
}

/// The kinds of the next event.
#[derive(Clone, Copy)]
enum Who {
    Wakes,
    Acts,
    Takes,
}

/// Plays a conversation and returns its transcript.
pub(crate) fn play(talk: &Talk, temper: &Temper) -> Transcript {
    let mut run = Run {
        talk,
        engine: Engine::new(temper),
        events: Vec::new(),
        pipe: VecDeque::new(),
        next: 0,
        acts_at: talk.steps.first().map_or(talk.tail, |it| it.gap),
        waits: None,
        closed: false,
        cut: false,
    };
    while !run.engine.gone && !run.cut && run.act() {}
    let events = match talk.chunks {
        true => chunked(run.events),
        false => run.events,
    };
    Transcript { events }
}

/// Merges lines of the interface with the same time into one chunk.
fn chunked(events: Vec<Event>) -> Vec<Event> {
    let mut all: Vec<Event> = Vec::new();
    for event in events {
        let (at, EventKind::Line(Speaker::Interface, line)) = (event.at, &event.kind) else {
            all.push(event);
            continue;
        };
        let line = [line.as_slice(), b"\n"].concat();
        match all.last_mut() {
            Some(Event {
                at: before,
                kind: EventKind::Chunk(_, bytes),
            }) if *before == at => bytes.extend_from_slice(&line),
            _ => all.push(Event {
                at,
                kind: EventKind::Chunk(Speaker::Interface, line),
            }),
        }
    }
    all
}

impl Run<'_> {
    /// Performs the next event. Returns false if there is no next event.
    fn act(&mut self) -> bool {
        let takes = self.pipe.front().and_then(|(arrival, n)| {
            let seed = self.talk.steps[*n].seed;
            Some((self.engine.takes_at(*arrival, seed)?, Who::Takes))
        });
        let wakes = self.engine.wakes_at().map(|it| (it, Who::Wakes));
        let acts = (!self.closed).then_some((self.acts_at, Who::Acts));
        let all = [wakes, acts, takes].into_iter().flatten();
        let Some((now, who)) = all.min_by_key(|it| it.0) else {
            // The input is closed, and the engine has executed all lines.
            return false;
        };
        let mut out = Vec::new();
        match who {
            Who::Wakes => self.engine.wake(now, &mut out),
            Who::Acts => self.interface_acts(now),
            Who::Takes => {
                if let Some((_, n)) = self.pipe.pop_front() {
                    let step = &self.talk.steps[n];
                    self.engine.take(now, &step.line, step.seed, &mut out);
                }
            }
        }
        for line in out {
            if self.waits.is_some_and(|it| it.is_over(&line)) {
                self.waits = None;
                self.acts_at = now + self.gap();
            }
            let kind = EventKind::Line(Speaker::Engine, line.into_bytes());
            self.push(now, kind);
        }
        if self.closed && self.pipe.is_empty() && matches!(who, Who::Takes | Who::Acts) {
            self.engine.close(now);
        }
        if self.engine.gone {
            self.push(now, EventKind::End(End::Exit(0)));
        }
        true
    }

    fn gap(&self) -> u64 {
        let step = self.talk.steps.get(self.next);
        step.map_or(self.talk.tail, |it| it.gap)
    }

    fn interface_acts(&mut self, now: u64) {
        // The wait for the answer has timed out.
        if self.waits.take().is_some() {
            self.acts_at = now + self.gap();
            return;
        }
        let Some(step) = self.talk.steps.get(self.next) else {
            match self.talk.close {
                Close::Cut => {
                    self.cut = true;
                    self.push(now, EventKind::End(End::Cut));
                }
                Close::Eof => {
                    self.closed = true;
                    self.push(now, EventKind::InputClosed);
                }
            }
            return;
        };
        self.push(now, EventKind::Line(Speaker::Interface, step.line.clone()));
        self.pipe.push_back((now, self.next));
        self.next += 1;
        self.waits = step.wait;
        self.acts_at = match step.wait {
            Some(_) => now + PATIENCE,
            None => now + self.gap(),
        };
    }

    fn push(&mut self, now: u64, kind: EventKind) {
        let at = Some(Duration::from_micros(now));
        self.events.push(Event { at, kind });
    }
}
