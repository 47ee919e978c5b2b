//! The reference engine as an actor that runs in memory.

use std::time::Duration;

use ponderhit_engine::protocol::Stepped;

use crate::{
    link::{self, Actor, ActorAction},
    transcript::{
        SessionEnd,
        lines::{LineSplitter, StreamPart},
    },
};

/// The virtual time that one step of a search takes.
const SEARCH_STEP_TIME: Duration = Duration::from_micros(500);

/// The reference engine, with bytes as its input and output.
pub(super) struct ReferenceEngine {
    engine: Box<dyn Stepped>,
    line_splitter: LineSplitter,
    now: Duration,
    /// The input has ended; the engine only executes the commands that it has queued.
    input_closed: bool,
    has_ended: bool,
}

impl ReferenceEngine {
    pub(super) fn new(mut engine: Box<dyn Stepped>) -> ReferenceEngine {
        engine.set_file_reader(link::in_memory::read_temporary_file);
        ReferenceEngine {
            engine,
            // Input lines of the reference engine may have any length.
            line_splitter: LineSplitter::new(usize::MAX),
            now: Duration::ZERO,
            input_closed: false,
            has_ended: false,
        }
    }

    fn send_lines(&mut self, lines: Vec<String>, out: &mut Vec<ActorAction>) {
        for line in lines {
            out.push(ActorAction::Stdout(format!("{line}\n").into_bytes()));
        }
        let is_done =
            self.engine.has_quit() || (self.input_closed && !self.engine.has_executable_queue());
        if is_done && !std::mem::replace(&mut self.has_ended, true) {
            out.push(ActorAction::End(SessionEnd::Exit(0)));
        }
    }
}

impl Actor for ReferenceEngine {
    fn receive_input(&mut self, now: Duration, bytes: &[u8], out: &mut Vec<ActorAction>) {
        self.now = now;
        let mut lines = Vec::new();
        let engine = &mut self.engine;
        self.line_splitter.push(bytes, |piece| {
            if let StreamPart::WholeLine(line) = piece {
                engine.handle_line(now, line, &mut lines);
            }
        });
        self.send_lines(lines, out);
    }

    fn handle_input_closed(&mut self, _now: Duration, out: &mut Vec<ActorAction>) {
        self.input_closed = true;
        self.send_lines(Vec::new(), out);
    }

    fn handle_wake(&mut self, now: Duration, out: &mut Vec<ActorAction>) {
        self.now = now;
        let mut lines = Vec::new();
        self.engine.run_step(now, &mut lines);
        self.send_lines(lines, out);
    }

    fn next_wake_time(&self) -> Option<Duration> {
        if self.has_ended {
            None
        } else if self.engine.is_searching() {
            Some(self.now + SEARCH_STEP_TIME)
        } else {
            self.engine.next_wakeup()
        }
    }
}
