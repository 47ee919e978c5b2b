//! UCCI 3.0, the engine's side, without any I/O: lines, news of the search and times go in; lines
//! and wishes come out.
//!
//! Commands that come while it thinks are taken or ignored at once, except in batch mode, where
//! they wait (`UCCI ST8`, `ST9`). `stop` is answered from what is known, without waiting for the
//! search to end.

mod board;
mod clock;
mod opening;
mod options;
mod order;
mod result;
mod stepped;
mod thinking;

use std::{collections::VecDeque, sync::Arc, time::Duration};

use crate::{
    games::xiangqi::{Move, Position},
    search::{self, Bound, Table},
};
use board::Board;
use opening::Opening;
use options::{Effect, Options};
use order::Order;
pub use stepped::Stepped;
use thinking::Thinking;

/// A position of xiangqi to be searched.
pub type Job = search::Job<Position>;

/// What the search tells.
pub type Report = search::Report<Move>;

/// How many bytes of commands wait at most in batch mode; a script is never as long.
const WAITING: usize = 16 << 20;

/// What the engine wants done.
#[derive(Debug)]
pub enum Act {
    /// Write a line.
    Say(String),
    /// Search, and hand every report to [`Engine::report`].
    Think(Box<Job>),
    /// Stop searching; reports of that search are of no interest any more.
    Halt,
    /// Read a file and hand it to [`Engine::file`].
    Read(String),
}

/// The engine's side of one conversation.
#[derive(Debug)]
pub struct Engine {
    state: State,
    options: Options,
    opening: Opening,
    board: Board,
    table: Arc<Table>,
    thinking: Option<Thinking>,
    /// How often it has begun to think: the number of the last job.
    jobs: u64,
    waiting: VecDeque<Vec<u8>>,
    waiting_bytes: usize,
}

/// The states of the text (`UCCI ST1`); thinking is idle with something to think about.
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

    /// Takes one line, without its newline, that arrived at `now`.
    pub fn line(&mut self, now: Duration, line: &[u8], out: &mut Vec<Act>) {
        let line = line.strip_suffix(b"\r").unwrap_or(line);
        if self.is_deaf() {
            if self.waiting_bytes + cost(line) <= WAITING {
                self.waiting_bytes += cost(line);
                self.waiting.push_back(line.to_vec());
            }
            return;
        }
        self.take(now, line, out);
        self.settle(now, out);
    }

    /// Takes news of the search that came at `now`; what an earlier search still had to tell is
    /// passed over.
    pub fn report(&mut self, now: Duration, report: Report, out: &mut Vec<Act>) {
        let current = self.thinking.as_mut().filter(|it| it.id() == report.id);
        let Some(thinking) = current else { return };
        thinking.hear(now, report, out);
        self.settle(now, out);
    }

    /// Looks at the clock.
    pub fn tick(&mut self, now: Duration, out: &mut Vec<Act>) {
        self.settle(now, out);
        if let Some(thinking) = &mut self.thinking {
            thinking.tick(now, out);
        }
    }

    /// Takes a file that was to be read, or why that failed.
    pub fn file(&mut self, name: &str, content: Result<Vec<u8>, String>) {
        self.opening.file(name, content);
    }

    /// When to call [`Engine::tick`]: the result is due then.
    pub fn wake_at(&self) -> Option<Duration> {
        self.thinking.as_ref().and_then(Thinking::wake_at)
    }

    /// Whether `quit` was answered.
    pub fn is_over(&self) -> bool {
        self.state == State::Over
    }

    /// Whether commands are still waiting that the engine will come to by itself: more to do
    /// although the input has ended.
    pub(crate) fn has_commands(&self) -> bool {
        let ends = |it: &Thinking| it.ends_by_itself();
        !self.waiting.is_empty() && self.thinking.as_ref().is_some_and(ends)
    }

    /// In batch mode a thinking engine takes no commands (`UCCI ST8`).
    fn is_deaf(&self) -> bool {
        self.options.batch && self.thinking.is_some()
    }

    /// Gives the result if it is due, and goes on with what waited for it.
    fn settle(&mut self, now: Duration, out: &mut Vec<Act>) {
        while self.thinking.as_ref().is_some_and(|it| it.is_over(now)) {
            self.conclude(out);
            // In batch mode, what arrived while it was thinking (`UCCI ST9`).
            while !self.is_deaf() {
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
            (State::Boot, "ucci") => self.greet(out),
            (State::Boot, "quit") => self.state = State::Over,
            (State::Boot | State::Over, _) => (),
            (_, "isready") => say(out, "readyok"),
            (_, "probe") => say(out, &self.probe(&words)),
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

    fn greet(&mut self, out: &mut Vec<Act>) {
        let version = env!("CARGO_PKG_VERSION");
        say(out, &format!("id name ponderhit reference {version}"));
        say(out, "id author the ponderhit authors");
        for line in Options::lines() {
            say(out, &line);
        }
        say(out, "ucciok");
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
        let order = Order::read(words, self.options.usemillisec);
        for message in self.opening.take_complaints() {
            say(out, &format!("info message {message}"));
        }
        if order.limits.depth == Some(0) {
            let score = self.board.position.static_value();
            say(out, &format!("info depth 0 score {score}"));
            say(out, "nobestmove");
            return;
        }
        if self.options.usebook
            && let Some(line) = self
                .opening
                .play(&order, &self.board, self.options.randomness)
        {
            say(out, &line);
            return;
        }
        self.jobs += 1;
        let thinking = Thinking::begin(now, self.jobs, order, &self.board, &self.options);
        // A dead position needs no thought; neither does one without any time.
        if !thinking.is_dead() && !thinking.is_over(now) {
            out.push(Act::Think(Box::new(Job {
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
            Some(_) => self.conclude(out),
            // So that no interface waits for ever (`UCCI X3`).
            None => say(out, "nobestmove"),
        }
    }

    fn conclude(&mut self, out: &mut Vec<Act>) {
        if let Some(thinking) = self.thinking.take() {
            out.push(Act::Halt);
            say(out, &thinking.result(&self.board));
        }
    }

    /// Idle or thinking, `quit` is answered at once (`UCCI E1`, `E2`).
    fn quit(&mut self, out: &mut Vec<Act>) {
        self.conclude(out);
        say(out, "bye");
        self.state = State::Over;
    }

    /// `UCCI Q1`, `Q2`, `Q4`.
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

fn say(out: &mut Vec<Act>, line: &str) {
    out.push(Act::Say(line.to_owned()));
}

/// What a waiting line takes up.
fn cost(line: &[u8]) -> usize {
    line.len() + size_of::<Vec<u8>>()
}

#[cfg(test)]
mod tests;
