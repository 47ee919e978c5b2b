//! The interface of a protocol core, which is the code of one protocol without I/O. The core
//! receives lines, search reports and times, and returns lines and requests.

use std::time::Duration;

use crate::{
    game::Game,
    search::{HashTable, SearchJob, SearchReport},
};

/// A request of a protocol core to its caller.
#[derive(Debug)]
pub enum CoreAction<G: Game> {
    /// Write a line.
    SendLine(String),
    /// Start a search, and pass every report to [`ProtocolCore::handle_report`].
    StartSearch(Box<SearchJob<G>>),
    /// Stop the search. The core ignores later reports of the stopped search.
    StopSearch,
    /// Read a file, and pass its content to [`ProtocolCore::handle_file`].
    ReadFile(String),
}

/// The engine's side of one conversation with a GUI, without input and output.
pub trait ProtocolCore {
    type Game: Game;

    /// Handles one line, without its newline, that arrived at `now`.
    fn handle_line(&mut self, now: Duration, line: &[u8], out: &mut Vec<CoreAction<Self::Game>>);

    /// Handles a report of the search that arrived at `now`. Reports of an earlier search are
    /// ignored.
    fn handle_report(
        &mut self,
        now: Duration,
        report: SearchReport<<Self::Game as Game>::Move>,
        out: &mut Vec<CoreAction<Self::Game>>,
    );

    /// Sends the lines that are due at the time `now`, such as the result of the search.
    fn check_clock(&mut self, now: Duration, out: &mut Vec<CoreAction<Self::Game>>);

    /// Handles the content of a file that [`CoreAction::ReadFile`] requested, or the reason why the
    /// file cannot be read.
    fn handle_file(&mut self, name: &str, content: Result<Vec<u8>, String>);

    /// The time at which the caller must call [`ProtocolCore::check_clock`].
    fn next_wakeup(&self) -> Option<Duration>;

    /// The hash table of the next search.
    fn hash_table(&self) -> &HashTable;

    /// True if the core has answered `quit`.
    fn has_quit(&self) -> bool;

    /// True if the core must execute queued commands even after the input has ended.
    fn has_executable_queue(&self) -> bool;
}

/// Adds a line to the actions; the caller sends the line.
pub(super) fn push_line<G: Game>(out: &mut Vec<CoreAction<G>>, line: &str) {
    out.push(CoreAction::SendLine(line.to_owned()));
}
