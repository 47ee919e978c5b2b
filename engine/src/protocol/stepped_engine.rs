//! An engine whose search runs in small steps, on the caller's clock.
//!
//! The search runs in its own thread, but the caller decides how many nodes to search in each step. The engine
//! therefore gives the same answers to the same lines at the same times.

use std::{
    sync::mpsc::{Receiver, Sender, channel},
    thread::JoinHandle,
    time::Duration,
};

use super::{CoreAction, CoreJob, CoreReport as _, ProtocolCore};
use crate::search::Search;

/// The number of nodes in a step of the search. A small number of nodes is enough and saves processor time, because a
/// caller of the stepped engine judges whether the engine speaks its protocol, not whether its moves are good. In this
/// crate's tests, which wait for whole virtual seconds, a step has even fewer nodes.
const NODES_PER_STEP: u64 = if cfg!(test) { 50 } else { 100 };

/// The limit for the size of the hash table, even if the engine's hash option is set to more. A stepped search has so
/// few nodes that clearing a larger table would take longer than the search.
const MAX_TABLE_MEGABYTES: usize = 1;

/// An engine that the caller drives step by step.
pub trait Stepped: Send {
    /// Processes one line, without its newline, that arrived at `now`.
    fn handle_line(&mut self, now: Duration, line: &[u8], out: &mut Vec<String>);

    /// Searches some nodes if a search is running, and checks the clock.
    fn run_step(&mut self, now: Duration, out: &mut Vec<String>);

    /// True if a search is running.
    fn is_searching(&self) -> bool;

    /// The time at which the caller must call [`Stepped::run_step`], even if no search is running.
    fn next_wakeup(&self) -> Option<Duration>;

    /// True if the engine has answered `quit`.
    fn has_quit(&self) -> bool;

    /// True if the engine must execute queued commands even after the input has ended.
    fn has_executable_queue(&self) -> bool;

    /// Sets the function that reads a file. Without it, the engine can read no file.
    fn set_file_reader(&mut self, reader: FileReader);
}

/// A function that returns the content of the file with the given name, or an error for people.
pub type FileReader = fn(&str) -> Result<Vec<u8>, String>;

/// A protocol core and its search. The type `SteppedEngine` is private, and callers in other crates use [`Stepped`].
/// Because the type is private, the generic code of the search is compiled in this crate, which the `dev` profile
/// optimizes most.
#[derive(Debug, Default)]
pub(super) struct SteppedEngine<C: ProtocolCore> {
    pub(super) engine: C,
    search: Option<RunningSearch<ReportOf<C>>>,
    file_reader: Option<FileReader>,
}

/// The type of the reports that a protocol core handles.
type ReportOf<C> = <<C as ProtocolCore>::Job as CoreJob>::Report;

/// A search that waits for the next step.
#[derive(Debug)]
struct RunningSearch<R> {
    /// The channel that grants nodes to the search, and the channel of its reports. Dropping the
    /// channels ends the search.
    channels: Option<(Sender<u64>, Receiver<R>)>,
    search: Option<Search>,
    thread: Option<JoinHandle<()>>,
}

impl<R> Drop for RunningSearch<R> {
    fn drop(&mut self) {
        self.channels = None;
        self.search = None;
        // Dropping a search waits until its thread has ended, so that the next search finds a complete hash table.
        if let Some(thread) = self.thread.take() {
            let _ = thread.join();
        }
    }
}

impl<C: ProtocolCore + Default> SteppedEngine<C> {
    /// An engine that was just started.
    pub(super) fn new() -> SteppedEngine<C> {
        SteppedEngine {
            engine: C::default(),
            search: None,
            file_reader: None,
        }
    }
}

impl<C: ProtocolCore + Send> Stepped for SteppedEngine<C>
where
    ReportOf<C>: Send,
{
    fn handle_line(&mut self, now: Duration, line: &[u8], out: &mut Vec<String>) {
        let mut acts = Vec::new();
        self.allocate_table();
        self.engine.handle_line(now, line, &mut acts);
        self.perform_actions(acts, out);
    }

    fn run_step(&mut self, now: Duration, out: &mut Vec<String>) {
        let mut acts = Vec::new();
        for report in self.search_until_node_grant_is_used() {
            let done = report.has_ended();
            self.engine.handle_report(now, report, &mut acts);
            if done {
                self.search = None;
            }
            if acts.iter().any(|it| matches!(it, CoreAction::StopSearch)) {
                break;
            }
        }
        self.engine.check_clock(now, &mut acts);
        self.perform_actions(acts, out);
    }

    fn is_searching(&self) -> bool {
        self.search.is_some()
    }

    fn next_wakeup(&self) -> Option<Duration> {
        self.engine.next_wakeup()
    }

    fn has_quit(&self) -> bool {
        self.engine.has_quit()
    }

    fn has_executable_queue(&self) -> bool {
        self.engine.has_executable_queue()
    }

    fn set_file_reader(&mut self, reader: FileReader) {
        self.file_reader = Some(reader);
    }
}

impl<C: ProtocolCore> SteppedEngine<C> {
    /// Lets the search use one grant of nodes, and returns its reports. While the core handles the reports, the search
    /// waits, because otherwise the state of the hash table would depend on the speed of the core's thread and of the
    /// search thread.
    fn search_until_node_grant_is_used(&mut self) -> Vec<ReportOf<C>> {
        let channels = self.search.as_ref().and_then(|it| it.channels.as_ref());
        let mut received = Vec::new();
        let Some((_, reports)) = channels.filter(|(grants, _)| grants.send(NODES_PER_STEP).is_ok())
        else {
            return received;
        };
        loop {
            let Ok(report) = reports.recv() else {
                self.search = None;
                return received;
            };
            let waits = report.is_node_grant_used_up() || report.has_ended();
            received.push(report);
            if waits {
                return received;
            }
        }
    }

    fn allocate_table(&self) {
        if let Some(table) = self.engine.hash_table() {
            table.allocate_at_most(MAX_TABLE_MEGABYTES);
        }
    }

    fn perform_actions(&mut self, acts: Vec<CoreAction<C::Job>>, out: &mut Vec<String>) {
        for act in acts {
            match act {
                CoreAction::SendLine(line) => out.push(line),
                CoreAction::StopSearch => self.search = None,
                CoreAction::StartSearch(job) => {
                    self.allocate_table();
                    self.search = start_stepped_search(*job);
                }
                CoreAction::ReadFile(name) => {
                    let reader = self.file_reader.unwrap_or(|_| Err("not found".to_owned()));
                    self.engine.receive_file_content(&name, reader(&name));
                }
            }
        }
    }
}

/// Starts a search that waits for its first step. Returns `None` if no thread can be started.
fn start_stepped_search<J: CoreJob>(job: J) -> Option<RunningSearch<J::Report>> {
    let (grants, granted) = channel();
    let (told, reports) = channel();
    let tell = move |it| told.send(it).is_ok();
    let (search, thread) = job.start_with_node_grants(granted, tell).ok()?;
    // With its first report, the search asks for its first grant of nodes.
    let _ = reports.recv();
    Some(RunningSearch {
        channels: Some((grants, reports)),
        search: Some(search),
        thread: Some(thread),
    })
}
