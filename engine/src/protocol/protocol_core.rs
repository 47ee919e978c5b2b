//! What every protocol core does: it takes lines, reports and times, and gives lines and requests.

use std::time::Duration;

use crate::{
    game::Game,
    search::{SearchJob, SearchReport},
};

/// A request of a core to its caller.
#[derive(Debug)]
pub enum CoreAction<G: Game> {
    /// Write a line.
    SendLine(String),
    /// Search, and hand every report to [`ProtocolCore::handle_report`].
    StartSearch(Box<SearchJob<G>>),
    /// Stop the search; later reports of it are ignored.
    StopSearch,
    /// Read a file and hand it to [`ProtocolCore::handle_file`].
    ReadFile(String),
}

/// The engine's side of one conversation, without I/O.
pub trait ProtocolCore {
    type Game: Game;

    /// Takes one line, without its newline, that arrived at `now`.
    fn handle_line(&mut self, now: Duration, line: &[u8], out: &mut Vec<CoreAction<Self::Game>>);

    /// Takes a report of the search that arrived at `now`; reports of an earlier search are ignored.
    fn handle_report(
        &mut self,
        now: Duration,
        report: SearchReport<<Self::Game as Game>::Move>,
        out: &mut Vec<CoreAction<Self::Game>>,
    );

    /// Checks the clock.
    fn check_clock(&mut self, now: Duration, out: &mut Vec<CoreAction<Self::Game>>);

    /// Takes the content of a file that [`CoreAction::ReadFile`] asked for, or why reading it failed.
    fn handle_file(&mut self, name: &str, content: Result<Vec<u8>, String>);

    /// When to call [`ProtocolCore::check_clock`].
    fn next_wakeup(&self) -> Option<Duration>;

    /// Whether `quit` was answered.
    fn has_quit(&self) -> bool;

    /// Whether commands are queued that must be executed even after the input has ended.
    fn has_executable_queue(&self) -> bool;
}

/// Adds a line to send.
pub(super) fn push_line<G: Game>(out: &mut Vec<CoreAction<G>>, line: &str) {
    out.push(CoreAction::SendLine(line.to_owned()));
}
