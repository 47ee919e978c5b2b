//! UCCI 3.0, the engine's side, without I/O. The inputs are lines, reports of the search and times; the
//! outputs are lines and requests ([`Act`]).
//!
//! While the engine thinks, it executes or ignores each command at once, except in batch mode, where commands
//! are queued (`UCCI ST8`, `ST9`). The engine answers `stop` from the last report, without waiting for the
//! search to end.

mod board;
mod go;
mod opening;
mod options;
mod result;
mod thinking;

use std::{collections::VecDeque, sync::Arc, time::Duration};

use super::{core, core::send};
use crate::{
    games::xiangqi::{Move, Position},
    search::{self, Bound, Table},
};
use board::Board;
use go::GoCommand;
use opening::Opening;
use options::{Effect, Options};
use thinking::Thinking;

/// The description of a search in xiangqi.
pub type Job = search::Job<Position>;

/// A report of the search.
pub type Report = search::Report<Move>;

/// The capacity of the batch queue in bytes, more than any script needs.
const WAITING: usize = 16 << 20;

/// A request of the engine to its caller.
pub type Act = core::Act<Position>;

/// The engine with its search in small steps.
pub type Stepped = super::Stepped<Engine>;

/// The engine's side of one conversation.
#[derive(Debug)]
pub struct Engine {
    state: State,
    options: Options,
    opening: Opening,
    board: Board,
    table: Arc<Table>,
    thinking: Option<Thinking>,
    /// The number of searches so far: the id of the last job.
    jobs: u64,
    waiting: VecDeque<Vec<u8>>,
    waiting_bytes: usize,
}

/// The states of the specification (`UCCI ST1`); an engine in state `Ready` thinks if `Engine::thinking` is
/// set.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum State {
    Boot,
    Ready,
    Over,
}

impl Default for Engine {
    fn default() -> Engine {
        Engine::new()
    }
}

impl core::Core for Engine {
    type Game = Position;

    fn line(&mut self, now: Duration, line: &[u8], out: &mut Vec<Act>) {
        let line = line.strip_suffix(b"\r").unwrap_or(line);
        if self.is_queueing() {
            if self.waiting_bytes + cost(line) <= WAITING {
                self.waiting_bytes += cost(line);
                self.waiting.push_back(line.to_vec());
            }
            return;
        }
        self.take(now, line, out);
        self.finish_if_due(now, out);
    }

    fn report(&mut self, now: Duration, report: Report, out: &mut Vec<Act>) {
        let current = self.thinking.as_mut().filter(|it| it.id() == report.id);
        let Some(thinking) = current else { return };
        thinking.take_report(now, report, out);
        self.finish_if_due(now, out);
    }

    fn tick(&mut self, now: Duration, out: &mut Vec<Act>) {
        self.finish_if_due(now, out);
        if let Some(thinking) = &mut self.thinking {
            thinking.tick(now, out);
        }
    }

    fn file(&mut self, name: &str, content: Result<Vec<u8>, String>) {
        self.opening.file(name, content);
    }

    fn wake_at(&self) -> Option<Duration> {
        self.thinking.as_ref().and_then(Thinking::wake_at)
    }

    fn is_over(&self) -> bool {
        self.state == State::Over
    }

    /// Commands are queued behind a search that ends by itself. They are executed even after the input
    /// has ended.
    fn has_commands(&self) -> bool {
        let ends = |it: &Thinking| it.ends_by_itself();
        !self.waiting.is_empty() && self.thinking.as_ref().is_some_and(ends)
    }
}

impl Engine {
    /// An engine that was just started.
    pub fn new() -> Engine {
        let options = Options::default();
        Engine {
            state: State::Boot,
            table: Arc::new(Table::new(options.hash_megabytes())),
            opening: Opening::default(),
            options,
            board: Board::default(),
            thinking: None,
            jobs: 0,
            waiting: VecDeque::new(),
            waiting_bytes: 0,
        }
    }

    /// Whether commands are queued: in batch mode while the engine thinks (`UCCI ST8`).
    fn is_queueing(&self) -> bool {
        self.options.batch && self.thinking.is_some()
    }

    /// Sends the result if it is due, and then executes the queued commands.
    fn finish_if_due(&mut self, now: Duration, out: &mut Vec<Act>) {
        while self.thinking.as_ref().is_some_and(|it| it.is_over(now)) {
            self.send_result(out);
            // The commands that arrived during the search in batch mode are executed now (`UCCI ST9`).
            while !self.is_queueing() {
                let Some(line) = self.waiting.pop_front() else {
                    return;
                };
                self.waiting_bytes -= cost(&line);
                self.take(now, &line, out);
            }
        }
    }

