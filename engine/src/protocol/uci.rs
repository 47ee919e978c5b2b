//! UCI, the engine's side, without I/O: chess and Chess960. Inputs are lines, reports of the search and
//! times; outputs are lines and requests ([`Act`](super::Act)).
//!
//! `stop` is answered from the last report, without waiting for the search to end. Options and positions
//! that are set while the engine thinks hold for the next search (`UCI A6`); a second `go` is ignored
//! (`UCI A20`). Invalid input changes nothing and is reported as `info string`.

mod go;
mod info;
mod options;
mod strength;
mod thinking;

use std::{sync::Arc, time::Duration};

use super::{
    board,
    core::{self, Core, send},
};
use crate::{
    games::chess::{Move, Position, START},
    search::{self, HashTable},
};
use go::GoCommand;
use options::{Effect, Options};
use thinking::Thinking;

/// A request of the engine to its caller.
pub type Act = core::Act<Position>;

/// The engine with its search in small steps.
pub type Stepped = super::SteppedEngine<Engine>;

type Board = board::Board<Position>;

type Report = search::SearchReport<Move>;

/// The engine's side of one conversation.
#[derive(Debug)]
pub struct Engine {
    state: State,
    debug: bool,
    options: Options,
    board: Board,
    table: Arc<HashTable>,
    thinking: Option<Thinking>,
    /// The number of searches so far: the id of the last job.
    jobs: u64,
}

/// The states of the specification (section 3); thinking is `Ready` with `Engine::thinking` set.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum State {
    Boot,
    Ready,
    Over,
}

/// The first words of all commands.
const COMMANDS: [&str; 11] = [
    "uci",
    "debug",
    "isready",
    "setoption",
    "register",
    "ucinewgame",
    "position",
    "go",
    "stop",
    "ponderhit",
    "quit",
];

impl Default for Engine {
    fn default() -> Engine {
        Engine::new()
    }
}

impl Core for Engine {
    type Game = Position;

    fn line(&mut self, now: Duration, line: &[u8], out: &mut Vec<Act>) {
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

    /// No file is ever asked for.
    fn handle_file(&mut self, _name: &str, _content: Result<Vec<u8>, String>) {}

    fn next_wakeup(&self) -> Option<Duration> {
        self.thinking.as_ref().and_then(Thinking::wake_at)
    }

    fn has_quit(&self) -> bool {
        self.state == State::Over
    }

    fn has_executable_queue(&self) -> bool {
        false
    }
}

impl Engine {
    /// An engine that was just started.
    pub fn new() -> Engine {
        let options = Options::default();
        Engine {
            state: State::Boot,
            debug: false,
            table: Arc::new(HashTable::new(options.hash)),
            options,
            board: Board::new(Position::start()),
            thinking: None,
            jobs: 0,
        }
    }

