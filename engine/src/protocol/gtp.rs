//! The engine's side of the Go Text Protocol, without input and output. The inputs are lines, times, and reports of the
//! search. The outputs are actions ([`CoreAction`](super::CoreAction)): lines to send, and requests to the caller.
//!
//! The engine answers the commands in their order: lines that arrive during a `genmove` wait in a queue (`GTP G-40`).
//! Every line that arrives during an analysis ends the analysis (`GTP A-2`). A command that fails changes nothing
//! (`GTP G-75`).

mod analysis;
mod arguments;
mod board_commands;
mod command_line;
mod commands;
mod current_search;
mod final_commands;
mod search_commands;
mod sgf;
mod time_commands;
mod time_control;

use std::{collections::VecDeque, time::Duration};

use super::{
    protocol_core::{self, ProtocolCore, push_line},
    stepped_engine::{Stepped, SteppedEngine},
};
use crate::{
    games::go::{Position, Rules},
    monte_carlo::{GoJob, GoReport},
    search::HashTable,
};
use command_line::CommandLine;
use commands::Reply;
use current_search::CurrentSearch;
use time_control::TimeControl;

/// A request of the GTP engine to its caller.
pub type GtpAction = protocol_core::CoreAction<GoJob>;

/// Starts an engine whose search runs in small steps.
pub fn new_stepped_engine() -> Box<dyn Stepped> {
    Box::new(SteppedEngine::<Engine>::new())
}

/// The size of the board before the first `boardsize`.
const DEFAULT_SIZE: u8 = 19;

/// The engine's side of one GTP conversation.
#[derive(Debug)]
pub struct Engine {
    position: Position,
    komi: f64,
    rules: Rules,
    time_control: TimeControl,
    current_search: Option<CurrentSearch>,
    /// The command `loadsgf` that still waits for the content of its file, if there is one.
    pending_load: Option<sgf::PendingLoad>,
    /// The lines that wait until the command before them has been answered.
    queued_lines: VecDeque<Vec<u8>>,
    /// The number of searches so far, which is also the id of the last search.
    search_count: u64,
    has_quit: bool,
}

impl Default for Engine {
    fn default() -> Engine {
        Engine::new()
    }
}

impl ProtocolCore for Engine {
    type Job = GoJob;

    fn handle_line(&mut self, now: Duration, line: &[u8], out: &mut Vec<GtpAction>) {
        self.queued_lines.push_back(line.to_vec());
        self.execute_queue(now, out);
    }

    fn handle_report(&mut self, now: Duration, report: GoReport, out: &mut Vec<GtpAction>) {
        if let Some(search) = &mut self.current_search {
            search.handle_report(report);
        }
        self.check_clock(now, out);
    }

    fn check_clock(&mut self, now: Duration, out: &mut Vec<GtpAction>) {
        self.finish_loading(out);
        if let Some(search) = &mut self.current_search {
            search.send_report_if_due(now, out);
            if search.is_result_due(now) {
                self.finish_search(now, out);
            }
        }
        self.execute_queue(now, out);
    }

    fn receive_file_content(&mut self, name: &str, content: Result<Vec<u8>, String>) {
        if let Some(loading) = &mut self.pending_load {
            loading.receive_file_content(name, content);
        }
    }

    fn next_wakeup(&self) -> Option<Duration> {
        match (&self.pending_load, &self.current_search) {
            // The content of the file has already arrived, so `check_clock` can answer `loadsgf` at once.
            (Some(_), _) => Some(Duration::ZERO),
            (None, Some(search)) => search.next_wakeup(),
            (None, None) => None,
        }
    }

    /// The search in Go stores its results in a tree instead of a hash table.
    fn hash_table(&self) -> Option<&HashTable> {
        None
    }

    fn has_quit(&self) -> bool {
        self.has_quit
    }

    fn has_executable_queue(&self) -> bool {
        self.pending_load.is_some() || !self.queued_lines.is_empty()
    }
}

impl Engine {
    /// Returns an engine that was just started.
    pub fn new() -> Engine {
        Engine {
            position: Position::new(DEFAULT_SIZE).expect("the size is supported"),
            komi: 0.0,
            rules: Rules::default(),
            time_control: TimeControl::default(),
            current_search: None,
            pending_load: None,
            queued_lines: VecDeque::new(),
            search_count: 0,
            has_quit: false,
        }
    }

    /// Executes the queued lines until the engine cannot answer a command at once.
    fn execute_queue(&mut self, now: Duration, out: &mut Vec<GtpAction>) {
        while !self.has_quit && !self.is_busy() {
            let Some(line) = self.queued_lines.pop_front() else {
                return;
            };
            if let Some(search) = self.current_search.take() {
                // Every line ends an analysis, even an empty line or a comment (`GTP A-2`).
                search.send_end_of_analysis(out);
                out.push(GtpAction::StopSearch);
            }
            if let Some(command) = CommandLine::parse(&line) {
                self.execute(now, &command, out);
            }
        }
    }

    /// True if the next command must wait until a file has arrived or a search has ended.
    fn is_busy(&self) -> bool {
        let search = self.current_search.as_ref();
        self.pending_load.is_some() || search.is_some_and(|it| !it.ends_with_next_line())
    }

    fn execute(&mut self, now: Duration, command: &CommandLine, out: &mut Vec<GtpAction>) {
        let Some(run) = commands::find_command(&command.name) else {
            command.send_failure("unknown command", out);
            return;
        };
        match run(self, &command.arguments()) {
            Reply::Success(text) => command.send_success(&text, out),
            Reply::Failure(text) => command.send_failure(&text, out),
            Reply::Quit => {
                command.send_success("", out);
                self.has_quit = true;
            }
            Reply::Load(request) => {
                out.push(GtpAction::ReadFile(request.file_name.clone()));
                self.pending_load = Some(sgf::PendingLoad::new(command.clone(), request));
            }
            Reply::Search(request) => self.start_search(now, command, request, out),
        }
    }
}

#[cfg(test)]
mod tests;
