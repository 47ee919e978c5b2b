//! The engine's side of UCI, without input and output, for chess and Chess960. The inputs are
//! lines, reports of the search and times. The outputs are actions
//! ([`CoreAction`](super::CoreAction)): lines to send, and requests to the caller.
//!
//! The engine answers `stop` with the best move of the last report, without waiting for the search
//! to end. An option or a position that is set during a search applies to the next search
//! (`UCI A6`). A second `go` during a search is ignored (`UCI A20`). Invalid input changes nothing
//! and is reported as `info string`.

mod current_search;
mod go;
mod info;
mod options;
mod strength;

use std::{sync::Arc, time::Duration};

use super::{
    board,
    protocol_core::{self, ProtocolCore, push_line},
    stepped_engine::{Stepped, SteppedEngine},
};
use crate::{
    games::chess::{Move, Position, START_FEN},
    search::{self, HashTable},
};
use current_search::CurrentSearch;
use go::GoCommand;
use options::{OptionEffect, Options};

/// A request of the UCI engine to its caller.
pub type UciAction = protocol_core::CoreAction<Position>;

/// Starts the engine with its search in small steps.
pub fn new_stepped_engine() -> Box<dyn Stepped> {
    Box::new(SteppedEngine::<Engine>::new())
}

type Board = board::Board<Position>;

type ChessReport = search::SearchReport<Move>;

/// The engine's side of one UCI conversation.
#[derive(Debug)]
pub struct Engine {
    engine_state: EngineState,
    debug_on: bool,
    options: Options,
    board: Board,
    hash_table: Arc<HashTable>,
    current_search: Option<CurrentSearch>,
    /// The number of searches so far, which is also the id of the last search.
    search_count: u64,
}

/// The engine's states in section 3 of the specification. During a search the state is `Ready`, and
/// `Engine::current_search` is set.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum EngineState {
    BeforeHandshake,
    Ready,
    HasQuit,
}

