//! The engine's side of UCCI 3.0, without I/O. The inputs are lines, times, and reports of the
//! search. The outputs are actions ([`UcciAction`]): lines to send, and requests to the caller.
//!
//! While the engine thinks, it executes or ignores each command at once. In batch mode, a thinking
//! engine puts the commands into a queue instead (`UCCI ST8`, `ST9`). The engine answers `stop`
//! with the best move of the last report, without waiting for the search to end.

mod board;
mod current_search;
mod go;
mod opening;
mod options;
mod result;

use std::{collections::VecDeque, sync::Arc, time::Duration};

use super::{
    protocol_core::{self, push_line},
    stepped_engine::{Stepped, SteppedEngine},
};
use crate::{
    games::xiangqi::{Move, Position},
    search::{self, Bound, HashTable},
};
use board::Board;
use current_search::CurrentSearch;
use go::GoCommand;
use opening::OpeningBooks;
use options::{OptionEffect, Options};

/// The description of a search in xiangqi.
pub type XiangqiJob = search::SearchJob<Position>;

/// A report of a search in xiangqi.
pub type XiangqiReport = search::SearchReport<Move>;

/// The capacity of the command queue in batch mode, in bytes. No script of commands needs a larger
/// queue.
const BATCH_QUEUE_BYTES: usize = 16 << 20;

/// A request of the engine to its caller.
pub type UcciAction = protocol_core::CoreAction<XiangqiJob>;

/// Starts an engine whose search runs in small steps.
pub fn new_stepped_engine() -> Box<dyn Stepped> {
    Box::new(SteppedEngine::<Engine>::new())
}

/// The engine's side of one UCCI conversation.
#[derive(Debug)]
pub struct Engine {
    state: EngineState,
    options: Options,
    opening_books: OpeningBooks,
    board: Board,
    hash_table: Arc<HashTable>,
    current_search: Option<CurrentSearch>,
    /// The number of searches so far, which is also the id of the last search.
    search_count: u64,
    queued_lines: VecDeque<Vec<u8>>,
    queued_bytes: usize,
}

/// The engine's states in the specification (`UCCI ST1`). An engine in state `Ready` is idle or
/// thinks; it thinks if `Engine::current_search` is set.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum EngineState {
    BeforeHandshake,
    Ready,
    HasQuit,
}

impl Default for Engine {
    fn default() -> Engine {
        Engine::new()
    }
}

impl protocol_core::ProtocolCore for Engine {
    type Job = XiangqiJob;

    fn handle_line(&mut self, now: Duration, line: &[u8], out: &mut Vec<UcciAction>) {
        let line = line.strip_suffix(b"\r").unwrap_or(line);
        if self.queues_commands() {
            if self.queued_bytes + queued_line_bytes(line) <= BATCH_QUEUE_BYTES {
                self.queued_bytes += queued_line_bytes(line);
                self.queued_lines.push_back(line.to_vec());
            }
            return;
        }
        self.execute_line(now, line, out);
        self.send_result_if_due(now, out);
    }

    fn handle_report(&mut self, now: Duration, report: XiangqiReport, out: &mut Vec<UcciAction>) {
        let current = self
            .current_search
            .as_mut()
            .filter(|it| it.id() == report.id);
        let Some(thinking) = current else { return };
        thinking.handle_report(now, report, out);
        self.send_result_if_due(now, out);
    }

    fn check_clock(&mut self, now: Duration, out: &mut Vec<UcciAction>) {
        self.send_result_if_due(now, out);
        if let Some(thinking) = &mut self.current_search {
            thinking.send_info_if_due(now, out);
        }
    }

    fn receive_file_content(&mut self, name: &str, content: Result<Vec<u8>, String>) {
        self.opening_books.add_book_file(name, content);
    }

    fn next_wakeup(&self) -> Option<Duration> {
        self.current_search
            .as_ref()
            .and_then(CurrentSearch::next_wakeup)
    }

    fn hash_table(&self) -> Option<&HashTable> {
        Some(&self.hash_table)
    }

    fn has_quit(&self) -> bool {
        self.state == EngineState::HasQuit
    }

    /// True if queued commands wait for a search that ends without `stop`. The engine executes the
    /// queued commands even after the input has ended.
    fn has_executable_queue(&self) -> bool {
        let ends = |it: &CurrentSearch| it.ends_by_itself();
        !self.queued_lines.is_empty() && self.current_search.as_ref().is_some_and(ends)
    }
}

impl Engine {
    /// Returns an engine that was just started.
    pub fn new() -> Engine {
        let options = Options::default();
        Engine {
            state: EngineState::BeforeHandshake,
            hash_table: Arc::new(HashTable::new(options.hash_megabytes())),
            opening_books: OpeningBooks::default(),
            options,
            board: Board::default(),
            current_search: None,
            search_count: 0,
            queued_lines: VecDeque::new(),
            queued_bytes: 0,
        }
    }

    /// True if the engine queues commands: in batch mode while the engine thinks (`UCCI ST8`).
    fn queues_commands(&self) -> bool {
        self.options.batch && self.current_search.is_some()
    }

    /// Sends the result if it is due, and then executes the queued commands.
    fn send_result_if_due(&mut self, now: Duration, out: &mut Vec<UcciAction>) {
        while self
            .current_search
            .as_ref()
            .is_some_and(|it| it.is_result_due(now))
        {
            self.send_result(out);
            // After the search, the engine executes the commands that it queued in batch mode
            // (`UCCI ST9`).
            while !self.queues_commands() {
                let Some(line) = self.queued_lines.pop_front() else {
                    return;
                };
                self.queued_bytes -= queued_line_bytes(&line);
                self.execute_line(now, &line, out);
            }
        }
    }

