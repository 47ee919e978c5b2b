//! The reference engine as an actor that runs in memory.

use std::time::Duration;

use ponderhit_engine::protocol::{Core, SteppedEngine};

use crate::{
    link::{Act, Actor},
    transcript::{
        End,
        lines::{Lines, Piece},
    },
};

/// The virtual time of one slice of search.
const SLICE: Duration = Duration::from_micros(200);

/// The reference engine with its input and output as bytes.
pub(in crate::protocol) struct Reference<C: Core> {
    engine: SteppedEngine<C>,
    partial: Lines,
    now: Duration,
    ended: bool,
}

impl<C: Core + Default> Reference<C> {
    pub(in crate::protocol) fn new() -> Reference<C> {
        Reference {
            engine: SteppedEngine::new(),
            // The length of lines is not limited.
            partial: Lines::new(usize::MAX),
            now: Duration::ZERO,
            ended: false,
        }
    }

    fn say(&mut self, lines: Vec<String>, out: &mut Vec<Act>) {
        for line in lines {
            out.push(Act::Stdout(format!("{line}\n").into_bytes()));
        }
        if self.engine.has_quit() && !std::mem::replace(&mut self.ended, true) {
            out.push(Act::End(End::Exit(0)));
        }
    }
}

impl<C: Core + Default> Actor for Reference<C>
where
    SteppedEngine<C>: Send,
{
    fn receive(&mut self, now: Duration, bytes: &[u8], out: &mut Vec<Act>) {
        self.now = now;
        let mut lines = Vec::new();
        let engine = &mut self.engine;
        self.partial.push(bytes, |piece| {
            if let Piece::Line(line) = piece {
                engine.handle_line(now, line, &mut lines);
            }
        });
        self.say(lines, out);
    }

    fn input_closed(&mut self, _now: Duration, out: &mut Vec<Act>) {
        if !std::mem::replace(&mut self.ended, true) {
            out.push(Act::End(End::Exit(0)));
        }
    }

    fn wake(&mut self, now: Duration, out: &mut Vec<Act>) {
        self.now = now;
        let mut lines = Vec::new();
        self.engine.run_step(now, &mut lines);
        self.say(lines, out);
    }

    fn wake_at(&self) -> Option<Duration> {
        if self.ended {
            None
        } else if self.engine.is_searching() {
            Some(self.now + SLICE)
        } else {
            self.engine.next_wakeup()
        }
    }
}