    /// Executes a command. Unknown words before it are skipped (`UCI U81`).
    fn take(&mut self, now: Duration, line: &[u8], out: &mut Vec<Act>) {
        let text = String::from_utf8_lossy(line);
        let mut words = text.split_ascii_whitespace();
        let Some(command) = words.find(|it| COMMANDS.contains(it)) else {
            return;
        };
        let words: Vec<&str> = words.collect();
        match (self.state, command) {
            (State::Over, _) => (),
            (_, "uci") => self.handshake(out),
            (_, "quit") => {
                self.thinking = None;
                out.push(Act::StopSearch);
                self.state = State::Over;
            }
            (_, "isready") => self.answer_ready(out),
            // Before `uci` it sends nothing else (`UCI U7`).
            (State::Boot, _) => (),
            (_, "debug") => self.set_debug(&words),
            (_, "setoption") => self.setoption(&words, out),
            (_, "register") => register(&words, out),
            (_, "ucinewgame") => self.table = Arc::new(HashTable::new(self.options.hash)),
            (_, "position") => self.position(&words, out),
            (_, "go") => self.go(now, &words, out),
            (_, "stop") => self.send_result(now, out),
            (_, "ponderhit") => {
                if let Some(thinking) = &mut self.thinking {
                    thinking.ponderhit(now);
                }
            }
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
        send(out, "uciok");
        self.state = State::Ready;
    }

    /// A new hash table is allocated before the answer, not in the next search.
    fn answer_ready(&mut self, out: &mut Vec<Act>) {
        if self.thinking.is_none() && self.state == State::Ready {
            self.table.allocate();
        }
        send(out, "readyok");
    }

    fn set_debug(&mut self, words: &[&str]) {
        match words.first() {
            Some(&"on") => self.debug = true,
            Some(&"off") => self.debug = false,
            _ => (),
        }
    }

    fn setoption(&mut self, words: &[&str], out: &mut Vec<Act>) {
        match self.options.set(words) {
            Ok(Effect::Nothing) => (),
            Ok(Effect::Table) => self.table = Arc::new(HashTable::new(self.options.hash)),
            Err(error) => send(out, &format!("info string setoption: {error}")),
        }
    }

    /// Sets the board, or reports why it is left as it was (`UCI U44`, `U45`).
    fn position(&mut self, words: &[&str], out: &mut Vec<Act>) {
        match self.read_position(words) {
            Ok(board) => {
                if self.debug {
                    let fen = board.position.to_fen();
                    send(out, &format!("info string position {fen}"));
                }
                self.board = board;
            }
            Err(error) => send(out, &format!("info string position ignored: {error}")),
        }
    }

    fn read_position(&self, words: &[&str]) -> Result<Board, String> {
        let variant = self.options.variant;
        let split = words
            .iter()
            .position(|it| *it == "moves")
            .unwrap_or(words.len());
        let (place, moves) = words.split_at(split);
        let fen = match place {
            ["startpos"] => START.to_owned(),
            ["fen", fields @ ..] => fields.join(" "),
            // `UCI U103`
            [] if !moves.is_empty() => START.to_owned(),
            _ => return Err("expected `startpos` or `fen`".to_owned()),
        };
        let start = Position::from_fen(&fen, variant).map_err(|it| it.to_string())?;
        let mut board = Board::new(start);
        let read = |position: &Position, word: &str| position.read_move(word, variant);
        let played = board.play_all(moves.get(1..).unwrap_or_default(), read);
        played.map_err(|word| format!("`{word}` is no legal move"))?;
        Ok(board)
    }

    fn go(&mut self, now: Duration, words: &[&str], out: &mut Vec<Act>) {
        if self.thinking.is_some() {
            send(out, "info string go ignored: a search is running");
            return;
        }
        let go = GoCommand::read(words, &self.board.position, self.options.variant);
        self.jobs += 1;
        let table = Arc::clone(&self.table);
        let thinking = Thinking::begin(now, self.jobs, go, &self.board, &self.options, table);
        if self.debug {
            send(out, &thinking.description());
        }
        if thinking.needs_search(now) {
            out.push(Act::Search(Box::new(search::SearchJob {
                id: self.jobs,
                start: self.board.start.clone(),
                moves: self.board.moves.clone(),
                bans: thinking.bans(),
                limits: thinking.limits(),
                params: thinking.params(),
                table: Arc::clone(&self.table),
            })));
        }
        self.thinking = Some(thinking);
    }

    fn finish_if_due(&mut self, now: Duration, out: &mut Vec<Act>) {
        if self.thinking.as_ref().is_some_and(|it| it.is_over(now)) {
            self.send_result(now, out);
        }
    }

    fn send_result(&mut self, now: Duration, out: &mut Vec<Act>) {
        if let Some(mut thinking) = self.thinking.take() {
            out.push(Act::StopSearch);
            thinking.send_result(now, out);
        }
    }
}

/// The engine needs no registration: every attempt succeeds (`UCI U92`, `A22`).
fn register(words: &[&str], out: &mut Vec<Act>) {
    if matches!(words.first(), Some(&"name" | &"code")) {
        send(out, "registration checking");
        send(out, "registration ok");
    }
}

#[cfg(test)]
mod tests;
