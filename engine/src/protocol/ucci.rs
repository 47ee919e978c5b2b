//! UCCI 3.0, the engine's side, without any I/O: lines and times go in, lines come out.
//!
//! Commands that come while it thinks are taken or ignored at once, except in batch mode, where
//! they wait (`UCCI ST8`, `ST9`).

mod clock;
mod options;
mod position;
mod thinking;

use std::{collections::VecDeque, time::Duration};

use crate::search::{Bound, Table};
use options::Options;
use position::Board;
use thinking::Thinking;

/// How many bytes of commands wait at most in batch mode; a script is never as long.
const WAITING: usize = 16 << 20;

/// The engine's side of one conversation.
#[derive(Debug)]
pub struct Engine {
    state: State,
    options: Options,
    board: Board,
    table: Table,
    thinking: Option<Thinking>,
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
            table: Table::new(options.hash_megabytes()),
            options,
            board: Board::default(),
            thinking: None,
            waiting: VecDeque::new(),
            waiting_bytes: 0,
        }
    }

    /// Takes one line, without its newline, that arrived at `now`.
    pub fn line(&mut self, now: Duration, line: &[u8], out: &mut Vec<String>) {
        let line = line.strip_suffix(b"\r").unwrap_or(line);
        if self.is_deaf() {
            if self.waiting_bytes + cost(line) <= WAITING {
                self.waiting_bytes += cost(line);
                self.waiting.push_back(line.to_vec());
            }
            return;
        }
        self.take(now, line, out);
    }

    /// Searches a little: well under a millisecond.
    pub fn step(&mut self, now: Duration, out: &mut Vec<String>) {
        let Some(thinking) = &mut self.thinking else {
            return;
        };
        thinking.step(now, out);
        if thinking.is_over(now) {
            self.conclude(out);
            self.take_waiting(now, out);
        }
    }

    /// Whether there is something to search right now.
    pub fn wants_step(&self) -> bool {
        self.thinking.as_ref().is_some_and(Thinking::wants_step)
    }

    /// When to call [`Engine::step`] although there is nothing to search: the result is due then.
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

    fn take(&mut self, now: Duration, line: &[u8], out: &mut Vec<String>) {
        let text = String::from_utf8_lossy(line);
        let mut words = text.split_ascii_whitespace();
        let command = words.next().unwrap_or_default();
        let words: Vec<&str> = words.collect();
        match (self.state, command) {
            (State::Boot, "ucci") => self.greet(out),
            (State::Boot, "quit") => self.state = State::Over,
            (State::Boot | State::Over, _) => (),
            (_, "isready") => out.push("readyok".to_owned()),
            (_, "probe") => out.push(self.probe(&words)),
            (_, "quit") => self.quit(out),
            (_, "stop") => self.stop(out),
            (_, "ponderhit") => {
                if let Some(thinking) = &mut self.thinking {
                    thinking.ponderhit(now, words.first() == Some(&"draw"));
                }
            }
            _ if self.thinking.is_some() => (),
            (_, "setoption") => self.setoption(text.trim_start()),
            (_, "position") => self.board.set(&words),
            (_, "banmoves") => self.board.ban(&words),
            (_, "go") => self.go(now, &words, out),
            _ => (),
        }
    }

    /// In batch mode, what arrived while it was thinking (`UCCI ST9`).
    fn take_waiting(&mut self, now: Duration, out: &mut Vec<String>) {
        while !self.is_deaf() {
            let Some(line) = self.waiting.pop_front() else {
                return;
            };
            self.waiting_bytes -= cost(&line);
            self.take(now, &line, out);
        }
    }

    fn greet(&mut self, out: &mut Vec<String>) {
        out.push(format!(
            "id name ponderhit reference {}",
            env!("CARGO_PKG_VERSION")
        ));
        out.push("id author the ponderhit authors".to_owned());
        out.extend(Options::lines());
        out.push("ucciok".to_owned());
        self.state = State::Ready;
    }

    fn setoption(&mut self, line: &str) {
        let rest = line
            .strip_prefix("setoption")
            .unwrap_or_default()
            .trim_start();
        let (name, value) = rest.split_once(' ').unwrap_or((rest, ""));
        if self.options.set(name.trim_end(), value.trim()) {
            self.table = Table::new(self.options.hash_megabytes());
        }
    }

    fn go(&mut self, now: Duration, words: &[&str], out: &mut Vec<String>) {
        let table = std::mem::take(&mut self.table);
        let mut thinking = Thinking::begin(now, words, &self.board, &self.options, table);
        if thinking.is_static() {
            out.push(format!("info depth 0 score {}", thinking.static_score()));
            self.table = thinking.give_back();
            out.push("nobestmove".to_owned());
            return;
        }
        // A dead position needs no thought; without any time a glance is better than none.
        let over = thinking.is_over(now);
        if over {
            thinking.step(now, out);
        }
        self.thinking = Some(thinking);
        if over {
            self.conclude(out);
        }
    }

    fn stop(&mut self, out: &mut Vec<String>) {
        match self.thinking {
            Some(_) => self.conclude(out),
            // So that no interface waits for ever (`UCCI X3`).
            None => out.push("nobestmove".to_owned()),
        }
    }

    fn conclude(&mut self, out: &mut Vec<String>) {
        if let Some(mut thinking) = self.thinking.take() {
            out.push(thinking.result());
            self.table = thinking.give_back();
        }
    }

    /// Idle or thinking, `quit` is answered at once (`UCCI E1`, `E2`).
    fn quit(&mut self, out: &mut Vec<String>) {
        if self.thinking.is_some() {
            self.conclude(out);
        }
        out.push("bye".to_owned());
        self.state = State::Over;
    }

    /// `UCCI Q1`, `Q2`, `Q4`.
    fn probe(&self, words: &[&str]) -> String {
        let mut board = Board::default();
        let table = match &self.thinking {
            Some(thinking) => thinking.table(),
            None => &self.table,
        };
        let key = board.try_set(words).then(|| board.position.key());
        let Some(entry) = key.and_then(|it| table.get(it)) else {
            return "pophash".to_owned();
        };
        let mut line = "pophash".to_owned();
        if let Some(best) = entry.best {
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

/// What a waiting line takes up.
fn cost(line: &[u8]) -> usize {
    line.len() + size_of::<Vec<u8>>()
}

#[cfg(test)]
mod tests;
