//! The interface of a protocol core, which is the code of one protocol without I/O. The core
//! receives lines, search reports and times, and returns lines and requests.

use std::{fmt, io, thread::JoinHandle, time::Duration};

use crate::{
    game::Game,
    search::{HashTable, NodeGrantReceiver, Progress, Search, SearchJob, SearchReport},
};

/// A request of a protocol core to its caller.
#[derive(Debug)]
pub enum CoreAction<J> {
    /// Write a line.
    SendLine(String),
    /// Start a search, and pass every report to [`ProtocolCore::handle_report`].
    StartSearch(Box<J>),
    /// Stop the search. The core ignores later reports of the stopped search.
    StopSearch,
    /// Read a file, and pass its content to [`ProtocolCore::receive_file_content`].
    ReadFile(String),
}

/// A search that a core requests. If a core plays several games, one job type describes the searches of all these
/// games.
pub trait CoreJob: fmt::Debug + Sized {
    type Report: CoreReport;

    /// Starts the search; see [`Search::start`].
    ///
    /// # Errors
    /// Returns an error if no thread can be started.
    fn start(self, report: impl Fn(Self::Report) -> bool + Send + 'static) -> io::Result<Search>;

    /// Starts a search that waits until the caller grants nodes; see [`Search::start_with_node_grants`].
    ///
    /// # Errors
    /// Returns an error if no thread can be started.
    fn start_with_node_grants(
        self,
        grants: NodeGrantReceiver,
        report: impl Fn(Self::Report) -> bool + Send + 'static,
    ) -> io::Result<(Search, JoinHandle<()>)>;
}

/// A report that a search sends, in any game.
pub trait CoreReport: fmt::Debug + Send + 'static {
    /// True if the search has used up its granted nodes, and waits for more.
    fn is_node_grant_used_up(&self) -> bool;

    /// True if the search has ended.
    fn has_ended(&self) -> bool;
}

impl<G: Game> CoreJob for SearchJob<G> {
    type Report = SearchReport<G::Move>;

    fn start(self, report: impl Fn(Self::Report) -> bool + Send + 'static) -> io::Result<Search> {
        Search::start(self, report)
    }

    fn start_with_node_grants(
        self,
        grants: NodeGrantReceiver,
        report: impl Fn(Self::Report) -> bool + Send + 'static,
    ) -> io::Result<(Search, JoinHandle<()>)> {
        Search::start_with_node_grants(self, grants, report)
    }
}

impl<M: fmt::Debug + Send + 'static> CoreReport for SearchReport<M> {
    fn is_node_grant_used_up(&self) -> bool {
        matches!(self.progress, Progress::GrantUsedUp)
    }

    fn has_ended(&self) -> bool {
        matches!(self.progress, Progress::Ended)
    }
}

/// The engine's side of one conversation with a GUI, without input and output.
pub trait ProtocolCore {
    type Job: CoreJob;

    /// Handles one line, without its newline, that arrived at `now`.
    fn handle_line(&mut self, now: Duration, line: &[u8], out: &mut Vec<CoreAction<Self::Job>>);

    /// Handles a search report that arrived at `now`. Reports of an earlier search are ignored.
    fn handle_report(
        &mut self,
        now: Duration,
        report: <Self::Job as CoreJob>::Report,
        out: &mut Vec<CoreAction<Self::Job>>,
    );

    /// Sends the lines that are due at the time `now`, such as the result of the search.
    fn check_clock(&mut self, now: Duration, out: &mut Vec<CoreAction<Self::Job>>);

    /// Handles the content of a file that [`CoreAction::ReadFile`] requested, or the reason why the
    /// file cannot be read.
    fn receive_file_content(&mut self, name: &str, content: Result<Vec<u8>, String>);

    /// The time at which the caller must call [`ProtocolCore::check_clock`].
    fn next_wakeup(&self) -> Option<Duration>;

    /// The hash table of the next search; `None` if the search uses no hash table.
    fn hash_table(&self) -> Option<&HashTable>;

    /// True if the core has answered `quit`.
    fn has_quit(&self) -> bool;

    /// True if the core must execute queued commands even after the input has ended.
    fn has_executable_queue(&self) -> bool;
}

/// Adds a line to the actions; the caller sends the line.
pub(super) fn push_line<J>(out: &mut Vec<CoreAction<J>>, line: &str) {
    out.push(CoreAction::SendLine(line.to_owned()));
}