    fn take(&mut self, now: Duration, line: &[u8], out: &mut Vec<Act>) {
        let text = String::from_utf8_lossy(line);
        let mut words = text.split_ascii_whitespace();
        let command = words.next().unwrap_or_default();
        let words: Vec<&str> = words.collect();
        match (self.state, command) {
            (State::Boot, "ucci") => self.handshake(out),
            (State::Boot, "quit") => self.state = State::Over,
            (State::Boot | State::Over, _) => (),
            (_, "isready") => send(out, "readyok"),
            (_, "probe") => send(out, &self.probe(&words)),
            (_, "quit") => self.quit(out),
            (_, "stop") => self.stop(out),
            (_, "ponderhit") => {
                if let Some(thinking) = &mut self.thinking {
                    thinking.ponderhit(now, words.first() == Some(&"draw"));
                }
            }
            _ if self.thinking.is_some() => (),
            (_, "setoption") => self.setoption(text.trim_start(), out),
            (_, "position") => self.board.set(&words, self.options.promotion),
            (_, "banmoves") => self.board.ban(&words),
            (_, "go") => self.go(now, &words, out),
            _ => (),
        }
    }

    fn handshake(&mut self, out: &mut Vec<Act>) {
        let version = env!("CARGO_PKG_VERSION");
        send(out, &format!("id name ponderhit reference {version}"));
        send(out, "id author the ponderhit authors");
        for line in Options::lines() {
            send(out, &line);
        }
        send(out, "ucciok");
        self.state = State::Ready;
    }

    fn setoption(&mut self, line: &str, out: &mut Vec<Act>) {
        let rest = line.strip_prefix("setoption").unwrap_or_default();
        let rest = rest.trim_start();
        let (name, value) = rest.split_once(' ').unwrap_or((rest, ""));
        match self.options.set(name.trim_end(), value.trim()) {
            Effect::Nothing => (),
            Effect::Table => {
                self.table = Arc::new(Table::new(self.options.hash_megabytes()));
            }
            Effect::Books => self.opening.choose(value.trim(), out),
        }
    }

    fn go(&mut self, now: Duration, words: &[&str], out: &mut Vec<Act>) {
        let go = GoCommand::read(words, self.options.usemillisec);
        for message in self.opening.take_errors() {
            send(out, &format!("info message {message}"));
        }
        if go.limits.depth == Some(0) {
            let score = self.board.position.static_value();
            send(out, &format!("info depth 0 score {score}"));
            send(out, "nobestmove");
            return;
        }
        if self.options.usebook
            && let Some(line) = self.opening.play(&go, &self.board, self.options.randomness)
        {
            send(out, &line);
            return;
        }
        self.jobs += 1;
        let thinking = Thinking::begin(now, self.jobs, go, &self.board, &self.options);
        // No search starts if there is no legal move or no time.
        if !thinking.is_dead() && !thinking.is_over(now) {
            out.push(Act::Search(Box::new(Job {
                id: self.jobs,
                start: self.board.start.clone(),
                moves: self.board.moves.clone(),
                bans: self.board.bans.clone(),
                limits: thinking.limits(),
                params: self.options.params(),
                table: Arc::clone(&self.table),
            })));
        }
        self.thinking = Some(thinking);
    }

    fn stop(&mut self, out: &mut Vec<Act>) {
        match self.thinking {
            Some(_) => self.send_result(out),
            // An idle engine answers `stop`, too, so that an interface does not wait for ever (`UCCI X3`).
            None => send(out, "nobestmove"),
        }
    }

    fn send_result(&mut self, out: &mut Vec<Act>) {
        if let Some(thinking) = self.thinking.take() {
            out.push(Act::StopSearch);
            send(out, &thinking.result(&self.board));
        }
    }

    /// An idle or thinking engine answers `quit` at once (`UCCI E1`, `E2`).
    fn quit(&mut self, out: &mut Vec<Act>) {
        self.send_result(out);
        send(out, "bye");
        self.state = State::Over;
    }

    /// The answer to `probe` (`UCCI Q1`, `Q2`, `Q4`).
    fn probe(&self, words: &[&str]) -> String {
        let mut board = Board::default();
        let key = board
            .try_set(words, self.options.promotion)
            .then(|| board.position.key());
        let Some(entry) = key.and_then(|it| self.table.get(it)) else {
            return "pophash".to_owned();
        };
        let mut line = "pophash".to_owned();
        if let Some(best) = board.position.move_numbered(entry.best) {
            line.push_str(&format!(" bestmove {best}"));
        }
        for (word, other) in [("lowerbound", Bound::Upper), ("upperbound", Bound::Lower)] {
            if entry.bound != other {
                line.push_str(&format!(" {word} {} depth {}", entry.score, entry.depth));
            }
        }
        line
    }
}

/// The memory of a queued line, in bytes.
fn cost(line: &[u8]) -> usize {
    line.len() + size_of::<Vec<u8>>()
}

#[cfg(test)]
mod tests;