    fn execute_line(&mut self, now: Duration, line: &[u8], out: &mut Vec<UcciAction>) {
        let text = String::from_utf8_lossy(line);
        let mut words = text.split_ascii_whitespace();
        let command = words.next().unwrap_or_default();
        let words: Vec<&str> = words.collect();
        match (self.state, command) {
            (EngineState::BeforeHandshake, "ucci") => self.execute_ucci(out),
            (EngineState::BeforeHandshake, "quit") => self.state = EngineState::HasQuit,
            (EngineState::BeforeHandshake | EngineState::HasQuit, _) => (),
            (_, "isready") => push_line(out, "readyok"),
            (_, "probe") => push_line(out, &self.answer_probe(&words)),
            (_, "quit") => self.execute_quit(out),
            (_, "stop") => self.execute_stop(out),
            (_, "ponderhit") => {
                if let Some(thinking) = &mut self.current_search {
                    thinking.ponderhit(now, words.first() == Some(&"draw"));
                }
            }
            _ if self.current_search.is_some() => (),
            (_, "setoption") => self.execute_setoption(text.trim_start(), out),
            (_, "position") => self.board.set_position(&words, self.options.promotion),
            (_, "banmoves") => self.board.add_bans(&words),
            (_, "go") => self.execute_go(now, &words, out),
            _ => (),
        }
    }

    fn execute_ucci(&mut self, out: &mut Vec<UcciAction>) {
        let version = env!("CARGO_PKG_VERSION");
        push_line(out, &format!("id name ponderhit reference {version}"));
        push_line(out, "id author the ponderhit authors");
        for line in Options::option_lines() {
            push_line(out, &line);
        }
        push_line(out, "ucciok");
        self.state = EngineState::Ready;
    }

    fn execute_setoption(&mut self, line: &str, out: &mut Vec<UcciAction>) {
        let rest = line.strip_prefix("setoption").unwrap_or_default();
        let rest = rest.trim_start();
        let (name, value) = rest.split_once(' ').unwrap_or((rest, ""));
        match self.options.set_option(name.trim_end(), value.trim()) {
            OptionEffect::Nothing => (),
            OptionEffect::NewTable => {
                self.hash_table = Arc::new(HashTable::new(self.options.hash_megabytes()));
            }
            OptionEffect::ReadBooks => self.opening_books.select_books(value.trim(), out),
        }
    }

    fn execute_go(&mut self, now: Duration, words: &[&str], out: &mut Vec<UcciAction>) {
        let go = GoCommand::parse(words, self.options.usemillisec);
        for message in self.opening_books.take_pending_errors() {
            push_line(out, &format!("info message {message}"));
        }
        if go.limits.depth == Some(0) {
            let score = self.board.position.static_evaluation();
            push_line(out, &format!("info depth 0 score {score}"));
            push_line(out, "nobestmove");
            return;
        }
        if self.options.usebook
            && let Some(line) =
                self.opening_books
                    .book_result_line(&go, &self.board, self.options.randomness)
        {
            push_line(out, &line);
            return;
        }
        self.search_count += 1;
        let thinking = CurrentSearch::new(now, self.search_count, go, &self.board, &self.options);
        // The engine starts no search if it has no legal move or no time.
        if !thinking.has_no_move() && !thinking.is_result_due(now) {
            out.push(UcciAction::StartSearch(Box::new(XiangqiJob {
                id: self.search_count,
                start_position: self.board.base_position.clone(),
                moves: self.board.moves_since_base.clone(),
                banned_moves: self.board.banned_moves.clone(),
                limits: thinking.limits(),
                params: self.options.search_params(),
                hash_table: Arc::clone(&self.hash_table),
            })));
        }
        self.current_search = Some(thinking);
    }

    fn execute_stop(&mut self, out: &mut Vec<UcciAction>) {
        match self.current_search {
            Some(_) => self.send_result(out),
            // An idle engine answers `stop`, too, so that an interface does not wait for ever
            // (`UCCI X3`).
            None => push_line(out, "nobestmove"),
        }
    }

    fn send_result(&mut self, out: &mut Vec<UcciAction>) {
        if let Some(thinking) = self.current_search.take() {
            out.push(UcciAction::StopSearch);
            push_line(out, &thinking.result_line(&self.board));
        }
    }

    /// An idle or thinking engine answers `quit` at once (`UCCI E1`, `E2`).
    fn execute_quit(&mut self, out: &mut Vec<UcciAction>) {
        self.send_result(out);
        push_line(out, "bye");
        self.state = EngineState::HasQuit;
    }

    /// The answer to `probe` (`UCCI Q1`, `Q2`, `Q4`).
    fn answer_probe(&self, words: &[&str]) -> String {
        let mut board = Board::default();
        let key = board
            .try_set_position(words, self.options.promotion)
            .then(|| board.position.hash_key());
        let Some(entry) = key.and_then(|it| self.hash_table.get(it)) else {
            return "pophash".to_owned();
        };
        let mut line = "pophash".to_owned();
        if let Some(best) = board.position.unpack_legal_move(entry.best_move) {
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
fn queued_line_bytes(line: &[u8]) -> usize {
    line.len() + size_of::<Vec<u8>>()
}

#[cfg(test)]
mod tests;