/// The first words of all UCI commands.
const COMMAND_WORDS: [&str; 11] = [
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

impl ProtocolCore for Engine {
    type Game = Position;

    fn handle_line(&mut self, now: Duration, line: &[u8], out: &mut Vec<UciAction>) {
        self.execute_line(now, line, out);
        self.send_result_if_due(now, out);
    }

    fn handle_report(&mut self, now: Duration, report: ChessReport, out: &mut Vec<UciAction>) {
        let current = self
            .current_search
            .as_mut()
            .filter(|it| it.id() == report.id);
        let Some(thinking) = current else { return };
        thinking.handle_report(now, report, out);
        self.send_result_if_due(now, out);
    }

    fn check_clock(&mut self, now: Duration, out: &mut Vec<UciAction>) {
        self.send_result_if_due(now, out);
        if let Some(thinking) = &mut self.current_search {
            thinking.send_info_if_due(now, out);
        }
    }

    /// The UCI engine never requests a file.
    fn handle_file(&mut self, _name: &str, _content: Result<Vec<u8>, String>) {}

    fn next_wakeup(&self) -> Option<Duration> {
        self.current_search
            .as_ref()
            .and_then(CurrentSearch::next_wakeup)
    }

    fn hash_table(&self) -> &HashTable {
        &self.hash_table
    }

    fn has_quit(&self) -> bool {
        self.engine_state == EngineState::HasQuit
    }

    fn has_executable_queue(&self) -> bool {
        false
    }
}

impl Engine {
    /// Returns an engine that was just started.
    pub fn new() -> Engine {
        let options = Options::default();
        Engine {
            engine_state: EngineState::BeforeHandshake,
            debug_on: false,
            hash_table: Arc::new(HashTable::new(options.hash_megabytes)),
            options,
            board: Board::new(Position::start()),
            current_search: None,
            search_count: 0,
        }
    }

    /// Executes a command. Unknown words before the command are skipped (`UCI U81`).
    fn execute_line(&mut self, now: Duration, line: &[u8], out: &mut Vec<UciAction>) {
        let text = String::from_utf8_lossy(line);
        let mut words = text.split_ascii_whitespace();
        let Some(command) = words.find(|it| COMMAND_WORDS.contains(it)) else {
            return;
        };
        let words: Vec<&str> = words.collect();
        match (self.engine_state, command) {
            (EngineState::HasQuit, _) => (),
            (_, "uci") => self.execute_uci(out),
            (_, "quit") => {
                self.current_search = None;
                out.push(UciAction::StopSearch);
                self.engine_state = EngineState::HasQuit;
            }
            (_, "isready") => self.execute_isready(out),
            // Before `uci` the engine answers only `isready` and `quit`; it ignores all other
            // commands (`UCI U7`).
            (EngineState::BeforeHandshake, _) => (),
            (_, "debug") => self.execute_debug(&words),
            (_, "setoption") => self.execute_setoption(&words, out),
            (_, "register") => execute_register(&words, out),
            (_, "ucinewgame") => {
                self.hash_table = Arc::new(HashTable::new(self.options.hash_megabytes))
            }
            (_, "position") => self.execute_position(&words, out),
            (_, "go") => self.execute_go(now, &words, out),
            (_, "stop") => self.send_result(now, out),
            (_, "ponderhit") => {
                if let Some(thinking) = &mut self.current_search {
                    thinking.ponderhit(now);
                }
            }
            _ => (),
        }
    }

    fn execute_uci(&mut self, out: &mut Vec<UciAction>) {
        let version = env!("CARGO_PKG_VERSION");
        push_line(out, &format!("id name ponderhit reference {version}"));
        push_line(out, "id author the ponderhit authors");
        for line in Options::option_lines() {
            push_line(out, &line);
        }
        push_line(out, "uciok");
        self.engine_state = EngineState::Ready;
    }

    /// Allocates the hash table before `readyok`, so that the next search starts without delay.
    fn execute_isready(&mut self, out: &mut Vec<UciAction>) {
        if self.current_search.is_none() && self.engine_state == EngineState::Ready {
            self.hash_table.allocate();
        }
        push_line(out, "readyok");
    }

    fn execute_debug(&mut self, words: &[&str]) {
        match words.first() {
            Some(&"on") => self.debug_on = true,
            Some(&"off") => self.debug_on = false,
            _ => (),
        }
    }

    fn execute_setoption(&mut self, words: &[&str], out: &mut Vec<UciAction>) {
        match self.options.set_option(words) {
            Ok(OptionEffect::Nothing) => (),
            Ok(OptionEffect::NewTable) => {
                self.hash_table = Arc::new(HashTable::new(self.options.hash_megabytes))
            }
            Err(error) => push_line(out, &format!("info string setoption: {error}")),
        }
    }

    /// Sets the board. If the command is invalid, the board is unchanged and the engine reports the
    /// reason (`UCI U44`, `U45`).
    fn execute_position(&mut self, words: &[&str], out: &mut Vec<UciAction>) {
        match self.parse_position(words) {
            Ok(board) => {
                if self.debug_on {
                    let fen = board.position.to_fen();
                    push_line(out, &format!("info string position {fen}"));
                }
                self.board = board;
            }
            Err(error) => push_line(out, &format!("info string position ignored: {error}")),
        }
    }

    fn parse_position(&self, words: &[&str]) -> Result<Board, String> {
        let variant = self.options.variant;
        let split = words
            .iter()
            .position(|it| *it == "moves")
            .unwrap_or(words.len());
        let (place, moves) = words.split_at(split);
        let fen = match place {
            ["startpos"] => START_FEN.to_owned(),
            ["fen", fields @ ..] => fields.join(" "),
            // `UCI U103`
            [] if !moves.is_empty() => START_FEN.to_owned(),
            _ => return Err("expected `startpos` or `fen`".to_owned()),
        };
        let start = Position::from_fen(&fen, variant).map_err(|it| it.to_string())?;
        let mut board = Board::new(start);
        let read = |position: &Position, word: &str| position.parse_move(word, variant);
        let played = board.play_moves(moves.get(1..).unwrap_or_default(), read);
        played.map_err(|word| format!("`{word}` is not a legal move"))?;
        Ok(board)
    }

    fn execute_go(&mut self, now: Duration, words: &[&str], out: &mut Vec<UciAction>) {
        if self.current_search.is_some() {
            push_line(out, "info string go ignored: a search is running");
            return;
        }
        let go = GoCommand::parse(words, &self.board.position, self.options.variant);
        self.search_count += 1;
        let table = Arc::clone(&self.hash_table);
        let thinking = CurrentSearch::new(
            now,
            self.search_count,
            go,
            &self.board,
            &self.options,
            table,
        );
        if self.debug_on {
            push_line(out, &thinking.description());
        }
        if thinking.needs_search(now) {
            out.push(UciAction::StartSearch(Box::new(search::SearchJob {
                id: self.search_count,
                start_position: self.board.base_position.clone(),
                moves: self.board.moves_since_base.clone(),
                banned_moves: thinking.banned_moves(),
                limits: thinking.search_limits(),
                params: thinking.search_params(),
                hash_table: Arc::clone(&self.hash_table),
            })));
        }
        self.current_search = Some(thinking);
    }

    fn send_result_if_due(&mut self, now: Duration, out: &mut Vec<UciAction>) {
        if self
            .current_search
            .as_ref()
            .is_some_and(|it| it.is_result_due(now))
        {
            self.send_result(now, out);
        }
    }

    fn send_result(&mut self, now: Duration, out: &mut Vec<UciAction>) {
        if let Some(mut thinking) = self.current_search.take() {
            out.push(UciAction::StopSearch);
            thinking.send_result(now, out);
        }
    }
}

/// The engine needs no registration, so every attempt to register succeeds (`UCI U92`, `A22`).
fn execute_register(words: &[&str], out: &mut Vec<UciAction>) {
    if matches!(words.first(), Some(&"name" | &"code")) {
        push_line(out, "registration checking");
        push_line(out, "registration ok");
    }
}

#[cfg(test)]
mod tests;
