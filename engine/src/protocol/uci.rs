//! The engine's side of UCI, without input and output, for chess, Chess960 and xiangqi. The inputs are lines, times,
//! and reports of the search. The outputs are actions ([`CoreAction`](super::CoreAction)): lines to send, and requests
//! to the caller.
//!
//! The engine answers `stop` with the best move of the last report, without waiting for the search
//! to end. An option or a position that is set during a search applies to the next search
//! (`UCI A6`). A second `go` during a search is ignored (`UCI A20`). Invalid input changes nothing
//! and is reported as `info string`.

mod current_search;
mod go;
mod info;
mod options;
mod played_game;
mod strength;
mod uci_game;

use std::{sync::Arc, time::Duration};

use super::{
    protocol_core::{self, ProtocolCore, push_line},
    stepped_engine::{Stepped, SteppedEngine},
};
use crate::{
    games::{chess, xiangqi},
    search::HashTable,
};
use options::{OptionEffect, Options};
use played_game::PlayedGame;
pub use uci_game::{UciJob, UciReport};

/// A request of the UCI engine to its caller.
pub type UciAction = protocol_core::CoreAction<UciJob>;

/// Starts an engine whose search runs in small steps.
pub fn new_stepped_engine() -> Box<dyn Stepped> {
    Box::new(SteppedEngine::<Engine>::new())
}

/// The engine's side of one UCI conversation.
#[derive(Debug)]
pub struct Engine {
    engine_state: EngineState,
    debug_on: bool,
    options: Options,
    game: CurrentGame,
    hash_table: Arc<HashTable>,
    /// The number of searches so far, which is also the id of the last search.
    search_count: u64,
}

/// The game that `UCI_Variant` selected when the board was last set.
#[derive(Debug)]
#[expect(
    clippy::large_enum_variant,
    reason = "an engine has one game, so its size does not matter"
)]
enum CurrentGame {
    Chess(PlayedGame<chess::Position>),
    Xiangqi(PlayedGame<xiangqi::Position>),
}

/// Evaluates the expression `$call`, in which the variable `$game` is the `PlayedGame` of the current game, chess or
/// xiangqi.
macro_rules! with_game {
    ($current:expr, $game:ident => $call:expr) => {
        match $current {
            CurrentGame::Chess($game) => $call,
            CurrentGame::Xiangqi($game) => $call,
        }
    };
}

/// The engine's states in section 3 of the specification. During a search the state is `Ready`, and
/// `PlayedGame::current_search` is set.
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
    type Job = UciJob;

    fn handle_line(&mut self, now: Duration, line: &[u8], out: &mut Vec<UciAction>) {
        self.execute_line(now, line, out);
        with_game!(&mut self.game, it => it.send_result_if_due(now, out));
    }

    fn handle_report(&mut self, now: Duration, report: UciReport, out: &mut Vec<UciAction>) {
        match (&mut self.game, report) {
            (CurrentGame::Chess(it), UciReport::Chess(report)) => {
                it.handle_report(now, report, out);
            }
            (CurrentGame::Xiangqi(it), UciReport::Xiangqi(report)) => {
                it.handle_report(now, report, out);
            }
            // The engine has changed between chess and xiangqi since this search ended, so the report is ignored.
            _ => (),
        }
    }

    fn check_clock(&mut self, now: Duration, out: &mut Vec<UciAction>) {
        with_game!(&mut self.game, it => {
            it.send_result_if_due(now, out);
            it.send_info_if_due(now, out);
        });
    }

    /// The UCI engine never requests a file.
    fn receive_file_content(&mut self, _name: &str, _content: Result<Vec<u8>, String>) {}

    fn next_wakeup(&self) -> Option<Duration> {
        with_game!(&self.game, it => it.next_wakeup())
    }

    fn hash_table(&self) -> Option<&HashTable> {
        Some(&self.hash_table)
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
            game: CurrentGame::Chess(PlayedGame::new(chess::Position::start())),
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
                with_game!(&mut self.game, it => it.drop_search());
                out.push(UciAction::StopSearch);
                self.engine_state = EngineState::HasQuit;
            }
            (_, "isready") => self.execute_isready(out),
            // Before `uci` the engine executes only `isready` and `quit`, and ignores all other commands (`UCI U7`).
            (EngineState::BeforeHandshake, _) => (),
            (_, "debug") => self.execute_debug(&words),
            (_, "setoption") => self.execute_setoption(&words, out),
            (_, "register") => execute_register(&words, out),
            (_, "ucinewgame") => {
                self.hash_table = Arc::new(HashTable::new(self.options.hash_megabytes))
            }
            (_, "position") => self.execute_position(&words, out),
            (_, "go") => self.execute_go(now, &words, out),
            (_, "stop") => with_game!(&mut self.game, it => it.send_result(now, out)),
            (_, "ponderhit") => with_game!(&mut self.game, it => it.ponderhit(now)),
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
        if !self.is_searching() && self.engine_state == EngineState::Ready {
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
        self.select_game();
        match with_game!(&mut self.game, it => it.set_position(words, &self.options)) {
            Ok(()) if self.debug_on => {
                let fen = with_game!(&self.game, it => it.board.position.to_fen());
                push_line(out, &format!("info string position {fen}"));
            }
            Ok(()) => (),
            Err(error) => push_line(out, &format!("info string position ignored: {error}")),
        }
    }

    fn execute_go(&mut self, now: Duration, words: &[&str], out: &mut Vec<UciAction>) {
        if self.is_searching() {
            push_line(out, "info string go ignored: a search is running");
            return;
        }
        self.select_game();
        self.search_count += 1;
        let (id, options, table) = (self.search_count, &self.options, &self.hash_table);
        let (description, request) =
            with_game!(&mut self.game, it => it.start_search(now, id, words, options, table));
        if self.debug_on {
            push_line(out, &description);
        }
        out.extend(request);
    }

    fn is_searching(&self) -> bool {
        with_game!(&self.game, it => it.is_searching())
    }

    /// If `UCI_Variant` selects another game, changes to the start position of that game. While a search is running,
    /// the game does not change.
    fn select_game(&mut self) {
        let is_selected =
            matches!(self.game, CurrentGame::Xiangqi(_)) == self.options.plays_xiangqi;
        if is_selected || self.is_searching() {
            return;
        }
        // Chess and xiangqi have different moves, so they share no hash table.
        self.hash_table = Arc::new(HashTable::new(self.options.hash_megabytes));
        self.game = match self.options.plays_xiangqi {
            true => CurrentGame::Xiangqi(PlayedGame::new(xiangqi::Position::start())),
            false => CurrentGame::Chess(PlayedGame::new(chess::Position::start())),
        };
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
